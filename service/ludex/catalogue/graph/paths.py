"""Shortest paths between objects, and the number of walks to each object along a sequence of relations.

The search for a shortest path is breadth-first and starts from both ends. Each step expands the outermost level of one
side, namely the side whose outermost level has fewer links. An object with many links is therefore expanded only as a
last resort. If a limit truncates a level, the search cannot prove that no path exists. The result is then either a path
that is certainly shortest, or only a lower bound on the length of all paths.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select, union_all

from ludex.catalogue.graph.following import (
    HOP,
    MOST_LINKS,
    MOST_NODES,
    SECONDS,
    Follows,
    Label,
    Node,
    Read,
    ends,
    follows,
    hop,
    links_of_path,
    nodes_of,
    pairs,
)
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.filters import Filters
from ludex.catalogue.lists.joins import conditions
from ludex.catalogue.lists.listing import COUNT_CAP, Count, selectable_of
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget

AnyKind = Kind[Any, Any]

_FIRST_GLANCE = 1000


@dataclass(frozen=True, slots=True)
class Paths:
    """The shortest paths from one object to another, or to the nearest objects of a set.

    Attributes
    ----------
    length
        Number of steps; null if no path was found.
    path
        The objects on one shortest path.
    relations
        Relation of each step of that path.
    shortest_paths
        Number of shortest paths, counted as sequences of objects; parallel links count only once.
    at_least
        Lower bound on the length; null if it is certain that there is no path.
    complete
        False if a limit ended the search. In that case, there may be a path even if `length` is null, and there may be
        more paths than `shortest_paths` states. A `length` that is not null is always exact.
    """

    length: int | None
    path: tuple[Label, ...]
    relations: tuple[str, ...]
    shortest_paths: int
    at_least: int | None
    complete: bool


class _Side:
    """One side of a search for shortest paths, which starts from one end of the paths.

    For each object that this side has reached, it contains the distance, the number of paths and the predecessor.
    """

    def __init__(self, starts: Iterable[int], followed: Follows) -> None:
        self.followed = followed
        self.level = 0
        self.ways: dict[int, int] = dict.fromkeys(starts, 1)
        self.frontier: dict[int, int] = dict(self.ways)
        self.before: dict[int, int] = {}

    def expand(self, reader: Reader, read: Read) -> None:
        """Expand every object of the last level by one hop."""
        onwards: dict[int, int] = {}
        last = self.frontier
        for near, far in dict.fromkeys(hop(reader, last, self.followed, read)):
            if far not in self.ways:
                onwards[far] = onwards.get(far, 0) + last[near]
                self.before.setdefault(far, near)
        self.ways |= onwards
        self.frontier = onwards
        self.level += 1

    def links(self, reader: Reader, limit: int) -> int:
        """Count the links of the last level. Stop counting at a limit."""
        counted = 0
        for part in chunks(list(self.frontier), HOP):
            some = pairs(part, self.followed).limit(limit - counted).subquery()
            counted += reader.connection.scalar(select(func.count()).select_from(some)) or 0
            if counted >= limit:
                break
        return counted

    def way(self, node: int) -> list[int]:
        """Return a path from an object back to an object at which this side started."""
        found = [node]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return found


def shortest_paths(
    reader: Reader,
    start: int,
    end: int,
    relations: Sequence[str] | None = None,
    *,
    max_length: int = 20,
    budget: Budget | None = None,
) -> Paths:
    """Return the shortest paths from one object to another along the given relations.

    Each relation is followed in the direction of its name.

    If no relations are given, all relations are followed in both directions. Raises UnknownRelation.
    """
    followed = follows(reader.registry, relations)
    budget, read = budget or Budget(seconds=SECONDS), Read()
    near, far = _Side([start], followed), _Side([end], followed.reversed(reader.registry))
    while True:
        meeting = [node for node in near.frontier if node in far.frontier]
        length = near.level + far.level
        if meeting:
            ways = sum(near.ways[node] * far.ways[node] for node in meeting)
            between = near.way(meeting[0])[::-1] + far.way(meeting[0])[1:]
            return _found(reader, between, followed, ways, read.complete)
        if not read.complete:
            return _none(length, complete=False)
        if not near.frontier or not far.frontier:
            return _none(None, complete=True)
        held = len(near.ways) + len(far.ways)
        if length == max_length or held > MOST_NODES or budget.exhausted() is not None:
            return _none(length + 1, complete=False)
        _cheaper(reader, near, far).expand(reader, read)


def paths_to_any(
    reader: Reader,
    start: int,
    kind: AnyKind,
    filters: Filters,
    relations: Sequence[str] | None = None,
    *,
    max_length: int = 20,
    budget: Budget | None = None,
) -> Paths:
    """Return the shortest paths from an object to the nearest objects of a kind that match filters.

    The object itself may be one of them. Raises UnknownRelation, ListingError.
    """
    followed = follows(reader.registry, relations)
    budget, read = budget or Budget(seconds=SECONDS), Read()
    side = _Side([start], followed)
    while True:
        reached = _members(reader, kind, filters, side.frontier)
        if reached:
            ways = sum(side.ways[node] for node in reached)
            return _found(reader, side.way(min(reached))[::-1], followed, ways, read.complete)
        if not read.complete:
            return _none(side.level, complete=False)
        if not side.frontier:
            return _none(None, complete=True)
        if side.level == max_length or len(side.ways) > MOST_NODES or budget.exhausted() is not None:
            return _none(side.level + 1, complete=False)
        side.expand(reader, read)


def _cheaper(reader: Reader, near: _Side, far: _Side) -> _Side:
    """Return the side whose last level has fewer links.

    Counting stops as soon as it is certain which side has fewer.
    """
    limit = _FIRST_GLANCE
    while limit < MOST_LINKS:
        links = near.links(reader, limit), far.links(reader, limit)
        if min(links) < limit:
            return near if links[0] <= links[1] else far
        limit *= 10
    return near if len(near.frontier) <= len(far.frontier) else far


def _members(reader: Reader, kind: AnyKind, filters: Filters, nodes: Iterable[int]) -> set[int]:
    base = reader.registry.facts[kind.name]
    chosen = conditions(selectable_of(reader.registry, kind), select(base.c.node), filters)
    found: set[int] = set()
    for part in chunks(list(nodes), HOP):
        found.update(reader.connection.scalars(chosen.where(base.c.node.in_(part))))
    return found


def _found(reader: Reader, path: Sequence[int], followed: Follows, ways: int, complete: bool) -> Paths:
    nodes = nodes_of(reader, path)
    names = links_of_path(reader, path, followed)
    length = len(path) - 1
    return Paths(length, tuple(nodes[node] for node in path), names, ways, length, complete)


def _none(at_least: int | None, *, complete: bool) -> Paths:
    return Paths(None, (), (), 0, at_least, complete)


_FEW = 32


@dataclass(frozen=True, slots=True)
class WalkEnd(Node):
    """An object at which walks end, and the number of these walks.

    Attributes
    ----------
    label
        Label of the object.
    kind
        Kind of the object.
    walks
        Number of walks that end at this object. Parallel links count as different steps.
    """

    walks: int


@dataclass(frozen=True, slots=True)
class Walks:
    """A page of the objects at which walks end, sorted by id.

    `count` is the number of all such objects. `after` is the id after which the next page begins, or None on the last
    page.

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
    """Return the ends of the walks along the given relations.

    A relation is given by its name or inverse name. Walks that end at the start are omitted.

    Parallel links count as different steps; for example, a position that contains a card twice has two links to it. If
    the last step starts from few objects, only the links on the page are read. Raises UnknownRelation.
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
    """Make the last step from a few objects.

    A page of the neighbours of these objects is read in the order of an index.
    """
    if not ways:
        return Walks((), None, Count(0, complete), complete)
    beyond: ColumnElement[bool] = _far(step) > after
    firsts = []
    for near in ways:
        ordered = pairs([near], step, beyond, _far(step) != start).subquery()
        firsts.append(select(ordered.c.far).distinct().order_by(ordered.c.far).limit(limit + 1).subquery())
    every = union_all(*(select(first.c.far) for first in firsts)).subquery()
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
    return tuple(WalkEnd(node, nodes[node].label, nodes[node].kind, walks) for node, walks in reached.items())
