import unittest

from invoicing_tests import InvoicingTests
from naive_client import NaiveClient


class NaiveClientTests(InvoicingTests, unittest.TestCase):
    Client = NaiveClient
