"""All graphs with at most eight vertices and without isolated vertices, up to isomorphism.

Graphs with up to seven vertices are listed by networkx: R. Read and R. Wilson, "An Atlas of Graphs" (1998). Every graph
with eight vertices arises from a graph with seven vertices by adding a vertex whose degree is the largest in the new
graph.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import networkx as nx

from ludex.games.planarity.graph import Graph, canonical_graph

MAX_LISTED = 8
_ATLAS = 7


@cache
def small_graphs(n: int, planar: bool = False) -> tuple[Graph, ...]:
    """Return the graphs with `n` vertices (1 to 8) and without isolated vertices, up to isomorphism.

    If `planar` is true, the result contains only planar graphs. Cost: a second for n up to 7, and a minute for n = 8,
    but only once in a process.

    >>> [len(small_graphs(n)) for n in range(1, 6)], len(small_graphs(5, planar=True))
    ([0, 1, 2, 7, 23], 22)
    """
    if not 1 <= n <= MAX_LISTED:
        raise ValueError(f"graphs can be listed for 1 to {MAX_LISTED} vertices, not {n}")
    return tuple(graph for graph in _graphs(n) if not planar or nx.check_planarity(nx.Graph(graph.edges))[0])


@cache
def _graphs(n: int) -> tuple[Graph, ...]:
    if n <= _ATLAS:
        atlas = (graph for graph in nx.graph_atlas_g() if len(graph) == n)
        return tuple(Graph(n, tuple(graph.edges)) for graph in atlas if all(degree for _, degree in graph.degree))
    return tuple(_extended())


def _extended() -> Iterator[Graph]:
    """Yield the graphs with eight vertices."""
    known: set[bytes] = set()
    for graph in nx.graph_atlas_g():
        if len(graph) != _ATLAS:
            continue
        degrees = dict(graph.degree)
        for size in range(max(degrees.values()), _ATLAS + 1):
            for joined in combinations(range(_ATLAS), size):
                # In the new graph, no vertex is isolated, and no vertex has a larger degree than the new vertex.
                if all(0 < degrees[v] + (v in joined) <= size for v in degrees):
                    found = canonical_graph(_ATLAS + 1, (*graph.edges, *((v, _ATLAS) for v in joined)))
                    if found.form not in known:
                        known.add(found.form)
                        yield Graph(_ATLAS + 1, found.edges)
