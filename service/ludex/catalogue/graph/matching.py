"""Matching a pattern: all ways to choose stored objects for its names, different ones for different names.

The objects are looked for one after another: a statement joins the links of some partial matches with the facts of
what they lead to, in the order of the objects' ids. So matches come in one order, a page goes on where the one before
ended, and a hub is read as far as matches are asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Column, FromClause, Select, or_, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.selectable import Join

from ludex.catalogue.graph.following import SECONDS, Follows, Node, ends, nodes_of
from ludex.catalogue.graph.patterns import Pattern, Planner, Step, steps_of
from ludex.catalogue.lists.filters import CREATED, conditions
from ludex.catalogue.lists.listing import asked_of, held_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget

Row = tuple[int, ...]
"""A partial match: the objects of the first names, by id."""

_ROWS = 500
_PAIRS = 2000
_LOOKED_UP = 100


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: the order of the names, and after which match.

    `row` is a match, or the beginning of those that come next if the time ended before one was found.
    """

    order: tuple[int, ...]
    row: Row


@dataclass(frozen=True, slots=True)
class Matches:
    """Some of the matches in order, and where the next page begins, None at the end.

    Not complete: the time ended before the page was full; the next one goes on from there.
    """

    items: tuple[dict[str, Node], ...]
    after: Place | None
    complete: bool


class _OutOfTime(Exception):
    """The time ended; `row` is where to go on."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row


class _InOrder(Join):
    """A join of a table whose rows SQLite reads first, whatever it may guess without statistics."""

    inherit_cache = True


@compiles(_InOrder, "sqlite")
def _cross_join(join: _InOrder, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - as SQLAlchemy has it
    # Its left side is one table.
    text: str = compiler.visit_join(join, **options)  # type: ignore[no-untyped-call]
    return text.replace(" JOIN ", " CROSS JOIN ", 1)


def match(
    reader: Reader,
    pattern: Pattern,
    *,
    after: Place | None = None,
    limit: int = 100,
    budget: Budget | None = None,
) -> Matches:
    """Return some of the matches of a pattern. Raises ValueError if `after` is no place of this pattern."""
    names = tuple(pattern.objects)
    if any(one.node == 0 for one in pattern.objects.values()):
        return Matches((), None, True)  # a built-in object that is not stored has no links
    if after is None:
        order = Planner(reader, pattern).order()
    elif sorted(after.order) == list(range(len(names))) and 1 <= len(after.row) <= len(names):
        order = tuple(names[one] for one in after.order)
    else:
        raise ValueError("no place among the matches of this pattern")
    search = _Search(reader, steps_of(reader, pattern, order), budget or Budget(seconds=SECONDS), after)
    found, ended = search.some(limit + 1)
    rows = found[:limit]
    numbers = tuple(names.index(name) for name in order)
    goes_on = rows[-1] if len(found) > limit else ended
    nodes = nodes_of(reader, sorted({node for row in rows for node in row}))
    items = tuple({name: nodes[row[order.index(name)]] for name in names} for row in rows)
    return Matches(items, None if goes_on is None else Place(numbers, goes_on), ended is None or len(found) > limit)


class _Search:
    """The search for the matches of some steps, from a place on."""

    def __init__(self, reader: Reader, steps: Sequence[Step], budget: Budget, after: Place | None) -> None:
        self.reader = reader
        self.steps = steps
        self.budget = budget
        self.after: Row = () if after is None else after.row

    def some(self, limit: int) -> tuple[list[Row], Row | None]:
        """Return at most `limit` matches, and where to go on if the time ended before."""
        found: list[Row] = []
        try:
            for row in islice(self._every(), limit):
                found.append(row)
        except _OutOfTime as out:
            return found, out.row
        return found, None

    def _every(self) -> Iterator[Row]:
        batches: Iterator[list[Row]] = iter([[()]])
        for step in self.steps:
            batches = self._extended(batches, step)
        for batch in batches:
            yield from batch

    def _extended(self, batches: Iterator[list[Row]], step: Step) -> Iterator[list[Row]]:
        for batch in batches:
            for made in _batched(self._rows(batch, step)):
                yield self._checked(made, step)

    def _rows(self, batch: list[Row], step: Step) -> Iterator[Row]:
        """Yield the rows that extend those of a batch by the object of a step, in order."""
        if self.after and len(batch) > 1 and batch[0] == self.after[: len(batch[0])]:
            yield from self._rows(batch[:1], step)
            batch = batch[1:]
        if len(batch) == 1 or not self._follows(step):
            for row in batch:
                yield from self._rows_of_one(row, step)
            return
        self._require_time(batch[0])
        place, followed = step.links[0]
        near = sorted({row[place] for row in batch})
        statement = self._linked(step, followed, near).limit(_PAIRS + 1)
        found = self.reader.connection.execute(statement).all()
        if len(found) > _PAIRS:
            middle = len(batch) // 2
            yield from self._rows(batch[:middle], step)
            yield from self._rows(batch[middle:], step)
            return
        others: dict[int, list[int]] = {}
        for one, other in found:
            others.setdefault(one, []).append(other)
        for row in batch:
            yield from ((*row, other) for other in others.get(row[place], ()) if other not in row)

    def _rows_of_one(self, row: Row, step: Step) -> Iterator[Row]:
        """Yield the rows that extend one, page by page, from the place on where the search begins."""
        last = len(row) + 1 == len(self.steps)
        least = 0
        if self.after and row == self.after[: len(row)] and len(self.after) > len(row):
            least = self.after[len(row)] + (len(row) + 1 == len(self.steps))
        page = 64
        while True:
            self._require_time((*row, least - last) if least else row)
            if self._follows(step):
                place, followed = step.links[0]
                statement = self._linked(step, followed, [row[place]], least)
                found = [other for _, other in self.reader.connection.execute(statement.limit(page))]
            else:
                found = self._candidates(step, least, page)
            yield from ((*row, other) for other in found if other not in row)
            if len(found) < page:
                return
            least, page = found[-1] + 1, min(2 * page, _PAIRS)

    def _follows(self, step: Step) -> bool:
        """Tell whether a step follows links from an object before it."""
        return bool(step.links) and step.links[0][0] < self.steps.index(step)

    def _require_time(self, row: Row) -> None:
        if row and self.budget.exhausted() is not None:
            raise _OutOfTime(row)

    def _linked(
        self,
        step: Step,
        followed: Follows,
        nodes: Sequence[int],
        least: int = 0,
    ) -> Select[*tuple[Any, ...]]:
        """Return the select of links from objects to those that a step wants, in order."""
        near, far, number = _single(followed)
        base = self._facts(step)
        joined = _InOrder(tables.link, base, base.c.node == far)
        rows = select(near, far).select_from(joined).where(near.in_(nodes), tables.link.c.relation == number).distinct()
        if least:
            rows = rows.where(far >= least)
        return self._wanted(step, rows).order_by(near, far)

    def _candidates(self, step: Step, least: int, most: int) -> list[int]:
        """Return the first objects from an id on that a step wants, whatever they are linked with."""
        wanted, node = step.wanted, self._facts(step).c.node
        held = held_of(self.reader, wanted.kind, wanted.filters) if wanted.filters and wanted.node is None else None
        if held is not None:
            return [row[0] for row in held.rows(CREATED, False, (least - 1,), most)]
        rows = self._wanted(step, select(node).where(node >= least)).order_by(node)
        return list(self.reader.connection.scalars(rows.limit(most)))

    def _facts(self, step: Step) -> FromClause:
        return self.reader.registry.facts[step.wanted.kind.name]

    def _wanted(self, step: Step, rows: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
        wanted = step.wanted
        if wanted.node is not None:
            rows = rows.where(self._facts(step).c.node == wanted.node)
        return conditions(asked_of(self.reader.registry, wanted.kind), rows, wanted.filters)

    def _checked(self, rows: list[Row], step: Step) -> list[Row]:
        """Return the rows whose new object has the other links of its step too."""
        for place, followed in step.links[1:] if self._follows(step) else step.links:
            near, far, number = _single(followed)
            there: set[tuple[int, int]] = set()
            for part in chunks(sorted({(row[place], row[-1]) for row in rows}), _LOOKED_UP):
                # SQLite looks up each alternative by itself, but would scan the table for pairs in a list.
                among = or_(*((near == a) & (far == b) & (tables.link.c.relation == number) for a, b in part))
                there.update((a, b) for a, b in self.reader.connection.execute(select(near, far).where(among)))
            rows = [row for row in rows if (row[place], row[-1]) in there]
        return rows


def _single(followed: Follows) -> tuple[Column[int], Column[int], int]:
    """Return near and far end and the number of what follows one relation."""
    [number] = followed.forwards or followed.backwards
    return *ends(bool(followed.backwards)), number


def _batched(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield rows in batches. When the time ends, those that are there already are yielded before it is told."""
    batch: list[Row] = []
    try:
        for row in rows:
            batch.append(row)
            if len(batch) == _ROWS:
                yield batch
                batch = []
    except _OutOfTime as out:
        ended: _OutOfTime | None = out
    else:
        ended = None
    if batch:
        yield batch
    if ended is not None:
        raise ended
