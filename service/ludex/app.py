"""The composition root: the API and the web pages of some games in one WSGI application."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from flask import Flask

from ludex.api import (
    askers,
    claims,
    compression,
    conditional,
    docs,
    graph,
    graph_measures,
    hosts,
    jobs,
    matching,
    measures,
    openapi,
    problems,
    routes,
)
from ludex.api.application import Application
from ludex.api.collections import collection, objects
from ludex.api.games import GAMES as REQUESTS
from ludex.api.games import GameRequests
from ludex.api.health import routes as operations
from ludex.api.index import index
from ludex.api.responses import PREFIX
from ludex.api.routes import Routes
from ludex.api.service import Service, search
from ludex.api.slots import Slots
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.registry import Game, Registry, registry_of
from ludex.catalogue.writer_queue import WriteQueueLimits
from ludex.games.pages import PAGES
from ludex.jobs.connections import of_serving
from ludex.jobs.store import store_of
from ludex.requests.bounds import BODY_BYTES
from ludex.settings import Settings
from ludex.web import mounting
from ludex.web.game_pages import GamePages
from ludex.web.page import Access, Site
from ludex.web.pages import games_on_site, pages_of

if TYPE_CHECKING:
    from ludex.catalogue.rates import Rates

_COMPUTING_READS = "ludex.computing_reads"

# Look-ups that are done at once: of drawings of some sixteen vertices, by the key of their swap class.
_LOOKUP, _SHORT, _RELATION = f"{PREFIX}/planarity/levels/lookup", 640, b"relation"

PATIENCE = WriteQueueLimits(seconds=5.0, writers=24)
"""Of requests that write. Those that wait, and searches, are fewer together than the threads that there are."""


def create_app(
    settings: Settings,
    games: Sequence[Game] = GAMES,
    requests: Sequence[GameRequests] = REQUESTS,
    pages: Sequence[GamePages] = PAGES,
) -> Flask:
    """Make the application. It opens the catalogue at the first request; the tables must be there already.

    `games` are what the catalogue holds, `requests` what can be asked beyond what every kind has, `pages` are the pages
    of the games that have any.
    """
    app = Application("ludex")
    # One more than is allowed: of a body without an announced length werkzeug drops what is beyond, and says nothing.
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES + 1
    # An address has one form: neither `//` nor a trailing slash leads anywhere.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    pools = of_serving(settings)
    catalogue = Catalogue(settings.database_url, games, PATIENCE, make=False, connections=pools.catalogue)
    service = Service(
        catalogue=catalogue,
        slots=Slots(settings.computing_slots, settings.waiting_slots),
        stores=settings.on_loopback,
        jobs=store_of(settings.database_url, pools.jobs),
        rates=_rates(settings, catalogue),
    )
    service.install(app.extensions)
    problems.register(app)
    # In this order after a request: the ETag is of the plain body, the log has the final status.
    app.after.append(mounting.for_people)
    conditional.register(app)
    compression.register(app)
    hosts.register(app, loopback=settings.on_loopback)
    measures.register(app)
    subjects = all_routes(catalogue.registry, tuple(requests))
    routes.register(app, subjects)
    docs.register(app, catalogue.registry, subjects)
    access = Access(
        not settings.on_loopback,
        askers.COOKIE,
        askers.asker,
        askers.recognised_key,
        askers.storing_catalogue,
        askers.may_store,
    )
    site = Site(catalogue, search, access, service.jobs, games_on_site(catalogue.registry, pages))
    shown = tuple(pages_of(site))
    mounting.mount(app, site, shown)
    app.extensions[_COMPUTING_READS] = [
        *(one.rule for subject in subjects for one in subject.operations if one.method == "GET" and one.computes),
        *(page.rule for page in shown if page.computes),
    ]
    if service.rates is not None:
        askers.register(app, computing_reads(app))
    app.learn_rules()
    return app


def _rates(settings: Settings, catalogue: Catalogue) -> "Rates | None":
    if settings.rate_limit is None and settings.storing_quota is None:
        return None
    from ludex.catalogue.rates import Rates

    return Rates(catalogue.database, settings.rate_limit, settings.storing_quota)


@lru_cache(maxsize=8)
def all_routes(registry: Registry, requests: tuple[GameRequests, ...] = REQUESTS) -> tuple[Routes, ...]:
    """Return the requests of the API, in the order of the documentation.

    A game's own request takes the place of the one that every kind has at that address.
    """
    special = [subject for game in requests for subject in game.subjects()]
    taken = {(one.method, one.rule) for subject in special for one in subject.operations}
    general = [collection(registry, kind) for kind in registry.kinds]
    for subject in general:
        subject.operations = [one for one in subject.operations if (one.method, one.rule) not in taken]
    subjects = (
        objects(),
        claims.routes_of(registry),
        graph.routes,
        graph_measures.routes,
        matching.routes,
        *special,
        *general,
        jobs.routes,
        operations,
    )
    return (index(registry, subjects), *subjects)


def computing_reads(app: Flask) -> Callable[[str], bool]:
    """Return what tells of a path whether reading it computes: such requests take the threads of those that compute."""
    rules = app.extensions[_COMPUTING_READS]
    assert isinstance(rules, list)
    patterns = [re.sub(r"<[^>]+>", "[^/]+", rule.replace(".", r"\.")) for rule in rules]
    any_of_them = re.compile("|".join(patterns) or "(?!)")
    return lambda path: any_of_them.fullmatch(path) is not None


def quick_requests(app: Flask) -> Callable[[str, str, str, bytes], str | None]:
    """Return what names the sort of a request that is done sooner than a thread is changed, by all that is in it.

    They are /health, objects by their labels, the first objects of lists without filters, and short look-ups of levels,
    from SQLite: its readers wait for nobody. Of all others it returns None.
    """
    service = app.extensions["ludex"]
    assert isinstance(service, Service)
    if not service.catalogue.database.is_sqlite or service.rates is not None:
        return lambda _method, _path, _query, _body: None
    kinds = service.catalogue.registry.kinds
    addresses, names = ("|".join(one) for one in ([kind.address for kind in kinds], [kind.name for kind in kinds]))
    label = rf"/(?:{names})-[0-9a-z-]+"
    collections = rf"({addresses})(?:{label}\?|\?(?:limit=[0-9]{{1,2}})?)"
    reads = re.compile(rf"(/health)\?|{PREFIX}/(?:(objects){label}\?|{collections})")

    def sort_of(method: str, path: str, query: str, body: bytes) -> str | None:
        if method == "POST":
            short = path == _LOOKUP and len(body) <= _SHORT and _RELATION not in body
            return path if short else None
        found = reads.fullmatch(f"{path}?{query}") if method in ("GET", "HEAD") else None
        return None if found is None else found[found.lastindex or 0]

    return sort_of


def openapi_text() -> str:
    """Return the OpenAPI document as schema/openapi.json holds it."""
    registry = registry_of(GAMES)
    return openapi.document_text(registry, all_routes(registry))


def end_searches(app: Flask) -> None:
    """End every search of an application, because its process ends."""
    service = app.extensions["ludex"]
    assert isinstance(service, Service)
    service.slots.stop()
