"""Lists of stored objects: filters, keyset pages, counts, facets, a random one, some by their labels.

A page begins after the sort values of the last object of the page before, so a list stays whole while it grows, and the
thousandth page costs what the first one does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, func, literal, select, tuple_
from sqlalchemy.orm import Session

from ludex.catalogue.storing import chunks, is_storable
from ludex.catalogue.tables import Natural
from ludex.catalogue.tables.base import MAX_DIGITS

COUNT_CAP = 10_000
FACET_LIMIT = 100
_INTEGER_BOUND = 2**63
_NATURAL_BOUND = 10**MAX_DIGITS

R = TypeVar("R")
V = TypeVar("V")
Expression = Any  # a column, or a SQL expression made of columns
Filters = Mapping[str, Any]
After = tuple[Any, ...]


class ListingError(ValueError):
    """A filter, a sort or a cursor that the collection does not have. `name` is the one at fault."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


class Page(NamedTuple, Generic[V]):
    """Some objects in order, and the sort values after which the next page begins; None at the end."""

    items: list[V]
    after: After | None


@dataclass(frozen=True, slots=True)
class Count:
    """How many objects there are; where `exact` is False there are more than `count`."""

    count: int
    exact: bool


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of an invariant, and how many objects have it."""

    value: Any
    count: int


def page(
    session: Session,
    statement: Select[tuple[V]],
    sort_columns: Sequence[Expression],
    after: After | None = None,
    *,
    limit: int = 100,
    descending: bool = False,
) -> Page[V]:
    """Return one page of a select of one entity, ordered by the sort columns; the last of them is unique.

    The statement must not be ordered itself. Raises ListingError for an `after` that does not fit the sort columns.
    """
    columns: list[Any] = [getattr(column, "expression", column) for column in sort_columns]
    if after is not None:
        _require_fitting(after, columns)
        key = tuple_(*columns)
        bound = tuple_(*(literal(value, column.type) for value, column in zip(after, columns, strict=True)))
        statement = statement.where(key < bound if descending else key > bound)
    ordered = statement.add_columns(*columns).order_by(*(c.desc() if descending else c.asc() for c in columns))
    rows = session.execute(ordered.limit(limit + 1)).all()
    more = len(rows) > limit
    return Page([row[0] for row in rows[:limit]], tuple(rows[limit - 1][1:]) if more and limit else None)


def _require_fitting(after: After, columns: Sequence[ColumnElement[Any]]) -> None:
    fits = len(after) == len(columns) and all(
        type(value) is column.type.python_type and _is_comparable(value, column)
        for value, column in zip(after, columns, strict=True)
    )
    if not fits:
        raise ListingError("cursor", "it does not belong to this list and sort")


def _is_comparable(value: object, column: Expression = None) -> bool:
    if isinstance(value, str):
        return is_storable(value)
    bound = _NATURAL_BOUND if isinstance(getattr(column, "type", None), Natural) else _INTEGER_BOUND
    return not isinstance(value, int) or -bound <= value < bound


@dataclass(frozen=True, slots=True)
class Collection(Generic[R, V]):
    """The list of one kind of stored object: what it can be filtered, sorted and counted by.

    `load` makes the answers of rows, with a fixed number of statements however many there are. `equal` are the
    filters by value, which are the facets too; `ranges` those with `min_` and `max_`; `related` make a condition of a
    value, such as the label of a card. A filter by None asks for what is not known; one with a list or tuple of values
    means that each of them holds. `joined` adds the joins that the expressions need.
    """

    name: str
    model: type[R]
    load: Callable[[Session, Sequence[R]], list[V]]
    equal: Mapping[str, Expression]
    ranges: Mapping[str, Expression]
    related: Mapping[str, Callable[[Any], ColumnElement[bool]]] = field(default_factory=dict)
    sorts: Mapping[str, Expression] = field(default_factory=dict)
    joined: Callable[[Select[Any]], Select[Any]] = lambda statement: statement

    @property
    def filter_names(self) -> tuple[str, ...]:
        """Return the names of all filters."""
        bounds = [prefix + name for name in self.ranges for prefix in ("min_", "max_")]
        return (*self.equal, *bounds, *self.related)

    @property
    def sort_names(self) -> tuple[str, ...]:
        """Return the names of all sorts; 'created' is the order in which the objects came."""
        return ("created", *self.sorts)

    @property
    def _id(self) -> Any:  # noqa: ANN401 - a column of whatever model
        return self.model.id  # type: ignore[attr-defined]

    def select(self, filters: Filters) -> Select[tuple[R]]:
        """Return the select of the rows under filters. Raises ListingError for one that there is not."""
        # The model stays in FROM when others choose the columns: games that share a table are told apart by it.
        statement = self.joined(select(self.model).select_from(self.model))
        for name, given in filters.items():
            for value in given if isinstance(given, list | tuple) else [given]:
                statement = statement.where(self._condition(name, value))
        return statement

    def _condition(self, name: str, value: object) -> ColumnElement[bool]:
        if not _is_comparable(value, self._compared(name)):
            raise ListingError(name, "the value is out of bounds")
        condition: ColumnElement[bool]
        if name in self.equal:
            condition = self.equal[name] == value
        elif name in self.related:
            condition = self.related[name](value)
        elif name.startswith("min_") and name[4:] in self.ranges:
            condition = self.ranges[name[4:]] >= value
        elif name.startswith("max_") and name[4:] in self.ranges:
            condition = self.ranges[name[4:]] <= value
        else:
            raise ListingError(name, f"no such filter of {self.name}; there are {', '.join(self.filter_names)}")
        return condition

    def _compared(self, name: str) -> Expression:
        """Return the expression that a filter compares, None for those that make a condition of their own."""
        return self.equal.get(name) if name in self.equal else self.ranges.get(name[4:])

    def page(
        self,
        session: Session,
        filters: Filters,
        sort: str = "created",
        *,
        descending: bool = False,
        after: After | None = None,
        limit: int = 100,
    ) -> Page[V]:
        """Return one page of the list."""
        if sort not in self.sort_names:
            raise ListingError("sort", f"{self.name} are sorted by {', '.join(self.sort_names)}")
        columns = [self._id] if sort == "created" else [self.sorts[sort], self._id]
        rows, next_after = page(session, self.select(filters), columns, after, limit=limit, descending=descending)
        return Page(self.load(session, rows), next_after)

    def stream(
        self, session: Session, filters: Filters, sort: str = "created", *, descending: bool = False, chunk: int = 1000
    ) -> Iterator[V]:
        """Yield every object of the list, page by page: the memory is that of one page."""
        after: After | None = None
        while True:
            items, after = self.page(session, filters, sort, descending=descending, after=after, limit=chunk)
            yield from items
            session.expunge_all()
            if after is None:
                return

    def count(self, session: Session, filters: Filters, cap: int | None = COUNT_CAP) -> Count:
        """Count the list, at most up to a cap."""
        ids = self.select(filters).with_only_columns(self._id)
        if cap is None:
            return Count(session.scalar(select(func.count()).select_from(ids.subquery())) or 0, True)
        counted = session.scalar(select(func.count()).select_from(ids.limit(cap + 1).subquery())) or 0
        return Count(min(counted, cap), counted <= cap)

    def facets(
        self, session: Session, filters: Filters, names: Sequence[str] | None = None
    ) -> dict[str, list[FacetValue]]:
        """Return for each named invariant (all by default) its values, the hundred most frequent, with their counts."""
        answer: dict[str, list[FacetValue]] = {}
        for name in self.equal if names is None else names:
            if name not in self.equal:
                raise ListingError(name, f"no such facet of {self.name}; there are {', '.join(self.equal)}")
            value = self.equal[name]
            grouped = self.select(filters).with_only_columns(value, func.count()).group_by(value)
            rows = session.execute(grouped.order_by(func.count().desc(), value).limit(FACET_LIMIT))
            answer[name] = [FacetValue(*row) for row in rows]
        return answer

    def random(self, session: Session, filters: Filters, source: Random) -> V | None:
        """Return an object under the filters, each as likely as the others, or None. Cost: a count."""
        total = self.count(session, filters, cap=None).count
        if total == 0:
            return None
        chosen = self.select(filters).order_by(self._id).offset(source.randrange(total)).limit(1)
        return self.load(session, [row[0] for row in session.execute(chosen)])[0]  # type: ignore[misc]

    def by_labels(self, session: Session, labels: Sequence[str]) -> dict[str, V]:
        """Return the objects with these labels, in their order; unknown labels are left out."""
        label = self.model.label  # type: ignore[attr-defined]
        found: dict[str, V] = {}
        for part in chunks([text for text in dict.fromkeys(labels) if is_storable(text)]):
            rows = session.scalars(select(self.model).where(label.in_(part))).all()
            found.update(zip([row.label for row in rows], self.load(session, rows), strict=True))  # type: ignore[attr-defined]
        return {text: found[text] for text in dict.fromkeys(labels) if text in found}

    def by_label(self, session: Session, label: str) -> V | None:
        """Return the object with this label, or None."""
        return self.by_labels(session, [label]).get(label)
