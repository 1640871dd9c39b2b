"""The services of the tests of pages, for the pages of games as well."""

from tests.web.conftest import client, visitor

__all__ = ["client", "visitor"]
