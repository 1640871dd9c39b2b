"""The list page of each kind, with filters, counts, sorting, pagination and downloads.

The address of a list contains the complete state of the page.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from shlex import quote
from typing import Any
from urllib.parse import quote_plus, urlencode

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import (
    CREATED,
    STARTING,
    ListingError,
    PatternRefused,
    Selectable,
    bound_names,
)
from ludex.catalogue.lists.language import query_text
from ludex.catalogue.lists.listing import (
    Count,
    FacetValue,
    count,
    facets,
    formats_of,
    lines,
    page,
    random_one,
    selectable_of,
)
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.difficulty import GRADE, difficulty_word
from ludex.engine.exact_json import compact_json
from ludex.engine.random_numbers import RandomNumbers
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.kind_lists import read_filters
from ludex.web.catalogue_pages.facts import FactHistogram, histogram
from ludex.web.catalogue_pages.games import list_name
from ludex.web.game_pages import GamePages, site
from ludex.web.packs import pick_address
from ludex.web.site.addresses import api_address, list_address, object_address, object_card
from ludex.web.site.text_filters import value_written, words

AnyKind = Kind[Any, Any]

_PICTURES, _TABLE = "pictures", "table"
_A_PAGE = {_PICTURES: 24, _TABLE: 50}
_MOST_VALUES = 12
_MOST_COUNTED = 1000
_MOST_COLUMNS = 9
_MOST_DESCRIBED = 3
_MOST_SAMPLED = 3
_MOST_ADDRESS = 1000
_NAMES = ("title", "slug")
"""The facts that name an object, the best name first."""
_OWN = frozenset({"sort", "view", "after"})


@dataclass(frozen=True, slots=True)
class ListState:
    """The parameters in the address of a list. `faults` maps the name of each invalid parameter to a message."""

    filters: Mapping[str, str | int | bool]
    sort: str
    descending: bool
    view: str
    usual_view: str
    after: tuple[Any, ...] | None
    faults: Sequence[tuple[str, str]]

    def query(self, **changes: Any) -> str:  # noqa: ANN401 - values of any parameter
        """Return the query string after changing some parameters. None removes a parameter."""
        kept = self._kept | changes
        if kept["view"] == self.usual_view:
            kept["view"] = None
        parameters = {name: value for name, value in self.filters.items() if name not in kept} | kept
        present = {name: _plain(value) for name, value in parameters.items() if value is not None}
        return f"?{urlencode(present)}" if present else ""

    def filtered_by(self, name: str) -> Callable[[object], str]:
        """Return a function that maps a value of a filter to the query string.

        The function must be fast, because a list page shows many values.
        """
        before = self.query(**{name: None})
        start = f"{before}&{name}=" if before else f"?{name}="
        return lambda value: start + quote_plus(_plain(value))

    @property
    def _kept(self) -> dict[str, Any]:
        sort = f"{'-' if self.descending else ''}{self.sort}"
        return {"sort": sort if sort != CREATED else None, "view": self.view}


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A fact value to filter by, the number of objects with this value, and the address of the filtered list."""

    text: str
    count: int
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class FactFilter:
    """A filter by a fact.

    It contains either the values to choose from, or the range of the values and a histogram.
    """

    name: str
    title: str
    about: str
    choices: Sequence[FilterChoice]
    more: int
    range: FactHistogram | None
    bounds: Sequence[tuple[str, Any]] | None


def read_state(registry: Registry, kind: AnyKind) -> ListState:
    """Parse the query of the current request.

    Empty parameters are ignored. Invalid parameters are ignored and reported.
    """
    selectable = selectable_of(registry, kind)
    filters: dict[str, Any] = {}
    faults: list[tuple[str, str]] = []
    for name, text in request.args.items():
        if name in _OWN or text == "":
            continue
        try:
            filters |= read_filters(registry, kind, {name: text.strip()[:_MOST_ADDRESS]})
        except ListingError as error:
            faults.append((name, error.message))
    sort = request.args.get("sort") or CREATED
    if sort.removeprefix("-") not in selectable.sorts:
        faults.append(("sort", f"{kind.words_of_several} can be sorted by {', '.join(selectable.sorts)}"))
        sort = CREATED
    usual = _PICTURES if kind.view.picture is not None else _TABLE
    view = request.args.get("view") or usual
    return ListState(
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
    if isinstance(value, list) and 0 < len(value) <= 2 and all(isinstance(part, int | str) for part in value):
        return tuple(value)
    faults.append(("after", "not a valid position in the list"))
    return None


def show_list(kind: AnyKind) -> str:
    """Show the list of a kind."""
    registry = site.catalogue.registry
    selectable, state = selectable_of(registry, kind), read_state(registry, kind)
    with site.catalogue.reading() as reader:
        try:
            found, after = _page(reader, kind, state)
        except (ListingError, PatternRefused) as error:
            # Either the cursor belongs to another list, or a pattern is invalid. In both cases, show the list without
            # it.
            kept = {name: value for name, value in state.filters.items() if name != error.name}
            faults = (*state.faults, ("after" if error.name == "cursor" else error.name, error.message))
            state = replace(state, filters=kept, after=None, faults=faults)
            found, after = _page(reader, kind, state)
        plain = {name: value for name, value in state.filters.items() if name not in selectable.document_filters}
        counted = count(reader, kind, state.filters)
        by_fact = facets(reader, kind, plain, selectable.facets, _MOST_COUNTED)
    address, game = list_address(kind), site.game_of(kind)
    return render_template(
        "list.html",
        title=list_name(kind),
        section="/explore",
        kind=kind,
        name=list_name(kind),
        address=address,
        game=game,
        state=state,
        query=_query_text(state, plain),
        example=_example_query(selectable, by_fact),
        kept={name: value for name, value in state.filters.items() if name not in plain},
        total=f"{counted.count:,}" if counted.exact else f"over {counted.count:,}",
        active=[
            (_title(selectable, name), value_written(value), address + state.query(**{name: None}))
            for name, value in state.filters.items()
        ],
        filters=list(_filters(selectable, state, address, by_fact)),
        objects_named=list(dict.fromkeys((*selectable.columns, *selectable.related, *selectable.special))),
        patterns=list(selectable.document_filters.items()),
        sorts=[_sort_names(name, _title(selectable, name)) for name in selectable.sorts],
        columns=_columns(selectable, state, address),
        rows=list(object_rows(game, kind, found)),
        has_pictures=kind.view.picture is not None,
        views=[(name, address + state.query(view=name), name == state.view) for name in _A_PAGE],
        first=address + state.query() if state.after is not None else "",
        next=address + state.query(after=compact_json(after)) if after is not None else "",
        random=f"{address}/random{state.query(view=None, sort=None)}",
        pick=pick_address(kind) and pick_address(kind) + state.query(view=None),
        downloads=list(_downloads(kind, state, found, counted)),
        equivalents=_equivalents(kind, state),
        modules=["copy", "parts"],
    )


def _query_text(state: ListState, filters: Mapping[str, Any]) -> str:
    """Return the list as a query that visitors can edit."""
    sort = f"{'-' if state.descending else ''}{state.sort}"
    return query_text(filters, sort if sort != CREATED else "")


def _example_query(selectable: Selectable, by_fact: Mapping[str, Sequence[FacetValue]]) -> str:
    """Return a query with facts of this list, such as `vertices>=8 -bipartite sort:-vertices`."""
    facts = [selectable.facts[name] for name in selectable.facets if name in selectable.facts]
    parts: list[str] = []
    number = next((fact.name for fact in facts if fact.is_number and fact.name in selectable.sorts), CREATED)
    usual = max(
        (value for value in by_fact.get(number, ()) if value.value), key=lambda value: value.count, default=None
    )
    if usual is not None:
        parts.append(f"{number}>={usual.value}")
    parts += [f"-{fact.name}" for fact in facts if fact.plain is bool][:1]
    return " ".join((*parts, f"sort:-{number}"))


def _page(reader: Reader, kind: AnyKind, state: ListState) -> tuple[list[ObjectView], tuple[Any, ...] | None]:
    patterns = selectable_of(reader.registry, kind).document_filters
    with nullcontext() if patterns.keys().isdisjoint(state.filters) else site.search("list", TIME_LIMIT_DEFAULT, ""):
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
    selectable: Selectable, state: ListState, address: str, by_fact: Mapping[str, Sequence[FacetValue]]
) -> Iterator[FactFilter]:
    for name in selectable.facets:
        values, fact = by_fact[name], selectable.facts.get(name)
        about = (
            fact.about
            if fact is not None
            else "Whether the object is part of the starting catalogue, which all installations share."
        )
        given = [value for value in values if value.value is not None]
        unknown = [value for value in values if value.value is None]
        if fact is not None and fact.is_number:
            bounds = [(bound, state.filters.get(bound)) for bound in bound_names(name) or (name,)]
            is_range = len(given) > _MOST_VALUES or any(value is not None for _, value in bounds)
            if isinstance(state.filters.get(name), str) or (is_range and name not in state.filters):
                drawn = histogram([(value.value, value.count) for value in given])
                yield FactFilter(name, _title(selectable, name), about, _unknown(unknown), 0, drawn, bounds)
                continue
            given = sorted(given, key=lambda value: value.value)
            if not values and name not in state.filters:
                continue  # No object matches, but this filter is not the cause.
        if len(values) < 2 and name not in state.filters and not (fact and fact.is_number):
            continue
        shown = _choices(name, given[:_MOST_VALUES], state, address)
        more = max(0, len(given) - _MOST_VALUES)
        yield FactFilter(name, _title(selectable, name), about, (*shown, *_unknown(unknown)), more, None, None)


def _choices(name: str, values: Sequence[FacetValue], state: ListState, address: str) -> Iterator[FilterChoice]:
    chosen = state.filters.get(name) if name in state.filters else None
    filtered_by, without = state.filtered_by(name), address + state.query(**{name: None})
    for value in values:
        here = chosen is not None and value.value == chosen
        yield FilterChoice(
            value_written(value.value), value.count, without if here else address + filtered_by(value.value), here
        )


def _title(selectable: Selectable, name: str) -> str:
    """Return the name of a filter or a sort key in words."""
    fact = selectable.facts.get(name)
    return "comes with Ludex" if name == STARTING else words(name if fact is None else fact.title)


def _sort_names(sort: str, title: str) -> tuple[str, str, str]:
    """Return a sort key together with the names of its ascending and descending orders.

    >>> _sort_names("min_swaps", "min swaps"), _sort_names("created", "created")
    (('min_swaps', 'min swaps, ascending', 'min swaps, descending'), ('created', 'oldest first', 'newest first'))
    """
    if sort == CREATED:
        return sort, "oldest first", "newest first"
    return sort, f"{title}, ascending", f"{title}, descending"


def _unknown(values: Sequence[FacetValue]) -> list[FilterChoice]:
    return [FilterChoice("unknown", value.count, "", False) for value in values]


def _columns(selectable: Selectable, state: ListState, address: str) -> list[Mapping[str, Any]]:
    """Return the columns of the table, leading facts first.

    Each column has the address of the list sorted by this column.
    """
    columns: list[Mapping[str, Any]] = []
    for fact in _shown_facts(selectable.own.values()):
        here = state.sort == fact.name
        other = f"-{fact.name}" if here and not state.descending else fact.name
        columns.append(
            {
                "name": words(fact.title),
                "about": fact.about,
                "address": address + state.query(sort=other) if fact.name in selectable.sorts else "",
                "order": ("descending" if state.descending else "ascending") if here else "",
                "text": not fact.is_number,
            }
        )
    return columns


def _shown_facts(facts: Iterable[FactField]) -> list[FactField]:
    return sorted(facts, key=lambda fact: not fact.mark.leading)[:_MOST_COLUMNS]


def object_rows(game: GamePages, kind: AnyKind, found: Sequence[ObjectView]) -> Iterator[dict[str, Any]]:
    """Yield a row for each object, which is also a card for the macro `cards`.

    The description in a row contains the values of those facts that differ between the objects on the page. The names
    of the facts are omitted.
    """
    facts = _shown_facts(kind.facts)
    documents = [json.loads(shown.text()) for shown in found]
    values = [[fact.within(members) for fact in facts] for members in documents]
    differ = [len({str(value) for value in column}) > 1 for column in zip(*values, strict=True)]
    for shown, members, row in zip(found, documents, values, strict=True):
        title = next((members[name] for name in _NAMES if members.get(name)), "")
        card: dict[str, Any] = {**object_card(kind, shown.label, title=title)}
        described = [
            difficulty_word(value) if fact.name == GRADE else f"{words(fact.title)} {value_written(value)}"
            for fact, value, differs in sorted(
                zip(facts, row, differ, strict=True), key=lambda part: part[0].name != GRADE
            )
            if differs
            and value is not None
            and fact.name not in _NAMES
            and f"{value} {words(fact.title)}" not in card["name"]
        ]
        # The spaces in a fact are no-break spaces, so that it does not break over two lines.
        card["about"] = " · ".join(text.replace(" ", "\N{NO-BREAK SPACE}") for text in described[:_MOST_DESCRIBED])
        card["play"] = game.play_address(kind.name, shown.label, members)
        yield card | {
            "cells": [(value_written(cell), not fact.is_number) for fact, cell in zip(facts, row, strict=True)]
        }


def _downloads(
    kind: AnyKind, state: ListState, found: Sequence[ObjectView], counted: Count
) -> Iterator[Mapping[str, Any]]:
    """Yield the formats of the whole list.

    Each format has an address, and a size that is estimated from this page.
    """
    sample = found[:: max(1, len(found) // _MOST_SAMPLED)]
    for form in formats_of(kind):
        try:
            size = sum(len(line) + 1 for line in lines(kind, form, sample)) / len(sample) if sample else 0
        except ValueError:  # This format is not available for lists.
            size = 0
        address = api_address(f"{kind.address}{state.query(view=None, format=form)}")
        yield {"name": form, "address": address, "size": _size(size * counted.count), "exact": counted.exact}


def _size(size: float) -> str:
    """Return a human-readable size.

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


def _equivalents(kind: AnyKind, state: ListState) -> list[tuple[str, str]]:
    """Return the request, the command and the Python expression that are equivalent to the page."""
    query = state.query(view=None)
    sort = f"{'-' if state.descending else ''}{state.sort}"
    options = "".join(f" --{name} {quote(_plain(value))}" for name, value in state.filters.items())
    options += f" --sort {sort}" if sort != CREATED else ""
    arguments = "".join(f", {name}={value!r}" for name, value in state.filters.items())
    arguments += f', sort="{sort}"' if sort != CREATED else ""
    return [
        ("API request", f"curl '{site.absolute(api_address(kind.address))}{query}'"),
        ("Command", f"ludex list {kind.address}{options}"),
        ("Python", f'ludex.Catalogue().find("{kind.address}"{arguments})'),
    ]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_random(kind: AnyKind) -> Response:
    """Redirect to a random object in the list. Each request selects a new object."""
    state = read_state(site.catalogue.registry, kind)
    selectable = selectable_of(site.catalogue.registry, kind)
    filters = {name: value for name, value in state.filters.items() if name not in selectable.document_filters}
    with site.catalogue.reading() as reader:
        found = random_one(reader, kind, filters, RandomNumbers(secrets.randbits(63)))
    response = redirect(list_address(kind) + state.query() if found is None else object_address(found.label))
    response.headers["Cache-Control"] = "no-store"
    return response
