"""The landing page at `/`, and its style sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, render_template

from ludex import __version__
from ludex.catalogue.catalogue import Catalogue, Reader
from ludex.catalogue.kind import Kind
from ludex.catalogue.listing import count
from ludex.web import planarity, sets, swish
from ludex.web.exhibits import Exhibits, number_written

GAMES = (
    swish.EXHIBITS,
    sets.EXHIBITS,
    planarity.EXHIBITS,
)

# The page runs nothing, and only its own origin styles it; pictures stand in it as SVG.
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class Holding:
    """A list of the catalogue: its address, its name, what is in it and how much."""

    address: str
    name: str
    about: str
    count: str


def holdings(reader: Reader) -> list[tuple[str, list[Holding]]]:
    """Return the title of each game of the catalogue with its lists. Cost: one capped count a list."""
    return [(game.title, [_held(reader, kind) for kind in game.kinds]) for game in reader.registry.games]


def _held(reader: Reader, kind: Kind[Any, Any]) -> Holding:
    counted = count(reader, kind, {})
    name = kind.address.partition("/")[2].replace("/", " ").replace("-", " ").capitalize()
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    return Holding(f"/api/v1/{kind.address}", name, kind.view.about, number)


def blueprint(catalogue: Catalogue, games: Sequence[Exhibits] = GAMES) -> Blueprint:
    """Return the blueprint of the landing page. The catalogue is read at each request and may be empty.

    Of the games' exhibits those are shown whose game the catalogue has.
    """
    known = {kind.address.partition("/")[0] for kind in catalogue.registry.kinds}
    present = [game for game in games if game.name in known]
    made = Blueprint("web", __name__, template_folder="templates", static_folder="static", static_url_path="/static")

    @made.get("/")
    def landing() -> Response:
        with catalogue.reading() as reader:
            held = holdings(reader)
            stored = {game.name: game.stored(reader) for game in present}
        page = render_template(
            "landing.html",
            version=__version__,
            deal=swish.EXHIBITS.shown()["deal"],
            games=present,
            stored=stored,
            held=held,
            written=number_written,
        )
        response = make_response(page)
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    return made
