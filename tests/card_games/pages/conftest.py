"""The services of the tests of pages."""

from tests.web.conftest import client, visitor

__all__ = ["client", "visitor"]
