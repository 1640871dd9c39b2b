"""The search page, with interpretations of the text and results.

It shows the interpretations of the text as queries that can be edited, and the results grouped by kind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.label import short
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import WHERE
from ludex.catalogue.lists.listing import count
from ludex.catalogue.search.pages import DOCUMENTATION, GLOSSARY, LIST, PAGE
from ludex.catalogue.search.searching import (
    SUGGESTION,
    SearchAnswer,
    SearchResult,
    UnderstoodText,
    search_everything,
)
from ludex.catalogue.search.text_index import capital_words
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import BudgetExhausted
from ludex.requests.bounds import SEARCH_CHARACTERS
from ludex.web.computing import computes
from ludex.web.game_pages import site
from ludex.web.site.addresses import list_address, object_address, object_card

blueprint = Blueprint("search", __name__)


_MOST_SHOWN = 24
_MOST_UNDERSTOOD = 3
_SECONDS = 5.0
_GROUPS = {PAGE: "Pages", LIST: "Lists", GLOSSARY: "Glossary", DOCUMENTATION: "Documentation"}


@dataclass(frozen=True, slots=True)
class Interpretation:
    """An interpretation of the text: a description, a link (address and text), and the query of the list.

    `list` is the address of the list without filters, or empty if the interpretation is a single object. `count` is the
    number of objects in the list.
    """

    text: str
    address: str
    action: str
    list: str = ""
    query: str = ""
    count: str = ""


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """Results of one kind: objects as cards, or pages as links."""

    title: str
    cards: Sequence[Mapping[str, str]] = ()
    links: Sequence[SearchResult] = ()


@blueprint.get("/search")
@computes
def search() -> str | Response:
    """Search the text in the address, and show its interpretations and results."""
    text = request.args.get("q", "").strip()
    examples = [example for game in site.games if game.notation is not None for example in game.notation.examples]
    shown: dict[str, Any] = {
        "title": "Search",
        "section": "/search",
        "searched": text,
        "answer": None,
        "faults": [],
        "groups": [],
        "examples": examples,
        "draw": next((game.lookup.endpoint for game in site.games if game.lookup is not None), None),
    }
    if len(text) > SEARCH_CHARACTERS:
        return render_template(
            "search.html",
            **(shown | {"searched": "", "faults": [f"a search can have at most {SEARCH_CHARACTERS:,} characters"]}),
        )
    if not text:
        return render_template("search.html", **shown)
    registry = site.catalogue.registry
    after = _read_after()
    try:
        answer = search_everything(
            site.catalogue,
            text,
            lambda: site.search("search", _SECONDS, "ludex search"),
            limit=_MOST_SHOWN,
            after=after,
            notations=[game.notation for game in site.games if game.notation is not None],
        )
    except BudgetExhausted:
        return render_template(
            "search.html",
            **(
                shown
                | {"faults": [f"this position needs more than {_SECONDS:g} seconds; use the command `ludex search`"]}
            ),
        )
    first = answer.items[0] if answer.items else None
    if first is not None and first.label == text.lower() and registry.labelled(first.label) is not None:
        return redirect(object_address(first.label))
    return render_template(
        "search.html",
        **{
            **shown,
            "answer": answer,
            "faults": answer.faults,
            "readings": _readings(site.catalogue, answer) if after == (0, 0) else [],
            "groups": _groups(registry, answer.items),
            "suggested": [item.title for item in answer.items if item.kind == SUGGESTION],
            "next": ""
            if answer.after is None
            else url_for("search.search", q=text, after="{}.{}".format(*answer.after)),
            "first": url_for("search.search", q=text) if after != (0, 0) else "",
        },
    )


def _read_after() -> tuple[int, int]:
    """Return the position of the first result, which is given in the address.

    If it is invalid, return the beginning.
    """
    part, _, place = request.args.get("after", "").partition(".")
    if not (part.isdecimal() and place.isdecimal() and len(part) < 3 and len(place) < 16):
        return 0, 0
    return int(part), int(place)


def _readings(catalogue: Catalogue, answer: SearchAnswer) -> list[Interpretation]:
    """Return the interpretations of the text as lists or as a named object.

    Positions in a notation are not included, because the page shows them separately.
    """
    if answer.recognized is not None:
        return []
    with catalogue.reading() as reader:
        return [_reading(reader, understood) for understood in answer.understood[:_MOST_UNDERSTOOD]]


def _reading(reader: Reader, understood: UnderstoodText) -> Interpretation:
    kind = reader.registry.kind[understood.kind]
    if not understood.url.startswith(f"/api/v1/{kind.address}"):
        return Interpretation(understood.text, request.script_root + understood.url, "Draw it")
    if not understood.query:
        label = understood.url.rpartition("/")[2]
        return Interpretation(understood.text, object_address(label), "Open it")
    counted = count(reader, kind, {WHERE: understood.query})
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    address = list_address(kind) + understood.url.removeprefix(f"/api/v1/{kind.address}")
    return Interpretation(understood.text, address, "Show the list", list_address(kind), understood.query, number)


def _groups(registry: Registry, items: Sequence[SearchResult]) -> list[ResultGroup]:
    """Return the results grouped by kind. The kind of the best result comes first."""
    by_kind: dict[str, list[SearchResult]] = {}
    for item in items:
        if item.kind != SUGGESTION:
            by_kind.setdefault(item.kind, []).append(item)
    groups = []
    for name, found in by_kind.items():
        if name in _GROUPS:
            groups.append(ResultGroup(_GROUPS[name], links=found))
            continue
        kind = registry.kind[name]
        # A built-in object that is not stored has only a slug, which is the last part of its URL.
        cards = [
            object_card(kind, name, title="" if item.title.endswith(short(name, kind.name)) else item.title)
            for item in found
            for name in [item.label or unquote(item.url.rpartition("/")[2])]
        ]
        game = next(game.title for game in registry.games if kind in game.kinds)
        groups.append(ResultGroup(f"{capital_words(kind.plural)} of {game}", cards=cards))
    return groups
