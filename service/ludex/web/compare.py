"""Two drawings, positions or tables side by side: every relation with its witness, or what differs."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from ludex.catalogue.registry import Registry
from ludex.engine.faults import Fault
from ludex.web.given import MOST_IN_ADDRESS, PageContext
from ludex.web.likeness import Likeness, compare, shown_alone
from ludex.web.notations import NOTATIONS, game_of
from ludex.web.notations.notation import Given
from ludex.web.page import Page, Site

_COMMANDS = {"planarity": "planarity equivalence", "swish": "swish equivalence", "sets": "sets equivalence"}
_NOUNS = {"planarity": "a drawing of Swap Planarity", "swish": "cards of SWISH", "sets": "cards of SET"}


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page that compares, if the catalogue has a game of which anything can be read."""
    if any(f"{kind}" in registry.kind for kind in ("planarity-level", "swish-position", "set-position")):
        yield Page(
            "/compare", _compared, "compare.html", title="Compare", section="/draw", computes=True,
            methods=("GET", "POST"),
        )  # fmt: skip


def _compared(site: Site) -> Mapping[str, Any] | Response:
    """Compare what two texts of the address mean, or of a form; that leads to the address if it is not too long."""
    given = request.form if request.method == "POST" else request.args
    texts = {side: given.get(side, "").strip() for side in ("a", "b")}
    if request.method == "POST" and sum(map(len, texts.values())) <= MOST_IN_ADDRESS:
        return Response(status=303, headers={"Location": f"/compare?{urlencode(texts)}"})
    shown: dict[str, Any] = {"modules": ["copy"], "texts": texts, "faults": {}, "likenesses": None, "alone": {}}
    things: dict[str, Given] = {}
    games: dict[str, str] = {}
    for side, text in texts.items():
        if text:
            try:
                games[side], things[side] = _read(site, text)
            except Fault as fault:
                shown["faults"][side] = str(fault)
    if len(things) == 2 and games["a"] != games["b"]:
        shown["faults"]["b"] = f"this is {_NOUNS[games['b']]}, the first is {_NOUNS[games['a']]}: give two of one game"
    elif len(things) == 2:
        try:
            shown["likenesses"] = compare(things["a"], things["b"], PageContext(site, _COMMANDS[games["a"]]))
            shown["command"] = _COMMANDS[games["a"]]
        except Fault as fault:
            shown["faults"][_side(fault)] = fault.message
    if not _drawn(shown["likenesses"]):
        shown["alone"] = {side: shown_alone(thing) for side, thing in things.items()}
    return shown


def _read(site: Site, text: str) -> tuple[str, Given]:
    """Return the game that a text is of, and what it means. Raises Fault."""
    game = game_of(text, site.catalogue.registry)
    if not game:
        raise Fault(
            "this is neither a drawing nor cards: give a label, JSON, graph6, a description of Untangle such as "
            "4:0-2,1-3, cards of SWISH such as *o,o* or cards of SET such as 0121,1111"
        )
    return game, NOTATIONS[game].read(text, PageContext(site, _COMMANDS[game]))


def _side(fault: Fault) -> str:
    return "b" if fault.place[:1] == ("b",) else "a"


def _drawn(likenesses: list[Likeness] | None) -> bool:
    return any(one.pair is not None for one in likenesses or ())
