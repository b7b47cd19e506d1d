"""A client of the Invoicing Service External API that takes whatever the contract allows, and comes through what networks
do. It needs Python 3.9 and nothing else. To be copied."""

import json
import re
import time
from datetime import datetime
from decimal import Decimal
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TRIES = 4
PAUSE = 0.1  # seconds, and twice as long each time
TIMEOUT = 15  # seconds
LONGEST_WAIT = 60  # seconds, whatever a rate limit demands: the unit of that is not stated


class Refused(Exception):
    """An answer that is no 2xx: its message is the body as it came, since its form is not stated."""

    def __init__(self, status, headers, body):
        super().__init__(f"{status} {body[:1000]}")
        self.status = status
        told = re.search(r'"retry_after":\s*(\d+)', body)
        said = headers.get("Retry-After") or (told and told[1]) or ""
        seconds = int(said) if said.isdecimal() else 1
        # How long to wait after a rate limit; None for what is none.
        self.wait = min(seconds, LONGEST_WAIT) if status == 429 or told else None


# What comes of a network, and of a body that was cut short; URLError and TimeoutError are OSErrors.
FAILURES = (OSError, HTTPException, ValueError)


class GoodClient:
    def __init__(self, base_url, api_key):
        self._base_url = base_url
        self._api_key = api_key
        self._not_before = 0

    def create_invoice(self, order_id):
        """The invoice of an order: made now or there already, which any 2xx may say. So it may be asked for again."""
        return kept(self._call("POST", "/invoices", {"order_id": order_id})["invoice"])

    def invoices(self):
        """All invoices: a page may hold fewer than were asked for, and an invoice may move on to the next one."""
        found, page, pages = {}, 1, 1
        while page <= pages:
            answer = self._call("GET", f"/invoices?page={page}&per_page=250")
            found.update((invoice["slug"], kept(invoice)) for invoice in answer["invoices"])
            page, pages = page + 1, answer["meta"]["total_pages"]
        return list(found.values())

    def has(self, invoice_id):
        return any(invoice["id"] == invoice_id for invoice in self.invoices())

    def with_total(self, total):
        return [invoice for invoice in self.invoices() if invoice["total"] == total]

    def send_email(self, slug):
        """Sends one email, never two: "unknown" where the answer is lost, and nobody knows whether it is on its way."""
        try:
            self._call("POST", f"/invoices/{slug}/send_email", {}, is_safe=False)
            return "queued"
        except (Refused, *FAILURES) as error:
            if getattr(error, "status", 500) < 500:
                raise
            return "unknown"

    def pdf(self, slug):
        """The PDF, by a new link each time: links end."""

        def work():
            link = self._ask("GET", f"/invoices/{slug}/pdf")["invoice"]["pdf_url"]
            # Signed: the key is none of its business.
            try:
                with urlopen(link, timeout=TIMEOUT) as response:
                    return response.read()
            except HTTPError as error:
                raise OSError(f"The PDF is answered {error.code}") from error

        return patiently(True, work)

    def _call(self, method, path, body=None, is_safe=True):
        return patiently(is_safe, lambda: self._ask(method, path, body))

    def _ask(self, method, path, body=None):
        time.sleep(max(0, self._not_before - time.monotonic()))
        headers = {"X-Auth-Token": self._api_key}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._base_url + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=TIMEOUT) as response:
                return json.loads(response.read())
        except HTTPError as error:
            refused = Refused(error.code, error.headers, error.read().decode(errors="replace"))
            self._not_before = time.monotonic() + (refused.wait or 0)
            raise refused from error


def patiently(is_safe, work):
    """Does it again where that may help; is_safe says that doing it twice is no worse than once."""
    for tried in range(1, TRIES + 1):
        try:
            return work()
        except (Refused, *FAILURES) as error:
            status, wait = getattr(error, "status", 500), getattr(error, "wait", None)
            if tried == TRIES or (wait is None and not (is_safe and status >= 500)):
                raise
            time.sleep(0 if wait else PAUSE * 2**tried)


def kept(invoice):
    """What this program keeps of an invoice: money is a decimal, of any number of digits, and never a float."""
    created = datetime.fromisoformat(invoice["created_at"].replace("Z", "+00:00"))
    total = Decimal(invoice["total_price"])
    return {"id": invoice["id"], "slug": invoice["slug"], "total": total, "created": created}
