"""Canonical forms of graphs: equal for isomorphic graphs, and only for those."""

from collections.abc import Iterable
from dataclasses import dataclass

from ludex.games.planarity.drawing import Edge
from ludex.graphs.canonical import ColouredGraph, canonical_form

GRAPH = "graph"
"""What is hashed before the canonical form. It never changes."""


@dataclass(frozen=True, slots=True)
class CanonicalGraph:
    """The form of a graph, the canonical number of each vertex, and the edges in these numbers, sorted."""

    form: bytes
    order: tuple[int, ...]
    edges: tuple[Edge, ...]


def canonical_graph(vertices: int, edges: Iterable[Edge]) -> CanonicalGraph:
    """Return the canonical form of the graph with `vertices` vertices and these `edges`.

    Raises ludex.graphs.canonical.GraphError if the edges do not make a simple graph. Cost: that of
    `ludex.graphs.canonical.canonical_form`, about a millisecond.

    >>> canonical_graph(3, [(0, 1), (1, 2)]).form == canonical_graph(3, [(2, 0), (1, 2)]).form
    True
    """
    listed = tuple(edges)
    canonical = canonical_form(ColouredGraph((0,) * vertices, listed))
    numbered = sorted(sorted((canonical.order[u], canonical.order[v])) for u, v in listed)
    return CanonicalGraph(canonical.form, canonical.order, tuple((u, v) for u, v in numbered))
