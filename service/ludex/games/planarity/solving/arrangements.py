"""Searches for plane arrangements of a drawing: an exact search that can list all of them, and simulated annealing.

The exact search lists the arrangements near the start, or all arrangements, in several arrays and within a budget.
Annealing proves nothing, but it quickly finds an arrangement where the exact search takes too long.

For tiny drawings, all permutations are tried. The exact search is faster for all other drawings, but compiling it takes
several seconds. A new installation therefore solves its first tiny drawing in half the time. The tests compare both
searches.

The minimum swaps and the swap classes of all arrangements of one graph on one point set are found together. One
breadth-first search from all plane arrangements finds the minimum of every arrangement. Two arrangements belong to
the same swap class if one is mapped to the other by a symmetry of the graph together with a permutation of the points
that preserves all crossings. The graph must be connected and have two disjoint edges ("Swap Planarity", Definition 2).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

import numpy
import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels import annealing
from ludex.games.planarity.kernels import census as kernels
from ludex.games.planarity.kernels import plane_arrangements as kernel
from ludex.games.planarity.kernels.crossing_counts import count_at_each
from ludex.games.planarity.kernels.rotations import empty_sets
from ludex.games.planarity.points import Points, segments_cross
from ludex.games.planarity.solving.state_space import StateSpace

# The number of placements between two checks of the budget, for sets of one word and of two words. They take about 50
# ms.
_SLICES = {1: 40_000, 2: 10_000}
_ROWS = 4096


class PlaneArrangements:
    """A search of a state `space` for plane arrangements in which the vertices have moved at most `limit` in total.

    If `limit` is None, there is no limit. `positions`, if given, is an array that contains the set of
    allowed positions of each vertex. If `exchanges` is true, any vertex can move anywhere at a cost
    of 1, and the limit is twice the number of exchanges of any two vertices.

    `steps` is the number of placements tried so far. After the search, `complete` is true if the limit excluded
    nothing, so that all plane arrangements were listed.
    """

    def __init__(
        self,
        space: StateSpace,
        limit: int | None = None,
        positions: npt.NDArray[np.uint64] | None = None,
        *,
        exchanges: bool = False,
    ) -> None:
        n = len(space.adjacency)
        self._space = space
        self._limit = n * n if limit is None else limit
        self._state = np.zeros(kernel.STATE_SIZE, dtype=np.int64)
        self._state[kernel.EXCHANGES] = exchanges
        self._frames = empty_sets((n + 1, kernel.FRAME_SIZE + 2 * n), space.words)
        self._counters = np.zeros((n + 1, kernel.COUNTER_SIZE), dtype=np.int64)
        self._arrangement = np.zeros(n, dtype=np.int64)
        self._least_distances = np.zeros(n, dtype=np.int64)
        self.steps = 0
        kernel.open_root(
            np.ascontiguousarray(space.within[:, n - 1]) if positions is None else positions,
            self._limit,
            space.adjacency,
            space.within,
            self._state,
            self._frames,
            self._counters,
            self._arrangement,
            self._least_distances,
        )

    @property
    def complete(self) -> bool:
        """Return whether the limit has excluded nothing so far."""
        return not self._state[kernel.CUT]

    def __call__(self, budget: Budget, most_steps: int | None = None) -> Iterator[npt.NDArray[np.int64]]:
        """Yield arrays of plane arrangements. Each row contains the positions of the vertices. Arrays may be empty.

        The search ends when nothing is left to try, or after `most_steps` placements in total (None: no limit).
        :meth:`exhausted` tells the two cases apart. Raises BudgetExhausted when the `budget` ends.
        """
        space, most = self._space, _SLICES[self._space.words]
        while not self.exhausted() and (most_steps is None or self.steps < most_steps):
            budget.check()
            steps = most if most_steps is None else min(most, most_steps - self.steps)
            rows = np.empty((min(_ROWS, steps), len(space.adjacency)), dtype=np.int64)
            kernel.advance(
                steps,
                self._limit,
                space.adjacency,
                space.within,
                space.distances,
                space.blocked,
                self._state,
                self._frames,
                self._counters,
                self._arrangement,
                rows,
                self._least_distances,
            )
            steps = int(self._state[kernel.STEPS])
            budget.count(steps)
            self.steps += steps
            yield rows[: self._state[kernel.FOUND]]

    def tighten(self, limit: int) -> None:
        """Lower the limit for the remaining search."""
        self._limit = min(self._limit, limit)

    def exhausted(self) -> bool:
        """Return whether every arrangement within the limit has been visited."""
        return bool(self._state[kernel.DEPTH] < 0)


# The number of moves between two checks of the budget. These moves take at most about 30 ms.
_MOVES = 2000
# The initial and the final temperature of a walk, in crossings, and its number of slices. The walks use the three
# schedules in turn. The first schedule is cool, so that the walk stays near the start. This suits drawings that a few
# swaps make plane. If the start is far from every plane arrangement, only the hot schedules succeed.
_SCHEDULES = ((0.5, 0.3, 100), (1.5, 0.6, 500), (1.2, 0.4, 500))


def find_by_annealing(
    drawing: Drawing, space: StateSpace, budget: Budget, starts: int = 8
) -> Iterator[tuple[int, ...]]:
    """Yield plane arrangements of a `drawing` that random walks find. Each of the walks yields at most one arrangement.

    `starts` is the number of walks, and `space` is the state space of the drawing. A step exchanges any two vertices of
    a component, which is equivalent to several swaps along edges. If the `budget` is exhausted, the walks end early
    without an exception. Every call with the same drawing makes the same walks.
    """
    edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
    pairs = np.argwhere(np.triu(space.distances < drawing.vertices, 1))
    if not len(pairs):
        return
    for start in range(starts):
        hot, cold, slices = _SCHEDULES[start % len(_SCHEDULES)]
        arrangement, at = np.arange(drawing.vertices, dtype=np.int64), np.zeros(drawing.vertices, dtype=np.int64)
        state = np.zeros(annealing.STATE_SIZE, dtype=np.uint64)
        state[annealing.RANDOM] = np.uint64((1 + start) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        count_at_each(arrangement, space.adjacency, edges, space.left, at)
        state[annealing.CROSSINGS] = at.sum() // 4
        for part in range(slices):
            if budget.exhausted():
                return
            temperature = hot * (cold / hot) ** (part / slices)
            annealing.anneal(_MOVES, temperature, pairs, space.adjacency, edges, space.left, state, at, arrangement)
            if not state[annealing.CROSSINGS]:
                yield tuple(arrangement.tolist())
                break


MAX_TINY_VERTICES = 5
"""For 6 vertices, trying all permutations takes longer than the compiled search."""


class TinyPlaneArrangements:
    """The plane arrangements of a state `space` in which the vertices have moved at most `limit` in total.

    The attributes and methods are those of :class:`ludex.games.planarity.solving.arrangements.PlaneArrangements`.
    """

    def __init__(self, space: StateSpace, limit: int) -> None:
        n = len(space.adjacency)
        rows = _permutations(n)
        distances = space.distances[np.arange(n), rows]
        plane = rows[(distances < n).all(axis=1) & _is_plane(space, rows)]
        near = space.distances[np.arange(n), plane].sum(axis=1) <= limit
        self.steps = len(rows)
        self.complete = bool(near.all())
        self._found = plane[near]

    def __call__(self, budget: Budget) -> Iterator[npt.NDArray[np.int64]]:
        """Yield one array of plane arrangements. Raises BudgetExhausted if the `budget` has ended."""
        budget.check()
        budget.count(self.steps)
        yield self._found

    def tighten(self, limit: int) -> None:
        """Do nothing, because all arrangements have been listed."""


def _is_plane(space: StateSpace, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return, for each arrangement, whether no two edges cross."""
    n = len(space.adjacency)
    edges = [(u, v) for u, v in combinations(range(n), 2) if int(space.adjacency[u]) >> v & 1]
    crossing = np.zeros(len(rows), dtype=np.bool_)
    for (u, v), (w, x) in combinations(edges, 2):
        if len({u, v, w, x}) == 4:
            ends = space.blocked[rows[:, u], rows[:, v], rows[:, w]] >> rows[:, x].astype(np.uint64)
            crossing |= (ends & np.uint64(1)).astype(np.bool_)
    return ~crossing


@lru_cache(maxsize=MAX_TINY_VERTICES)
def _permutations(n: int) -> npt.NDArray[np.int64]:
    return np.array(list(permutations(range(n))), dtype=np.int64)


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
