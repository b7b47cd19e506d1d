"""A client of the Invoicing Service External API as many are, with five faults that no test against one server shows.
Not to be copied: good_client.py is. README.md tells what a rehearsal says of both."""

import json
from array import array
from datetime import datetime
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class NaiveClient:
    def __init__(self, base_url, api_key):
        self._base_url = base_url
        self._api_key = api_key
        self._made = {}

    def create_invoice(self, order_id):
        if order_id not in self._made:
            status, answer = self._send("POST", "/invoices", {"order_id": order_id})
            # Fault 1: another 2xx is right as well, and after a retry the invoice is there already.
            if status != 201:
                raise RuntimeError(f"No invoice was made: {status}")
            self._made[order_id] = kept(answer["invoice"])
        return self._made[order_id]

    def invoices(self):
        return [kept(invoice) for invoice in self._list()]

    def has(self, invoice_id):
        # Fault 2: an id may need more than 32 bits.
        return invoice_id in array("i", [invoice["id"] for invoice in self._list()])

    def with_total(self, total):
        # Fault 3: money as a float, of which nobody knows how the service writes it.
        return [kept(invoice) for invoice in self._list() if invoice["total_price"] == f"{total:.2f}"]

    def send_email(self, slug):
        self._send("POST", f"/invoices/{slug}/send_email", {})
        return "queued"

    def pdf(self, slug):
        _, answer = self._send("GET", f"/invoices/{slug}/pdf")
        return stubbornly(lambda: urlopen(answer["invoice"]["pdf_url"]).read())

    def _list(self):
        # Fault 4: the first page is not the list.
        return self._send("GET", "/invoices")[1]["invoices"]

    def _send(self, method, path, body=None):
        headers = {"X-Auth-Token": self._api_key}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._base_url + path, data, headers, method=method)

        def work():
            with urlopen(request) as response:
                return response.status, json.loads(response.read())

        return stubbornly(work)


def kept(invoice):
    created = datetime.fromisoformat(invoice["created_at"].replace("Z", "+00:00"))
    total = float(invoice["total_price"])
    return {"id": invoice["id"], "slug": invoice["slug"], "total": total, "created": created}


def stubbornly(work):
    """Fault 5: a POST of which only the answer was lost is done twice."""
    for tried in range(3):
        try:
            return work()
        except (OSError, HTTPException, ValueError) as error:
            if tried == 2:
                raise
            if isinstance(error, HTTPError) and error.code < 500 and error.code != 429:
                raise RuntimeError(f"{error.code} {error.read().decode()}") from error
