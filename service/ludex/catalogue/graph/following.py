"""How links are followed: which relations in which direction, and the statement that takes a hop from some objects."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sqlalchemy import Column, ColumnElement, CompoundSelect, Select, literal, or_, select, true, union_all

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks

Pairs = Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]]

HOP = 1000
"""The most objects from which one statement takes a hop."""

MOST_LINKS = 500_000
"""The most links that are read for one answer."""

MOST_NODES = 200_000
"""The most objects that are held for one answer."""

SECONDS = 10.0
"""How long one answer may take if its caller says nothing else."""


class UnknownRelation(ValueError):
    """No relation has this name or this inverse."""


@dataclass(frozen=True, slots=True)
class Follows:
    """Relations to follow, by number: from source to target, and backwards."""

    forwards: frozenset[int]
    backwards: frozenset[int]

    def reversed(self, registry: Registry) -> "Follows":
        """Return what leads back: mutual relations are stored both ways, and never followed backwards."""
        mutual = {number for number in self.forwards if registry.relation_of_number[number].mutual}
        return Follows(frozenset(self.backwards | mutual), frozenset(self.forwards - mutual))

    def __contains__(self, step: tuple[int, bool]) -> bool:
        """Tell whether a relation is followed in a direction."""
        number, backwards = step
        return number in (self.backwards if backwards else self.forwards)


def follows(registry: Registry, names: Iterable[str] | None = None) -> Follows:
    """Return the relations with these names, each followed as it is called; all of them in both directions for None.

    Raises UnknownRelation.
    """
    if names is None:
        mutual = {number for number, relation in registry.relation_of_number.items() if relation.mutual}
        every = frozenset(registry.relation_of_number)
        return Follows(every, every - mutual)
    found: dict[bool, set[int]] = {False: set(), True: set()}
    for name in names:
        try:
            relation, backwards = registry.directed[name]
        except KeyError:
            known = sorted({one.name for one in registry.relations} | {one.inverse for one in registry.relations})
            raise UnknownRelation(f"no relation is called {name!r}; there are {', '.join(known)}") from None
        found[backwards].add(registry.numbers.relations[relation.name])
    return Follows(frozenset(found[False]), frozenset(found[True]))


def ends(backwards: bool) -> tuple[Column[int], Column[int]]:
    """Return the near and the far end of links that are followed in a direction."""
    found = (tables.link.c.source, tables.link.c.target)
    return found[::-1] if backwards else found


def pairs(nodes: Collection[int], followed: Follows, *where: ColumnElement[bool]) -> Pairs:
    """Return the select of the near and the far ends of the links of objects."""
    parts = []
    for backwards, numbers in ((False, followed.forwards), (True, followed.backwards)):
        if numbers:
            near, far = ends(backwards)
            chosen = select(near.label("near"), far.label("far")).where(near.in_(nodes), *where)
            parts.append(chosen.where(tables.link.c.relation.in_(sorted(numbers))))
    if not parts:
        return select(literal(0).label("near"), literal(0).label("far")).where(~true())
    return parts[0] if len(parts) == 1 else union_all(*parts)


class Read:
    """How many links one answer has read, and whether it has read all that it should."""

    def __init__(self, most: int = MOST_LINKS) -> None:
        self.left = most
        self.complete = True


def hop(reader: Reader, nodes: Iterable[int], followed: Follows, read: Read) -> Iterator[tuple[int, int]]:
    """Yield near and far end of every link of objects, a parallel link once for each, as far as links may be read.

    Cost: a statement for each thousand objects.
    """
    for part in chunks(sorted(nodes), HOP):
        rows = reader.connection.execute(pairs(part, followed).limit(read.left + 1)).all()
        yield from ((near, far) for near, far in rows[: read.left])
        if len(rows) > read.left:
            read.complete = False
            return
        read.left -= len(rows)


@dataclass(frozen=True, slots=True)
class Node:
    """An object as graphs show it."""

    id: int
    label: str
    kind: str


def stored_id(reader: Reader, name: str) -> int:
    """Return the id of the object with a label or slug. Raises UnknownObject if it is not stored, even if built in."""
    found = find(reader, name)
    if not found.id:
        raise UnknownObject(f"{name} is not stored, so that nothing is linked with it")
    return found.id


def nodes_of(reader: Reader, ids: Sequence[int]) -> dict[int, Node]:
    """Return labels and kinds of stored objects by their ids, in their order. Cost: a statement for each thousand."""
    found: dict[int, Node] = {}
    for part in chunks(ids):
        rows = select(tables.node.c.id, tables.node.c.label, tables.node.c.kind).where(tables.node.c.id.in_(part))
        for row in reader.connection.execute(rows):
            found[row.id] = Node(row.id, row.label, reader.registry.kind_name(row.kind))
    return {one: found[one] for one in ids if one in found}


def links_of_path(reader: Reader, path: Sequence[int], followed: Follows) -> tuple[str, ...]:
    """Return how each step of a path is called: by the first of the relations that take it. Cost: two statements."""
    steps = list(pairwise(path))
    names: dict[tuple[int, int], str] = {}
    for backwards, numbers in ((True, followed.backwards), (False, followed.forwards)):
        if not steps or not numbers:
            continue
        near, far = ends(backwards)
        # Each step is looked up by itself: a hub on the path has many other links.
        taken = or_(*((near == a) & (far == b) & tables.link.c.relation.in_(sorted(numbers)) for a, b in steps))
        rows = select(near, far, tables.link.c.relation).where(taken).order_by(tables.link.c.relation.desc())
        for a, b, number in reader.connection.execute(rows):
            names[a, b] = reader.registry.relation_of_number[number].named(backwards)
    return tuple(names[step] for step in steps)
