"""Queries of the column cache. They find the objects of a list by the facts of its kind and of joined kinds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np
from sqlalchemy import select

from ludex.catalogue.columns.cache import Facts, Selection, facts_of
from ludex.catalogue.columns.column import UNKNOWN, Bits, Mask, Numbers, compare_codes, text_of
from ludex.catalogue.columns.segments import STARTING
from ludex.catalogue.lists.filters import (
    Conjunction,
    FilterKind,
    ListCondition,
    Selectable,
    Term,
    leaves,
    replace_leaves,
)
from ludex.catalogue.lists.joins import Joins, nodes_named
from ludex.catalogue.storage.snapshot import Reader


class Path(NamedTuple):
    """A path of links from one object to another: the columns to follow, and the kinds of the objects along the path.

    The path from an object to itself is empty.
    """

    columns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """The query of a list.

    It contains the facts of the kind of the list and of the joined kinds.
    """

    reader: Reader
    selectable: Selectable
    facts: Facts
    others: dict[str, Facts]

    def facts_at(self, kinds: Sequence[str]) -> Facts:
        """Return the facts of the last kind on a path, or of the list's own kind if the path is empty."""
        return self.others[kinds[-1]] if kinds else self.facts

    def path_to(self, term: Term) -> tuple[Path, str]:
        """Return the path to the column of a filter, and the name of the column."""
        if term.by is FilterKind.COLUMN:
            columns, kinds = self.selectable.columns[term.name], self.selectable.kinds_along(term.name)
            return Path(columns[:-1], tuple(kind.name for kind in kinds[:-1])), columns[-1]
        return path_to_fact(self.selectable, term.name)


def build_query(reader: Reader, selectable: Selectable, facts: Facts) -> Query:
    """Return the query of a list."""
    others = {name: facts_of(reader, selectable.registry.kind[name]) for name in _lenders(selectable)}
    return Query(reader, selectable, facts, others)


@lru_cache(maxsize=256)
def _lenders(selectable: Selectable) -> tuple[str, ...]:
    names = (name for fact in selectable.lent.values() for name in fact.tables)
    paths = (
        kind.name for name, path in selectable.columns.items() for kind in selectable.kinds_along(name)[: len(path) - 1]
    )
    return tuple(dict.fromkeys((*names, *paths)))


@lru_cache(maxsize=4096)
def path_to_fact(selectable: Selectable, name: str) -> tuple[Path, str]:
    """Return the path to a fact, and the name of the fact in the kind at the end of the path."""
    if name in selectable.own or name == STARTING:
        return Path(), name
    lent = selectable.lent[name]
    return Path(lent.columns, lent.tables), lent.fact.name


def places_along(near: Facts, name: str, far: Facts) -> Numbers:
    """Return the indices, among the objects of another kind, of the ids in a column."""
    column = near.columns[name]
    kept = next((found for lineage, found in column.places if lineage is far.lineage), None)
    if kept is None:
        kept = np.empty(0, dtype=np.int32)
    if kept.size < near.rows:
        new = _places(far.nodes(), column.numbers[kept.size : near.rows])
        kept = np.concatenate([kept, new])
        column.places[:] = [(far.lineage, kept)]
    return kept[: near.rows]


def _places(ids: Numbers, wanted: Numbers) -> Numbers:
    """Return the indices of ids in a sorted array. The index of an id that was deleted is arbitrary."""
    last = max(0, ids.size - 1)
    if ids.size and wanted.size >= ids.size // 8:
        start, size = int(ids[0]), int(ids[-1] - ids[0]) + 1
        if size <= 8 * (wanted.size + ids.size):
            places = np.zeros(size, dtype=np.int32)
            places[ids - start] = np.arange(ids.size, dtype=np.int32)
            found: Numbers = places[np.clip(wanted - start, 0, size - 1)]
            return found
    return np.minimum(np.searchsorted(ids, wanted), last).astype(np.int32)


class _PathCondition(NamedTuple):
    """A condition on the objects at the end of a path: all of its parts must match."""

    path: Path
    parts: tuple[ListCondition, ...] = ()


_HELD = (FilterKind.FACT, FilterKind.COLUMN)
"""The filters that the cached facts suffice to evaluate. All others are evaluated by the database."""


def _is_held(condition: _PathCondition) -> bool:
    return all(term.by in _HELD for part in condition.parts for term in leaves(part))


def selection(query: Query, wanted: Sequence[ListCondition]) -> Selection:
    """Return the objects that satisfy all conditions."""
    conditions = _by_path(query, [replace_leaves(condition, partial(_with_id, query)) for condition in wanted])
    snapshot = tuple(facts.stamp for facts in query.others.values())

    def bits(condition: _PathCondition) -> Bits:
        return query.facts.conditions.get(
            (condition, snapshot) if _is_held(condition) else None, lambda: _bits(query, condition)
        )

    key = (conditions, snapshot) if all(map(_is_held, conditions)) else None
    return query.facts.selections.get(key, lambda: Selection(reduce(and_, map(bits, conditions))))


def _with_id(query: Query, term: Term) -> Term:
    """Return a term in which the name of a linked object is replaced by its id, which changes with it."""
    if term.by is not FilterKind.COLUMN:
        return term
    kind = query.selectable.kinds_along(term.name)[-1]
    node = query.reader.connection.scalar(nodes_named(term.value, query.selectable.registry.numbers.kinds[kind.name]))
    return term._replace(value=UNKNOWN - 1 if node is None else node)


def _by_path(query: Query, wanted: Sequence[ListCondition]) -> tuple[_PathCondition, ...]:
    """Group conditions into one for each path, because following a path is the slowest step.

    The first condition, without parts, is that an object exists.
    """
    own = [_PathCondition(Path())]
    lent: dict[Path, tuple[ListCondition, ...]] = {}
    for condition in wanted:
        paths = {query.path_to(term)[0] if term.by in _HELD else Path() for term in leaves(condition)}
        path = paths.pop() if len(paths) == 1 else Path()
        if path == Path():
            own.append(_PathCondition(path, (condition,)))
        else:
            lent[path] = (*lent.get(path, ()), condition)
    return (*own, *(_PathCondition(path, parts) for path, parts in lent.items()))


def _bits(query: Query, condition: _PathCondition) -> Bits:
    """Evaluate a condition for each object of the list's kind."""
    if not condition.parts:
        return Bits.of(query.facts.there())
    masks = (_fits(query, condition.path, part) for part in condition.parts)
    return Bits.of(_followed(query, condition.path, reduce(and_, masks)))


def _fits(query: Query, path: Path, condition: ListCondition) -> Mask:
    """Evaluate a condition for each object at the end of a path."""
    if isinstance(condition, Term):
        mask = _matches(query, path, condition)
        return ~mask if condition.complement else mask
    every = isinstance(condition, Conjunction)
    if not condition.parts:
        return np.full(query.facts_at(path.kinds).rows, every)
    return reduce(and_ if every else or_, (_fits(query, path, part) for part in condition.parts))


def _matches(query: Query, path: Path, term: Term) -> Mask:
    """Evaluate a filter, but not its complement, for each object at the end of a path."""
    if term.by not in _HELD:
        return _found(query, term._replace(complement=False))
    own, column = query.path_to(term)
    value, fact = term.value, query.selectable.facts.get(term.name)
    if value is not None and fact is not None and fact.mark.natural:
        value = text_of(value)
    elif value is not None and (fact is None or fact.plain is not str):
        value = int(value)
    mask = compare_codes(query.facts_at(own.kinds).codes(column), term.sign, value)
    return mask if own == path else _followed(query, own, mask)


def _found(query: Query, term: Term) -> Mask:
    """Evaluate a filter that only the database can evaluate, for each object of the list's kind."""
    joins = Joins(query.selectable, select(query.selectable.registry.facts[query.selectable.kind.name].c.node))
    nodes = query.reader.connection.scalars(joins.statement.where(joins.condition(term))).all()
    places, there = query.facts.places_of(np.array(nodes, dtype=np.int64))
    fits = np.zeros(query.facts.rows, dtype=np.bool_)
    fits[places[there]] = True
    return fits


def _followed(query: Query, path: Path, fits: Mask) -> Mask:
    """Convert a mask of the objects at the end of a path to a mask of the objects at the start of the path."""
    for place in reversed(range(len(path.columns))):
        near, far = query.facts_at(path.kinds[:place]), query.others[path.kinds[place]]
        fits = np.append(fits, False) if fits.size == 0 else fits
        fits = fits.take(places_along(near, path.columns[place], far))
    return fits
