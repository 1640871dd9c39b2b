"""Registration of the pages of the site with the application: routes, templates, static files and headers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Request, Response, render_template, request
from jinja2 import BaseLoader, ChoiceLoader, PackageLoader, PrefixLoader
from werkzeug.wrappers import Response as AnyResponse

from ludex.catalogue.kinds.registry import Registry
from ludex.version import __version__
from ludex.web import (
    daily,
    documentation,
    download,
    embed,
    forms,
    imports,
    jobs,
    lookup,
    offline,
    play,
    records,
    results,
)
from ludex.web.catalogue_pages import games, lists, objects
from ludex.web.game_pages import GamePages, Page, Site
from ludex.web.graph_pages import connections, cypher, neighbours
from ludex.web.site import key, search, text_filters
from ludex.web.site.addresses import API
from ludex.web.site.assets import FOLDER, assets

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all pages: no inline scripts or styles, and no requests to other origins."""

EMBEDDED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy for pages that other origins may show in a frame. All restrictions other than that on frames remain."""

_MODULES = (
    daily,
    play,
    games,
    lists,
    objects,
    neighbours,
    connections,
    cypher,
    results,
    records,
    search,
    lookup,
    forms,
    imports,
    jobs,
    documentation,
    download,
    key,
    embed,
    offline,
)
"""The modules that define pages, in navigation order."""

_API = "/api/"
_BLUEPRINT = "web"
_PROBLEM = "application/problem+json"


class NavigationEntry(NamedTuple):
    """An entry of the navigation.

    It has a name and an address. It also states whether the current page belongs to it.
    """

    name: str
    address: str
    here: bool


def pages_of(site: Site) -> Iterator[Page]:
    """Yield the pages of the platform, then the pages that individual games define."""
    for module in _MODULES:
        yield from module.pages(site)
    for game in site.games:
        yield from (*game.results, *game.pages)


def games_on_site(registry: Registry, declared: Sequence[GamePages]) -> tuple[GamePages, ...]:
    """Return the pages of the games in a catalogue.

    Games that declare pages come first, and then games without a declaration.
    """
    titles = {game.kinds[0].address.partition("/")[0]: game.title for game in registry.games}
    own = {game.name: game for game in declared if game.name in titles}
    return (*own.values(), *(GamePages(name, title) for name, title in titles.items() if name not in own))


def mount(app: Flask, site: Site, pages: Sequence[Page]) -> None:
    """Register pages with an application.

    Also register the static files and templates of the site and its games.
    """
    own = ((game.name, game.package) for game in site.games if game.package)
    shared = (entry for game in site.games for entry in game.shared_packages)
    packages = tuple(dict.fromkeys((*own, *shared)))
    brands = tuple((game.name, game.brand) for game in site.games if game.brand is not None)
    files = assets(packages, brands)
    blueprint = Blueprint(_BLUEPRINT, __name__)
    for page in pages:
        blueprint.add_url_rule(page.rule, _endpoint(page), _view_function(site, page), methods=page.methods)
    blueprint.add_url_rule(f"{FOLDER}/<digest>/<path:path>", "static", files.response)
    blueprint.add_url_rule(offline.WORKER, "worker", partial(offline.worker, site, files))
    blueprint.add_url_rule(offline.ICON, "icon", partial(offline.icon, files))
    app.register_blueprint(blueprint)
    loaders: dict[str, BaseLoader] = {name: PackageLoader(package) for name, package in packages}
    app.jinja_loader = ChoiceLoader([PackageLoader("ludex.web"), PrefixLoader(loaders)])
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=files.address,
        module=files.module,
        imported=files.imported,
        navigation=partial(_navigation, pages),
        daily_of=partial(daily.daily_of_request, site),
        version=__version__,
        api=API,
        keeps_pages=site.offline,
        public_url=site.public_url,
        embeddable_kinds=embed.embeddable_kinds(site),
    )
    app.jinja_env.filters.update(text_filters.FILTERS)


def computing_endpoints(pages: Iterable[Page]) -> frozenset[str]:
    """Return the Flask endpoints of the pages that compute."""
    return frozenset(f"{_BLUEPRINT}.{_endpoint(page)}" for page in pages if page.computes)


def _endpoint(page: Page) -> str:
    return "".join(character if character.isalnum() else "_" for character in page.rule)


def _navigation(pages: Sequence[Page], here: str) -> list[NavigationEntry]:
    return [NavigationEntry(page.entry, page.rule, page.rule == here) for page in pages if page.entry]


def _view_function(site: Site, page: Page) -> Callable[..., AnyResponse]:
    def view(**variables: str) -> AnyResponse:
        shown = page.view(site, **variables)
        if isinstance(shown, AnyResponse):
            return shown
        shown = {"summary": page.about} | dict(shown)
        return html(page.template, shown, title=page.title, here=shown.get("section") or page.section or page.rule)

    return view


def policy_of(path: str) -> str:
    """Return the Content-Security-Policy of the page at a path."""
    return EMBEDDED_POLICY if embed.is_embeddable(path) else POLICY


def html(template: str, shown: Mapping[str, Any], *, title: str, here: str = "", status: int = 200) -> Response:
    """Return a rendered page as a response with the Content-Security-Policy."""
    text = render_template(template, **{"title": title, "here": here, "query": request.args} | dict(shown))
    response = Response(text, status=status, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = policy_of(request.path)
    return response


def for_people(request: Request, response: Response) -> Response:
    """Return a problem document as an HTML page if the client prefers HTML, or the response unchanged."""
    if response.mimetype != _PROBLEM or request.path.startswith(_API):
        return response
    accepted = request.accept_mimetypes
    if accepted.quality("text/html") <= accepted.quality(_PROBLEM):
        return response
    problem = response.get_json()
    template = "embed/problem.html" if embed.is_embeddable(request.path) else "problem.html"
    page = html(template, {"problem": problem}, title=problem["title"], status=response.status_code)
    kept = {name: value for name, value in response.headers.items() if not name.startswith("Content-")}
    page.headers.update(kept)
    return page
