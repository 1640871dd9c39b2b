"""A search for the hardest drawings on n points, limited to the point sets that are hardest for up to seven points.

For 6 and 7 points, the drawings with the largest minimum have exactly one point inside the hull. The search considers
all crossing types that occur with such point sets, and finds the exact minimum of every arrangement of every connected
planar graph. Other point sets are not searched. Therefore the largest minimum found is only a lower bound on the
largest minimum of all drawings with the same numbers of vertices and edges.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows, rows_of
from ludex.games.planarity import making
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.kernels import census as kernels
from ludex.games.planarity.points import Points, hull
from ludex.games.planarity.solving.arrangements import Arrangements, CensusPoints
from ludex.games.planarity.study.graph_families import small_graphs

MIN_SEARCHED, MAX_SEARCHED = 4, 8
"""The smallest and largest number of points."""


@dataclass(frozen=True, slots=True)
class HardestRow:
    """The largest minimum found for drawings with `vertices` vertices and `edges` edges, which is a lower bound.

    `graphs` and `point_sets` are the numbers of graphs and point sets that were searched. `attained` is the number of
    pairs of a graph and a point set that have an arrangement with this minimum. `drawing` is, as JSON, the arrangement
    among these with the fewest shortest solutions, and `sequences` is the number of its shortest solutions.
    """

    vertices: int
    edges: int
    graphs: int
    point_sets: int
    min_swaps: int
    attained: int
    sequences: int
    drawing: str


def one_inside(n: int) -> tuple[Points, ...]:
    """Return one point set for each crossing type of `n` points that occurs with exactly one point inside the hull.

    >>> [len(one_inside(n)) for n in (4, 5, 6, 7)]
    [1, 1, 3, 4]
    """
    return tuple(points for points in making.point_sets.x_type_sets(n) if len(hull(points)) == n - 1)


def search_hardest(n: int, edges: Sequence[int] | None = None, budget: Budget | None = None) -> Rows[HardestRow]:
    """Find the largest minimum for each number of edges, over connected planar graphs on points with one inner point.

    `n` is the number of vertices, 4 to 8. `edges` lists the numbers of edges (None: `n - 1` to `2n - 2`). `budget`
    limits the search (None: no limits). Raises ValueError for numbers out of range. Cost: seconds for n = 7, and some
    minutes for each number of edges for n = 8.

    >>> [(row.edges, row.min_swaps) for row in search_hardest(5).rows]
    [(4, 2), (5, 2), (6, 2), (7, 3), (8, 3)]
    """
    if not MIN_SEARCHED <= n <= MAX_SEARCHED:
        raise ValueError(f"the hardest drawings can be searched for {MIN_SEARCHED} to {MAX_SEARCHED} points, not {n}")
    # If all points except one are on the hull, a plane drawing has at most 2n - 2 edges.
    every = range(n - 1, 2 * n - 1)
    chosen = list(every) if edges is None else sorted(set(edges))
    if not set(chosen) <= set(every):
        raise ValueError(f"connected plane drawings on such sets of {n} points have {every[0]} to {every[-1]} edges")
    budget = budget or Budget()
    arrangements = Arrangements.of(n)
    point_sets = [CensusPoints.of(points, arrangements, budget) for points in one_inside(n)]
    graphs = [graph for graph in small_graphs(n, planar=True) if _is_connected(graph)]

    def row(number: int, budget: Budget) -> HardestRow | None:
        of_size = [graph for graph in graphs if len(graph.edges) == number]
        return _hardest(of_size, point_sets, arrangements, budget)

    return rows_of([(number,) for number in chosen], row, budget)


def _hardest(
    graphs: Sequence[Graph], point_sets: Sequence[CensusPoints], arrangements: Arrangements, budget: Budget
) -> HardestRow | None:
    best: tuple[int, int] = (-1, 0)
    drawing, attained = None, 0
    for graph in graphs:
        for points in point_sets:
            budget.check()
            found = _farthest(graph, points, arrangements)
            if found is None:
                continue
            minimum, sequences, arrangement = found
            attained = attained + 1 if minimum == best[0] else 1 if minimum > best[0] else attained
            if (minimum, -sequences) > best:
                best = (minimum, -sequences)
                places = arrangements.places[arrangement]
                drawing = Drawing(tuple(points.points[place] for place in places), graph.edges)
    if drawing is None:
        return None
    n, m = drawing.vertices, len(drawing.edges)
    text = json.dumps({"points": drawing.points, "edges": drawing.edges}, separators=(",", ":"))
    return HardestRow(n, m, len(graphs), len(point_sets), best[0], attained, -best[1], text)


def _farthest(graph: Graph, points: CensusPoints, arrangements: Arrangements) -> tuple[int, int, int] | None:
    """Find the hardest arrangement of a graph on a point set.

    Among the arrangements with the largest minimum, this is the first arrangement with the smallest number of shortest
    solutions. Returns the minimum, the number of shortest solutions, and the index of the arrangement. Returns None if
    no arrangement is plane.
    """
    count = len(arrangements.places)
    edges = np.array([arrangements.pairs[edge] for edge in graph.edges], np.int64)
    crossings, order = np.zeros(count, np.int32), np.zeros(count, np.int32)
    distance, sequences = np.full(count, -1, np.int32), np.zeros(count, np.int64)
    kernels.crossings_of_all(arrangements.segments, edges, points.cross, crossings)
    reached = kernels.distances_from_plane(arrangements.after, edges, crossings, distance, sequences, order)
    if not reached:
        return None
    farthest = np.flatnonzero(distance == distance.max())
    first = int(farthest[sequences[farthest].argmin()])
    return int(distance[first]), int(sequences[first]), first


def _is_connected(graph: Graph) -> bool:
    reached, waiting = {0}, [0]
    while waiting:
        vertex = waiting.pop()
        new = {end for edge in graph.edges if vertex in edge for end in edge} - reached
        reached |= new
        waiting += new
    return len(reached) == graph.vertices
