"""The services of the tests of pages."""

from tests.web.conftest import client, reader, visitor

__all__ = ["client", "reader", "visitor"]
