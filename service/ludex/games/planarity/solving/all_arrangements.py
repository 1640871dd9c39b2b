"""The minimum swaps and swap classes of all arrangements of one graph on one point set.

One breadth-first search from all plane arrangements finds the minimum of every arrangement. Two arrangements belong to
one swap class if a symmetry of the graph and a permutation of the points that preserves all crossings map one to the
other. The graph must be connected and have two disjoint edges ("Swap Planarity", Definition 2).
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy
import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels import census as kernels
from ludex.games.planarity.points import Points, segments_cross


@dataclass(frozen=True, slots=True)
class Arrangements:
    """All n! arrangements of n vertices on n points, in lexicographic order.

    `pairs` numbers the pairs of vertices. `places`, of shape (n!, n), contains the point index of each vertex.
    `segments`, of shape (n!, pairs), contains, for each pair of vertices, the number of the pair formed by their
    points. `after`, of shape (n!, pairs), contains the index of the arrangement that results from swapping each pair.
    """

    pairs: dict[Edge, int]
    places: NDArray[numpy.int64]
    segments: NDArray[numpy.int64]
    after: NDArray[numpy.int32]

    @classmethod
    def of(cls, n: int) -> "Arrangements":
        """Return the arrangements of `n` vertices. Cost: time and memory proportional to n! times n^2."""
        pairs = {pair: number for number, pair in enumerate(combinations(range(n), 2))}
        number = np.zeros((n, n), np.int64)
        for (u, v), index in pairs.items():
            number[u, v] = number[v, u] = index
        places = np.array(list(permutations(range(n))), np.int64)
        segments = np.stack([number[places[:, u], places[:, v]] for u, v in pairs], axis=1)
        after = []
        for u, v in pairs:
            swapped = places.copy()
            swapped[:, [u, v]] = places[:, [v, u]]
            after.append(_ranks(swapped, places))
        return cls(pairs, places, segments, np.stack(after, axis=1).astype(np.int32))

    def ranks(self, rows: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
        """Return the indices of arrangements that are given as an array like `places`."""
        return _ranks(rows, self.places)

    def keeping(self, relation: NDArray[numpy.bool_]) -> NDArray[numpy.int64]:
        """Return the permutations that preserve a `relation`.

        The relation is a set of pairs, as an array bool (pairs), or a set of pairs of pairs, as an array bool (pairs,
        pairs).
        """
        if relation.ndim == 1:
            return np.flatnonzero((relation[self.segments] == relation).all(axis=1))
        # Few permutations preserve the number of relatives of each pair, so most permutations need no comparison of
        # pairs of pairs.
        degrees = relation.sum(axis=1)
        candidates = np.flatnonzero((degrees[self.segments] == degrees).all(axis=1))
        segments = self.segments[candidates]
        images = relation[segments[:, :, None], segments[:, None]]
        return candidates[np.flatnonzero((images == relation).all(axis=(1, 2)))]


def _ranks(rows: NDArray[numpy.int64], sorted_rows: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Look up rows in a sorted array of rows, and return their indices."""
    n = rows.shape[1]
    weights = n ** np.arange(n - 1, -1, -1)
    ranks: Any = np.searchsorted(sorted_rows @ weights, rows @ weights)
    return ranks  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class CensusPoints:
    """Points, the pairs of segments that cross, and the images of all arrangements.

    `moved` contains the image of each arrangement under each permutation of the points that preserves the crossings.
    """

    points: Points
    cross: NDArray[numpy.bool_]
    moved: NDArray[numpy.int64]

    @classmethod
    def of(cls, points: Points, arrangements: Arrangements, budget: Budget) -> "CensusPoints":
        """Return `points` prepared for these `arrangements`. Raises BudgetExhausted when the `budget` ends."""
        budget.check()
        cross = np.zeros((len(arrangements.pairs), len(arrangements.pairs)), np.bool_)
        for (i, j), first in arrangements.pairs.items():
            for (k, m), second in arrangements.pairs.items():
                if not {i, j} & {k, m}:
                    cross[first, second] = segments_cross(points[i], points[j], points[k], points[m])
        symmetries = arrangements.places[arrangements.keeping(cross)]
        moved = [_ranks(symmetry[arrangements.places], arrangements.places) for symmetry in symmetries]
        return cls(points, cross, np.stack(moved))


@dataclass(frozen=True, slots=True)
class CensusGraph:
    """A graph: its edges' indices in `pairs`, and each arrangement's smallest image under the graph's symmetries."""

    edges: tuple[Edge, ...]
    symmetries: int
    pairs: NDArray[numpy.int64]
    least: NDArray[numpy.int64]

    @classmethod
    def of(cls, edges: tuple[Edge, ...], arrangements: Arrangements, budget: Budget) -> "CensusGraph":
        """Return the graph of `edges` prepared for `arrangements`. Raises BudgetExhausted when the `budget` ends."""
        numbers = np.array([arrangements.pairs[edge] for edge in edges], np.int64)
        adjacent = np.zeros(len(arrangements.pairs), np.bool_)
        adjacent[numbers] = True
        least = np.arange(len(arrangements.places))
        symmetries = arrangements.places[arrangements.keeping(adjacent)]
        for symmetry in symmetries:
            budget.check()
            least = np.minimum(least, _ranks(arrangements.places[:, symmetry], arrangements.places))
        return cls(edges, len(symmetries), numbers, least)


@dataclass(frozen=True, slots=True)
class SolvedArrangements:
    """The minima of all arrangements of a graph on a point set, and one arrangement of each swap class.

    Three arrays are indexed by arrangement: `crossings`, the `distance` to the nearest plane arrangement (-1 if none is
    reachable), and `sequences`, the number of shortest swap sequences to a plane arrangement. `order` lists the
    `reached` arrangements by distance. `classes` contains the smallest arrangement of each class in ascending order,
    and `sizes` the number of arrangements in each class.
    """

    graph: CensusGraph
    points: CensusPoints
    arrangements: Arrangements
    crossings: NDArray[numpy.int32]
    distance: NDArray[numpy.int32]
    sequences: NDArray[numpy.int64]
    order: NDArray[numpy.int32]
    reached: int
    classes: NDArray[numpy.int64]
    sizes: NDArray[numpy.int64]

    def drawing(self, arrangement: int) -> Drawing:
        """Return an `arrangement` as a drawing."""
        return Drawing(
            tuple(self.points.points[place] for place in self.arrangements.places[arrangement]), self.graph.edges
        )

    def nearest(self) -> NDArray[numpy.int32]:
        """Return, for every arrangement, the number of nearest plane arrangements."""
        nearest = np.zeros(len(self.distance), np.int32)
        words = int((self.crossings == 0).sum()) // 64 + 1
        kernels.nearest_plane(
            self.arrangements.after,
            self.graph.pairs,
            self.distance,
            self.order,
            self.reached,
            np.zeros((len(self.distance), words), np.uint64),
            nearest,
        )
        return nearest


def search(graph: CensusGraph, points: CensusPoints, arrangements: Arrangements) -> SolvedArrangements:
    """Return the minimum of each of the `arrangements` of a `graph` on `points`.

    Cost: about `n! * (m + m^2 / 2)` for m edges.
    """
    count = len(arrangements.places)
    crossings, order = np.zeros(count, np.int32), np.zeros(count, np.int32)
    distance, sequences = np.full(count, -1, np.int32), np.zeros(count, np.int64)
    kernels.crossings_of_all(arrangements.segments, graph.pairs, points.cross, crossings)
    reached = kernels.distances_from_plane(arrangements.after, graph.pairs, crossings, distance, sequences, order)
    # The smallest element of a double coset is found by minimizing over the symmetries of the graph, then of the
    # points.
    classes, sizes = np.unique(graph.least[points.moved].min(axis=0), return_counts=True)
    return SolvedArrangements(
        graph, points, arrangements, crossings, distance, sequences, order, reached, classes, sizes
    )
