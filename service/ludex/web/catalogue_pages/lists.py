"""The list of each kind: filters with live counts, order, pages, downloads; the address holds all of its state."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from shlex import quote
from typing import Any
from urllib.parse import quote_plus, urlencode

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import CREATED, ListingError, PatternRefused, Selectable, bound_names, read_filter
from ludex.catalogue.lists.formats import formats_of, lines
from ludex.catalogue.lists.listing import Count, FacetValue, asked_of, count, facets, page, random_one
from ludex.catalogue.objects.reading import Shown
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.compact_json import compact_json
from ludex.engine.random_numbers import RandomNumbers
from ludex.web.catalogue_pages.games import game_address, list_name
from ludex.web.catalogue_pages.histograms import Histogram, histogram
from ludex.web.page import Page, Site
from ludex.web.site.addresses import API, list_address, object_address, picture_address, short
from ludex.web.site.text_filters import value_written, words

AnyKind = Kind[Any, Any]

_PICTURES, _TABLE = "pictures", "table"
_A_PAGE = {_PICTURES: 24, _TABLE: 50}
_MOST_VALUES = 12
_MOST_COUNTED = 1000
_MOST_COLUMNS = 9
_MOST_SAID = 4
_MOST_WEIGHED = 3
_MOST_ADDRESS = 500
_OWN = frozenset({"sort", "view", "after"})


@dataclass(frozen=True, slots=True)
class State:
    """The parameters in the address of a list; `faults` are the invalid ones, each with its name and what is wrong."""

    filters: Mapping[str, str | int | bool]
    sort: str
    descending: bool
    view: str
    usual_view: str
    after: tuple[Any, ...] | None
    faults: Sequence[tuple[str, str]]

    def query(self, **changes: Any) -> str:  # noqa: ANN401 - whatever a parameter takes
        """Return the query of the address, with changes; None removes a parameter."""
        kept = self._kept | changes
        if kept["view"] == self.usual_view:
            kept["view"] = None
        asked = {name: value for name, value in self.filters.items() if name not in kept} | kept
        given = {name: _plain(value) for name, value in asked.items() if value is not None}
        return f"?{urlencode(given)}" if given else ""

    def narrowed(self, name: str) -> Callable[[object], str]:
        """Return a function that makes the query with a value of one filter; a list has many of these."""
        before = self.query(**{name: None})
        start = f"{before}&{name}=" if before else f"?{name}="
        return lambda value: start + quote_plus(_plain(value))

    @property
    def _kept(self) -> dict[str, Any]:
        sort = f"{'-' if self.descending else ''}{self.sort}"
        return {"sort": sort if sort != CREATED else None, "view": self.view}


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a fact to filter by, the number of objects that have it, and the address of that list."""

    text: str
    count: int
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """A fact as a filter: its values to choose from, or its range with a histogram."""

    name: str
    title: str
    about: str
    choices: Sequence[Choice]
    more: int
    range: Histogram | None
    bounds: tuple[tuple[str, Any], tuple[str, Any]] | None


def pages(site: Site) -> Iterable[Page]:
    """Return the list of each kind, and the redirect to a random object of it."""
    for kind in site.catalogue.registry.kinds:
        address, section = list_address(kind), game_address(kind)
        yield Page(address, partial(_list, kind), "list.html", title=list_name(kind), section=section)
        yield Page(f"{address}/random", partial(_random, kind), "list.html", section=section)


def read_state(registry: Registry, kind: AnyKind) -> State:
    """Read the address of a list. Empty parameters are ignored; invalid ones are reported and ignored."""
    asked = asked_of(registry, kind)
    filters: dict[str, Any] = {}
    faults: list[tuple[str, str]] = []
    for name, text in request.args.items():
        if name in _OWN or text == "":
            continue
        try:
            filters[name] = read_filter(asked, name, text.strip()[:_MOST_ADDRESS])
        except ListingError as error:
            faults.append((name, error.message))
    sort = request.args.get("sort") or CREATED
    if sort.removeprefix("-") not in asked.sorts:
        faults.append(("sort", f"{kind.words_of_several} are sorted by {', '.join(asked.sorts)}"))
        sort = CREATED
    usual = _PICTURES if kind.view.picture is not None else _TABLE
    view = request.args.get("view") or usual
    return State(
        filters,
        sort.removeprefix("-"),
        sort.startswith("-"),
        view if view in _A_PAGE else usual,
        usual,
        _read_after(faults),
        faults,
    )


def _read_after(faults: list[tuple[str, str]]) -> tuple[Any, ...] | None:
    text = request.args.get("after")
    if not text:
        return None
    try:
        value = json.loads(text[:_MOST_ADDRESS])
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, list) and 0 < len(value) <= 2 and all(isinstance(one, int | str) for one in value):
        return tuple(value)
    faults.append(("after", "this is no place in the list"))
    return None


def _list(kind: AnyKind, site: Site) -> Mapping[str, Any]:
    registry = site.catalogue.registry
    asked, state = asked_of(registry, kind), read_state(registry, kind)
    with site.catalogue.reading() as reader:
        try:
            found, after = _page(reader, kind, state)
        except (ListingError, PatternRefused) as error:
            # The cursor of another list, or an invalid pattern: show the list without it.
            kept = {name: value for name, value in state.filters.items() if name != error.name}
            faults = (*state.faults, ("after" if error.name == "cursor" else error.name, error.message))
            state = replace(state, filters=kept, after=None, faults=faults)
            found, after = _page(reader, kind, state)
        plain = {name: value for name, value in state.filters.items() if name not in asked.document_filters}
        counted = count(reader, kind, state.filters)
        by_fact = facets(reader, kind, plain, asked.facets, _MOST_COUNTED)
    address, game = list_address(kind), site.game_of(kind)
    picker = game.picker if game.picker is not None and game.picker.kind == kind.name else None
    return {
        "kind": kind,
        "name": list_name(kind),
        "address": address,
        "game": game,
        "state": state,
        "total": f"{counted.count:,}" if counted.exact else f"over {counted.count:,}",
        "active": [
            (words(name), value_written(value), address + state.query(**{name: None}))
            for name, value in state.filters.items()
        ],
        "filters": list(_filters(asked, state, address, by_fact)),
        "objects_named": list(dict.fromkeys((*asked.columns, *asked.related, *asked.special))),
        "patterns": list(asked.document_filters.items()),
        "sorts": [_order_said(name) for name in asked.sorts],
        "columns": _columns(asked, state, address),
        "rows": list(_rows(kind, found)),
        "has_pictures": kind.view.picture is not None,
        "views": [(name, address + state.query(view=name), name == state.view) for name in _A_PAGE],
        "first": address + state.query() if state.after is not None else "",
        "next": address + state.query(after=compact_json(after)) if after is not None else "",
        "random": f"{address}/random{state.query(view=None, sort=None)}",
        "picker": picker,
        "picker_query": state.query(view=None),
        "downloads": list(_downloads(kind, state, found, counted)),
        "same": _same(kind, state),
        "modules": ["copy", "parts"],
    }


def _page(reader: Reader, kind: AnyKind, state: State) -> tuple[list[Shown], tuple[Any, ...] | None]:
    found = page(
        reader,
        kind,
        state.filters,
        state.sort,
        descending=state.descending,
        after=state.after,
        limit=_A_PAGE[state.view],
    )
    return found.items, found.after


def _filters(
    asked: Selectable, state: State, address: str, by_fact: Mapping[str, Sequence[FacetValue]]
) -> Iterator[Filter]:
    for name in asked.facets:
        values, fact = by_fact[name], asked.facts.get(name)
        about = fact.about if fact is not None else "Whether every installation has it."
        given = [one for one in values if one.value is not None]
        unknown = [one for one in values if one.value is None]
        if fact is not None and fact.is_number:
            least, most = bound_names(name)
            bounds = (least, state.filters.get(least)), (most, state.filters.get(most))
            is_range = len(given) > _MOST_VALUES or bounds != ((least, None), (most, None))
            if is_range and name not in state.filters:
                drawn = histogram([(one.value, one.count) for one in given])
                yield Filter(name, words(name), about, _unknown(unknown), 0, drawn, bounds)
                continue
            given = sorted(given, key=lambda one: one.value)
            if not values and name not in state.filters:
                continue  # no object matches, and not because of this filter
        if len(values) < 2 and name not in state.filters and not (fact and fact.is_number):
            continue
        shown = _choices(name, given[:_MOST_VALUES], state, address)
        more = max(0, len(given) - _MOST_VALUES)
        yield Filter(name, words(name), about, (*shown, *_unknown(unknown)), more, None, None)


def _choices(name: str, values: Sequence[FacetValue], state: State, address: str) -> Iterator[Choice]:
    chosen = state.filters.get(name) if name in state.filters else None
    narrowed, without = state.narrowed(name), address + state.query(**{name: None})
    for one in values:
        here = chosen is not None and one.value == chosen
        yield Choice(value_written(one.value), one.count, without if here else address + narrowed(one.value), here)


def _order_said(sort: str) -> tuple[str, str, str]:
    """Return a sort with the names of its two orders.

    >>> _order_said("min_swaps"), _order_said("created")
    (('min_swaps', 'min swaps, rising', 'min swaps, falling'), ('created', 'oldest first', 'newest first'))
    """
    if sort == CREATED:
        return sort, "oldest first", "newest first"
    return sort, f"{words(sort)}, rising", f"{words(sort)}, falling"


def _unknown(values: Sequence[FacetValue]) -> list[Choice]:
    return [Choice("not known", one.count, "", False) for one in values]


def _columns(asked: Selectable, state: State, address: str) -> list[Mapping[str, Any]]:
    """Return the columns of the table, leading facts first, each with the address that sorts by it."""
    made: list[Mapping[str, Any]] = []
    for fact in _shown_facts(asked.own.values()):
        here = state.sort == fact.name
        other = f"-{fact.name}" if here and not state.descending else fact.name
        made.append(
            {
                "name": words(fact.name),
                "about": fact.about,
                "address": address + state.query(sort=other) if fact.name in asked.sorts else "",
                "order": ("descending" if state.descending else "ascending") if here else "",
                "text": not fact.is_number,
            }
        )
    return made


def _shown_facts(facts: Iterable[FactField]) -> list[FactField]:
    return sorted(facts, key=lambda one: not one.mark.leading)[:_MOST_COLUMNS]


def _rows(kind: AnyKind, found: Sequence[Shown]) -> Iterator[Mapping[str, Any]]:
    """Yield the row of each object, with the facts that differ between the objects of the page."""
    facts = _shown_facts(kind.facts)
    documents = [json.loads(one.text()) for one in found]
    values = [[fact.within(members) for fact in facts] for members in documents]
    differ = [len({str(value) for value in column}) > 1 for column in zip(*values, strict=True)]
    for one, members, row in zip(found, documents, values, strict=True):
        told = [each for each in zip(facts, row, differ, strict=True) if each[2] and each[1] is not None]
        name = members.get("title") or members.get("slug") or ""
        yield {
            "address": object_address(one.label),
            "label": one.label,
            "name": name or short(one.label, kind.name),
            "picture": picture_address(kind, one.label),
            "cells": [(value_written(value), not fact.is_number) for fact, value in zip(facts, row, strict=True)],
            "about": ", ".join(f"{words(fact.name)} {value_written(value)}" for fact, value, _ in told[:_MOST_SAID]),
        }


def _downloads(kind: AnyKind, state: State, found: Sequence[Shown], counted: Count) -> Iterator[Mapping[str, Any]]:
    """Yield the formats of the whole list: the address and the size, estimated from some objects of this page."""
    some = found[:: max(1, len(found) // _MOST_WEIGHED)]
    for form in formats_of(kind):
        try:
            size = sum(len(line) + 1 for line in lines(kind, form, some)) / len(some) if some else 0
        except ValueError:  # a format that lists do not have
            size = 0
        address = f"{API}/{kind.address}{state.query(view=None, format=form)}"
        yield {"name": form, "address": address, "size": _size(size * counted.count), "exact": counted.exact}


def _size(size: float) -> str:
    """Return a number of bytes for people.

    >>> _size(0), _size(1999), _size(2_400_000)
    ('', '2.0 kB', '2.4 MB')
    """
    if not size:
        return ""
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def _same(kind: AnyKind, state: State) -> list[tuple[str, str]]:
    """Return the list as a request, as a command and in Python."""
    asked = state.query(view=None)
    sort = f"{'-' if state.descending else ''}{state.sort}"
    options = "".join(f" --{name} {_quoted(_plain(value))}" for name, value in state.filters.items())
    options += f" --sort {sort}" if sort != CREATED else ""
    given = "".join(f", {name}={value!r}" for name, value in state.filters.items())
    given += f', sort="{sort}"' if sort != CREATED else ""
    return [
        ("API request", f"curl '{request.host_url}{API[1:]}/{kind.address}{asked}'"),
        ("Command", f"ludex list {kind.address}{options}"),
        ("Python", f'ludex.Catalogue().find("{kind.address}"{given})'),
    ]


def _quoted(text: str) -> str:
    return quote(text)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _random(kind: AnyKind, site: Site) -> Response:
    """Redirect to a random object of the list, another each time."""
    state = read_state(site.catalogue.registry, kind)
    asked = asked_of(site.catalogue.registry, kind)
    filters = {name: value for name, value in state.filters.items() if name not in asked.document_filters}
    with site.catalogue.reading() as reader:
        found = random_one(reader, kind, filters, RandomNumbers(_dice()))
    response = redirect(list_address(kind) + state.query() if found is None else object_address(found.label))
    response.headers["Cache-Control"] = "no-store"
    return response


def _dice() -> int:
    return secrets.randbits(63)
