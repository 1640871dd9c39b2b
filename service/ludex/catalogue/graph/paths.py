"""Shortest paths between objects: one shortest path, its length, and the number of shortest paths.

The search is bidirectional and breadth-first. It expands whole levels, always from the end whose next level has fewer
links, so a hub is only expanded as a last resort. A truncated level proves nothing about missing paths: the result is
then either a path that is certainly shortest, or only a lower bound on the length of every path.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from ludex.catalogue.graph.following import (
    HOP,
    MOST_LINKS,
    MOST_NODES,
    SECONDS,
    Follows,
    Node,
    Read,
    follows,
    hop,
    links_of_path,
    nodes_of,
    pairs,
)
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.filters import Filters
from ludex.catalogue.lists.joins import conditions
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget

AnyKind = Kind[Any, Any]

_FIRST_GLANCE = 1000


@dataclass(frozen=True, slots=True)
class Paths:
    """The shortest paths from an object to another, or to the nearest objects of a set.

    `path` is one of them, and `relations` has the relation of each of its steps. `shortest_paths` counts paths as
    sequences of objects, regardless of parallel links. No path is shorter than `at_least`, which is None if there is
    certainly no path.

    If `complete` is False, a limit ended the search: there may be a path even if `length` is None, and there may be
    more shortest paths than `shortest_paths`.
    """

    length: int | None
    path: tuple[Node, ...]
    relations: tuple[str, ...]
    shortest_paths: int
    at_least: int | None
    complete: bool


class _Side:
    """One side of the search: the distance, number of paths and predecessors of each object that was reached."""

    def __init__(self, starts: Iterable[int], followed: Follows) -> None:
        self.followed = followed
        self.level = 0
        self.ways: dict[int, int] = dict.fromkeys(starts, 1)
        self.frontier: dict[int, int] = dict(self.ways)
        self.before: dict[int, int] = {}

    def expand(self, reader: Reader, read: Read) -> None:
        """Expand all objects of the last level by one hop."""
        onwards: dict[int, int] = {}
        last = self.frontier
        for near, far in dict.fromkeys(hop(reader, last, self.followed, read)):
            if far not in self.ways:
                onwards[far] = onwards.get(far, 0) + last[near]
                self.before.setdefault(far, near)
        self.ways |= onwards
        self.frontier = onwards
        self.level += 1

    def links(self, reader: Reader, most: int) -> int:
        """Count the links of the last level, up to a limit."""
        counted = 0
        for part in chunks(list(self.frontier), HOP):
            some = pairs(part, self.followed).limit(most - counted).subquery()
            counted += reader.connection.scalar(select(func.count()).select_from(some)) or 0
            if counted >= most:
                break
        return counted

    def way(self, node: int) -> list[int]:
        """Return a path from an object back to a start of this side."""
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
    """Return the shortest paths from one object to another along relations, each in the direction of its name.

    If no relations are given, all are followed in both directions. Raises UnknownRelation.
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
    """Return the side whose last level has fewer links. Only as many links are counted as the comparison requires."""
    most = _FIRST_GLANCE
    while most < MOST_LINKS:
        links = near.links(reader, most), far.links(reader, most)
        if min(links) < most:
            return near if links[0] <= links[1] else far
        most *= 10
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
    return Paths(length, tuple(nodes[one] for one in path), names, ways, length, complete)


def _none(at_least: int | None, *, complete: bool) -> Paths:
    return Paths(None, (), (), 0, at_least, complete)
