"""The number of planar graphs up to isomorphism, found by adding one vertex after another.

Every planar graph arises from a planar graph with one vertex fewer by adding a vertex whose degree is the smallest in
the new graph. This degree is at most 5. A graph is planar if it has neither K5 nor K3,3 as a minor (K. Wagner, 1937).
If a minor has fewer vertices than the graph, the graph still has this minor after some vertex is deleted or some edge
is contracted.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations

from ludex_check_claims.canonical_graphs import canonical_numbers
from ludex_check_claims.verdicts import Clock

Neighbours = tuple[int, ...]
"""The neighbours of each vertex, as bit sets."""
_MOST_NEIGHBOURS = 5


def count_planar_graphs(n: int, clock: Clock) -> Mapping[int, int]:
    """Count planar graphs without isolated vertices by number of edges."""
    fewer: list[Neighbours] = [()]
    for _ in range(n - 1):
        fewer = _extended(fewer, clock)
    # A graph with an isolated vertex corresponds to the graph with one vertex fewer that remains without this vertex.
    isolated = Counter(map(_size, fewer))
    counted = Counter(map(_size, _extended(fewer, clock)))
    return {edges: counted[edges] - isolated[edges] for edges in counted}


def _size(graph: Neighbours) -> int:
    return sum(joined.bit_count() for joined in graph) // 2


def _extended(graphs: list[Neighbours], clock: Clock) -> list[Neighbours]:
    """Return one representative of each isomorphism class of planar graphs with one vertex more than `graphs`."""
    found: dict[tuple[tuple[int, int], ...], Neighbours] = {}
    for graph in graphs:
        n = len(graph)
        for degree in range(min(n, _MOST_NEIGHBOURS) + 1):
            for joined in combinations(range(n), degree):
                clock.tick()
                larger = (*(old | (v in joined) << n for v, old in enumerate(graph)), sum(1 << v for v in joined))
                if min(map(int.bit_count, larger)) == degree and is_planar(larger):
                    edges = [(u, v) for v in range(n + 1) for u in range(v) if larger[v] >> u & 1]
                    form = tuple(canonical_numbers([0] * (n + 1), edges, clock).form)
                    found.setdefault(form, larger)
    return list(found.values())


@cache
def is_planar(graph: Neighbours) -> bool:
    """Return whether a graph is planar."""
    n, edges = len(graph), _size(graph)
    if n < 5 or edges < 9:
        return True
    if edges > 3 * n - 6:
        return False
    for v, joined in enumerate(graph):
        if joined.bit_count() < 3:  # a vertex of degree 2 subdivides an edge
            return is_planar(_deleted(graph, v) if joined.bit_count() < 2 else _contracted(graph, v, _first(joined)))
    if n == 6 and any(_joins_all(graph, three) for three in combinations(range(6), 3)):
        return False
    contracted = (_contracted(graph, u, v) for u in range(n) for v in range(u) if graph[u] >> v & 1)
    return all(is_planar(_deleted(graph, v)) for v in range(n)) and all(map(is_planar, contracted))


def _first(vertices: int) -> int:
    return (vertices & -vertices).bit_length() - 1


def _joins_all(graph: Neighbours, three: tuple[int, ...]) -> bool:
    others = (1 << len(graph)) - 1 - sum(1 << v for v in three)
    return all(graph[v] & others == others for v in three)


def _deleted(graph: Neighbours, vertex: int) -> Neighbours:
    low = (1 << vertex) - 1
    return tuple(joined & low | joined >> 1 & ~low for v, joined in enumerate(graph) if v != vertex)


def _contracted(graph: Neighbours, vertex: int, other: int) -> Neighbours:
    """Contract the edge between two vertices by merging `vertex` into `other`.

    The number of each vertex after `vertex` decreases by 1.
    """
    both = (graph[vertex] | graph[other]) & ~(1 << vertex | 1 << other)
    merged = [joined | (both >> v & 1) << other for v, joined in enumerate(graph)]
    merged[other] = both
    return _deleted(tuple(merged), vertex)
