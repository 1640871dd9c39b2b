"""The page "Is it in the catalogue?", with stored objects that are related to a visitor's input, and a solution."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.engine.faults import Fault
from ludex.web.game_pages import GamePages, LookupTab, Page, Site
from ludex.web.lookup_pages.comparison import Match, RelationMatches
from ludex.web.site.addresses import EXPLORE
from ludex.web.site.form_input import MOST_IN_ADDRESS, PageContext


def game_by_notation(games: Sequence[GamePages], text: str) -> GamePages | None:
    """Return the game whose notation matches a text."""
    return next((game for game in games if game.notation is not None and text and game.notation.fits(text)), None)


def game_of_text(site: Site, text: str) -> GamePages | None:
    """Return the game to which a text belongs, determined by a label, a name, or the notation."""
    text = text.strip()
    kind = site.catalogue.registry.labelled(text)
    if kind is not None:
        return site.game_of(kind)
    for game in site.games:
        if game.notation is not None and game.notation.name_prefix and text.startswith(game.notation.name_prefix):
            return game
    return game_by_notation(site.games, text)


def pages(site: Site) -> Iterable[Page]:
    """Return the page of each game that has a tab."""
    tabs = [(game, game.lookup) for game in site.games if game.lookup is not None]
    for game, tab in tabs:
        yield Page(
            tab.address,
            partial(_draw, game, tab),
            f"{game.name}/draw.html",
            title="Is it in the catalogue?",
            section=EXPLORE,
            computes=True,
            methods=("GET", "POST"),
        )


def _draw(game: GamePages, tab: LookupTab, site: Site) -> Mapping[str, Any] | Response:
    """Look up the text in the query or the form.

    A form redirects to the address that contains the text unless it would be too long.
    """
    fields = request.form if request.method == "POST" else request.args
    text = fields.get("text", "").strip() or " ".join(fields.getlist(tab.picker_field))
    short = len(text) <= MOST_IN_ADDRESS
    other = game_of_text(site, text) if text else None
    if other is not None and other is not game and other.lookup is not None:
        return redirect(_address(other.lookup, {}, text), 303) if short else redirect(other.lookup.address, 307)
    fault, answer = "", None
    try:
        if request.method == "POST" and fields.get("do") == "store":
            context = PageContext(site, f"{game.name} add", stores=True)
            label = tab.store(tab.read(text, context), context)
            return redirect(_address(tab, {"with": label, "stored": "1"}, text), 303)
        if request.method == "POST" and short:
            solve = {"solve": fields["solve"]} if fields.get("solve") else {}
            return redirect(_address(tab, solve, text), 303)
        if text:
            answer = _answer(site, game, tab, text, fields)
    except Fault as error:
        fault = str(error)
    return {
        "game": game,
        "tab": tab,
        "tabs": [listed.lookup for listed in site.games if listed.lookup is not None],
        "text": text,
        "fault": fault,
        "answer": answer,
        "stores": site.stores,
        "long": not short,
        "modules": ("copy", *tab.modules),
        **tab.picker(text),
    }


def _answer(site: Site, game: GamePages, tab: LookupTab, text: str, fields: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the context that describes the thing in a text. Raises Fault and BudgetExhausted."""
    thing = tab.read(text, PageContext(site, f"{game.name} lookup"))
    relations = tab.relations(site, thing)
    same = next((match for group in relations if group.identical for match in group.shown), None)
    chosen = _chosen(relations, fields.get("with", ""), fields.get("relation", ""))
    return {
        "relations": relations,
        "matches": sum(len(group.shown) for group in relations),
        "same": same,
        "chosen": chosen,
        "kept": next((group.kept for group in relations if chosen in group.shown), ""),
        "pair": None if chosen is None else tab.pair(thing, chosen),
        "stored": fields.get("stored") == "1",
        "play": ""
        if same is None
        else game.play_address(same.stored.kind.name, same.label, json.loads(same.stored.text())),
        **tab.describe(site, thing, same, bool(fields.get("solve"))),
    }


def _chosen(relations: Sequence[RelationMatches], label: str, relation: str) -> Match | None:
    """Return the match that the address specifies, or else a match under the strongest relation."""
    matches = [match for group in relations for match in group.shown]
    wanted = [match for match in matches if match.label == label]
    exactly = [match for match in wanted if match.relation == relation]
    return next(iter([*exactly, *wanted, *matches]), None)


def _address(tab: LookupTab, values: Mapping[str, str], text: str) -> str:
    """Return the address of the answer. A text that is too long is omitted."""
    shown = {"text": text} if len(text) <= MOST_IN_ADDRESS else {"text": values.get("with", "")}
    return f"{tab.address}?{urlencode(shown | dict(values))}"
