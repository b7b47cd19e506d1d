import unittest

from good_client import GoodClient
from invoicing_tests import InvoicingTests


class GoodClientTests(InvoicingTests, unittest.TestCase):
    Client = GoodClient
