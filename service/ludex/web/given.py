"""What a visitor gives in a field of text, and what carries out a request for a page."""

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
"""The most characters of a text that an address holds: a service takes lines of 8,190."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """What carries out a request for a page: within the bounds of the service, in one of its computing slots.

    `command` are the words of the command that does the same. It `stores` only what the visitor wants to be stored.
    """

    site: Site
    command: str
    stores: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue. Raises a problem if the visitor may not store what is to be stored."""
        return self.site.storing() if self.stores else self.site.catalogue

    @property
    def kept(self) -> Catalogue | None:
        """Return the catalogue if something is to be stored, else None."""
        return self.catalogue if self.stores else None

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Hold a computing slot for a search."""
        words = self.command
        with self.site.search(words.replace(" ", "-"), TIME_LIMIT_DEFAULT, f"ludex {words}") as budget:
            yield budget

    def bound(self, limit: T) -> T | None:
        """Return the bound."""
        return limit
