"""Short sequences of swaps to plane arrangements, found without a proof by local search in rounds.

A round has three steps. First, simulated annealing finds a plane arrangement near the start. Some walks begin at the
start, and others at arrangements with few crossings from a beam search by crossings. If the beam search fails, walks to
arrangements with short edges come before these. Second, the search repeatedly selects some vertices that are close to
each other, lets them exchange positions among themselves, and lists the resulting plane arrangements that are at least
as near as the current arrangement (large neighbourhood search: P. Shaw, "Using constraint programming and local search
methods to solve vehicle routing problems", 1998). Third, a beam search finds swaps that lead to the nearest
arrangements. An arrangement is nearer than another arrangement if the total distance that the vertices move in the
graph is smaller.
"""

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels import annealing
from ludex.games.planarity.kernels.crossing_counts import count_at_each
from ludex.games.planarity.kernels.rotations import sets_of
from ludex.games.planarity.solving.arrangements import PlaneArrangements
from ludex.games.planarity.solving.balanced_bounds import UNIT, BalancedBounds
from ludex.games.planarity.solving.beam_search import MAX_TARGETS, find_short_path
from ludex.games.planarity.solving.crossing_search import CrossingSearch
from ludex.games.planarity.solving.length_search import LengthSearch
from ludex.games.planarity.solving.shortest_solutions import total_distances
from ludex.games.planarity.solving.state_space import StateSpace

# The first round begins with a beam search by crossings, which is good at undoing a few swaps of a large drawing. These
# are its time limit in seconds, and the number of crossings per edge above which it is skipped.
_CROSSINGS_SECONDS = 1.5
_FEW_CROSSINGS = 4
# The maximum number of walks to arrangements with short edges, and the maximum number of those that reach a plane
# arrangement. For more than _SMALL vertices, other walks take too long, so all rounds begin with such walks.
_LENGTH_WALKS, _LENGTH_STARTS = 8, 2
_SMALL = 64
# The initial weight of a step of distance, in crossings, and the initial weight of the mean distance between two
# vertices. The smaller of the two weights applies. High weights lead to nearer arrangements. Low weights lead to some
# plane arrangement more reliably. After a walk that did not reach a plane arrangement, the weight is multiplied by
# _LIGHTER. As soon as a walk has reached one, walks use the best weight so far, multiplied by the _FACTORS in turn.
_WEIGHT, _MEAN_WEIGHT = 0.4, 2.5
_LIGHTER, _FACTORS = 0.4, (1.0, 1.6, 1 / 1.6)
# The maximum number of walks in a round. The round ends earlier if a walk reaches a plane arrangement.
_WALKS = 3
# The initial and final temperatures of a walk (in crossings), its number of slices, and its number of moves per vertex.
_HOT, _COLD, _SLICES = 1.5, 0.15, 100
_MOVES = 16_000
# If a walk has cooled and has not reached a plane arrangement, this is the number of further slices, in each of which
# the weight is multiplied by _LESS.
_FURTHER, _LESS = 60, 0.92
# The initial temperatures of the walks that begin at arrangements with few crossings, which take turns, the ratio of
# their weight to the initial weight of other walks, and their number of moves per vertex. Each of these arrangements is
# the start of a walk before the other walks begin.
_NEAR_HOT, _NEAR_RATIO = (0.5, 1.0), 0.5
_NEAR_MOVES = 3_000
# The minimum and the maximum number of vertices that exchange positions among themselves, the maximum number of
# placements in a listing, and the number of unsuccessful listings after which a round ends.
_FEWEST, _MOST = 10, 22
_STEPS = 5_000
_FRUITLESS = 120
# The number of arrangements in a round for which weighted distances guide a further search for paths.
_GUIDED = 6


class ShortSolutions:
    """A search for short solutions of a `drawing` whose state space is `space`.

    `swaps` is the shortest solution so far, or None if none has been found. As long as the budgets suffice, every
    search of the same drawing finds the same solutions.
    """

    def __init__(self, drawing: Drawing, space: StateSpace) -> None:
        self.swaps: tuple[Edge, ...] | None = None
        self._drawing = drawing
        self._space = space
        self._edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
        self._pairs = np.argwhere(np.triu(space.distances < drawing.vertices, 1))
        points = np.array(drawing.points, dtype=np.float64)
        self._lengths = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._rounds = 0
        mean = float(space.distances[*self._pairs.T].mean()) if len(self._pairs) else 1.0
        self._weight = min(_WEIGHT, _MEAN_WEIGHT / mean)
        self._near_weight = _NEAR_RATIO * self._weight
        self._least_moved: int | None = None
        self._few_crossings: list[npt.NDArray[np.int64]] = []
        self._has_few_crossings = count_crossings(drawing) <= _FEW_CROSSINGS * len(drawing.edges)
        self._length_search = LengthSearch(drawing, space)
        self._length_walks = 0
        self._balanced = BalancedBounds(space)

    def improve(self, budget: Budget) -> None:
        """Run one round, which may find a shorter solution. The round ends early when the `budget` ends.

        The first round makes a walk from each arrangement with few crossings. If no walk reaches a plane arrangement,
        another walk follows.
        """
        if not len(self._pairs):
            return
        is_first = not self._rounds and not self._length_walks
        if is_first and self._has_few_crossings:
            self._undo_swaps(budget)
        if self._has_few_crossings and (self._drawing.vertices > _SMALL or (is_first and self.swaps is None)):
            self._shorten_edges(budget)
            if self.swaps is not None:
                return
        for _ in range(len(self._few_crossings) + _WALKS):
            start = self._walk(budget)
            self._rounds += 1
            if start is not None:
                self._descend(start, budget)
            if self._rounds >= len(self._few_crossings) and (start is not None or self.swaps is not None):
                return

    def _undo_swaps(self, budget: Budget) -> None:
        """Run the beam search by crossings, and continue from its solution if it finds one."""
        search = CrossingSearch(self._drawing, self._space)
        search.run(budget.share(2, _CROSSINGS_SECONDS))
        self._keep(search.swaps)
        if self.swaps is None:
            self._few_crossings = search.nearest[::-1]
        else:
            self._descend(self._arrangement_after(self.swaps), budget)

    def _shorten_edges(self, budget: Budget) -> None:
        """Walk to plane arrangements with short edges, and continue from these."""
        starts = 0
        for _ in range(_LENGTH_WALKS):
            start = self._length_search.walk(self._length_walks, budget)
            self._length_walks += 1
            if start is not None:
                self._descend(start, budget)
                starts += 1
            if starts == _LENGTH_STARTS or budget.exhausted():
                return

    def _walk(self, budget: Budget) -> npt.NDArray[np.int64] | None:
        """Return the plane arrangement that the next walk reaches, or None if it reaches none."""
        near = len(self._few_crossings)
        cycles, turn = divmod(self._rounds, near + _WALKS)
        if turn < near and (not cycles or self.swaps is None):
            hot = _NEAR_HOT[self._rounds % len(_NEAR_HOT)]
            return self._anneal(self._few_crossings[turn], hot, self._near_weight, _NEAR_MOVES, budget)
        weight = self._weight
        if self._least_moved is not None:
            weight *= _FACTORS[self._rounds % len(_FACTORS)]
        found = self._anneal(np.arange(self._drawing.vertices), _HOT, weight, _MOVES * (1 + cycles), budget)
        moved = None if found is None else int(total_distances(self._space, found[None])[0])
        if moved is not None and (self._least_moved is None or moved < self._least_moved):
            self._weight, self._least_moved = weight, moved
        elif self._least_moved is None:
            self._weight *= _LIGHTER
        return found

    def _keep(self, swaps: tuple[Edge, ...] | None) -> None:
        if swaps is not None and (self.swaps is None or len(swaps) < len(self.swaps)):
            self.swaps = swaps

    def _arrangement_after(self, swaps: tuple[Edge, ...]) -> npt.NDArray[np.int64]:
        arrangement = np.arange(self._drawing.vertices)
        for u, v in swaps:
            arrangement[[u, v]] = arrangement[[v, u]]
        return arrangement

    def _anneal(
        self, start: npt.NDArray[np.int64], hot: float, weight: float, moves: int, budget: Budget
    ) -> npt.NDArray[np.int64] | None:
        """Return a plane arrangement near the drawing, or None if the walk that begins at `start` reaches none.

        `hot` is the initial temperature, `weight` is the weight of a step of distance, and `moves` is the number of
        moves per vertex.
        """
        n, space = self._drawing.vertices, self._space
        arrangement, best = start.copy(), start.copy()
        state, at = np.zeros(annealing.STATE_SIZE, dtype=np.uint64), np.zeros(n, dtype=np.int64)
        state[annealing.RANDOM] = np.uint64((1 + self._rounds) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        count_at_each(arrangement, space.adjacency, self._edges, space.left, at)
        state[annealing.CROSSINGS] = at.sum() // 4
        state[annealing.MOVED] = total_distances(space, start[None])[0]
        farthest = state[annealing.LEAST_MOVED] = np.uint64(n * n)
        for part in range(_SLICES + _FURTHER):
            if budget.exhausted() or (part >= _SLICES and state[annealing.LEAST_MOVED] < farthest):
                break
            annealing.anneal_near(
                n * moves // _SLICES,
                hot * (_COLD / hot) ** min(part / _SLICES, 1),
                weight * _LESS ** max(part - _SLICES, 0),
                self._pairs,
                space.distances,
                space.adjacency,
                self._edges,
                space.left,
                state,
                at,
                arrangement,
                best,
            )
        return best if state[annealing.LEAST_MOVED] < farthest else None

    def _descend(self, arrangement: npt.NDArray[np.int64], budget: Budget) -> None:
        """Go from a plane arrangement to nearer and nearer arrangements, and find swaps that lead to the nearest."""
        numbers = RandomNumbers(self._rounds)
        nearest, moved, tries = [arrangement], int(total_distances(self._space, arrangement[None])[0]), 0
        while tries < _FRUITLESS and not budget.exhausted():
            tries += 1
            found = self._list_around(nearest[-1], moved, numbers, budget)
            if not len(found):
                continue
            distances = total_distances(self._space, found)
            least = int(distances.min())
            if least < moved:
                nearest, moved, tries = [], least, 0
            following = found[distances == least]
            following = following[numbers.below(len(following))]
            if not nearest or (following != nearest[-1]).any():
                nearest.append(following)
        targets = np.unique(np.array(nearest[-MAX_TARGETS:]), axis=0)
        self._keep(find_short_path(self._space, targets))
        self._keep_guided(targets, budget)

    def _keep_guided(self, targets: npt.NDArray[np.int64], budget: Budget) -> None:
        """Search for shorter solutions that lead to some of the `targets`, guided by weighted distances.

        The search ends early when the `budget` ends.
        """
        enough = len(targets[0]) ** 2 if self.swaps is None else len(self.swaps) - 1
        try:
            bounds = self._balanced.at_least(targets, enough, budget)
        except BudgetExhausted:
            return
        for row in np.argsort(bounds, kind="stable")[:_GUIDED]:
            if budget.exhausted() or (self.swaps is not None and bounds[row] >= len(self.swaps)):
                return
            guide = self._balanced.guide(targets[row], int(bounds[row]) + 1)
            self._keep(find_short_path(guide, targets[row : row + 1], UNIT))

    def _list_around(
        self, arrangement: npt.NDArray[np.int64], limit: int, numbers: RandomNumbers, budget: Budget
    ) -> npt.NDArray[np.int64]:
        """Return the plane arrangements that differ from an `arrangement` only at a few vertices close to each other.

        The total distance that the vertices move is at most `limit`.
        """
        n = len(arrangement)
        center = numbers.below(n)
        closeness = (
            self._lengths[arrangement[center], arrangement],
            self._lengths[center, arrangement],
            self._space.distances[center],
        )[numbers.below(3)]
        count = _FEWEST + numbers.below(_MOST - _FEWEST + 1)
        # A random quarter of the close vertices is left out, so that the choices differ.
        closest = [v for v in np.argsort(closeness, kind="stable").tolist() if v == center or numbers.below(4)][:count]
        positions = sets_of(np.eye(n, dtype=np.bool_)[arrangement], self._space.words)
        positions[closest] = np.bitwise_or.reduce(positions[closest], axis=0)
        listing = PlaneArrangements(self._space, limit, positions)
        try:
            return np.concatenate(list(listing(budget, _STEPS)) or [np.zeros((0, n), dtype=np.int64)])
        except BudgetExhausted:
            return np.zeros((0, n), dtype=np.int64)
