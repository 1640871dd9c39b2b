"""The execution context of requests that pages run, and the length limit for text in addresses."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.web.game_pages import site

T = TypeVar("T")

MOST_IN_ADDRESS = 6_000
"""The maximum length of a text in an address. The server accepts request lines of up to 8,190 bytes."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """The execution context of a request on a page, within the limits of the service.

    `command` is the equivalent command. `stores` is true if the visitor has asked to store the result.
    """

    command: str
    stores: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue.

        If the result is to be stored and the visitor may not write, raise a problem.
        """
        return site.storing() if self.stores else site.catalogue

    @property
    def destination(self) -> Catalogue | None:
        """Return the catalogue if the result is to be stored, and None otherwise."""
        return self.catalogue if self.stores else None

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Occupy a computing slot, and yield the budget of a search."""
        name = self.command.replace(" ", "-")
        with site.search(name, TIME_LIMIT_DEFAULT, f"ludex {self.command}") as budget:
            yield budget

    def bound(self, limit: T) -> T | None:
        """Return `limit`, because bounds apply to all requests on pages."""
        return limit
