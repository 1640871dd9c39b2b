"""The page that compares two things of one game side by side: every relation with its witness, or the difference."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from ludex.engine.faults import Fault
from ludex.web.lookup_pages.notation import game_of_text
from ludex.web.page import AnyGamePages, Page, Site
from ludex.web.site.form_input import MOST_IN_ADDRESS, PageContext


def pages(site: Site) -> Iterable[Page]:
    """Return the page that compares, if a game has a comparison."""
    if _compared_games(site):
        yield Page(
            "/compare", _compare, "compare.html", title="Compare", section="/draw", computes=True,
            methods=("GET", "POST"),
        )  # fmt: skip


def _compared_games(site: Site) -> list[AnyGamePages]:
    return [one for one in site.games if one.comparison is not None and one.notation is not None]


def _compare(site: Site) -> Mapping[str, Any] | Response:
    """Compare the two texts of the address or of a form; a form redirects to the address unless it is too long."""
    fields = request.form if request.method == "POST" else request.args
    texts = {side: fields.get(side, "").strip() for side in ("a", "b")}
    if request.method == "POST" and sum(map(len, texts.values())) <= MOST_IN_ADDRESS:
        return Response(status=303, headers={"Location": f"/compare?{urlencode(texts)}"})
    games = _compared_games(site)
    shown: dict[str, Any] = {
        "modules": ["copy"],
        "texts": texts,
        "faults": {},
        "relations": None,
        "alone": {},
        "comparisons": [one.comparison for one in games],
        "forms": _forms(games),
    }
    read: dict[str, tuple[AnyGamePages, Any]] = {}
    for side, text in texts.items():
        if text:
            try:
                read[side] = _read(site, text)
            except Fault as fault:
                shown["faults"][side] = str(fault)
    if len(read) == 2:
        (first, a), (second, b) = read["a"], read["b"]
        assert first.comparison is not None and second.comparison is not None
        if first is not second:
            nouns = second.comparison.noun, first.comparison.noun
            shown["faults"]["b"] = f"this is {nouns[0]}, the first is {nouns[1]}: give two of one game"
        else:
            command = first.comparison.command
            try:
                shown["relations"] = first.comparison.compare(a, b, PageContext(site, command))
                shown["command"] = command
            except Fault as fault:
                shown["faults"]["b" if fault.place[:1] == ("b",) else "a"] = fault.message
    if not any(one.pair is not None for one in shown["relations"] or ()):
        drawn = {side: (game.comparison, thing) for side, (game, thing) in read.items()}
        shown["alone"] = {side: one.picture(thing) for side, (one, thing) in drawn.items() if one is not None}
    return shown


def _forms(games: list[AnyGamePages]) -> list[str]:
    return [form for one in games if one.notation is not None for form in one.notation.forms]


def _read(site: Site, text: str) -> tuple[AnyGamePages, Any]:
    """Return the game that a text belongs to, and the thing that it means. Raises Fault."""
    game = game_of_text(site, text)
    if game is None or game.notation is None or game.comparison is None:
        *forms, last = ("a label", *_forms(_compared_games(site)))
        raise Fault(f"this is in no notation known here: give {', '.join(forms)} or {last}".replace("`", ""))
    return game, game.notation.read(text, PageContext(site, game.comparison.command))
