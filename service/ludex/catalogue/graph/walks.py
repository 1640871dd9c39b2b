"""Walks: the objects reached by following a sequence of relations, and the number of walks to each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select, union_all

from ludex.catalogue.graph.following import (
    MOST_NODES,
    SECONDS,
    Follows,
    Node,
    Read,
    ends,
    follows,
    hop,
    nodes_of,
    pairs,
)
from ludex.catalogue.lists.listing import COUNT_CAP, Count
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget

_FEW = 32


@dataclass(frozen=True, slots=True)
class WalkEnd:
    """An object where walks end, and the number of walks that end there."""

    node: Node
    walks: int


@dataclass(frozen=True, slots=True)
class Walks:
    """A page of the ends of walks, oldest first, with the id after which the next page begins and the number of ends.

    If `complete` is False, a limit truncated the walks: ends may be missing, and `walks` may be too small.
    """

    ends: tuple[WalkEnd, ...]
    after: int | None
    count: Count
    complete: bool


def walk(
    reader: Reader,
    start: int,
    path: Sequence[str],
    *,
    after: int = 0,
    limit: int = 100,
    budget: Budget | None = None,
) -> Walks:
    """Return the ends of the walks along relations, which are given by names or inverse names. The start is excluded.

    Parallel links, such as those to a card that a position contains twice, count as different steps. If the last step
    starts from few objects, it reads only the links that the page shows. Raises UnknownRelation.
    """
    budget, read = budget or Budget(seconds=SECONDS), Read()
    steps = [follows(reader.registry, [name]) for name in path]
    ways: Counter[int] = Counter({start: 1})
    for number, step in enumerate(steps):
        if number == len(steps) - 1 and len(ways) <= _FEW:
            return _from_few(reader, start, ways, step, after, limit, read.complete)
        if budget.exhausted() is not None or len(ways) > MOST_NODES:
            return Walks((), None, Count(0, False), False)
        onwards: Counter[int] = Counter()
        for near, far in hop(reader, ways, step, read):
            onwards[far] += ways[near]
        ways = onwards
    ways.pop(start, None)
    later = sorted(node for node in ways if node > after)
    page, total = later[:limit], len(ways)
    last = page[-1] if len(later) > limit else None
    return Walks(_shown(reader, {node: ways[node] for node in page}), last, Count(total, read.complete), read.complete)


def _from_few(
    reader: Reader, start: int, ways: Counter[int], step: Follows, after: int, limit: int, complete: bool
) -> Walks:
    """Take the last step from a few objects by reading a page of their neighbours in index order."""
    if not ways:
        return Walks((), None, Count(0, complete), complete)
    beyond: ColumnElement[bool] = _far(step) > after
    firsts = []
    for near in ways:
        ordered = pairs([near], step, beyond, _far(step) != start).subquery()
        firsts.append(select(ordered.c.far).distinct().order_by(ordered.c.far).limit(limit + 1).subquery())
    every = union_all(*(select(one.c.far) for one in firsts)).subquery()
    later = list(reader.connection.scalars(select(every.c.far).distinct().order_by(every.c.far).limit(limit + 1)))
    page = later[:limit]
    reached = dict.fromkeys(page, 0)
    linked = pairs(list(ways), step, _far(step).in_(page)).subquery()
    counted = select(linked.c.near, linked.c.far, func.count()).group_by(linked.c.near, linked.c.far)
    for near, far, parallel in reader.connection.execute(counted) if page else ():
        reached[far] += ways[near] * parallel
    some = pairs(list(ways), step, _far(step) != start).subquery()
    several = select(some.c.far).distinct().limit(COUNT_CAP + 1).subquery()
    total = reader.connection.scalar(select(func.count()).select_from(several)) or 0
    count = Count(min(total, COUNT_CAP), complete and total <= COUNT_CAP)
    return Walks(_shown(reader, reached), page[-1] if len(later) > limit else None, count, complete)


def _far(step: Follows) -> ColumnElement[int]:
    return ends(bool(step.backwards))[1]


def _shown(reader: Reader, reached: dict[int, int]) -> tuple[WalkEnd, ...]:
    nodes = nodes_of(reader, list(reached))
    return tuple(WalkEnd(nodes[node], walks) for node, walks in reached.items())
