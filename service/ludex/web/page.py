"""What a page is: its address, its template, its place in the navigation, and the function that reads what it shows."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from werkzeug.wrappers import Response

from ludex.catalogue.api_keys import Key, Scope
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.registry import Registry
from ludex.engine.budget import Budget
from ludex.jobs.store import JobStore

Search = Callable[[str, float, str], AbstractContextManager[Budget]]


@dataclass(frozen=True, slots=True)
class Access:
    """Who visits, and what they may do.

    `needed` tells whether who stores needs a key. `key()` is the one that the visitor's browser bears in the `cookie`,
    None if it bears none that holds. `recognised(secret)` is the key of a secret, revoked or not. `storing(scope)` is
    the catalogue as the visitor may write to it; it raises the API's problem if they may not. `stores()` tells whether
    they may store.
    """

    needed: bool
    cookie: str
    key: Callable[[], Key | None]
    recognised: Callable[[str], Key | None]
    storing: Callable[[Scope], Catalogue]
    stores: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Site:
    """What the views of all pages share.

    `search(kind, seconds, command)` holds one of the computing slots that the API takes too, and gives the budget of
    one search; if it ends early the visitor is told of the command without a limit.
    """

    catalogue: Catalogue
    search: Search
    access: Access
    jobs: JobStore

    @property
    def stores(self) -> bool:
        """Tell whether what the visitor sends is stored, and so whether they may start jobs."""
        return self.access.stores()

    def storing(self, scope: Scope = Scope.STORE) -> Catalogue:
        """Return the catalogue as the visitor may write to it. Raises a problem if they may not."""
        return self.access.storing(scope)


View = Callable[..., Mapping[str, Any] | Response]


@dataclass(frozen=True, slots=True)
class Page:
    """One page, or all pages of one form.

    `rule` is its address, as Flask has it. `view(site, **values of the rule)` returns what `template` shows, or a
    response of its own: a redirect, a file. `title` stands in the window; what the view returns as `title` replaces it.
    `entry` is what the navigation calls the page; without one it is not there. `section` is the address of the entry
    that the page belongs to, by default its own. A page that `computes` is answered by the threads that compute.
    """

    rule: str
    view: View
    template: str
    title: str = ""
    entry: str = ""
    section: str = ""
    computes: bool = False
    methods: tuple[str, ...] = ("GET",)


Pages = Callable[[Registry], Iterable[Page]]
"""What a module of pages gives: its pages on a catalogue of some games."""
