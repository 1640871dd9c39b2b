"""Lists of stored objects: keyset pages, counts, facets, random objects, and streams.

A page begins after the sort values of the last object of the previous page. Therefore no object is skipped or repeated
while the list grows, and the thousandth page costs as much as the first. Lists return the stored documents unchanged,
or as text: as JSON Lines, as CSV, or in a format with one line per object.
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from operator import itemgetter
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from pydantic import WithJsonSchema
from sqlalchemy import ColumnElement, Integer, Select, func, select, tuple_

from ludex.catalogue.columns.cache import cached_facts, facts_of
from ludex.catalogue.columns.lists import CachedList, build_cached_list
from ludex.catalogue.kinds.document import at, columns_of, member
from ludex.catalogue.kinds.kind import DocumentFilterError, Kind
from ludex.catalogue.kinds.label import MAX_DIGITS
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import (
    CREATED,
    WHERE,
    Filters,
    ListingError,
    PatternRefused,
    Selectable,
    names_to_use,
    selectable,
)
from ludex.catalogue.lists.joins import Joins, conditions
from ludex.catalogue.lists.language import kinds_of, parse, sort_of
from ludex.catalogue.objects.reading import ObjectView, document_of, read_views
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import snapshot_version
from ludex.catalogue.storage.snapshot import Prepared, Reader, chunks, parameter
from ludex.catalogue.storage.tables import Natural
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers

COUNT_CAP = 10_000
MAX_FILTERED_DOCUMENTS = 5_000
"""The maximum number of documents that are read for a page with a document filter.

At this limit, the page ends early.
"""

DOCUMENT_FILTER_SECONDS = 5.0
FILTERED_COUNT_SECONDS = 2.0
FACET_LIMIT = 100
_AT_ONCE = 100

AnyKind = Kind[Any, Any]
After = tuple[Any, ...]
_Frozen = tuple[tuple[str, Any], ...]

_first = itemgetter(0)


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of objects in order, and the sort values after which the next page begins.

    These are None on the last page.
    """

    items: list[ObjectView]
    after: After | None


@dataclass(frozen=True, slots=True)
class Count:
    """The number of objects. If `exact` is False, there are more objects than `count`."""

    count: int
    exact: bool


_JSON_TYPES = ("string", "integer", "boolean", "null")


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a fact, and the number of objects that have it.

    Attributes
    ----------
    value
        The value; null if it is unknown or not defined.
    count
        Number of objects with this value.
    """

    value: Annotated[Any, WithJsonSchema({"anyOf": [{"type": name} for name in _JSON_TYPES]})]
    count: int


@lru_cache(maxsize=256)
def selectable_of(registry: Registry, kind: AnyKind) -> Selectable:
    """Return the filters, sort orders and facets of a kind's lists, which are cached."""
    return selectable(registry, kind)


def page(
    reader: Reader,
    kind: AnyKind,
    filters: Filters,
    sort: str = CREATED,
    *,
    descending: bool = False,
    after: After | None = None,
    limit: int = 100,
    whole: bool = False,
    max_bytes: int | None = None,
) -> ListPage:
    """Return one page of a kind's list. Raises ListingError.

    If `whole` is true, the objects include the fields that lists omit. The documents on a page have at most `max_bytes`
    characters in total, but a page with a single object may have more.
    """
    sort, descending = _stated_order(reader.registry, kind, filters, sort, descending)
    chosen = _chosen(reader, kind, filters, sort, descending, after, limit, DOCUMENT_FILTER_SECONDS)
    ids = list(map(_first, chosen.rows))
    items = (
        read_views(reader, kind, ids, whole=whole) if max_bytes is None else first_objects(reader, kind, ids, max_bytes)
    )
    return ListPage(items, chosen.beyond if len(items) == len(ids) else tuple(chosen.rows[len(items) - 1][1:]))


def _stated_order(registry: Registry, kind: AnyKind, filters: Filters, sort: str, descending: bool) -> tuple[str, bool]:
    """Return the sort order of a list. The order that its query states replaces the default order."""
    stated = sort_of(selectable_of(registry, kind), filters) if sort == CREATED and not descending else ""
    return (stated.removeprefix("-"), stated.startswith("-")) if stated else (sort, descending)


class _Chosen(NamedTuple):
    """Rows of a list, which contain the ids and sort values of objects.

    If the list continues, also the sort values after which it continues, otherwise None.
    """

    rows: Sequence[Any]
    beyond: After | None


def _chosen(
    reader: Reader,
    kind: AnyKind,
    filters: Filters,
    sort: str,
    descending: bool,
    after: After | None,
    limit: int,
    seconds: float,
) -> _Chosen:
    """Return the next rows of a list, after applying the document filter."""
    plain, fits = split_filters(selectable_of(reader.registry, kind), filters)
    size = limit if fits is None else MAX_FILTERED_DOCUMENTS
    rows = _rows(reader, kind, plain, sort, descending, after, size + 1)
    if fits is not None:
        return _document_filtered(reader, kind, rows, fits, limit, seconds)
    return _Chosen(rows[:limit], tuple(rows[limit - 1][1:]) if len(rows) > limit else None)


def _rows(
    reader: Reader, kind: AnyKind, filters: Filters, sort: str, descending: bool, after: After | None, limit: int
) -> Sequence[Any]:
    """Return the next rows of a list. Each row contains an id and the sort values of the object.

    Long lists are read from the column cache.
    """
    order = _order(reader.registry, kind, sort)
    bounds = _bounds(order, after)
    if _is_of_memory(filters, sort):
        held = cached_list(reader, kind, filters)
        if held is not None:
            return held.rows(sort, descending, after, limit)
    statement = _page_of(reader.registry, kind, _frozen(filters), sort, descending, after is not None)
    return statement.rows(reader.connection, {"limit": limit, **bounds})


def _is_of_memory(filters: Filters, sort: str) -> bool:
    """Return whether the column cache serves a list with these filters and this sort order if the list is long.

    The unfiltered list in table order is read from the database, which is fast.
    """
    return bool(filters) or sort != CREATED


def cached_list(reader: Reader, kind: AnyKind, filters: Filters) -> CachedList | None:
    """Return the list from the column cache, or None if it must be read from the database. Raises ListingError."""
    return None if cached_facts(reader, kind) is None else _column_list(reader, kind, filters)


def _column_list(reader: Reader, kind: AnyKind, filters: Filters) -> CachedList:
    """Return the list from the columns of facts. Raises ListingError."""
    facts = facts_of(reader, kind)
    which = (facts.stamp, _frozen(filters))
    if which not in reader.known:  # a list is usually counted after its page has been read
        reader.known[which] = build_cached_list(reader, selectable_of(reader.registry, kind), facts, filters)
    held: CachedList = reader.known[which]
    return held


@lru_cache(maxsize=256)
def _order(registry: Registry, kind: AnyKind, sort: str) -> tuple[ColumnElement[Any], ...]:
    """Return the sort key of a list. Raises ListingError."""
    selectable = selectable_of(registry, kind)
    if sort not in selectable.sorts:
        raise ListingError("sort", f"unknown sort of {kind.words_of_several}; {names_to_use(sort, selectable.sorts)}")
    base = registry.facts[kind.name]
    return (base.c.node,) if sort == CREATED else (Joins(selectable, select(base)).sort(sort), base.c.node)


def sort_key(reader: Reader, kind: AnyKind, sort: str, node: int) -> After | None:
    """Return the sort key of an object, after which a list can continue.

    Return None if there is no such object.

    Raises ListingError.
    """
    statement = select(*_order(reader.registry, kind, sort)).where(reader.registry.facts[kind.name].c.node == node)
    row = reader.connection.execute(statement).first()
    return None if row is None else tuple(row)


@lru_cache(maxsize=256)
def _page_of(
    registry: Registry, kind: AnyKind, filters: _Frozen, sort: str, descending: bool, goes_on: bool
) -> Prepared:
    """Return the statement for a page. `goes_on` is true for every page except the first. Raises ListingError."""
    order = _order(registry, kind, sort)
    rows = select(registry.facts[kind.name].c.node, *order)
    statement = conditions(selectable_of(registry, kind), rows, dict(filters))
    if goes_on:
        key = tuple_(*order)
        bound = tuple_(*(parameter(f"after_{place}", one.type) for place, one in enumerate(order)))
        statement = statement.where(key < bound if descending else key > bound)
    statement = statement.order_by(*(column.desc() if descending else column.asc() for column in order))
    return Prepared(statement.limit(parameter("limit", Integer())))


def _document_filtered(
    reader: Reader, kind: AnyKind, rows: Sequence[Any], fits: Callable[[Any], bool], limit: int, seconds: float
) -> _Chosen:
    """Return the rows whose documents match a document filter.

    Stop when the requested number of rows is found, or when the time limit is reached.
    """
    budget, chosen = Budget(seconds=seconds), list[Any]()
    for start in range(0, len(rows), _AT_ONCE):
        part = rows[start : min(start + _AT_ONCE, MAX_FILTERED_DOCUMENTS)]
        for place, (row, one) in enumerate(
            zip(part, read_views(reader, kind, [row[0] for row in part]), strict=True), start
        ):
            try:
                if fits(document_of(kind, one)):
                    chosen.append(row)
            except DocumentFilterError as error:
                raise PatternRefused(error.name, error.message) from None
            if place + 1 < len(rows) and (
                len(chosen) == limit or place + 1 == MAX_FILTERED_DOCUMENTS or budget.exhausted() is not None
            ):
                return _Chosen(chosen, tuple(row[1:]))
    return _Chosen(chosen, None)


def split_filters(selectable: Selectable, filters: Filters) -> tuple[Filters, Callable[[Any], bool] | None]:
    """Split filters into database filters and a test for documents.

    The test is None if there is no document filter.

    Raises ListingError.
    """
    given = {name: str(_single(name, value)) for name, value in filters.items() if name in selectable.document_filters}
    if not given or selectable.kind.view.document_filter is None:
        return filters, None
    try:
        made = selectable.kind.view.document_filter.made(given)
    except DocumentFilterError as error:
        raise PatternRefused(error.name, error.message) from None
    plain = {name: value for name, value in filters.items() if name not in given}
    for name, value in made.filters.items():
        values = [value] if name not in plain else [value, plain[name]]
        plain[name] = [value for each in values for value in (each if isinstance(each, list | tuple) else [each])]
    return plain, made.fits


def _single(name: str, value: Any) -> Any:  # noqa: ANN401 - the value of any filter
    if not isinstance(value, list | tuple):
        return value
    if len(value) != 1:
        raise ListingError(name, "must be given only once")
    return value[0]


def first_objects(reader: Reader, kind: AnyKind, ids: Sequence[int], max_bytes: int) -> list[ObjectView]:
    """Return the first objects of a list, without the fields that lists omit.

    Return as many objects as fit into `max_bytes`, but at least one.

    The objects are read in batches, because a single object may be long.
    """
    objects: list[ObjectView] = []
    size = 0
    for part in chunks(ids, _AT_ONCE):
        for view in read_views(reader, kind, part, whole=False):
            size += len(view.body)
            if objects and size > max_bytes:
                return objects
            objects.append(view)
    return objects


def stream(
    reader: Reader,
    kind: AnyKind,
    filters: Filters,
    sort: str = CREATED,
    *,
    descending: bool = False,
    chunk: int = 500,
    whole: bool = True,
) -> Iterator[ObjectView]:
    """Yield every object of the list. Memory: one page of objects, and 8 bytes for each object of the list."""
    plain = split_filters(selectable_of(reader.registry, kind), filters)[1] is None
    sort, descending = _stated_order(reader.registry, kind, filters, sort, descending)
    _order(reader.registry, kind, sort)
    held = cached_list(reader, kind, filters) if plain and _is_of_memory(filters, sort) else None
    if held is not None:
        for ids in held.ids(sort, descending, chunk):
            yield from read_views(reader, kind, ids, whole=whole)
        return
    after: After | None = None
    while True:
        found = page(reader, kind, filters, sort, descending=descending, after=after, limit=chunk, whole=whole)
        yield from found.items
        after = found.after
        if after is None:
            return


def count(reader: Reader, kind: AnyKind, filters: Filters) -> Count:
    """Count the objects of a list. If there is a document filter, counting stops at a short time limit."""
    if not filters:
        return Count(snapshot_version(reader, kind).objects, True)
    if any(name in selectable_of(reader.registry, kind).document_filters for name in filters):
        found = _chosen(reader, kind, filters, CREATED, False, None, MAX_FILTERED_DOCUMENTS, FILTERED_COUNT_SECONDS)
        return Count(len(found.rows), found.beyond is None)
    held = cached_list(reader, kind, filters)
    if held is not None:
        return Count(held.count(), True)
    [[counted]] = _count_of(reader.registry, kind, _frozen(filters)).rows(reader.connection)
    return Count(counted, True)


@lru_cache(maxsize=256)
def _count_of(registry: Registry, kind: AnyKind, filters: _Frozen) -> Prepared:
    ids = conditions(selectable_of(registry, kind), select(registry.facts[kind.name].c.node), dict(filters))
    return Prepared(select(func.count()).select_from(ids.subquery()))


def _frozen(filters: Filters) -> _Frozen:
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in filters.items())


def facets(
    reader: Reader,
    kind: AnyKind,
    filters: Filters,
    names: Sequence[str] | None = None,
    limit: int = FACET_LIMIT,
) -> dict[str, list[FacetValue]]:
    """Return the `limit` most frequent values of each named fact (all facets by default), with their counts."""
    selectable = selectable_of(reader.registry, kind)
    answer: dict[str, list[FacetValue]] = {}
    held = _column_list(reader, kind, filters)
    for name in selectable.facets if names is None else names:
        if name not in selectable.facets:
            remedy = names_to_use(name, selectable.facets)
            raise ListingError(name, f"unknown facet of {kind.words_of_several}; {remedy}")
        answer[name] = list(starmap(FacetValue, held.facet(name, limit)))
    return answer


def random_one(reader: Reader, kind: AnyKind, filters: Filters, numbers: RandomNumbers) -> ObjectView | None:
    """Return a uniformly random object that matches the filters, or None if there is none. Cost: a count."""
    held = cached_list(reader, kind, filters)
    if held is not None:
        chosen_of_held = held.id_at(numbers.below(held.count())) if held.count() else None
        return None if chosen_of_held is None else read_views(reader, kind, [chosen_of_held], whole=True)[0]
    total = count(reader, kind, filters).count
    if total == 0:
        return None
    base = reader.registry.facts[kind.name]
    chosen = _ids(reader, kind, filters).order_by(base.c.node).offset(numbers.below(total)).limit(1)
    node = reader.connection.scalar(chosen)
    return read_views(reader, kind, [node], whole=True)[0] if node is not None else None


def selections(reader: Reader, query: str) -> dict[str, Select[Any]]:
    """Return, for each kind, a SELECT of the ids of the objects that match a query.

    A query that does not state a kind selects objects of all kinds that have the facts it names. Raises QueryError if
    no kind has them.
    """
    found, refused = {}, None
    for kind in kinds_of(reader.registry, parse(query)):
        try:
            found[kind.name] = _ids(reader, kind, {WHERE: query})
        except ListingError as error:
            refused = refused or error
    if not found:
        raise refused or ListingError(WHERE, "no kind has the name that the query states after `kind:`")
    return found


def select_ids(reader: Reader, query: str) -> Iterator[int]:
    """Yield the ids of all objects that match a query, by kind. Raises QueryError."""
    for selection in selections(reader, query).values():
        yield from reader.connection.scalars(selection)


def select_part(reader: Reader, kind: str, query: str | None, after: int, limit: int) -> Select[Any]:
    """Return a SELECT of the next ids of a kind above `after` whose objects match a query, if one is given.

    The game of the kind need not be installed if there is no query. Raises QueryError.
    """
    node = tables.node.c
    rows = select(node.id).where(node.id > after, node.kind == reader.registry.numbers.kinds[kind])
    if query is not None:
        rows = rows.where(node.id.in_(selections(reader, query)[kind]))
    return rows.order_by(node.id).limit(limit)


def _ids(reader: Reader, kind: AnyKind, filters: Filters) -> Select[Any]:
    selectable = selectable_of(reader.registry, kind)
    return conditions(selectable, select(reader.registry.facts[kind.name].c.node), filters)


def _bounds(order: Sequence[ColumnElement[Any]], after: After | None) -> dict[str, Any]:
    """Return the statement parameters for a page that begins after the given values. Raises ListingError."""
    if after is None:
        return {}
    fits = len(after) == len(order) and all(_fits(value, one) for value, one in zip(after, order, strict=True))
    if not fits:
        raise ListingError("cursor", "does not belong to this list in this sort order; start again without a cursor")
    return {f"after_{place}": value for place, value in enumerate(after)}


def _fits(value: object, column: ColumnElement[Any]) -> bool:
    if type(value) is not column.type.python_type:
        return False
    bound = 10**MAX_DIGITS if isinstance(column.type, Natural) else 2**63
    return not isinstance(value, int) or -bound <= value < bound


Around = Mapping[str, Callable[[ObjectView], Any]]

_FORMULA = ("=", "+", "-", "\t", "\r")
_NOTHING: Around = MappingProxyType({})


def formats_of(kind: AnyKind) -> tuple[str, ...]:
    """Return the list formats of a kind that have one line per object."""
    return ("ndjson", "csv", *kind.view.texts)


def lines(
    kind: AnyKind, form: str, objects: Iterable[ObjectView], around: Around = _NOTHING, *, labels: bool = False
) -> Iterator[str]:
    """Yield the lines of a list, without line breaks. A CSV list begins with a header.

    `around` returns additional members of each object, such as the address of the object. The formats that the kind
    declares require complete objects. If `labels` is true, each line in one of these formats ends with a tab and the
    label of the object.
    """
    if form in kind.view.texts:
        text = kind.view.texts[form]
        return (f"{text(view.document())}\t{view.label}" if labels else text(view.document()) for view in objects)
    if form == "csv":
        return _csv(kind, objects, around)
    return (view.text(member(_values(view, around)) or None) for view in objects)


def column_names(kind: AnyKind) -> tuple[str, ...]:
    """Return the names of the columns in a table of objects of a kind.

    The columns are the label, the facts, and all other members that are not long.
    """
    return tuple(_columns(kind))


def records(kind: AnyKind, objects: Iterable[ObjectView]) -> Iterator[dict[str, Any]]:
    """Yield the values of each object, keyed by column.

    Nested members have their own columns, which are named like their filters.
    """
    columns = _columns(kind)
    for shown in objects:
        values = json.loads(shown.text())
        yield {name: at(values, path) for name, path in columns.items()}


@lru_cache(maxsize=256)
def _columns(kind: AnyKind) -> Mapping[str, tuple[str, ...]]:
    columns = columns_of(kind.model, kind.long)
    names = (*(("slug", "slugs") if kind.naming is not None else ()), "starting")
    return columns | {name: (name,) for name in names if name not in columns}


def _csv(kind: AnyKind, objects: Iterable[ObjectView], around: Around) -> Iterator[str]:
    """Yield a header, and a row for each object. The column of a fact has the name of the filter by this fact.

    Lists are written as comma-separated values, the format that requests accept. Unknown values become empty cells. If
    a spreadsheet would interpret a text as a formula, an apostrophe is put before the text.
    """
    taken: list[str] = []

    class Line:
        """A file-like object that stores a single line."""

        def write(self, text: str) -> None:
            """Store the line."""
            taken.append(text)

    writer = csv.writer(Line(), lineterminator="")
    columns = dict(_columns(kind))
    columns |= {name: (name,) for name in around if name not in columns}
    writer.writerow(columns)
    yield taken.pop()
    for view in objects:
        values = json.loads(view.text()) | _values(view, around)
        writer.writerow(_cell(at(values, path)) for path in columns.values())
        yield taken.pop()


def _values(one: ObjectView, around: Around) -> dict[str, Any]:
    return {name: value(one) for name, value in around.items()}


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        # Spreadsheets interpret such texts as formulas. A single @ is the graph6 text of the graph with one vertex.
        return f"'{value}" if value.startswith(_FORMULA) or (value.startswith("@") and len(value) > 1) else value
    return ",".join(map(_cell, value)) if isinstance(value, list) else json.dumps(value)
