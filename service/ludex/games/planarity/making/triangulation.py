"""Triangulations of points in general position: Delaunay triangulation, random Lawson flips, and removal of edges.

Source: "Swap Planarity", section 4.3; C. Lawson, "Software for C1 surface interpolation" (1977). All arithmetic is
exact.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.points import Point, orientation

if TYPE_CHECKING:
    import numpy

# The number of random removal orders to try. If all of them fail, a minimum edge cover is computed and protected.
_REMOVALS = 20


class EdgesUnavailable(ValueError):
    """The requested number of edges cannot be kept, because a vertex would be isolated or there are too few edges."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Triangulation:
    """A triangulation of `points` in general position, whose edges can be flipped.

    `neighbours` contains the set of neighbours of each vertex.
    """

    def __init__(self, points: Sequence[Point], edges: Iterable[Edge]) -> None:
        self.points = points
        self.neighbours: list[set[int]] = [set() for _ in points]
        for u, v in edges:
            self._join(u, v)

    def edges(self) -> tuple[Edge, ...]:
        """Return the sorted edges (u, v) with u < v."""
        return tuple((u, v) for u, others in enumerate(self.neighbours) for v in sorted(others) if u < v)

    def apexes(self, u: int, v: int) -> tuple[int | None, int | None]:
        """Return the third vertices of the triangles to the left and to the right of the edge from `u` to `v`.

        A result is None if there is no triangle on this side, because the edge is on the hull. On each side, the apex
        is the first common neighbour in the order around u, starting from v. The triangle formed by u, v and any other
        common neighbour would contain the apex.
        """
        (px, py), (qx, qy) = self.points[u], self.points[v]
        left = right = None
        left_ray = right_ray = (0, 0)
        for w in self.neighbours[u] & self.neighbours[v]:
            x, y = ray = self.points[w][0] - px, self.points[w][1] - py
            if (qx - px) * y > (qy - py) * x:
                if left is None or x * left_ray[1] > y * left_ray[0]:
                    left, left_ray = w, ray
            elif right is None or x * right_ray[1] < y * right_ray[0]:
                right, right_ray = w, ray
        return left, right

    def diagonal(self, u: int, v: int) -> Edge | None:
        """Return the other diagonal of the quadrilateral around the edge from `u` to `v`.

        Returns None if there is no such quadrilateral, or if the quadrilateral is not convex.
        """
        left, right = self.apexes(u, v)
        if left is None or right is None:
            return None
        w, x = self.points[left], self.points[right]
        convex = orientation(w, x, self.points[u]) < 0 < orientation(w, x, self.points[v])
        return (min(left, right), max(left, right)) if convex else None

    def flip(self, edge: Edge, diagonal: Edge) -> None:
        """Replace an `edge` by the other `diagonal` of its quadrilateral."""
        u, v = edge
        self.neighbours[u].discard(v)
        self.neighbours[v].discard(u)
        self._join(*diagonal)

    def _join(self, u: int, v: int) -> None:
        self.neighbours[u].add(v)
        self.neighbours[v].add(u)


def delaunay(points: Sequence[Point]) -> tuple[Edge, ...]:
    """Return the sorted edges of the Delaunay triangulation of `points`, which must be in general position.

    For three or more points, the triangulation has `3n - 3 - h` edges, where h is the number of points on the hull. If
    four points lie on an empty circle, the result may contain either diagonal. A sweep from left to right constructs a
    triangulation, and flips then make every circumcircle empty. Both steps are exact. Cost: O(n^2) flips at worst, and
    O(n) flips in practice.

    >>> delaunay([(0, 0), (8, 0), (3, 9), (4, 3)])
    ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    """
    triangulation = Triangulation(points, _sweep(points))
    waiting = list(triangulation.edges())
    while waiting:
        u, v = waiting.pop()
        if v not in triangulation.neighbours[u]:
            continue
        left, right = triangulation.apexes(u, v)
        if left is None or right is None or not in_circle(points[u], points[v], points[left], points[right]):
            continue
        triangulation.flip((u, v), (left, right))
        waiting += [(u, left), (u, right), (v, left), (v, right)]
    return triangulation.edges()


def in_circle(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Return whether `s` lies inside the circle through `p`, `q` and `r`, which make a left turn. The test is exact.

    >>> in_circle((0, 0), (2, 0), (0, 2), (1, 1)), in_circle((0, 0), (2, 0), (0, 2), (2, 2))
    (True, False)
    """
    x, y = s
    ax, ay, bx, by, cx, cy = p[0] - x, p[1] - y, q[0] - x, q[1] - y, r[0] - x, r[1] - y
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return a * (bx * cy - by * cx) - b * (ax * cy - ay * cx) + c * (ax * by - ay * bx) > 0


def _sweep(points: Sequence[Point]) -> list[Edge]:
    """Triangulate points from left to right. Join each point to the visible hull vertices of the previous points."""
    ordered = sorted(range(len(points)), key=lambda vertex: points[vertex])
    edges = list(pairwise(ordered[:2]))
    lower, upper = ordered[:2], ordered[:2]
    for new in ordered[2:]:
        for chain, side in ((lower, 1), (upper, -1)):
            edges.append((chain[-1], new))
            while len(chain) > 1 and side * orientation(points[chain[-2]], points[chain[-1]], points[new]) < 0:
                chain.pop()
                edges.append((chain[-1], new))
            chain.append(new)
    return edges


def lawson_flips(
    points: Sequence[Point],
    edges: Iterable[Edge],
    count: int,
    source: "int | numpy.random.Generator | RandomNumbers",
) -> tuple[Edge, ...]:
    """Return the edges of a triangulation after `count` random Lawson flips of edges in convex quadrilaterals.

    `edges` must be the edges of a triangulation of the `points`. `source` is a seed, a generator or a stream of random
    numbers. Each flip is drawn uniformly from all possible flips. If no flip is possible (for example, with three
    points or with a triangle and one point inside), the function returns the triangulation unchanged.

    >>> square = ((0, 0), (9, 0), (10, 10), (0, 9))
    >>> lawson_flips(square, delaunay(square), 1, 1)
    ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3))
    """
    numbers = random_numbers(source)
    triangulation = Triangulation(points, edges)
    for _ in range(count):
        waiting = list(triangulation.edges())
        while waiting:
            edge = waiting.pop(numbers.below(len(waiting)))
            diagonal = triangulation.diagonal(*edge)
            if diagonal is not None:
                triangulation.flip(edge, diagonal)
                break
        else:
            break
    return triangulation.edges()


def remove_edges(
    edges: Iterable[Edge], m: int, source: "int | numpy.random.Generator | RandomNumbers"
) -> tuple[Edge, ...]:
    """Remove random edges, but never the last edge of a vertex, and return the `m` remaining edges.

    `source` is a seed, a generator or a stream of random numbers. Removing edges in random order may lead to a forest
    of stars that has more than m edges. If this happens repeatedly, the function computes a random minimum edge cover
    and removes only edges that do not belong to the cover. The graph may become disconnected. Raises EdgesUnavailable
    if `m` is greater than the number of edges or less than the size of a minimum edge cover.

    >>> remove_edges([(0, 1), (1, 2), (2, 3)], 2, 1)
    ((0, 1), (2, 3))
    """
    numbers = random_numbers(source)
    all_edges = sorted((min(edge), max(edge)) for edge in edges)
    if m > len(all_edges):
        raise EdgesUnavailable(f"{m} of {len(all_edges)} edges cannot be kept")
    for _ in range(_REMOVALS):
        kept = _thin(all_edges, m, [], numbers)
        if len(kept) == m:
            return kept
    cover = _least_edge_cover(all_edges, numbers)
    if m < len(cover):
        raise EdgesUnavailable(
            f"{m} of the {len(all_edges)} edges cannot reach every vertex; at least {len(cover)} are needed"
        )
    return _thin(all_edges, m, cover, numbers)


def _thin(all_edges: Sequence[Edge], m: int, protected: Sequence[Edge], numbers: RandomNumbers) -> tuple[Edge, ...]:
    """Remove random edges until m edges are left or no more edges can be removed. Never remove `protected` edges."""
    degree: dict[int, int] = {}
    for vertex in (end for edge in all_edges for end in edge):
        degree[vertex] = degree.get(vertex, 0) + 1
    kept = set(all_edges)
    waiting = [edge for edge in all_edges if edge not in protected]
    while len(kept) > m and waiting:
        u, v = edge = waiting.pop(numbers.below(len(waiting)))
        if degree[u] > 1 and degree[v] > 1:
            kept.remove(edge)
            degree[u] -= 1
            degree[v] -= 1
    return tuple(sorted(kept))


def _least_edge_cover(all_edges: Sequence[Edge], numbers: RandomNumbers) -> list[Edge]:
    """Return a random minimum edge cover: a maximum matching, and one edge for each vertex outside the matching."""
    import networkx

    graph: networkx.Graph = networkx.Graph()
    graph.add_weighted_edges_from((u, v, 1 + numbers.below(1000)) for u, v in all_edges)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    cover = [(min(edge), max(edge)) for edge in matching]
    covered = {vertex for edge in cover for vertex in edge}
    for vertex in sorted(set(graph) - covered):
        neighbour = numbers.choice(sorted(graph[vertex]))
        cover.append((min(vertex, neighbour), max(vertex, neighbour)))
    return cover
