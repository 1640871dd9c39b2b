"""The page that compares two things of a game, and shows every relation with its witness or the difference."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.engine.faults import Fault
from ludex.web.game_pages import GamePages, Page, Site
from ludex.web.lookup_pages.draw import game_of_text
from ludex.web.site.addresses import EXPLORE
from ludex.web.site.form_input import MOST_IN_ADDRESS, PageContext


def pages(site: Site) -> Iterable[Page]:
    """Return the page of comparisons, if any game has a comparison."""
    if _compared_games(site):
        yield Page(
            "/compare", _compare, "compare.html", title="Compare", section=EXPLORE, computes=True,
            methods=("GET", "POST"),
        )  # fmt: skip


def _compared_games(site: Site) -> list[GamePages]:
    return [game for game in site.games if game.comparison is not None and game.notation is not None]


def _compare(site: Site) -> Mapping[str, Any] | Response:
    """Compare the two texts in the query or the form.

    A form redirects to the address that contains both texts unless it would be too long.
    """
    fields = request.form if request.method == "POST" else request.args
    texts = {side: fields.get(side, "").strip() for side in ("a", "b")}
    if request.method == "POST" and sum(map(len, texts.values())) <= MOST_IN_ADDRESS:
        return redirect(f"/compare?{urlencode(texts)}", 303)
    games = _compared_games(site)
    shown: dict[str, Any] = {
        "modules": ["copy"],
        "texts": texts,
        "faults": {},
        "relations": None,
        "alone": {},
        "comparisons": [game.comparison for game in games],
        "forms": _forms(games),
    }
    read: dict[str, tuple[GamePages, Any]] = {}
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
            shown["faults"]["b"] = f"this is {nouns[0]}, but the first is {nouns[1]}; both must belong to the same game"
        else:
            command = first.comparison.command
            try:
                shown["relations"] = first.comparison.compare(a, b, PageContext(site, command))
                shown["command"] = command
            except Fault as fault:
                shown["faults"]["b" if fault.place[:1] == ("b",) else "a"] = fault.message
    if not any(relation.pair is not None for relation in shown["relations"] or ()):
        drawn = {side: (game.comparison, thing) for side, (game, thing) in read.items()}
        shown["alone"] = {
            side: comparison.picture(thing) for side, (comparison, thing) in drawn.items() if comparison is not None
        }
    return shown


def _forms(games: list[GamePages]) -> list[str]:
    return [form for game in games if game.notation is not None for form in game.notation.forms]


def _read(site: Site, text: str) -> tuple[GamePages, Any]:
    """Return the game to which a text belongs, and the thing that the text denotes. Raises Fault."""
    game = game_of_text(site, text)
    if game is None or game.notation is None or game.comparison is None:
        *forms, last = ("a label", *_forms(_compared_games(site)))
        raise Fault(f"unknown notation; enter {', '.join(forms)} or {last}".replace("`", ""))
    return game, game.notation.read(text, PageContext(site, game.comparison.command))
