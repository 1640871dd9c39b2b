"""Stored graphs: one for each class of isomorphic graphs that a level or a class of the census has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection, Expression
from ludex.catalogue.planarity.preparing import PreparedGraph
from ludex.catalogue.storing import Stored, chunks, store_many
from ludex.catalogue.tables import GraphRow, LevelRow
from ludex.graphs.graph6 import read_graph6, write_graph6
from ludex.planarity.drawing import Edge


@dataclass(frozen=True, slots=True)
class StoredGraph:
    """A stored graph in its canonical numbering, its invariants, how many stored levels have it, and the first one.

    `degrees` fall; `girth` is None for a forest.
    """

    id: int
    label: str
    graph6: str
    vertices: int
    edges: int
    degrees: tuple[int, ...]
    min_degree: int
    max_degree: int
    components: int
    connected: bool
    planar: bool
    outerplanar: bool
    tree: bool
    forest: bool
    bipartite: bool
    girth: int | None
    automorphisms: int
    levels: int
    first_level: str | None

    @property
    def edge_list(self) -> tuple[Edge, ...]:
        """Return the edges in canonical numbers, sorted."""
        return tuple(sorted((min(edge), max(edge)) for edge in read_graph6(self.graph6).edges))


def join_degrees(degrees: Iterable[int]) -> str:
    """Return degrees as the catalogue holds them and filters by them: falling, joined by commas.

    >>> join_degrees([1, 3, 2])
    '3,2,1'
    """
    return ",".join(map(str, sorted(degrees, reverse=True)))


def store_graphs(session: Session, graphs: Iterable[PreparedGraph]) -> dict[bytes, Stored[GraphRow]]:
    """Store graphs in bulk and return the row of each by its key; those without invariants are looked up first."""
    by_key: dict[bytes, PreparedGraph] = {}
    for graph in graphs:
        by_key.setdefault(graph.key, graph)
    stored: dict[bytes, Stored[GraphRow]] = {}
    for keys in chunks([key for key, graph in by_key.items() if graph.invariants is None]):
        for row in session.scalars(select(GraphRow).where(GraphRow.key.in_(keys))):
            stored[row.key] = Stored(row, created=False)
    new = [graph_values(graph.complete()) for key, graph in by_key.items() if key not in stored]
    return stored | store_many(session, GraphRow, new, keep_order=True)


def graph_values(graph: PreparedGraph) -> dict[str, Any]:
    """Return the columns of the row of a graph that is complete."""
    invariants = graph.invariants
    if invariants is None:
        raise ValueError("the invariants are not there")
    return {
        "key": graph.key,
        "label": graph.label,
        "form": graph.form,
        "graph6": _graph6(graph),
        "vertices": invariants.vertices,
        "edges": invariants.edges,
        "degrees": join_degrees(invariants.degrees),
        "min_degree": invariants.min_degree,
        "max_degree": invariants.max_degree,
        "components": invariants.components,
        "connected": invariants.connected,
        "planar": invariants.planar,
        "outerplanar": invariants.outerplanar,
        "tree": invariants.tree,
        "forest": invariants.forest,
        "bipartite": invariants.bipartite,
        "girth": invariants.girth,
        "automorphisms": invariants.automorphisms,
    }


def _graph6(graph: PreparedGraph) -> str:
    import networkx

    written = networkx.Graph()
    written.add_nodes_from(range(graph.vertices))
    written.add_edges_from(graph.edges)
    return write_graph6(written)


def _load(session: Session, rows: Sequence[GraphRow]) -> list[StoredGraph]:
    having: dict[int, tuple[int, str]] = {}
    for part in chunks([row.id for row in rows]):
        counted = (
            select(LevelRow.graph_id, func.count().label("levels"), func.min(LevelRow.id).label("first"))
            .where(LevelRow.graph_id.in_(part))
            .group_by(LevelRow.graph_id)
            .subquery()
        )
        named = select(counted.c.graph_id, counted.c.levels, LevelRow.label)
        for graph, count, label in session.execute(named.join(LevelRow, LevelRow.id == counted.c.first)):
            having[graph] = (count, label)
    return [_stored(row, *having.get(row.id, (0, None))) for row in rows]


def _stored(row: GraphRow, levels: int, first_level: str | None) -> StoredGraph:
    return StoredGraph(
        id=row.id,
        label=row.label,
        graph6=row.graph6,
        vertices=row.vertices,
        edges=row.edges,
        degrees=tuple(int(degree) for degree in row.degrees.split(",")),
        min_degree=row.min_degree,
        max_degree=row.max_degree,
        components=row.components,
        connected=row.connected,
        planar=row.planar,
        outerplanar=row.outerplanar,
        tree=row.tree,
        forest=row.forest,
        bipartite=row.bipartite,
        girth=row.girth,
        automorphisms=row.automorphisms,
        levels=levels,
        first_level=first_level,
    )


def _of_level(label: str) -> ColumnElement[bool]:
    return GraphRow.id.in_(select(LevelRow.graph_id).where(LevelRow.label == label))


GRAPH_INVARIANTS: dict[str, Expression] = {
    "degrees": GraphRow.degrees,
    "min_degree": GraphRow.min_degree,
    "max_degree": GraphRow.max_degree,
    "components": GraphRow.components,
    "connected": GraphRow.connected,
    "planar": GraphRow.planar,
    "outerplanar": GraphRow.outerplanar,
    "tree": GraphRow.tree,
    "forest": GraphRow.forest,
    "bipartite": GraphRow.bipartite,
    "girth": GraphRow.girth,
    "automorphisms": GraphRow.automorphisms,
}
"""What a list of objects with a graph can be filtered by, besides vertices and edges."""

GRAPH_RANGES: dict[str, Expression] = {
    "min_degree": GraphRow.min_degree,
    "max_degree": GraphRow.max_degree,
    "components": GraphRow.components,
    "girth": GraphRow.girth,
    "automorphisms": GraphRow.automorphisms,
}


GRAPHS: Collection[GraphRow, StoredGraph] = Collection(
    name="graphs",
    model=GraphRow,
    load=_load,
    equal={"vertices": GraphRow.vertices, "edges": GraphRow.edges, **GRAPH_INVARIANTS},
    ranges={"vertices": GraphRow.vertices, "edges": GraphRow.edges, **GRAPH_RANGES},
    related={"level": _of_level},
    sorts={
        "vertices": GraphRow.vertices,
        "edges": GraphRow.edges,
        "automorphisms": GraphRow.automorphisms,
        "degrees": GraphRow.degrees,
    },
)
