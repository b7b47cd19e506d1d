"""What this program needs of the service, whichever client it uses."""

import json
import os
from urllib.request import Request, urlopen

BASE_URL = os.environ["INVOICING_BASE_URL"]
API_KEY = os.environ["INVOICING_API_KEY"]

LINE = {"title": "Tea", "variant_title": "", "sku": "TEA", "quantity": 1, "price": "19.90"}
ORDER = {"currency": "EUR", "customer": {"email": "ada@example.com"}, "line_items": [LINE], "tax_lines": []}


def ask(path, body=None):
    """Asks the admin API of the mock, which answers as ever."""
    data = body and json.dumps(body).encode()
    url = os.environ["INVOICING_ADMIN_URL"] + path
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as response:
        return json.load(response)


class InvoicingTests:
    Client = None

    @classmethod
    def setUpClass(cls):
        cls.client = cls.Client(BASE_URL, API_KEY)
        [store] = [store["name"] for store in ask("/stores")["stores"] if store["api_key"] == API_KEY]
        cls.order_id = ask(f"/stores/{store}/orders", ORDER)["id"]
        cls.invoice = cls.client.create_invoice(cls.order_id)

    def test_makes_an_invoice_of_an_order_and_no_second_one(self):
        self.assertGreater(self.invoice["created"].timestamp(), 0)
        self.assertEqual(self.client.create_invoice(self.order_id)["slug"], self.invoice["slug"])

    def test_says_why_there_is_no_invoice_of_an_order(self):
        with self.assertRaisesRegex(Exception, "order_id"):
            self.client.create_invoice(0)

    def test_lists_every_invoice_once(self):
        slugs = [invoice["slug"] for invoice in self.client.invoices()]
        self.assertIn(self.invoice["slug"], slugs)
        self.assertEqual(len(slugs), len(set(slugs)))
        self.assertTrue(self.client.has(self.invoice["id"]))

    def test_finds_the_invoice_by_its_total(self):
        self.assertEqual(float(self.invoice["total"]), 19.9)
        found = self.client.with_total(self.invoice["total"])
        self.assertIn(self.invoice["slug"], [invoice["slug"] for invoice in found])

    def test_sends_an_email_and_never_two(self):
        outcome = self.client.send_email(self.invoice["slug"])
        emails = [email for email in ask("/emails")["emails"] if email["slug"] == self.invoice["slug"]]
        self.assertIn(len(emails), [1] if outcome == "queued" else [0, 1])

    def test_downloads_the_pdf(self):
        pdf = self.client.pdf(self.invoice["slug"])
        self.assertTrue(pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF"))
