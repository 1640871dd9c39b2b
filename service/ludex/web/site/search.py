"""The search page, with interpretations of the text and results.

It shows the interpretations of the text as queries that can be edited, and the results grouped by kind.
"""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import short
from ludex.catalogue.lists.filters import WHERE
from ludex.catalogue.lists.listing import Count, count
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.search.pages import DOCUMENTATION, GLOSSARY, LIST, PAGE
from ludex.catalogue.search.searching import (
    SUGGESTION,
    SearchAnswer,
    SearchResult,
    UnderstoodText,
    search_everything,
)
from ludex.catalogue.search.translation import list_title
from ludex.engine.budget import BudgetExhausted
from ludex.engine.difficulty import GRADE
from ludex.requests.bounds import SEARCH_CHARACTERS
from ludex.web.catalogue_pages.lists import object_rows
from ludex.web.computing import computes
from ludex.web.game_pages import site
from ludex.web.site.addresses import list_address, object_address, object_card
from ludex.web.site.text_filters import words

blueprint = Blueprint("search", __name__)


_MOST_SHOWN = 24
_MOST_UNDERSTOOD = 3
_SECONDS = 5.0
_POSITION = re.compile("([0-9]{1,2})[.]([0-9]{1,15})")
_SORT = re.compile(r"(?<!\S)sort:(-?)([a-z_]+)(?!\S)")
_IGNORED = " (not understood: "
_GROUPS = {PAGE: "Pages", LIST: "Lists", GLOSSARY: "Glossary", DOCUMENTATION: "Documentation"}


@blueprint.get("/search")
@computes
def search() -> str | Response:
    """Search the text in the address, and show its interpretations and results."""
    text = request.args.get("q", "").strip()
    notations = [game.notation for game in site.games if game.notation is not None]
    place = _POSITION.fullmatch(request.args.get("after", ""))
    after = (0, 0) if place is None else (int(place[1]), int(place[2]))
    answer, faults = SearchAnswer((), ()), ""
    if len(text) > SEARCH_CHARACTERS:
        text, faults = "", f"a search can have at most {SEARCH_CHARACTERS:,} characters"
    try:
        answer = search_everything(
            site.catalogue,
            text,
            lambda: site.search("search", _SECONDS, "ludex search"),
            limit=_MOST_SHOWN,
            after=after,
            notations=notations,
        )
    except BudgetExhausted:
        faults = f"this position needs more than {_SECONDS:g} seconds; use the command `ludex search`"
    first = answer.items[0] if answer.items else None
    if first is not None and first.label == text.lower() and site.catalogue.registry.labelled(first.label) is not None:
        return redirect(object_address(first.label))
    # The page shows a position in a notation separately.
    shown = () if answer.recognized or after != (0, 0) else answer.understood
    by_kind: dict[str, list[SearchResult]] = {}
    for item in answer.items:
        if item.kind != SUGGESTION:
            by_kind.setdefault(item.kind, []).append(item)
    return render_template(
        "search.html",
        title="Search",
        section="/search",
        searched=text,
        answer=answer,
        faults=[faults] if faults else answer.faults,
        readings=list(map(_reading, shown[:_MOST_UNDERSTOOD])),
        groups=[_group(kind, found) for kind, found in by_kind.items()],
        suggested=[item.title for item in answer.items if item.kind == SUGGESTION],
        next=answer.after and url_for("search.search", q=text, after="{}.{}".format(*answer.after)),
        first=after != (0, 0) and url_for("search.search", q=text),
        examples=[example for notation in notations for example in notation.examples],
        draw=next((game.lookup.endpoint for game in site.games if game.lookup is not None), None),
    )


def _reading(understood: UnderstoodText) -> dict[str, str]:
    """Return an interpretation of the text: a description, a link (address and text), and for a list its query."""
    kind = site.catalogue.registry.kind[understood.kind]
    path = f"/api/v1/{kind.address}"
    if not understood.url.startswith(path):
        return {"text": understood.text, "address": request.script_root + understood.url, "action": "Draw it"}
    if not understood.query:
        address = object_address(understood.url.rpartition("/")[2])
        return {"text": understood.text, "address": address, "action": "Open it"}
    with site.catalogue.reading() as reader:
        counted = count(reader, kind, {WHERE: understood.query})
    return {
        "text": _sentence(kind, counted, understood.text),
        "address": list_address(kind) + understood.url.removeprefix(path),
        "action": "Show the list",
        "query": understood.query,
    }


def _group(name: str, found: Sequence[SearchResult]) -> dict[str, Any]:
    """Return the results of a kind: objects as cards, and pages as links."""
    if name in _GROUPS:
        return {"title": _GROUPS[name], "links": found}
    kind = site.catalogue.registry.kind[name]
    # A built-in object that is not stored has only a slug, which is the last part of its URL.
    labels = [item.label or unquote(item.url.rpartition("/")[2]) for item in found]
    with site.catalogue.reading() as reader:
        stored = find_many(reader, kind, labels, whole=False)
    rows = dict(zip(stored, object_rows(site.game_of(kind), kind, list(stored.values())), strict=True))
    cards = []
    for item, label in zip(found, labels, strict=True):
        title = "" if item.title.endswith(short(label, name)) else item.title
        named = object_card(kind, label, title=title)
        cards.append(rows.get(label, {}) | named | {"about": rows.get(label, named)["about"]})
    return {"title": list_title(kind, _game_title(kind)), "cards": cards}


def _game_title(kind: Kind[Any, Any]) -> str:
    return next(game.title for game in site.catalogue.registry.games if kind in game.kinds)


def _sentence(kind: Kind[Any, Any], counted: Count, text: str) -> str:
    """Return an interpretation such as `Levels of SWISH: easy sort:-grade` as words that begin with the count."""
    title = list_title(kind, _game_title(kind))
    if counted.exact and counted.count == 1:
        title = f"{kind.words} of {_game_title(kind)}"
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    query, opened, ignored = text.partition(": ")[2].partition(_IGNORED)
    sort = _SORT.search(query)
    conditions = " ".join(_SORT.sub(" ", query).split())
    order = ""
    if sort is not None and sort[2] == GRADE:
        order = ", hardest first" if sort[1] else ", easiest first"
    elif sort is not None:
        order = f", sorted by {words(sort[2])}, {'descending' if sort[1] else 'ascending'}"
    return (
        f"{number} {title[:1].lower()}{title[1:]}{f' that match {conditions}' if conditions else ''}{order}"
        f"{opened}{ignored}"
    )
