"""The number of planar graphs up to isomorphism, found by adding one vertex after another.

Every planar graph arises from a planar graph with one vertex fewer by adding a vertex whose degree is the smallest in
the new graph. This degree is at most 5.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
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
                edges = [(u, v) for v in range(n + 1) for u in range(v) if larger[v] >> u & 1]
                if min(map(int.bit_count, larger)) == degree and is_planar(n + 1, edges):
                    form = tuple(canonical_numbers([0] * (n + 1), edges, clock).form)
                    found.setdefault(form, larger)
    return list(found.values())


def is_planar(n: int, edges: Sequence[tuple[int, int]]) -> bool:
    """Return whether a graph is planar, by the strong Hanani-Tutte theorem.

    Draw the graph with its vertices on a circle. A graph is planar if and only if edges can be moved over vertices such
    that any two edges without a common end then cross an even number of times: a system of equations modulo 2.
    """
    if n > 2 and len(edges) > 3 * n - 6:
        return False
    basis: dict[int, int] = {}
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(edges), 2):
        if {a, b} & {c, d}:
            continue
        # Bit 0 is the constant. The other bits stand for moves of an edge over a vertex.
        row = int((a < c < b) != (a < d < b)) | 2 << i * n + c | 2 << i * n + d | 2 << j * n + a | 2 << j * n + b
        while row > 1 and row.bit_length() in basis:
            row ^= basis[row.bit_length()]
        if row == 1:
            return False
        basis[row.bit_length()] = row
    return True
