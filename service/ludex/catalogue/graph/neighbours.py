"""The neighbours of an object, its surroundings, and the numbers of objects and links in the graph.

Neighbours are sorted as in a database index, so that every page of a long list of neighbours is fast.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from sqlalchemy import func, literal, select, tuple_

from ludex.catalogue.graph.following import SECONDS, Follows, Node, Read, ends, follows, hop, nodes_of, pairs
from ludex.catalogue.kinds.registry import UnknownKind
from ludex.catalogue.lists.listing import COUNT_CAP, Count
from ludex.catalogue.objects.links import Neighbour
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import KINDS, RELATIONS, stored_counts
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget

if TYPE_CHECKING:
    import networkx


After = tuple[int, int, int, int]
"""The link after which a page begins: its direction (1 means backwards), relation, other object and place."""


def neighbours_page(
    reader: Reader,
    node: int,
    followed: Follows,
    *,
    kind: str | None = None,
    after: After | None = None,
    limit: int = 100,
) -> tuple[list[Neighbour], After | None]:
    """Return a page of the links of an object, and the link after which the next page begins.

    This link is None on the last page.

    Forward links come first. The links of each direction are sorted by relation, by the id of the other object, and by
    place. Raises UnknownKind. Cost: one statement per direction, which reads only the links on the page.
    """
    number = _number(reader, kind)
    found: list[Neighbour] = []
    at: list[After] = []
    for backwards, numbers in ((False, followed.forwards), (True, followed.backwards)):
        if not numbers or (after is not None and after[0] > backwards):
            continue
        near, far = ends(backwards)
        order = (tables.link.c.relation, far, tables.link.c.place)
        rows = (
            select(*order, tables.link.c.detail, tables.node.c.label, tables.node.c.kind)
            .join(tables.node, tables.node.c.id == far)
            .where(near == node, tables.link.c.relation.in_(sorted(numbers)))
            .order_by(*order)
            .limit(limit + 1 - len(found))
        )
        if number is not None:
            rows = rows.where(tables.node.c.kind == number)
        if after is not None and after[0] == backwards:
            rows = rows.where(tuple_(*order) > tuple_(*map(literal, after[1:])))
        for relation, other, place, detail, label, kind_number in reader.connection.execute(rows):
            name = reader.registry.relation_of_number[relation].named(backwards)
            known = reader.registry.kind_name(kind_number)
            found.append(Neighbour(other, label, known, name, place, detail and json.loads(detail)))
            at.append((int(backwards), relation, other, place))
        if len(found) > limit:
            return found[:limit], at[limit - 1]
    return found, None


def count_links(reader: Reader, node: int, followed: Follows, kind: str | None = None) -> Count:
    """Count the links of an object, up to the limit that applies to the counts of all lists."""
    counted = pairs([node], followed).subquery()
    statement = select(literal(1)).select_from(counted)
    number = _number(reader, kind)
    if number is not None:
        statement = statement.join(tables.node, tables.node.c.id == counted.c.far).where(tables.node.c.kind == number)
    total = reader.connection.scalar(select(func.count()).select_from(statement.limit(COUNT_CAP + 1).subquery())) or 0
    return Count(min(total, COUNT_CAP), total <= COUNT_CAP)


def _number(reader: Reader, kind: str | None) -> int | None:
    if kind is None:
        return None
    if kind not in reader.registry.numbers.kinds:
        raise UnknownKind(f"unknown kind {kind!r}; use one of {', '.join(reader.registry.kind)}")
    return reader.registry.numbers.kinds[kind]


@dataclass(frozen=True, slots=True)
class KindCount:
    """The number of stored objects of a kind.

    Attributes
    ----------
    kind
        Name of the kind.
    count
        Number of stored objects.
    """

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class RelationCount:
    """A relation, with the kinds that it links and the number of its links.

    Attributes
    ----------
    relation
        Name of the relation.
    inverse
        Name of the relation in the opposite direction; the same name if both directions are stored.
    sources, targets
        Kinds of the objects at this end of the links.
    about
        Description of the relation.
    count
        Number of links.
    """

    relation: str
    inverse: str
    sources: Annotated[tuple[str, ...], Field(serialization_alias="from")]
    targets: Annotated[tuple[str, ...], Field(serialization_alias="to")]
    about: str
    count: int


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """The kinds and the relations of the graph, with counts.

    Attributes
    ----------
    kinds
        The kinds of objects, with the number of stored objects.
    relations
        The relations, with the number of links.
    not_installed
        Kinds that have objects, but whose game is not installed or not selected.
    """

    kinds: tuple[KindCount, ...]
    relations: tuple[RelationCount, ...]
    not_installed: tuple[KindCount, ...]


def graph_counts(reader: Reader) -> GraphCounts:
    """Return the number of objects of each kind, and the number of links of each relation.

    Writers keep these counts up to date.
    """
    objects, links = stored_counts(reader, KINDS), stored_counts(reader, RELATIONS)
    numbers = reader.registry.numbers
    return GraphCounts(
        tuple(KindCount(kind.name, objects[numbers.kinds[kind.name]]) for kind in reader.registry.kinds),
        tuple(
            RelationCount(
                relation.name,
                relation.inverse,
                relation.sources,
                relation.targets,
                relation.about,
                links[numbers.relations[relation.name]],
            )
            for relation in reader.registry.relations
        ),
        tuple(
            KindCount(name, objects[numbers.kinds[name]])
            for name in reader.registry.kinds_not_installed
            if objects[numbers.kinds[name]]
        ),
    )


MOST_LINKS_AROUND = 20_000
"""The maximum number of links in surroundings, and of links read in each hop."""


@dataclass(frozen=True, slots=True)
class Around:
    """A part of the graph: its objects, nearest first, and the links between them.

    Each link appears once, under the forward name of its relation.

    If `complete` is False, a limit has truncated the result.
    """

    nodes: tuple[Node, ...]
    links: tuple[tuple[str, str, str], ...]
    complete: bool

    def graph(self) -> "networkx.MultiDiGraph":
        """Return a networkx graph.

        The nodes are labels with the attribute `kind`. The key of an edge is the relation.
        """
        import networkx

        made = networkx.MultiDiGraph()
        made.add_nodes_from((node.label, {"kind": node.kind}) for node in self.nodes)
        for source, relation, target in self.links:
            made.add_edge(source, target, relation, relation=relation)
        return made


def surroundings(
    reader: Reader,
    start: int,
    depth: int = 2,
    relations: Sequence[str] | None = None,
    *,
    limit: int = 100,
    budget: Budget | None = None,
) -> Around:
    """Return the objects within `depth` hops of a start, and all links between these objects.

    Only links of the given relations count, and each relation is followed in the direction of its name. If no relations
    are given, all relations are followed in both directions. The result has at most `limit` objects, including the
    start. Raises UnknownRelation. Cost: one statement per hop, and one statement for the links.
    """
    budget = budget or Budget(seconds=SECONDS)
    followed = follows(reader.registry, relations)
    found: dict[int, None] = {start: None}
    frontier, complete = [start], True
    for _ in range(depth):
        if budget.exhausted() is not None:
            complete = False
            break
        read = Read(MOST_LINKS_AROUND)
        reached = dict.fromkeys(far for _, far in hop(reader, frontier, followed, read) if far not in found)
        frontier = list(reached)[: limit - len(found)]
        complete = complete and read.complete and len(frontier) == len(reached)
        found |= dict.fromkeys(frontier)
        if not frontier:
            break
    nodes = nodes_of(reader, list(found))
    rows = _links_between(reader, list(found), followed)
    links = tuple((nodes[a].label, name, nodes[b].label) for a, name, b in rows[:MOST_LINKS_AROUND])
    return Around(tuple(nodes.values()), links, complete and len(rows) <= MOST_LINKS_AROUND)


def _links_between(reader: Reader, ids: Sequence[int], followed: Follows) -> list[tuple[int, str, int]]:
    numbers = followed.forwards | followed.backwards
    # The added 0 prevents SQLite from looking up each pair of source and target by index. Each source has few links, so
    # reading all links of each source is faster.
    among = tables.link.c.source.in_(ids), (tables.link.c.target + 0).in_(ids)
    order = (tables.link.c.source, tables.link.c.relation, tables.link.c.target)
    rows = select(*order).distinct().where(*among, tables.link.c.relation.in_(sorted(numbers)))
    found = reader.connection.execute(rows.order_by(*order).limit(MOST_LINKS_AROUND + 1))
    return [(row.source, reader.registry.relation_of_number[row.relation].name, row.target) for row in found]
