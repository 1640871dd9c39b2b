"""A page of the site, and what the views of all pages share."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from werkzeug.wrappers import Response

from ludex.catalogue.access.api_keys import Key, Scope
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Kind
from ludex.engine.budget import Budget
from ludex.jobs.store import JobStore

AnyGamePages = Any
"""A :class:`ludex.web.game_pages.GamePages`, whose fields refer to the classes below."""

Search = Callable[[str, float, str], AbstractContextManager[Budget]]


@dataclass(frozen=True, slots=True)
class Access:
    """The rights of the visitor of a page.

    `needed()` tells whether the visitor may write only with an API key. `key()` returns the valid key in the visitor's
    `cookie`, or None. `recognised(secret)` returns the key of a secret, revoked or not. `storing(scope)` returns the
    catalogue for writing and raises the API's problem if the visitor may not write. `stores()` tells whether the
    visitor may write.
    """

    needed: Callable[[], bool]
    cookie: str
    key: Callable[[], Key | None]
    recognised: Callable[[str], Key | None]
    storing: Callable[[Scope], Catalogue]
    stores: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Site:
    """What the views of all pages share.

    `games` are the pages of the games of the catalogue, in the order of the navigation. `search(kind, seconds,
    command)` holds one of the API's computing slots and yields the budget of one search; if the time limit ends it, the
    visitor is told the command that has no limit.
    """

    catalogue: Catalogue
    search: Search
    access: Access
    jobs: JobStore
    games: tuple[AnyGamePages, ...] = ()

    @property
    def stores(self) -> bool:
        """Tell whether the visitor may store objects and start jobs."""
        return self.access.stores()

    def storing(self, scope: Scope = Scope.STORE) -> Catalogue:
        """Return the catalogue for writing. Raises a problem if the visitor may not write."""
        return self.access.storing(scope)

    def game_of(self, kind: Kind[Any, Any]) -> AnyGamePages:
        """Return the game that a kind belongs to."""
        return next(game for game in self.games if kind.address.startswith(f"{game.name}/"))


View = Callable[..., Mapping[str, Any] | Response]


@dataclass(frozen=True, slots=True)
class Page:
    """One page, or all pages of one form.

    `rule` is the address, as a Flask URL rule. `view(site, **values of the rule)` returns the context of `template`, or
    a response such as a redirect or a file. `title` is the title of the window; a `title` in the context replaces it.
    `entry` is the name in the navigation; pages without one are not in it. `section` is the address of the navigation
    entry that the page belongs to, by default its own. A page that `computes` is answered by the computing threads.
    """

    rule: str
    view: View
    template: str
    title: str = ""
    entry: str = ""
    section: str = ""
    computes: bool = False
    methods: tuple[str, ...] = ("GET",)


Pages = Callable[[Site], Iterable[Page]]
"""The pages of a module on a site."""
