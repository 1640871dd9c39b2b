"""Following links: the selection of relations and directions, and the SQL statement for a hop from several objects."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, WithJsonSchema
from sqlalchemy import Column, ColumnElement, CompoundSelect, Select, literal, or_, select, true, union_all

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.arguments import require_texts
from ludex.engine.faults import Fault

Pairs = Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]]

HOP = 1000
"""The maximum number of objects whose links are followed by one statement."""

MOST_LINKS = 500_000
"""The maximum number of links that are read for one result."""

MOST_NODES = 200_000
"""The maximum number of objects in memory for one result."""

SECONDS = 10.0
"""The default time limit of a query, in seconds."""


class UnknownRelation(Fault):
    """No relation has this name or inverse name."""


@dataclass(frozen=True, slots=True)
class Follows:
    """The numbers of the relations to follow forwards, from source to target, and of those to follow backwards."""

    forwards: frozenset[int]
    backwards: frozenset[int]

    def reversed(self, registry: Registry) -> "Follows":
        """Return the same relations, each followed in the opposite direction.

        Links of mutual relations are stored in both directions, and are never followed backwards.
        """
        mutual = {number for number in self.forwards if registry.relation_of_number[number].mutual}
        return Follows(frozenset(self.backwards | mutual), frozenset(self.forwards - mutual))

    def __contains__(self, step: tuple[int, bool]) -> bool:
        """Return whether a relation is followed in the given direction."""
        number, backwards = step
        return number in (self.backwards if backwards else self.forwards)


def follows(registry: Registry, names: Iterable[str] | None = None) -> Follows:
    """Return the relations with the given names, each followed in the direction of its name.

    None selects all relations in both directions. Raises UnknownRelation.
    """
    if names is None:
        mutual = {number for number, relation in registry.relation_of_number.items() if relation.mutual}
        every = frozenset(registry.relation_of_number)
        return Follows(every, every - mutual)
    found: dict[bool, set[int]] = {False: set(), True: set()}
    require_texts(names, "relations")
    for name in names:
        try:
            relation, backwards = registry.directed[name]
        except KeyError:
            known = sorted(
                {relation.name for relation in registry.relations}
                | {relation.inverse for relation in registry.relations}
            )
            raise UnknownRelation(f"unknown relation {name!r}; use one of {', '.join(known)}") from None
        found[backwards].add(registry.numbers.relations[relation.name])
    return Follows(frozenset(found[False]), frozenset(found[True]))


def ends(backwards: bool) -> tuple[Column[int], Column[int]]:
    """Return the columns of the near end and the far end of links that are followed in the given direction."""
    found = (tables.link.c.source, tables.link.c.target)
    return found[::-1] if backwards else found


def pairs(nodes: Collection[int], followed: Follows, *where: ColumnElement[bool]) -> Pairs:
    """Return a SELECT of the near end and the far end of each link of the given objects."""
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
    """The number of links that a query may still read, and whether all links were read so far."""

    def __init__(self, limit: int = MOST_LINKS) -> None:
        self.left = limit
        self.complete = True


def hop(reader: Reader, nodes: Iterable[int], followed: Follows, read: Read) -> Iterator[tuple[int, int]]:
    """Yield the near end and the far end of each link of the given objects, up to the link limit.

    Parallel links are included.

    Cost: one statement per thousand objects.
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
    """An object in a graph.

    Attributes
    ----------
    label
        Label of the object.
    kind
        Kind of the object.
    """

    id: Annotated[int, Field(exclude=True)]
    label: str
    kind: str


Label = Annotated[Node, PlainSerializer(lambda node: node.label, return_type=str), WithJsonSchema({"type": "string"})]
"""A node that is written as its label."""


def nodes_of(reader: Reader, ids: Sequence[int]) -> dict[int, Node]:
    """Return the nodes of stored objects, given by id, in the same order. Cost: one statement per thousand."""
    found: dict[int, Node] = {}
    for part in chunks(ids):
        rows = select(tables.node.c.id, tables.node.c.label, tables.node.c.kind).where(tables.node.c.id.in_(part))
        for row in reader.connection.execute(rows):
            found[row.id] = Node(row.id, row.label, reader.registry.kind_name(row.kind))
    return {node: found[node] for node in ids if node in found}


def links_of_path(reader: Reader, path: Sequence[int], followed: Follows) -> tuple[str, ...]:
    """Return, for each step of a path, the name of the first relation that links the two objects of the step.

    Cost: two statements.
    """
    steps = list(pairwise(path))
    names: dict[tuple[int, int], str] = {}
    for backwards, numbers in ((True, followed.backwards), (False, followed.forwards)):
        if not steps or not numbers:
            continue
        near, far = ends(backwards)
        # Look up each step separately, because a hub on the path has many links that are not on the path.
        taken = or_(*((near == a) & (far == b) & tables.link.c.relation.in_(sorted(numbers)) for a, b in steps))
        rows = select(near, far, tables.link.c.relation).where(taken).order_by(tables.link.c.relation.desc())
        for a, b, number in reader.connection.execute(rows):
            names[a, b] = reader.registry.relation_of_number[number].named(backwards)
    return tuple(names[step] for step in steps)
