"""Registration of the pages of the site with the application: routes, templates, static files and headers."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from flask import Flask, Request, Response, render_template, url_for
from jinja2 import BaseLoader, ChoiceLoader, PackageLoader, PrefixLoader

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
    pack_making,
    packs,
    play,
    records,
    results,
    robots,
)
from ludex.web.catalogue_pages import games, lists, objects
from ludex.web.game_pages import SITE, GamePages, Site
from ludex.web.game_pages import site as current_site
from ludex.web.graph_pages import connections, cypher, neighbours
from ludex.web.site import key, search, text_filters
from ludex.web.site.addresses import api_address
from ludex.web.site.assets import FOLDER, assets

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all pages: no inline scripts or styles, and no requests to other origins."""

EMBEDDED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy for pages that other origins may show in a frame. All restrictions other than that on frames remain."""

_BLUEPRINTS = (
    daily.blueprint,
    play.blueprint,
    games.blueprint,
    objects.blueprint,
    neighbours.blueprint,
    connections.blueprint,
    cypher.blueprint,
    results.blueprint,
    records.blueprint,
    search.blueprint,
    lookup.blueprint,
    forms.blueprint,
    imports.blueprint,
    jobs.blueprint,
    pack_making.blueprint,
    robots.blueprint,
    documentation.blueprint,
    download.blueprint,
    key.blueprint,
    embed.blueprint,
    offline.blueprint,
)
"""The pages of the platform."""

_PROBLEM = "application/problem+json"


class NavigationEntry(NamedTuple):
    """An entry of the navigation.

    It has a name and an address. It also states whether the current page belongs to it.
    """

    name: str
    address: str
    here: bool


def games_on_site(registry: Registry, declared: Sequence[GamePages]) -> tuple[GamePages, ...]:
    """Return the pages of the games in a catalogue.

    Games that declare pages come first, and then games without a declaration.
    """
    titles = {game.kinds[0].address.partition("/")[0]: game.title for game in registry.games}
    own = {game.name: game for game in declared if game.name in titles}
    return (*own.values(), *(GamePages(name, title) for name, title in titles.items() if name not in own))


def mount(app: Flask, site: Site) -> None:
    """Register the pages, the static files and the templates of the site and its games with an application."""
    own = ((game.name, game.package) for game in site.games if game.package)
    shared = (entry for game in site.games for entry in game.shared_packages)
    packages = tuple(dict.fromkeys((*own, *shared)))
    brands = tuple((game.name, game.brand) for game in site.games if game.brand is not None)
    files = assets(packages, brands)
    app.extensions[SITE] = site
    for blueprint in (*_BLUEPRINTS, *(game.blueprint for game in site.games if game.blueprint is not None)):
        app.register_blueprint(blueprint)
    _add_declared_pages(app, site)
    app.add_url_rule(f"{FOLDER}/<digest>/<path:path>", "static", files.response)
    app.add_url_rule("/service-worker.js", "worker", partial(offline.worker, files))
    app.add_url_rule("/favicon.ico", "icon", partial(offline.icon, files))
    loaders: dict[str, BaseLoader] = {name: PackageLoader(package) for name, package in packages}
    app.jinja_loader = ChoiceLoader([PackageLoader("ludex.web"), PrefixLoader(loaders)])
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=files.address,
        module=files.module,
        imported=files.imported,
        navigation=_navigation,
        daily_of=daily.daily_of_request,
        version=__version__,
        api_address=api_address,
        absolute=site.absolute,
        keeps_pages=site.offline,
        embeddable_kinds=frozenset(game.embed.kind for game in site.games if game.embed is not None),
    )
    app.jinja_env.filters.update(text_filters.FILTERS)


def _add_declared_pages(app: Flask, site: Site) -> None:
    """Add the pages that are made from declarations: of games, of packs, of kinds and of shared results."""
    for game in site.games:
        app.add_url_rule(f"/{game.name}", f"games.{game.name}", partial(games.show_game, game))
        if game.packs is not None:
            app.add_url_rule(f"/play/{game.name}/packs/<slug>", f"packs.{game.name}", partial(packs.show_pack, game))
            following = partial(offline.list_following, game)
            app.add_url_rule(f"/offline/{game.name}/pages.json", f"following.{game.name}", following)
    for kind in site.catalogue.registry.kinds:
        app.add_url_rule(f"/{kind.address}", f"lists.{kind.name}", partial(lists.show_list, kind))
        app.add_url_rule(f"/{kind.address}/random", f"random.{kind.name}", partial(lists.show_random, kind))
    for page in dict.fromkeys(page for game in site.games for page, _ in game.shared_results):
        app.add_url_rule(page.rule, f"results.{page.name}", partial(results.show_shared, page))


def _navigation(section: str) -> list[NavigationEntry]:
    games = current_site.games
    entries = [
        ("Daily", "daily.show_today", "/daily", any(game.daily for game in games)),
        ("Play", "play.list_games", "/play", any(game.packs or game.play for game in games)),
        ("Explore", "games.explore", "/explore", True),
        ("Make", "forms.list_forms", "/make", True),
        ("Learn", "learn.show_contents", "/documentation", True),
    ]
    return [NavigationEntry(name, url_for(page), here == section) for name, page, here, present in entries if present]


def policy_of(path: str) -> str:
    """Return the Content-Security-Policy of the page at a path."""
    return EMBEDDED_POLICY if embed.is_embeddable(path) else POLICY


def complete_page(request: Request, response: Response) -> Response:
    """Add the Content-Security-Policy to a page of the site.

    A problem document is replaced by a page if the client prefers HTML.
    """
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Security-Policy", policy_of(request.path))
    if response.mimetype != _PROBLEM:
        return response
    accepted = request.accept_mimetypes
    if accepted.quality("text/html") <= accepted.quality(_PROBLEM):
        return response
    problem = response.get_json()
    template = "embed/problem.html" if embed.is_embeddable(request.path) else "problem.html"
    text = render_template(template, problem=problem, title=problem["title"])
    page = Response(text, status=response.status_code, content_type="text/html; charset=utf-8")
    page.headers["Content-Security-Policy"] = policy_of(request.path)
    kept = {name: value for name, value in response.headers.items() if not name.startswith("Content-")}
    page.headers.update(kept)
    return page
