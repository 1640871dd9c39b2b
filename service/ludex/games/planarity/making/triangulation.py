"""Triangulations of points in general position: Delaunay triangulation, random Lawson flips, and removal of edges.

Source: "Swap Planarity", section 4.3; C. Lawson, "Software for C1 surface interpolation" (1977). All arithmetic is
exact.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Edge, number_array
from ludex.games.planarity.points import Point, PointsError

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
    """A triangulation of `points` in general position, given by its `edges`."""

    def __init__(self, points: Sequence[Point], edges: Iterable[Edge]) -> None:
        import numpy as np

        n = len(points)
        self._points = number_array(points, ())
        self._neighbours = kernels.rotations.empty_sets((n,), kernels.rotations.words_for(n))
        # Scratch space of the kernels.
        self._waiting = np.empty((3 * n * (n - 1) // 2, 2), dtype=np.int64)
        self._random = np.empty(1, dtype=np.uint64)
        kernels.crossing_counts.write_neighbours(number_array((), tuple(edges)), self._neighbours)

    @classmethod
    def delaunay(cls, points: Sequence[Point]) -> "Triangulation":
        """Return the Delaunay triangulation of `points`. See :func:`delaunay`."""
        made, spread = cls(points, ()), kernels.plane_arrangements.MAX_SPREAD
        if made._points.max() - made._points.min() >= spread:
            raise PointsError(f"coordinates must differ by less than {spread}")
        by_x_and_y = (made._points @ (spread, 1)).argsort()
        kernels.plane_arrangements.delaunay(
            by_x_and_y, made._points, made._neighbours, by_x_and_y.copy(), made._waiting
        )
        return made

    def edges(self) -> tuple[Edge, ...]:
        """Return the sorted edges (u, v) with u < v."""
        count = kernels.plane_arrangements.list_edges(self._neighbours, self._waiting)
        return tuple((u, v) for u, v in self._waiting[:count].tolist())

    def apexes(self, u: int, v: int) -> tuple[int | None, int | None]:
        """Return the third vertices of the triangles to the left and to the right of the edge from `u` to `v`.

        A result is None if there is no triangle on this side, because the edge is on the hull.
        """
        left, right = (
            kernels.plane_arrangements.left_apex(*ends, self._points, self._neighbours) for ends in ((u, v), (v, u))
        )
        return (None if left < 0 else left), (None if right < 0 else right)

    def flip_randomly(self, flips: int, numbers: RandomNumbers) -> None:
        """Make random Lawson `flips` with the stream of random `numbers`. See :func:`lawson_flips`."""
        self._random[0] = numbers.state
        kernels.plane_arrangements.flip_randomly(flips, self._points, self._neighbours, self._waiting, self._random)
        numbers.state = int(self._random[0])


def delaunay(points: Sequence[Point]) -> tuple[Edge, ...]:
    """Return the sorted edges of the Delaunay triangulation of `points`, which must be in general position.

    For three or more points, the triangulation has `3n - 3 - h` edges, where h is the number of points on the hull. If
    four points lie on an empty circle, the result may contain either diagonal. A sweep from left to right constructs a
    triangulation, and flips then make every circumcircle empty. Both steps are exact. Raises PointsError if coordinates
    differ by 2^15 or more. Cost: O(n^2) flips at worst, and O(n) flips in practice, in compiled code.

    >>> delaunay([(0, 0), (8, 0), (3, 9), (4, 3)])
    ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    """
    return Triangulation.delaunay(points).edges()


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
    triangulation = Triangulation(points, edges)
    triangulation.flip_randomly(count, random_numbers(source))
    return triangulation.edges()


def remove_edges(
    edges: Iterable[Edge], m: int, source: "int | numpy.random.Generator | RandomNumbers"
) -> tuple[Edge, ...]:
    """Remove random edges, but never the last edge of a vertex, and return the `m` remaining edges.

    The `edges` are pairs (u, v) with u < v. `source` is a seed, a generator or a stream of random numbers. Removing
    edges in random order may lead to a forest of stars that has more than m edges. If this happens repeatedly, the
    function computes a random minimum edge cover and removes only edges that do not belong to the cover. The graph may
    become disconnected. Raises EdgesUnavailable if `m` is greater than the number of edges or less than the size of a
    minimum edge cover.

    >>> remove_edges([(0, 1), (1, 2), (2, 3)], 2, 1)
    ((0, 1), (2, 3))
    """
    numbers = random_numbers(source)
    all_edges = sorted(edges)
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
    degree = Counter(chain.from_iterable(all_edges))
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
