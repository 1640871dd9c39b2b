"""The pages on which visitors draw a level or lay out cards, and the page "Compare".

What a visitor draws can be played, saved and shared. The page also shows what the catalogue knows about it: the related
objects, and a solution. The page "Compare" shows every relation between two things of a game. Each relation comes with
a witness or a difference.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.engine.faults import Fault
from ludex.web.comparison import Match, RelationMatches
from ludex.web.computing import computes
from ludex.web.game_pages import GamePages, LookupTab, site
from ludex.web.packs import pick_address
from ludex.web.site.addresses import address_of
from ludex.web.site.form_input import MOST_IN_ADDRESS, PageContext

blueprint = Blueprint("lookup", __name__)


def game_by_notation(games: Sequence[GamePages], text: str) -> GamePages | None:
    """Return the game whose notation matches a text."""
    return next((game for game in games if game.notation is not None and text and game.notation.fits(text)), None)


def game_of_text(text: str) -> GamePages | None:
    """Return the game to which a text belongs. A label, a name or the notation determines the game."""
    text = text.strip()
    kind = site.catalogue.registry.labelled(text)
    if kind is not None:
        return site.game_of(kind)
    for game in site.games:
        if game.notation is not None and game.notation.name_prefix and text.startswith(game.notation.name_prefix):
            return game
    return game_by_notation(site.games, text)


def show_tab(tab: LookupTab) -> str | Response:
    """Look up the text in the query or the form on the tab of a game.

    If a form was sent, redirect to the address that contains the text, unless this address would be too long.
    """
    game = next(game for game in site.games if game.lookup is tab)
    fields = request.form if request.method == "POST" else request.args
    text = fields.get("text", "").strip() or " ".join(fields.getlist(tab.picker_field))
    short = len(text) <= MOST_IN_ADDRESS
    other = game_of_text(text) if text else None
    if other is not None and other is not game and other.lookup is not None:
        return redirect(_address(other.lookup, {}, text), 303) if short else redirect(other.lookup.address, 307)
    fault, answer = "", None
    try:
        if request.method == "POST" and fields.get("do") == "store":
            context = PageContext(f"{game.name} add", stores=True)
            label = tab.store(tab.read(text, context), context)
            return redirect(_address(tab, {"with": label, "stored": "1"}, text), 303)
        if request.method == "POST" and short:
            solve = {"solve": fields["solve"]} if fields.get("solve") else {}
            return redirect(_address(tab, solve, text), 303)
        if text:
            answer = _answer(game, tab, text, fields)
    except Fault as error:
        fault = str(error)
    return render_template(
        f"{game.name}/draw.html",
        title=tab.title,
        section="/make",
        game=game,
        tab=tab,
        tabs=[listed.lookup for listed in site.games if listed.lookup is not None],
        text=text,
        fault=fault,
        answer=answer,
        stores=site.stores,
        long=not short,
        modules=("copy", *tab.modules),
        **tab.picker(text),
    )


def _answer(game: GamePages, tab: LookupTab, text: str, fields: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the template context about the thing that a text denotes. Raises Fault and BudgetExhausted."""
    thing = tab.read(text, PageContext(f"{game.name} lookup"))
    found = tab.relations(thing)
    same = next((match for group in found if group.identical for match in group.shown), None)
    relations = [group for group in (group.without(same) for group in found) if group.matches]
    # A drawing is not its own relative, but one that is stored in another form is shown beside that form.
    chosen = _chosen(
        relations if same is None or _is_own(tab, thing, same) else found,
        fields.get("with", ""),
        fields.get("relation", ""),
    )
    solve = bool(fields.get("solve"))
    known = tab.describe(thing, same, solve)
    stored = (
        "" if same is None else game.play_address(same.stored.kind.name, same.label, json.loads(same.stored.text()))
    )
    return {
        "relations": relations,
        "same": same,
        "chosen": chosen,
        "kept": next((group.kept for group in found if chosen in group.shown), ""),
        "pair": None if chosen is None else tab.pair(thing, chosen),
        "stored": fields.get("stored") == "1",
        "open": solve or bool(fields.get("relation")),
        "pick": "" if same is None else pick_address(same.stored.kind),
        "play": ""
        if known.get("remedy")
        else stored or (tab.play(thing, text) if len(text) <= MOST_IN_ADDRESS else ""),
        **known,
    }


def _is_own(tab: LookupTab, thing: object, same: Match) -> bool:
    """Return whether a thing and its stored form have the same picture."""
    pair = tab.pair(thing, replace(same, matching=range(len(same.matching))))
    return pair is None or pair.a == pair.b


def _chosen(relations: Sequence[RelationMatches], label: str, relation: str) -> Match | None:
    """Return the match that the address specifies.

    If it specifies no match, return a match by the strongest relation.
    """
    matches = [match for group in relations for match in group.shown]
    wanted = [match for match in matches if match.label == label]
    exactly = [match for match in wanted if match.relation == relation]
    return next(iter([*exactly, *wanted, *matches]), None)


def _address(tab: LookupTab, values: Mapping[str, str], text: str) -> str:
    """Return the address of the answer. A text that is too long is omitted."""
    shown = {"text": text} if len(text) <= MOST_IN_ADDRESS else {"text": values.get("with", "")}
    return address_of(tab.address, **shown | dict(values))


def _compared_games() -> list[GamePages]:
    return [game for game in site.games if game.comparison is not None and game.notation is not None]


@blueprint.route("/compare", methods=["GET", "POST"])
@computes
def compare() -> str | Response:
    """Compare the two texts in the query or the form.

    If a form was sent, redirect to the address that contains both texts, unless this address would be too long.
    """
    fields = request.form if request.method == "POST" else request.args
    texts = {side: fields.get(side, "").strip() for side in ("a", "b")}
    if request.method == "POST" and sum(map(len, texts.values())) <= MOST_IN_ADDRESS:
        return redirect(address_of(url_for("lookup.compare"), **texts), 303)
    games = _compared_games()
    if not games:
        abort(404)
    shown: dict[str, Any] = {
        "title": "Compare",
        "section": "/explore",
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
                read[side] = _read(text)
            except Fault as fault:
                shown["faults"][side] = str(fault)
    if len(read) == 2:
        (first, a), (second, b) = read["a"], read["b"]
        assert first.comparison is not None and second.comparison is not None
        if first is not second:
            nouns = second.comparison.noun, first.comparison.noun
            shown["faults"]["b"] = f"this is {nouns[0]}, the first is {nouns[1]}; both must belong to the same game"
        else:
            command = first.comparison.command
            try:
                shown["relations"] = first.comparison.compare(a, b, PageContext(command))
                shown["command"] = command
            except Fault as fault:
                shown["faults"]["b" if fault.place[:1] == ("b",) else "a"] = fault.message
    if not any(relation.pair is not None for relation in shown["relations"] or ()):
        drawn = {side: (game.comparison, thing) for side, (game, thing) in read.items()}
        shown["alone"] = {
            side: comparison.picture(thing) for side, (comparison, thing) in drawn.items() if comparison is not None
        }
    return render_template("compare.html", **shown)


def _forms(games: list[GamePages]) -> list[str]:
    return [form for game in games if game.notation is not None for form in game.notation.forms]


def _read(text: str) -> tuple[GamePages, Any]:
    """Return the game to which a text belongs, and the thing that the text denotes. Raises Fault."""
    game = game_of_text(text)
    if game is None or game.notation is None or game.comparison is None:
        *forms, last = ("a label", *_forms(_compared_games()))
        raise Fault(f"unknown notation; enter {', '.join(forms)} or {last}".replace("`", ""))
    return game, game.notation.read(text, PageContext(game.comparison.command))
