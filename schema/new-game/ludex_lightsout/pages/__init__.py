"""The pages of the game: its main page, and a board to play on, which works without scripts."""

from flask import Blueprint, render_template, request, url_for

from ludex.catalogue.objects.reading import document_of, find
from ludex.web.declarations import ObjectAction
from ludex.web.game_pages import Exhibits, GamePages, site
from ludex.web.site.addresses import object_address
from ludex_lightsout.kinds import POSITION
from ludex_lightsout.position import Position, position_svg
from ludex_lightsout.requests import REQUESTS

blueprint = Blueprint("lightsout", __name__)


def play_address(label: str) -> str:
    """Return the address of the page on which a position is played."""
    return url_for("lightsout.play_position", label=label)


@blueprint.get("/play/lightsout/<label>")
def play_position(label: str) -> str:
    """Show the board after the presses in the address. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        document = document_of(POSITION, find(reader, label, POSITION))
    side = document.side
    numbers = [int(word) for word in request.args.get("presses", "").split("-")[-99:] if word.isdecimal()]
    presses = [divmod(number, side) for number in numbers if number < side * side]
    before = "-".join(map(str, numbers))
    return render_template(
        "lightsout/position.html",
        title="Lights Out",
        section="/play",
        object=object_address(document.label),
        document=document,
        presses=len(presses),
        position=Position.parse(document.rows).after(presses),
        addresses=[url_for(".play_position", label=label, presses=f"{before}-{cell}") for cell in range(side * side)],
        again=play_address(label),
    )


PAGES = GamePages(
    name="lightsout",
    title="Lights Out",
    package=__name__,
    exhibits=Exhibits(lambda: {"position": position_svg(Position.parse("*../.../..*"))}),
    actions=(ObjectAction("Play it", POSITION.name, play_address),),
    requests=REQUESTS,
    blueprint=blueprint,
)
