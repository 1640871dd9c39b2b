"""Pages to play peg solitaire: a section of the page of all games, and a board for each position."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, url_for

from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import document_of, find
from ludex.web.game_pages import PlaySection, site
from ludex.web.site.addresses import object_address
from peg_solitaire.kinds import POSITION
from peg_solitaire.pictures import position_svg
from peg_solitaire.position import Position, describe_pegs

_BUILT_IN = ("full-3", "full-5")
_MOST_SHOWN = 12

blueprint = Blueprint("solitaire", __name__)


def play_address(name: str) -> str:
    """Return the address of the page on which the position with a label or slug is played."""
    return url_for("solitaire.play_position", name=name)


def _section() -> Mapping[str, Any]:
    """Return the built-in positions, and the first stored positions."""
    with site.catalogue.reading() as reader:
        stored = page(reader, POSITION, {}, limit=_MOST_SHOWN, whole=True).items
        named = {slug: find(reader, slug, POSITION) for slug in _BUILT_IN} | {shown.label: shown for shown in stored}
    cards = []
    for name, shown in named.items():
        document = document_of(POSITION, shown)
        picture = position_svg(Position.parse(document.rows))
        cards.append((play_address(name), document.title or describe_pegs(document.pegs), picture))
    return {"positions": cards}


@blueprint.get("/play/solitaire/<name>")
def play_position(name: str) -> str:
    """Show the board of a position. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        found = find(reader, name, POSITION)
    document = document_of(POSITION, found)
    return render_template(
        "solitaire/position.html",
        title="Peg solitaire",
        section="/play",
        object=object_address(name),
        rows=document.rows,
        outcome=document.outcome,
        picture=position_svg(Position.parse(document.rows)),
        modules=["solitaire/play"],
    )


PLAY_SECTION = PlaySection("Play peg solitaire", _section)
