"""Drawings on few points by Definition 2 alone: which are the same puzzle. Imports nothing from ludex."""

from collections import deque
from itertools import combinations, permutations

Point = tuple[int, int]
Edge = tuple[int, int]


def turn(p: Point, q: Point, r: Point) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def crossed_pairs(points: tuple[Point, ...], edges: tuple[Edge, ...]) -> frozenset[frozenset[Edge]]:
    """Return the pairs of edges that cross; edges with an end in common never do."""
    found = set()
    for (a, b), (c, d) in combinations(edges, 2):
        if len({a, b, c, d}) == 4:
            p, q, r, s = points[a], points[b], points[c], points[d]
            if turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0:
                found.add(frozenset(((a, b), (c, d))))
    return frozenset(found)


def swapped(points: tuple[Point, ...], edge: Edge) -> tuple[Point, ...]:
    listed = list(points)
    u, v = edge
    listed[u], listed[v] = listed[v], listed[u]
    return tuple(listed)


def reachable(points: tuple[Point, ...], edges: tuple[Edge, ...]) -> set[tuple[Point, ...]]:
    found, waiting = {points}, deque([points])
    while waiting:
        laid = waiting.popleft()
        for edge in edges:
            other = swapped(laid, edge)
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def swap_signature(points: tuple[Point, ...], edges: tuple[Edge, ...]) -> object:
    """Return what Definition 2 compares: equal for two drawings exactly where they are swap-equivalent.

    Under each numbering of the vertices: the edges, and the crossings after each rearrangement that swaps can make.
    """
    n = len(points)
    states = [
        (tuple(points.index(laid[v]) for v in range(n)), crossed_pairs(laid, edges))
        for laid in reachable(points, edges)
    ]
    signatures = []
    for name in permutations(range(n)):
        renamed = tuple(sorted(tuple(sorted((name[u], name[v]))) for u, v in edges))
        seen = []
        for places, crossed in states:
            moved = [0] * n
            for vertex, place in enumerate(places):
                moved[name[vertex]] = name[place]
            named = sorted(sorted(tuple(sorted((name[u], name[v]))) for u, v in pair) for pair in crossed)
            seen.append((tuple(moved), repr(named)))
        signatures.append((renamed, tuple(sorted(seen))))
    return min(signatures)
