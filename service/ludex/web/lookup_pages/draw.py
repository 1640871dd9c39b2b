"""The page "Is it in the catalogue?": a drawing or cards of a visitor, the stored objects like it, its solution."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from ludex.catalogue.objects.reading import Shown, plain_value
from ludex.engine.faults import Fault
from ludex.requests.request import ExecutionContext
from ludex.web.lookup_pages.comparison import Matching, PicturePair
from ludex.web.lookup_pages.notation import game_of_text
from ludex.web.page import AnyGamePages, Page, Site
from ludex.web.site.addresses import object_address
from ludex.web.site.form_input import MOST_IN_ADDRESS, PageContext

MOST_SHOWN = 6
"""The most stored objects that are shown of one relation."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stored object that the visitor's thing is equivalent to, and for each part of the thing its part there."""

    stored: Shown
    relation: str
    matching: Matching

    @property
    def label(self) -> str:
        """Return the label of the object."""
        return self.stored.label

    @property
    def address(self) -> str:
        """Return the address of the object's page."""
        return object_address(self.label)

    @property
    def value(self) -> Any:  # noqa: ANN401 - of any kind
        """Return the value of the object."""
        return plain_value(self.stored.kind, self.stored)


@dataclass(frozen=True, slots=True)
class RelationMatches:
    """The stored objects under one relation: the first of them, and whether there are more.

    `identical` tells whether an object under this relation is the same object of the catalogue. `kept` names what a
    matching keeps, if that is more than the name of the relation.
    """

    name: str
    about: str
    matches: tuple[Match, ...]
    identical: bool = False
    kept: str = ""

    @property
    def shown(self) -> tuple[Match, ...]:
        """Return the matches that the page shows."""
        return self.matches[:MOST_SHOWN]


@dataclass(frozen=True, slots=True)
class NamedClass:
    """A class or an object of another kind that the visitor's thing belongs to; without address it is not stored."""

    name: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class LookupTab:
    """The tab of one game on the page "Is it in the catalogue?".

    `read(text, context)` returns the thing that a text means. `relations(site, thing)` returns what is stored under
    each relation, the strongest first; `describe(site, thing, same, solve)` the rest of the template's context, with
    the solution if `solve`, where `same` is the stored object itself. `pair(thing, match)` draws both, `store(thing,
    context)` stores it and returns the label, and `picker(text)` returns the context of the editor. All of them may
    raise Fault and BudgetExhausted.
    """

    name: str
    address: str
    template: str
    modules: tuple[str, ...]
    read: Callable[[str, ExecutionContext], Any]
    relations: Callable[[Site, Any], Sequence[RelationMatches]]
    describe: Callable[[Site, Any, Match | None, bool], Mapping[str, Any]]
    pair: Callable[[Any, Match], PicturePair | None]
    store: Callable[[Any, PageContext], str]
    picker: Callable[[str], Mapping[str, Any]] = lambda _text: {}


def pages(site: Site) -> Iterable[Page]:
    """Return the page of each game that has a tab; the first is in the navigation."""
    tabs = [(game, game.lookup) for game in site.games if game.lookup is not None]
    for game, tab in tabs:
        first = tabs[0][1]
        yield Page(
            tab.address,
            partial(_draw, game, tab),
            tab.template,
            title="Is it in the catalogue?",
            entry="Draw" if tab is first else "",
            section=first.address,
            computes=True,
            methods=("GET", "POST"),
        )


def _draw(game: AnyGamePages, tab: LookupTab, site: Site) -> Mapping[str, Any] | Response:
    """Answer for a text of the address or of a form; a form redirects to the address unless it is too long."""
    fields = request.form if request.method == "POST" else request.args
    text = fields.get("text", "").strip() or " ".join(fields.getlist("card"))
    short = len(text) <= MOST_IN_ADDRESS
    other = game_of_text(site, text) if text else None
    if other is not None and other is not game and other.lookup is not None:
        return _see(_address(other.lookup, {}, text)) if short else _see(other.lookup.address, 307)
    fault, answer = "", None
    try:
        if request.method == "POST" and fields.get("do") == "store":
            context = PageContext(site, f"{game.name} add", stores=True)
            label = tab.store(tab.read(text, context), context)
            return _see(_address(tab, {"with": label, "stored": "1"}, text))
        if request.method == "POST" and short:
            return _see(_address(tab, {"solve": fields["solve"]} if fields.get("solve") else {}, text))
        if text:
            answer = _answer(site, game, tab, text, fields)
    except Fault as error:
        fault = str(error)
    return {
        "game": game,
        "tab": tab,
        "tabs": [one.lookup for one in site.games if one.lookup is not None],
        "text": text,
        "fault": fault,
        "answer": answer,
        "stores": site.stores,
        "long": not short,
        "modules": tab.modules,
        **tab.picker(text),
    }


def _answer(site: Site, game: AnyGamePages, tab: LookupTab, text: str, fields: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what the page shows of the thing that a text means. Raises Fault, BudgetExhausted."""
    thing = tab.read(text, PageContext(site, f"{game.name} lookup"))
    relations = tab.relations(site, thing)
    same = next((match for one in relations if one.identical for match in one.shown), None)
    chosen = _chosen(relations, fields.get("with", ""), fields.get("relation", ""))
    return {
        "relations": relations,
        "matches": sum(len(one.shown) for one in relations),
        "same": same,
        "chosen": chosen,
        "kept": next((one.kept for one in relations if chosen in one.shown), ""),
        "pair": None if chosen is None else tab.pair(thing, chosen),
        "stored": fields.get("stored") == "1",
        **tab.describe(site, thing, same, bool(fields.get("solve"))),
    }


def _chosen(relations: Sequence[RelationMatches], label: str, relation: str) -> Match | None:
    """Return the match that the address names, else one by the strongest relation."""
    matches = [match for one in relations for match in one.shown]
    wanted = [match for match in matches if match.label == label]
    exactly = [match for match in wanted if match.relation == relation]
    return next(iter([*exactly, *wanted, *matches]), None)


def _see(address: str, status: int = 303) -> Response:
    """Redirect to an address; with the status 307 by the same method, with the same form."""
    return Response(status=status, headers={"Location": address})


def _address(tab: LookupTab, values: Mapping[str, str], text: str) -> str:
    """Return the address of an answer, without a text that is too long for it."""
    shown = {"text": text} if len(text) <= MOST_IN_ADDRESS else {"text": values.get("with", "")}
    return f"{tab.address}?{urlencode(shown | dict(values))}"
