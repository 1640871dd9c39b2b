"""Queries of the column cache. They find the objects of a list by the facts of its kind and of joined kinds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_, or_
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import select

from ludex.catalogue.columns.cache import Facts, Selection
from ludex.catalogue.columns.cache_gate import facts_of
from ludex.catalogue.columns.column import UNKNOWN, Bits, Codes, Mask, Numbers, compare_codes, text_of
from ludex.catalogue.columns.segments import STARTING
from ludex.catalogue.lists.filters import Conjunction, Disjunction, FilterKind, ListCondition, Selectable, Term
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

    def lent(self, name: str) -> tuple[Path, Codes]:
        """Return the path to a fact, and the codes of the fact."""
        path, column = self.way(name)
        return path, self.facts_at(path.kinds).codes(column)

    def way(self, name: str) -> tuple[Path, str]:
        """Return the path to a fact, and the name of the fact's column."""
        return _way(self.selectable, name)


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
def _way(selectable: Selectable, name: str) -> tuple[Path, str]:
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


class Compared(NamedTuple):
    """A filter by a cached column.

    It consists of the path to the column, the name of the column, the comparison, the value, and whether the filter
    selects the complement.
    """

    path: Path
    column: str
    sign: str
    value: Any
    complement: bool


@dataclass(frozen=True, slots=True)
class AllOf:
    """An expression that requires all of its parts."""

    parts: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class OneOf:
    """An expression that requires at least one of its parts."""

    parts: "tuple[Expression, ...]"


Expression = Compared | Term | AllOf | OneOf
"""A condition on cached columns. Only the database can evaluate a Term."""


class Condition(NamedTuple):
    """A condition on the objects at the end of a path: all of the expressions must match."""

    path: Path
    several: tuple[Expression, ...]

    @property
    def held(self) -> bool:
        """Return whether the cached facts suffice to evaluate the condition."""
        return not any(isinstance(leaf, Term) for expression in self.several for leaf in _leaves(expression))


def _leaves(expression: Expression) -> Iterator[Compared | Term]:
    if isinstance(expression, AllOf | OneOf):
        for part in expression.parts:
            yield from _leaves(part)
    else:
        yield expression


def selection(query: Query, wanted: Sequence[ListCondition]) -> Selection:
    """Return the objects that satisfy all conditions."""
    conditions = _conditions(query, wanted)
    snapshot = tuple(facts.stamp for facts in query.others.values())
    key, held = (conditions, snapshot), all(condition.held for condition in conditions)
    kept = query.facts.selections.get(key) if held else None
    if kept is None:
        kept = Selection(reduce(and_, (_bits(query, condition, snapshot) for condition in conditions)))
        if held:
            query.facts.selections.keep(key, kept)
    return kept


def _conditions(query: Query, wanted: Sequence[ListCondition]) -> tuple[Condition, ...]:
    """Group expressions into one condition for each path, because following a path is the slowest step."""
    own = [Condition(Path(), ())]
    lent: dict[Path, tuple[Expression, ...]] = {}
    for condition in wanted:
        expression = _expression(query, condition)
        paths = {leaf.path if isinstance(leaf, Compared) else Path() for leaf in _leaves(expression)}
        path = paths.pop() if len(paths) == 1 else Path()
        if path == Path():
            own.append(Condition(path, (expression,)))
        else:
            lent[path] = (*lent.get(path, ()), expression)
    return (*own, *(Condition(path, several) for path, several in lent.items()))


def _expression(query: Query, condition: ListCondition) -> Expression:
    match condition:
        case Conjunction(parts):
            return AllOf(tuple(_expression(query, part) for part in parts))
        case Disjunction(parts):
            return OneOf(tuple(_expression(query, part) for part in parts))
    return _compared(query, condition)


def _compared(query: Query, term: Term) -> Compared | Term:
    if term.by is FilterKind.FACT:
        path, column = query.way(term.name)
        return Compared(path, column, term.sign, _comparable(query.selectable, term), term.complement)
    if term.by is FilterKind.COLUMN:
        columns, kinds = query.selectable.columns[term.name], query.selectable.kinds_along(term.name)
        node = query.reader.connection.scalar(
            nodes_named(term.value, query.selectable.registry.numbers.kinds[kinds[-1].name])
        )
        path = Path(columns[:-1], tuple(kind.name for kind in kinds[:-1]))
        return Compared(path, columns[-1], "=", UNKNOWN - 1 if node is None else node, term.complement)
    return term


def _comparable(selectable: Selectable, term: Term) -> Any:  # noqa: ANN401 - a number or a text
    """Return a filter value in the representation that columns use."""
    fact = selectable.facts.get(term.name)
    if fact is not None and fact.mark.natural and term.value is not None:
        return text_of(term.value)
    return term.value if (fact is not None and fact.plain is str) or term.value is None else int(term.value)


def _bits(query: Query, condition: Condition, snapshot: object) -> Bits:
    """Return the objects that satisfy a condition.

    If the condition depends only on cached facts, the result is cached too.
    """
    key = (condition, snapshot)
    kept = query.facts.conditions.get(key) if condition.held else None
    if kept is None:
        kept = Bits.of(_followed(query, condition.path, _holds(query, condition)))
        if condition.held:
            query.facts.conditions.keep(key, kept)
    return kept


def _holds(query: Query, condition: Condition) -> Mask:
    """Evaluate a condition for each object at the end of its path.

    A condition without expressions only tests whether the object exists.
    """
    if not condition.several:
        return query.facts.there()
    return reduce(and_, (_fits(query, condition.path, expression) for expression in condition.several))


def _fits(query: Query, path: Path, expression: Expression) -> Mask:
    """Evaluate an expression for each object at the end of a path."""
    match expression:
        case Compared():
            mask = compare_codes(
                query.facts_at(expression.path.kinds).codes(expression.column), expression.sign, expression.value
            )
            mask = ~mask if expression.complement else mask
            return mask if expression.path == path else _followed(query, expression.path, mask)
        case Term():
            mask = _found(query, expression._replace(complement=False))
            return ~mask if expression.complement else mask
        case AllOf(parts):
            combine, empty = and_, True
        case OneOf(parts):
            combine, empty = or_, False
    if not parts:
        return np.full(query.facts_at(path.kinds).rows, empty)
    return reduce(combine, (_fits(query, path, part) for part in parts))


def _found(query: Query, term: Term) -> Mask:
    """Evaluate a filter that only the database can evaluate, for each object of the list's kind."""
    joins = Joins(query.selectable, select(query.selectable.registry.facts[query.selectable.kind.name].c.node))
    condition = joins.condition(term)
    nodes = np.array(query.reader.connection.scalars(joins.statement.where(condition)).all(), dtype=np.int64)
    places, there = query.facts.places_of(nodes)
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
