"""Pattern matching: all assignments of distinct stored objects to the names of a pattern.

The search assigns an object to one name after another. For each name, a statement joins the links of a batch of partial
matches with the facts of the link targets, sorted by object id. The order of matches is therefore fixed, and a page can
continue where the previous page ended. If an object has many links, only those links are read that the requested
matches need.
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
from ludex.catalogue.graph.patterns import Pattern, PatternStep, Planner, steps_of
from ludex.catalogue.lists.filters import CREATED
from ludex.catalogue.lists.joins import conditions
from ludex.catalogue.lists.listing import cached_list, selectable_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget

Row = tuple[int, ...]
"""A partial match: the ids of the objects that are assigned to the first names."""

_ROWS = 500
_PAIRS = 2000
_LOOKED_UP = 100


@dataclass(frozen=True, slots=True)
class Place:
    """The start of a page: the order of the names, and the match after which the page begins.

    `row` is a match or, if the time limit was reached before a match was found, only the first objects of a possible
    match.
    """

    order: tuple[int, ...]
    row: Row


@dataclass(frozen=True, slots=True)
class Matches:
    """A page of matches in order, and the start of the next page.

    There is no next page if the start is None.

    If `complete` is False, the time limit was reached before the page was full. The next page continues from there.
    """

    items: tuple[dict[str, Node], ...]
    after: Place | None
    complete: bool


class _OutOfTime(Exception):
    """The time limit was reached. The search can continue at `row`."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row


class _InOrder(Join):
    """A join whose left table SQLite must read first.

    Without statistics, the query planner might choose a slow order.
    """

    inherit_cache = True


@compiles(_InOrder, "sqlite")
def _cross_join(join: _InOrder, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - SQLAlchemy's signature
    # The left side is a single table, so the first JOIN in the text belongs to this join.
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
    """Return a page of the matches of a pattern. Raises ValueError if `after` belongs to another pattern."""
    names = tuple(pattern.objects)
    if any(wanted.node == 0 for wanted in pattern.objects.values()):
        return Matches((), None, True)  # a built-in object that is not stored has no links
    if after is None:
        order = Planner(reader, pattern).order()
    elif sorted(after.order) == list(range(len(names))) and 1 <= len(after.row) <= len(names):
        order = tuple(names[index] for index in after.order)
    else:
        raise ValueError("the cursor does not belong to the matches of this pattern")
    search = _Search(reader, steps_of(reader, pattern, order), budget or Budget(seconds=SECONDS), after)
    found, ended = search.some(limit + 1)
    rows = found[:limit]
    numbers = tuple(names.index(name) for name in order)
    goes_on = rows[-1] if len(found) > limit else ended
    nodes = nodes_of(reader, sorted({node for row in rows for node in row}))
    items = tuple({name: nodes[row[order.index(name)]] for name in names} for row in rows)
    return Matches(items, None if goes_on is None else Place(numbers, goes_on), ended is None or len(found) > limit)


class _Search:
    """The search for the matches of a sequence of steps.

    The search starts at a given match, or at the first objects of a match.
    """

    def __init__(self, reader: Reader, steps: Sequence[PatternStep], budget: Budget, after: Place | None) -> None:
        self.reader = reader
        self.steps = steps
        self.budget = budget
        self.after: Row = () if after is None else after.row

    def some(self, limit: int) -> tuple[list[Row], Row | None]:
        """Return at most `limit` matches.

        If the time limit was reached, also return the row at which to continue.
        """
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

    def _extended(self, batches: Iterator[list[Row]], step: PatternStep) -> Iterator[list[Row]]:
        for batch in batches:
            for made in _batched(self._rows(batch, step)):
                yield self._checked(made, step)

    def _rows(self, batch: list[Row], step: PatternStep) -> Iterator[Row]:
        """Yield the rows of a batch, in order, each extended by every object that the step can add to it."""
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

    def _rows_of_one(self, row: Row, step: PatternStep) -> Iterator[Row]:
        """Yield the extensions of one row, which are read in pages.

        The first page begins where the search starts.
        """
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

    def _follows(self, step: PatternStep) -> bool:
        """Return whether a step follows links from an earlier object."""
        return bool(step.links) and step.links[0][0] < self.steps.index(step)

    def _require_time(self, row: Row) -> None:
        if row and self.budget.exhausted() is not None:
            raise _OutOfTime(row)

    def _linked(
        self,
        step: PatternStep,
        followed: Follows,
        nodes: Sequence[int],
        least: int = 0,
    ) -> Select[*tuple[Any, ...]]:
        """Return a SELECT of the links from given objects to the candidates of a step, in the order of the search."""
        near, far, number = _single(followed)
        base = self._facts(step)
        joined = _InOrder(tables.link, base, base.c.node == far)
        rows = select(near, far).select_from(joined).where(near.in_(nodes), tables.link.c.relation == number).distinct()
        if least:
            rows = rows.where(far >= least)
        return self._wanted(step, rows).order_by(near, far)

    def _candidates(self, step: PatternStep, least: int, limit: int) -> list[int]:
        """Return the first candidates of a step with ids of at least `least`. Links are not considered."""
        wanted, node = step.wanted, self._facts(step).c.node
        held = cached_list(self.reader, wanted.kind, wanted.filters) if wanted.filters and wanted.node is None else None
        if held is not None:
            return [row[0] for row in held.rows(CREATED, False, (least - 1,), limit)]
        rows = self._wanted(step, select(node).where(node >= least)).order_by(node)
        return list(self.reader.connection.scalars(rows.limit(limit)))

    def _facts(self, step: PatternStep) -> FromClause:
        return self.reader.registry.facts[step.wanted.kind.name]

    def _wanted(self, step: PatternStep, rows: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
        wanted = step.wanted
        if wanted.node is not None:
            rows = rows.where(self._facts(step).c.node == wanted.node)
        return conditions(selectable_of(self.reader.registry, wanted.kind), rows, wanted.filters)

    def _checked(self, rows: list[Row], step: PatternStep) -> list[Row]:
        """Return the rows whose new object also has all other links that the step requires."""
        for place, followed in step.links[1:] if self._follows(step) else step.links:
            near, far, number = _single(followed)
            there: set[tuple[int, int]] = set()
            for part in chunks(sorted({(row[place], row[-1]) for row in rows}), _LOOKED_UP):
                # SQLite uses the index for each alternative of an OR. For a list of pairs, SQLite would scan the whole
                # table.
                among = or_(*((near == a) & (far == b) & (tables.link.c.relation == number) for a, b in part))
                there.update((a, b) for a, b in self.reader.connection.execute(select(near, far).where(among)))
            rows = [row for row in rows if (row[place], row[-1]) in there]
        return rows


def _single(followed: Follows) -> tuple[Column[int], Column[int], int]:
    """Return the columns of both ends.

    If only one relation is followed, also return the number of this relation.
    """
    [number] = followed.forwards or followed.backwards
    return *ends(bool(followed.backwards)), number


def _batched(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield rows in batches.

    When the time limit is reached, yield the rows collected so far, and then raise _OutOfTime.
    """
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
