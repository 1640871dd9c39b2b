"""The site as an installable application.

This module contains the manifest, the service worker, and the pages that browsers keep for playing offline.

The service worker stores the pages for playing, but no API responses. The version of the worker's script is computed
from the script itself and from all static files. Any change therefore replaces what an older version has stored. If
LUDEX_OFFLINE_PAGES is off, browsers receive a worker that removes itself and everything that it has stored.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b
from importlib import resources

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from ludex.catalogue.objects.reading import UnknownObject
from ludex.operations.packs import labels_of_pack
from ludex.version import __version__
from ludex.web.daily import puzzles_of_day, today
from ludex.web.game_pages import GamePages, site
from ludex.web.packs import kind_of, packs_of
from ludex.web.site.assets import Assets

blueprint = Blueprint("offline", __name__)


MAX_PAGES = 60
"""The maximum number of pages that a browser keeps. The oldest pages are removed first."""

MAX_PAGE_BYTES = 200_000
"""The maximum size of a page that a browser stores."""

_MOST_LEVELS = 20
_KEPT_TYPES = (".css", ".js", ".svg", ".png")


def worker(files: Assets) -> Response:
    """Return the script of the service worker.

    If the setting is off, return a script that removes the worker.
    """
    folder = resources.files("ludex.web").joinpath("workers")
    root = url_for("games.home")
    if not site.offline:
        return _script({"root": root}, folder.joinpath("removal.js").read_text("utf-8"))
    text = folder.joinpath("offline.js").read_text("utf-8")
    addresses = [files.address(path) for path in sorted(files.files) if path.endswith(_KEPT_TYPES)]
    page = url_for("offline.show_offline")
    settings = {
        "root": root,
        "files": addresses,
        "page": page,
        "maxPages": MAX_PAGES,
        "maxPageBytes": MAX_PAGE_BYTES,
    }
    version = blake2b(f"{__version__}{settings}{text}".encode(), digest_size=8).hexdigest()
    return _script({"version": version, **settings}, text)


def icon(files: Assets) -> Response:
    """Return the icon, at the address that browsers request by default."""
    response = Response(files.files["icons/icon-32.png"], content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def _script(settings: Mapping[str, object], text: str) -> Response:
    """Return the script of a worker, which begins with its settings."""
    script = f"const SETTINGS = {json.dumps(settings)};\n{text}"
    response = Response(script, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/manifest.webmanifest")
def send_manifest() -> Response:
    """Send the manifest of the application."""
    return Response(render_template("manifest.json"), content_type="application/manifest+json")


@blueprint.get("/offline")
def show_offline() -> str:
    """Show the page that replaces missing pages."""
    return render_template(
        "offline.html", title="Play offline", section="/play", modules=["kept-pages"], max_pages=MAX_PAGES
    )


def list_following(game: GamePages) -> Response:
    """Return the addresses of a level and of the levels that follow it in a pack of a game, which browsers keep.

    Raises UnknownObject if there is no such pack, or if the level is not in the pack.
    """
    slug, label = (request.args.get(name, "") for name in ("pack", "label"))
    if not slug or not label:
        raise UnknownObject("give a pack and the label of one of its levels: ?pack=...&label=...")
    packs = packs_of(game)
    labels = labels_of_pack(site.catalogue, kind_of(packs), slug)
    if label not in labels:
        raise UnknownObject(f"{label[:80]!r} is not in the pack {slug[:80]!r}")
    place = labels.index(label)
    return jsonify(pages=[packs.play(other, slug) for other in labels[place : place + _MOST_LEVELS]])


@blueprint.get("/offline/pages.json")
def list_addresses() -> Response:
    """Return the addresses of the pages to store on every visit.

    They are the puzzles of the day and the pages of the games.
    """
    with site.catalogue.reading() as reader:
        puzzles = puzzles_of_day(reader, today())
    games = (link.address for game in site.games if game.packs is not None for link in game.packs.more)
    daily = (card.address for card in puzzles.cards)
    return jsonify(pages=[url_for("games.home"), url_for("play.list_games"), *daily, *games])
