"""The surroundings of an object: the objects within a few hops, and the links between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from ludex.catalogue.graph.following import SECONDS, Follows, Node, Read, follows, hop, nodes_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget

if TYPE_CHECKING:
    import networkx

MOST_AROUND = 1000
"""The maximum number of objects in surroundings."""

MOST_LINKS_AROUND = 20_000
"""The maximum number of links in surroundings, and of links read in each hop."""


@dataclass(frozen=True, slots=True)
class Around:
    """A part of the graph: objects, nearest first, and the links between them, each listed once under its forward name.

    If `complete` is False, a limit truncated the result.
    """

    nodes: tuple[Node, ...]
    links: tuple[tuple[str, str, str], ...]
    complete: bool

    def graph(self) -> "networkx.MultiDiGraph":
        """Return a networkx graph. Nodes are labels and have a kind; the key of an edge is its relation."""
        import networkx

        made = networkx.MultiDiGraph()
        made.add_nodes_from((one.label, {"kind": one.kind}) for one in self.nodes)
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
    """Return the objects within `depth` hops of a start, and all links between them by the relations.

    Each relation is followed in the direction of its name. If no relations are given, all are followed in both
    directions. The result has at most `limit` objects, including the start. Raises UnknownRelation. Cost: one
    statement per hop, and one for the links.
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
    # Adding 0 prevents SQLite from looking up each pair by index, which would be slower because each source has few
    # links.
    among = tables.link.c.source.in_(ids), (tables.link.c.target + 0).in_(ids)
    order = (tables.link.c.source, tables.link.c.relation, tables.link.c.target)
    rows = select(*order).distinct().where(*among, tables.link.c.relation.in_(sorted(numbers)))
    found = reader.connection.execute(rows.order_by(*order).limit(MOST_LINKS_AROUND + 1))
    return [(row.source, reader.registry.relation_of_number[row.relation].name, row.target) for row in found]
