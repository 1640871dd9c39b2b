"""Minimum swaps by plain breadth-first search over all arrangements: slow and obvious."""

from collections.abc import Iterable, Sequence
from itertools import combinations

Point = tuple[int, int]
Edge = tuple[int, int]


def turn(p: Point, q: Point, r: Point) -> int:
    """Return 1 for a left turn, -1 for a right turn, 0 for none."""
    area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (area > 0) - (area < 0)


def cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Tell whether two segments between four points in general position cross."""
    return turn(p, q, r) != turn(p, q, s) and turn(r, s, p) != turn(r, s, q)


def crossing_pairs(points: Sequence[Point], edges: Iterable[Edge]) -> list[tuple[Edge, Edge]]:
    """List the pairs of edges without a common end that cross."""
    return [
        (e, f)
        for e, f in combinations(edges, 2)
        if not set(e) & set(f) and cross(points[e[0]], points[e[1]], points[f[0]], points[f[1]])
    ]


def search(points: Sequence[Point], edges: Sequence[Edge]) -> tuple[int | None, int, int]:
    """Return the minimum number of swaps (None: no plane arrangement can be reached), and the numbers of optimal ends
    and of optimal sequences."""
    layer = {tuple(range(len(points))): 1}
    seen = set(layer)
    swaps = 0
    while layer:
        plane = {
            arrangement: ways
            for arrangement, ways in layer.items()
            if not crossing_pairs([points[place] for place in arrangement], edges)
        }
        if plane:
            return swaps, len(plane), sum(plane.values())
        deeper: dict[tuple[int, ...], int] = {}
        for arrangement, ways in layer.items():
            for u, v in edges:
                changed = list(arrangement)
                changed[u], changed[v] = changed[v], changed[u]
                after = tuple(changed)
                if after not in seen:
                    deeper[after] = deeper.get(after, 0) + ways
        seen.update(deeper)
        layer = deeper
        swaps += 1
    return None, 0, 0
