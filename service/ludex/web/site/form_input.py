"""Limits on text that visitors enter, and the execution context of requests that a page carries out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.web.page import Site

T = TypeVar("T")

MOST_CHARACTERS = 65_536
MOST_IN_ADDRESS = 6_000
"""The longest text that is put into an address: the server accepts request lines of 8,190 bytes."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """The execution context of a request on a page: within the bounds of the service, in one of its computing slots.

    `command` is the equivalent command. `stores` tells whether the visitor asked to store the result.
    """

    site: Site
    command: str
    stores: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue. Raises a problem if the result is to be stored and the visitor may not write."""
        return self.site.storing() if self.stores else self.site.catalogue

    @property
    def kept(self) -> Catalogue | None:
        """Return the catalogue if the result is to be stored, else None."""
        return self.catalogue if self.stores else None

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Hold a computing slot and yield the budget of a search."""
        words = self.command
        with self.site.search(words.replace(" ", "-"), TIME_LIMIT_DEFAULT, f"ludex {words}") as budget:
            yield budget

    def bound(self, limit: T) -> T | None:
        """Return the bound."""
        return limit
