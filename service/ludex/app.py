"""The composition root, which combines the API and the games' web pages into one WSGI application."""

import time
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

# DBOS needs the ORM, and is imported with the first job. While one thread imports the ORM, SQL expressions of another
# thread would find a half of it.
import sqlalchemy.orm  # noqa: F401
from flask import Flask, Request, Response, g, request

from ludex.api.mcp import http as mcp
from ludex.api.middleware import authorization, metrics, problems, proxies
from ludex.api.resources import docs, jobs, results
from ludex.api.resources.collections import collection, objects
from ludex.api.resources.docs import index
from ludex.api.resources.health import routes as operations
from ludex.api.routing import openapi, responses, routes
from ludex.api.routing.request_routes import add_requests, routes_of_requests
from ludex.api.routing.routes import Routes
from ludex.api.service import Service, Slots, search
from ludex.catalogue import machine_key
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import GameKinds, Registry, registry_of
from ludex.catalogue.storage.availability import WriteQueueLimits
from ludex.games import parts
from ludex.games.kinds import GAMES
from ludex.games.pages import PAGES
from ludex.jobs.database import server_pools
from ludex.jobs.store import store_of
from ludex.requests.bounds import BODY_BYTES
from ludex.requests.graph import GRAPH
from ludex.requests.packs import PACK_REQUESTS
from ludex.settings import Settings, data_folder
from ludex.web import mounting
from ludex.web.game_pages import Access, GamePages, Site
from ludex.web.mounting import games_on_site

if TYPE_CHECKING:
    from ludex.catalogue.rate_limits import Rates

WRITE_QUEUE = WriteQueueLimits(seconds=5.0, writers=24)
"""Limits on the requests that wait for the write lock.

These limits leave some threads in the pool free even while all searches are running.
"""


_GRAPH = "The catalogue as a graph of objects and relations."
REQUESTS: tuple[tuple[Any, ...], ...] = parts("requests")
"""The declared requests of each game."""


def create_app(
    settings: Settings,
    games: Sequence[GameKinds] = GAMES,
    requests: Sequence[tuple[Any, ...]] = REQUESTS,
    pages: Sequence[GamePages] = PAGES,
) -> Flask:
    """Return the application. The application opens the catalogue on the first request. The tables must already exist.

    `games` declares the kinds of objects in the catalogue, `requests` contains the declared requests of each game, and
    `pages` declares their web pages.
    """
    app = Flask("ludex", static_folder=None)
    # This is one byte more than the limit, because werkzeug silently truncates a body without Content-Length to this
    # size.
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES + 1
    # Each address has only one form, which contains no `//` and no trailing slash.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    pools = server_pools(settings)
    catalogue = Catalogue(
        settings.database_url,
        games,
        WRITE_QUEUE,
        make=False,
        connections=pools.catalogue,
        replica=settings.read_database_url,
    )
    jobs_store = store_of(settings.database_url, pools.jobs)
    access = Access(
        authorization.COOKIE,
        authorization.asker,
        authorization.recognised_key,
        partial(machine_key.redeem, data_folder()),
        authorization.storing_catalogue,
        authorization.may_store,
        authorization.may_read_job,
    )
    on_site = games_on_site(catalogue.registry, pages)
    site = Site(
        catalogue,
        search,
        access,
        jobs_store,
        on_site,
        settings.public_url,
        settings.offline_pages,
        settings.dataset_dir,
    )
    subjects = all_routes(catalogue.registry, tuple(requests))
    service = Service(
        catalogue=catalogue,
        slots=Slots(settings.computing_slots, settings.waiting_slots, long=("cypher",)),
        jobs=jobs_store,
        rates=_rates(settings, catalogue),
        computes=routes.computing_requests(catalogue.registry, subjects),
        public_url=settings.public_url,
        daily_ahead=settings.daily_ahead,
        dataset=settings.dataset_dir,
    )
    service.install(app.extensions)
    problems.register(app)
    proxies.register(app, settings.trusted_proxies)
    _add_hooks(app, settings, limits_rates=service.rates is not None)
    routes.register(app, subjects)
    docs.register(app, catalogue.registry, subjects)
    mcp.register(app, subjects)
    mounting.mount(app, site)
    return app


def _add_hooks(app: Flask, settings: Settings, *, limits_rates: bool) -> None:
    """Add the checks before every request, and the steps that complete its response."""
    allowed, on_loopback = frozenset(settings.allowed_origins), settings.on_loopback

    @app.before_request
    def check_request() -> None:
        current: Request = request._get_current_object()  # type: ignore[attr-defined]  # the documented access
        metrics.start_request(current)
        proxies.require_own_site(current, allowed, on_loopback=on_loopback)
        if limits_rates:
            authorization.require_request_rate(current)

    @app.after_request
    def complete_response(response: Response) -> Response:
        current: Request = request._get_current_object()  # type: ignore[attr-defined]  # the documented access
        if not current.path.startswith("/api/"):
            response = mounting.complete_page(current, response)
        response = responses.make_conditional(current, response)  # the ETag is computed from the uncompressed body
        if current.script_root:
            proxies.add_prefix(current, response)  # after the ETag, which does not depend on the prefix
        responses.compress(current, response)
        proxies.add_headers(current, response, allowed)
        metrics.record_request(  # last, so that the final status is logged
            current.method,
            None if current.url_rule is None else current.url_rule.rule,
            current.path,
            response.status_code,
            time.perf_counter() - g.started,
            response.headers.get("Content-Length", type=int),
            g.request_id,
        )
        return response


def _rates(settings: Settings, catalogue: Catalogue) -> "Rates | None":
    if settings.rate_limit is None and settings.storing_quota is None:
        return None
    from ludex.catalogue.rate_limits import Rates

    return Rates(catalogue.database, settings.rate_limit, settings.storing_quota)


@lru_cache(maxsize=8)
def all_routes(registry: Registry, requests: tuple[tuple[Any, ...], ...] = REQUESTS) -> tuple[Routes, ...]:
    """Return the routes of the API, in the order of the documentation.

    If a game declares a route with the method and address of a general route, the route of the game replaces the
    general route.
    """
    special = [subject for game in requests for subject in routes_of_requests(game)]
    taken = {(route.method, route.rule) for subject in special for route in subject.operations}
    general = [collection(registry, kind) for kind in registry.kinds]
    for subject in general:
        subject.operations = [route for route in subject.operations if (route.method, route.rule) not in taken]
    subjects = (
        objects(registry),
        results.search_routes,
        results.claim_routes,
        add_requests(Routes(tag="Graph", about=_GRAPH, prefix=responses.PREFIX), GRAPH),
        results.daily_routes,
        results.atlas_routes,
        results.sequence_routes,
        *routes_of_requests(PACK_REQUESTS),
        *special,
        *general,
        jobs.routes,
        operations,
    )
    return (index(registry, subjects), *subjects)


def openapi_text() -> str:
    """Return the text of schema/openapi.json."""
    registry = registry_of(GAMES)
    return openapi.document_text(registry, all_routes(registry))
