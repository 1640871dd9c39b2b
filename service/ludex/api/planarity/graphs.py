"""Stored graphs, one for each class of isomorphic ones."""

from pydantic import Field

from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import pairs
from ludex.api.routes import Routes
from ludex.catalogue.planarity.graphs import GRAPHS, StoredGraph

routes = Routes("planarity-graphs", tag="Planarity graphs", about="The graphs of stored levels.", prefix=PREFIX)


class Graph(Answer):
    """A graph in canonical numbers, and its invariants."""

    label: str
    url: str
    graph6: str
    vertices: int
    edges: int
    edge_list: list[list[int]] = Field(description="In canonical numbers, from 0.")
    degrees: list[int] = Field(description="Falling.")
    min_degree: int
    max_degree: int
    components: int
    connected: bool
    planar: bool
    outerplanar: bool
    tree: bool
    forest: bool
    bipartite: bool
    girth: int | None = Field(description="The length of a shortest cycle; null: there is none.")
    automorphisms: int
    levels: int = Field(description="How many stored levels have it.")
    first_level: str | None = Field(description="The label of the first of them.")


def show(stored: StoredGraph) -> Graph:
    """Return the answer of a stored graph."""
    return Graph(
        label=stored.label,
        url=f"{PREFIX}/graphs/{stored.label}",
        graph6=stored.graph6,
        vertices=stored.vertices,
        edges=stored.edges,
        edge_list=pairs(stored.edge_list),
        degrees=list(stored.degrees),
        min_degree=stored.min_degree,
        max_degree=stored.max_degree,
        components=stored.components,
        connected=stored.connected,
        planar=stored.planar,
        outerplanar=stored.outerplanar,
        tree=stored.tree,
        forest=stored.forest,
        bipartite=stored.bipartite,
        girth=stored.girth,
        automorphisms=stored.automorphisms,
        levels=stored.levels,
        first_level=stored.first_level,
    )


def _graph6(stored: StoredGraph) -> str:
    return stored.graph6


KIND = Kind(GRAPHS, "graphs", "graph", Graph, show, texts={"graph6": _graph6})
mount(routes, KIND)
