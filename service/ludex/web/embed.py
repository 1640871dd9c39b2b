"""Boards that other origins can embed in a frame, and the module that defines the custom element `<ludex-level>`.

Only these pages, and the problem pages below their address, may be shown in frames (see `mounting.policy_of`).
"""

from collections.abc import Mapping
from importlib import resources
from typing import Any

from flask import Blueprint, Response, render_template

from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.requests.daily import current_day
from ludex.web.game_pages import EmbeddedBoard, GamePages, site

blueprint = Blueprint("embed", __name__)


_CACHED_SECONDS = 3600


def is_embeddable(path: str) -> bool:
    """Return whether pages of other origins may show the page at a path in a frame."""
    return path.startswith("/embed/")


def embeddable_kinds() -> frozenset[str]:
    """Return the names of kinds whose objects can be embedded."""
    return frozenset(game.embed.kind for game in site.games if game.embed is not None)


def daily_label(game: GamePages, reader: Reader) -> str | None:
    """Return the label of today's puzzle of a game, or None if there is none."""
    if game.daily is None:
        return None
    puzzles = game.daily.puzzles
    puzzle = puzzles.describe(reader, puzzles.row_of_day(reader, game.name, current_day()))
    return getattr(puzzle, "label", None)


@blueprint.get("/embed/<label:label>")
def embed_object(label: str) -> str:
    """Show the board of an object.

    Raises UnknownObject if there is no such object, or if its kind has no board.
    """
    with site.catalogue.reading() as reader:
        found = find(reader, label)
    game = site.game_of(found.kind)
    if game.embed is None or game.embed.kind != found.kind.name:
        kinds = ", ".join(sorted(embeddable_kinds()))
        raise UnknownObject(
            f"{found.label} is a {found.kind.words}; only objects of these kinds can be embedded: {kinds}"
        )
    return render_template("embed/board.html", **_board(game, game.embed, found.label))


@blueprint.get("/embed/daily/<name>")
def embed_daily(name: str) -> str:
    """Show the board of today's puzzle of a game. Raises UnknownObject."""
    games = {game.name: game for game in site.games if game.embed is not None and game.daily is not None}
    game = games.get(name)
    if game is None or game.embed is None:
        raise UnknownObject(f"there is no daily puzzle {name[:40]!r} to embed; there are puzzles of {', '.join(games)}")
    with site.catalogue.reading() as reader:
        label = daily_label(game, reader)
    if label is None:
        raise UnknownObject("this catalogue has no daily puzzles; run `ludex db upgrade --fill`")
    return render_template("embed/board.html", **_board(game, game.embed, label))


def _board(game: GamePages, embedded: EmbeddedBoard, label: str) -> Mapping[str, Any]:
    shown = embedded.view(label)
    address = embedded.play_address(label)
    return {
        **shown,
        "title": game.title,
        "game": game,
        "play_address": address,
        "canonical": site.absolute(address),
        "modules": ["embed", *shown["modules"]],
    }


@blueprint.get("/embed/ludex-level.js")
def send_element() -> Response:
    """Return the module. Its address never changes, and pages of all origins may import it."""
    text = resources.files("ludex.web").joinpath("static/js/ludex-level.js").read_text("utf-8")
    response = Response(text, content_type="text/javascript; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = f"public, max-age={_CACHED_SECONDS}"
    return response
