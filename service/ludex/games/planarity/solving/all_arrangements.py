"""The minimum swaps and swap classes of all arrangements of one graph on one point set.

One breadth-first search from all plane arrangements finds the minimum of every arrangement. Two arrangements belong to
the same swap class if one is mapped to the other by a symmetry of the graph together with a permutation of the points
that preserves all crossings. The graph must be connected and have two disjoint edges ("Swap Planarity", Definition 2).
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

    `pairs` numbers the pairs of vertices, and also the pairs of points. In arrangement a, `places[a, v]` is the index
    of the point of vertex v, and `segments[a, p]` is the number of the pair of points on which the vertices of pair p
    lie. `after[a, p]` is the index of the arrangement that results from arrangement a when the vertices of pair p are
    swapped.
    """

    pairs: dict[Edge, int]
    places: NDArray[numpy.int64]
    segments: NDArray[numpy.int64]
    after: NDArray[numpy.int32]

    @classmethod
    def of(cls, n: int) -> "Arrangements":
        """Return the arrangements of `n` vertices. Cost: time and memory in proportion to n! times n^2."""
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
        """Return the indices of the arrangements in `rows`, an array that has the same form as `places`."""
        return _ranks(rows, self.places)

    def keeping(self, relation: NDArray[numpy.bool_]) -> NDArray[numpy.int64]:
        """Return the indices of the permutations that preserve a `relation`.

        The relation is either a set of pairs, as a Boolean array of shape (pairs,), or a set of pairs of pairs, as a
        Boolean array of shape (pairs, pairs).
        """
        if relation.ndim == 1:
            return np.flatnonzero((relation[self.segments] == relation).all(axis=1))
        # Few permutations preserve the number of pairs to which each pair is related. All other permutations are
        # excluded before the expensive comparison of pairs of pairs.
        degrees = relation.sum(axis=1)
        candidates = np.flatnonzero((degrees[self.segments] == degrees).all(axis=1))
        segments = self.segments[candidates]
        images = relation[segments[:, :, None], segments[:, None]]
        return candidates[np.flatnonzero((images == relation).all(axis=(1, 2)))]


def _ranks(rows: NDArray[numpy.int64], sorted_rows: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Look up each of the `rows` in an array of sorted rows, and return the indices there."""
    n = rows.shape[1]
    weights = n ** np.arange(n - 1, -1, -1)
    ranks: Any = np.searchsorted(sorted_rows @ weights, rows @ weights)
    return ranks  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class CensusPoints:
    """A point set, its pairs of crossing segments, and its effect on all arrangements.

    `cross[p, q]` states whether the segments p and q cross. `moved[s, a]` is the image of arrangement a under
    permutation s, where the permutations are those of the points that preserve all crossings.
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
    """A graph and its effect on all arrangements.

    `symmetries` is the number of automorphisms of the graph. `pairs` contains the number of the pair of vertices that
    each edge joins. `least[a]` is the smallest image of arrangement a under the automorphisms.
    """

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

    Three arrays have one element for each arrangement. `crossings` contains the number of crossings. `distance`
    contains the number of swaps to the nearest plane arrangement, or -1 if none is reachable. `sequences` contains the
    number of shortest swap sequences to a plane arrangement. The first `reached` elements of `order` are the
    arrangements from which a plane arrangement is reachable, sorted by distance. `classes` contains the smallest
    arrangement of each swap class, in ascending order, and `sizes` contains the number of arrangements in each class.
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
        """Return the number of nearest plane arrangements of each arrangement."""
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
    """Return the minima of all `arrangements` of a `graph` on `points`.

    Cost: about `n! * (m + m^2 / 2)` operations for m edges.
    """
    count = len(arrangements.places)
    crossings, order = np.zeros(count, np.int32), np.zeros(count, np.int32)
    distance, sequences = np.full(count, -1, np.int32), np.zeros(count, np.int64)
    kernels.crossings_of_all(arrangements.segments, graph.pairs, points.cross, crossings)
    reached = kernels.distances_from_plane(arrangements.after, graph.pairs, crossings, distance, sequences, order)
    # A swap class is a double coset. Its smallest element is found by minimizing over the symmetries of the graph
    # first, and then over the symmetries of the points.
    classes, sizes = np.unique(graph.least[points.moved].min(axis=0), return_counts=True)
    return SolvedArrangements(
        graph, points, arrangements, crossings, distance, sequences, order, reached, classes, sizes
    )
