"""The sequence of bounds of a search with a rising bound.

Each listing should take a few times as long as the previous listing, so that all listings together take little longer
than the last one (iterative deepening: R. Korf, "Depth-first iterative-deepening", 1985). The growth is the factor by
which a listing becomes longer when the bound rises by one. It differs between drawings, from 1.1 to 2.5. The schedule
therefore estimates the growth from the previous listings.

The search for the minimum number of swaps of an independent part of a drawing, with a rising bound.

For each bound, the search lists the plane arrangements that the bound does not exclude. The lower bound on the number
of swaps to an arrangement is half the sum of the distances that the vertices move in the graph. A layered search along
shortest paths then tries to reach the listed arrangements with at most as many swaps as the bound. The first success
therefore gives the minimum, and all plane arrangements at this distance have been listed.

If the search takes long, a local search looks for short solutions meanwhile. The bound then stays below the length of
the shortest known solution until the minimum is proved. Only then does the search list the optimal solutions.
"""

from dataclasses import replace
from math import log

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.arrangements import (
    MAX_TINY_VERTICES,
    PlaneArrangements,
    TinyPlaneArrangements,
    find_by_annealing,
)
from ludex.games.planarity.solving.balanced_bounds import UNIT, BalancedBounds
from ludex.games.planarity.solving.embedding import tree_arrangements
from ludex.games.planarity.solving.routing import route
from ludex.games.planarity.solving.shortest_solutions import (
    ShortestSolutions,
    costs_home,
    find_shortest_paths,
    is_within,
    merge_solutions,
)
from ludex.games.planarity.solving.solution import MINIMUM, UNKNOWN, UPPER_BOUND, Solution
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import (
    ShortSolutions,
    find_short_path,
    select_nearest,
    swap_lower_bounds,
)

# Up to this value, the bound rises by one; after that, by at least two until a solution is known.
LAST_SINGLE_BOUND = 4
# The growth to assume before there is an estimate, the smallest estimate, and the number of placements that a listing
# must have for an estimate.
_GROWTH, _LEAST_GROWTH, _LEAST_STEPS = 1.6, 1.15, 20_000
# A listing may take at most this many times as long as the previous listing, and this share of the remaining time.
_LONGER = 4.0
_SHARE = 0.6
# The largest amount by which the bound rises at once before a solution is known. The search looks for paths with every
# number of swaps up to the bound, and paths that are much too long take a lot of memory.
_LONGEST_STEP = 4


class BoundSchedule:
    """The bounds to try, one after another. The caller must call `record` after each listing."""

    def __init__(self) -> None:
        self._bound = 0
        self._steps = 0
        self._seconds = 0.0
        self._growth = _GROWTH

    def record(self, bound: int, steps: int, seconds: float) -> None:
        """Record the number of `steps` (placements) and the `seconds` that the listing within a `bound` took."""
        if self._steps >= _LEAST_STEPS and bound > self._bound:
            self._growth = max(_LEAST_GROWTH, (steps / self._steps) ** (1 / (bound - self._bound)))
        self._bound, self._steps, self._seconds = bound, steps, seconds

    def following(self, remaining: float, *, is_bounded: bool) -> int:
        """Return the bound to try next, with `remaining` seconds left.

        `is_bounded` states whether a solution is known. If so, the caller keeps the bound below the length of this
        solution.

        >>> schedule = BoundSchedule()
        >>> schedule.record(4, 100, 0.001)
        >>> schedule.following(10.0, is_bounded=False), schedule.following(10.0, is_bounded=True)
        (6, 6)
        >>> schedule.record(6, 50_000, 0.02)
        >>> schedule.record(8, 72_000, 0.03)
        >>> schedule.following(10.0, is_bounded=False), schedule.following(10.0, is_bounded=True)
        (12, 15)
        """
        longer = _SHARE * remaining / max(self._seconds, 1e-6)
        if longer > _LONGER**2 or not is_bounded:
            longer = _LONGER
        step = int(log(max(longer, 1.0)) / log(self._growth))
        if not is_bounded:
            least = 1 if self._bound < LAST_SINGLE_BOUND else 2
            step = least if self._steps < _LEAST_STEPS else min(max(step, least), _LONGEST_STEP)
        return self._bound + max(step, 1)


# The local search begins after this number of placements (about 0.5 microseconds each), or after this share of the time
# limit.
_IMPROVING_STEPS = 2_000_000
_IMPROVING_SHARE = 0.1
# Pairs of a ratio and a share. If the shortest known solution is at least `ratio` times as long as the lower bound, the
# local search may take this share of the elapsed time. Each round of the local search has a time limit in seconds.
_IMPROVING_TIMES = ((2.0, 0.5), (1.15, 0.25), (0.0, 0.1))
_ROUND_SECONDS = 5.0
# From this number of swaps on, the search for paths treats each arrangement separately, guided by weighted distances.
_GUIDED = 12
# The limits of the methods that follow if the local search finds no solution: placements, seconds, and arrangements.
_STEPS_ANYWHERE = 1_000_000
_OTHER_METHODS_SECONDS = 10.0
_ROUTED = 8


def _first_bound(expected: int) -> int:
    """Return the bound to start with, which is at least the `expected` number of swaps.

    From LAST_SINGLE_BOUND on, the search uses only every second number as a bound.
    """
    step = 1 if expected <= LAST_SINGLE_BOUND else 2
    return max(1, expected + (LAST_SINGLE_BOUND - expected) % step)


class PartSearch:
    """A search with a rising bound. The results so far remain available when the budget ends."""

    def __init__(
        self,
        drawing: Drawing,
        space: StateSpace,
        budget: Budget,
        ruled_out: int = 0,
        improving: bool = True,
        counted: bool = True,
    ) -> None:
        self._drawing = drawing
        self._space = space
        self._budget = budget
        self._ruled_out = ruled_out
        self._steps = 0
        self._near: npt.NDArray[np.int64] | None = None
        self._short: ShortSolutions | None = None
        self._improving = improving
        self._counted = counted
        self._found: tuple[Edge, ...] | None = None
        self._improving_seconds = 0.0
        self._schedule = BoundSchedule()
        self._balanced = BalancedBounds(space)

    def run(self, limit: int | None = None, expected: int = 1) -> ShortestSolutions | None:
        """Return the shortest paths to a plane arrangement, or None if there is none. Raises BudgetExhausted.

        `limit` is a number of swaps that the caller knows to be sufficient. `expected` is the number of swaps that the
        caller expects. If the search does not count solutions, it ends and also returns None as soon as
        :meth:`is_proved` is true.
        """
        bound = _first_bound(expected) if limit is None else min(limit, self._ruled_out + 2)
        while True:
            self._report(bound)
            paths, unreachable = self.within(bound)
            if paths is not None or unreachable:
                return paths
            self._ruled_out = max(self._ruled_out, self._below_enough(bound))
            if self.is_proved() and not self._counted:
                return None
            bound = self._following_bound(limit)

    def _following_bound(self, limit: int | None) -> int:
        """Return the bound to try next."""
        following = self._schedule.following(self._budget.remaining(), is_bounded=self._enough() is not None)
        if limit is not None and self._ruled_out < limit:
            following = min(following, limit)
        return self._ruled_out + 1 if self.is_proved() else self._below_enough(following)

    def _below_enough(self, bound: int) -> int:
        """Return the `bound`, but at most one less than a number of swaps that is known to suffice."""
        enough = self._enough()
        return bound if enough is None else min(bound, enough - 1)

    def is_proved(self) -> bool:
        """Return whether the known lower bound is equal to the known upper bound."""
        enough = self._enough()
        return enough is not None and enough <= self._ruled_out + 1

    def _report(self, bound: int) -> None:
        """Report the number of swaps that is being ruled out, and the number that is known to suffice."""
        enough = "" if self._enough() is None else f"; {self._enough()} suffice"
        note = f"swaps and fewer are being ruled out{enough}; {self._steps:,} placements tried"
        self._budget.report(bound, None, note)

    def known(self, crossings: int) -> Solution:
        """Return the known bounds as a solution. If the bounds are equal, the minimum is proved."""
        lower = self._ruled_out + 1
        swaps = self._best_known()
        if swaps is None:
            return Solution(crossings, None, False, (), None, None, lower, UNKNOWN)
        if len(swaps) <= lower:
            return Solution(crossings, len(swaps), True, swaps, None, None, lower, MINIMUM)
        return Solution(crossings, len(swaps), False, swaps, None, None, lower, UPPER_BOUND)

    def _best_known(self) -> tuple[Edge, ...] | None:
        """Return the shortest known sequence of swaps to a plane arrangement, or None if none is known."""
        paths = [self._short.swaps if self._short is not None else None, self._found]
        if self._near is not None:
            paths.append(find_short_path(self._space, self._near))
            paths += [route(self._drawing, arrangement) for arrangement in self._near[:_ROUTED].tolist()]
        return min((path for path in paths if path is not None), key=len, default=None)

    def _keep_nearest(self, arrangements: npt.NDArray[np.int64]) -> None:
        """Add new plane arrangements to those found so far, and keep the nearest of them."""
        if len(arrangements):
            met = select_nearest(self._space, arrangements)
            if self._near is not None:
                met = select_nearest(self._space, np.unique(np.concatenate([self._near, met]), axis=0))
            self._near = met

    def within(self, bound: int) -> tuple[ShortestSolutions | None, bool]:
        """Return the shortest paths of at most `bound` swaps, and whether there is no plane arrangement at all.

        If the search does not count solutions, it stores one shortest path, and the result contains None instead of the
        paths.
        """
        tiny = len(self._space.adjacency) <= MAX_TINY_VERTICES
        listing = (TinyPlaneArrangements if tiny else PlaneArrangements)(self._space, 2 * bound)
        candidates: list[ShortestSolutions] = []
        limit, met, before = bound, 0, self._steps
        started = self._budget.elapsed() - self._improving_seconds
        for arrangements in listing(self._budget):
            met += len(arrangements)
            self._steps = before + listing.steps
            self._keep_nearest(arrangements)
            paths = self._shortest_within(arrangements, limit)
            if paths is not None and not self._counted:
                self._found = paths.sequence()
                limit = len(self._found) - 1
            elif paths is not None:
                swaps = len(paths.layers) - 1
                candidates = [paths] if swaps < limit else [*candidates, paths]
                limit = swaps
            elif self._is_improving_due():
                if self._improve(arrangements):
                    return None, True
                enough = self._enough()
                if enough is not None and enough < limit + (not candidates):
                    candidates, limit = [], enough - 1
                self._report(bound)
            if limit <= self._ruled_out:
                return None, False
            listing.tighten(2 * limit)
        self._schedule.record(bound, listing.steps, self._budget.elapsed() - self._improving_seconds - started)
        if len(candidates) <= 1:
            return (candidates[0] if candidates else None), listing.complete and not met
        return merge_solutions(candidates), False

    def _shortest_within(self, arrangements: npt.NDArray[np.int64], limit: int) -> ShortestSolutions | None:
        """Return the shortest paths to the arrangements, or None if more than `limit` swaps are needed."""
        if not len(arrangements):
            return None
        costs = costs_home(self._space, arrangements)
        bounds = swap_lower_bounds(costs)
        if limit >= _GUIDED:
            return self._guided_paths(arrangements[bounds <= limit], limit)
        for swaps in range(max(self._ruled_out + 1, int(bounds.min())), limit + 1):
            targets = arrangements[(bounds <= swaps) & (costs[:, 1] % 2 == swaps % 2)]
            paths = find_shortest_paths(self._space, targets, swaps, self._budget) if len(targets) else None
            if paths is not None:
                return paths
        return None

    def _guided_paths(self, targets: npt.NDArray[np.int64], limit: int) -> ShortestSolutions | None:
        """Return the shortest paths of at most `limit` swaps to the `targets`, or None if there are none.

        If the search does not count solutions, the result contains the paths to only one target. A search for paths is
        cheap if the number of swaps is equal to the lower bound of the target, so these searches come first.
        """
        bounds = self._balanced.at_least(targets, limit, self._budget)
        bounds += np.maximum(0, self._ruled_out + 1 - bounds + 1) // 2 * 2
        found: list[ShortestSolutions] = []
        open_targets = np.argsort(bounds, kind="stable").tolist()
        for more in range(0, limit, 2):
            open_targets = [row for row in open_targets if bounds[row] + more <= limit]
            for row in list(open_targets):
                swaps = int(bounds[row]) + more
                if swaps > limit:
                    continue
                guide = self._balanced.guide(targets[row], swaps)
                if not is_within(guide, targets[row], swaps, self._budget, UNIT):
                    continue
                paths = find_shortest_paths(guide, targets[row][None], swaps, self._budget, UNIT)
                if paths is not None:
                    found = [*(found if swaps == limit else []), replace(paths, space=self._space)]
                    limit = swaps if self._counted else swaps - 1
                    open_targets.remove(row)
        return merge_solutions(found) if found else None

    def _enough(self) -> int | None:
        """Return a number of swaps that is known to suffice, or None if there is none."""
        short = self._short.swaps if self._short is not None else None
        return min((len(swaps) for swaps in (short, self._found) if swaps is not None), default=None)

    def _is_improving_due(self) -> bool:
        """Return whether it is time for a round of the local search, because the search may take long."""
        if not self._improving or self.is_proved():
            return False
        elapsed, seconds = self._budget.elapsed(), self._budget.seconds
        if self._short is not None:
            enough = self._enough() or self._drawing.vertices**2
            share = next(share for ratio, share in _IMPROVING_TIMES if enough >= ratio * (self._ruled_out + 1))
            return self._improving_seconds < share * elapsed
        return self._steps > _IMPROVING_STEPS or (seconds is not None and elapsed > _IMPROVING_SHARE * seconds)

    def _improve(self, met: npt.NDArray[np.int64]) -> bool:
        """Run a round of the local search. Return True if it turns out that no solution exists.

        If the first round finds no solution, the plane arrangements in `met` become the targets. If there are none, the
        targets come from an embedding of a tree, a short search without a bound, or annealing.
        """
        is_first = self._short is None
        if self._short is None:
            self._short = ShortSolutions(self._drawing, self._space)
        started = self._budget.elapsed()
        self._short.improve(self._budget.share(2, _ROUND_SECONDS))
        self._improving_seconds += self._budget.elapsed() - started
        return is_first and self._short.swaps is None and self._try_other_methods(met)

    def _try_other_methods(self, met: npt.NDArray[np.int64]) -> bool:
        """Store some plane arrangements as targets. Return True if it turns out that no plane arrangement exists."""
        if not len(met):
            met = np.array(list(tree_arrangements(self._drawing)), dtype=np.int64)
        anywhere = PlaneArrangements(self._space)
        for arrangements in () if len(met) else anywhere(self._budget, _STEPS_ANYWHERE):
            if len(arrangements):
                met = arrangements
                break
        if not len(met) and anywhere.exhausted():
            return True
        if not len(met):
            walks = find_by_annealing(self._drawing, self._space, self._budget.share(2, _OTHER_METHODS_SECONDS))
            met = np.array(list(walks), dtype=np.int64)
        self._keep_nearest(met)
        return False
