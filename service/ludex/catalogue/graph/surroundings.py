"""The surroundings of an object: what a few hops lead to, and the links between all of it."""

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
"""The most objects that surroundings have."""

MOST_LINKS_AROUND = 20_000
"""The most links that surroundings have, and the most that are read in each hop."""


@dataclass(frozen=True, slots=True)
class Around:
    """A part of the graph: objects, the nearest first, and links between them, each once under its own name.

    Not complete: a bound cut some of it off.
    """

    nodes: tuple[Node, ...]
    links: tuple[tuple[str, str, str], ...]
    complete: bool

    def graph(self) -> "networkx.MultiDiGraph":
        """Return it as a graph of networkx: nodes by label, with their kind; the relation is the key of an edge."""
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
    """Return the objects at most `depth` hops away, and the links of these relations between them.

    A relation is followed as it is called, all of them in both directions if none is named. The start is one of the
    at most `limit` objects. Raises UnknownRelation. Cost: a statement a hop, and one for the links between.
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
    # The sum keeps SQLite from looking up each pair: the links of each source are few.
    among = tables.link.c.source.in_(ids), (tables.link.c.target + 0).in_(ids)
    order = (tables.link.c.source, tables.link.c.relation, tables.link.c.target)
    rows = select(*order).distinct().where(*among, tables.link.c.relation.in_(sorted(numbers)))
    found = reader.connection.execute(rows.order_by(*order).limit(MOST_LINKS_AROUND + 1))
    return [(row.source, reader.registry.relation_of_number[row.relation].name, row.target) for row in found]
