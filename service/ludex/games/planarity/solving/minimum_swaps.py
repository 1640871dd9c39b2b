"""The minimum number of swaps to a plane drawing, with proof and with the numbers of optimal solutions.

Parts of the graph that swaps can never make cross are solved independently; see `part_search` for the search. Compare
K. Yamanaka et al., "Swapping labeled tokens on graphs" (2015), for the state space, and "Swap Planarity", section 4.4,
whose brute force tries m (m - 1)^(s - 1) sequences.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial, prod

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.crossings import IndependentPart, count_crossings, independent_parts
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.part_search import PartSearch
from ludex.games.planarity.solving.shortest_solutions import ShortestSolutions
from ludex.games.planarity.solving.solution import (
    MINIMUM,
    NO_PLANE_ARRANGEMENT,
    PLANE,
    UNKNOWN,
    UPPER_BOUND,
    Solution,
)
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.unreachable import simple_reason

# Up to this number of vertices, the search ends before the planarity test would be loaded, so the test comes after it.
_SMALL = 8


_PLANE_SOLUTION = Solution(0, 0, True, (), 1, 1, 0, PLANE)


def solve(
    drawing: Drawing,
    budget: Budget | None = None,
    *,
    reachable: bool = False,
    expected: int = 1,
    counted: bool = True,
) -> Solution:
    """Return the minimum number of swaps that make a drawing plane.

    Parameters
    ----------
    drawing : Drawing
        The drawing, with up to 64 vertices.
    budget : Budget, optional
        The limits of the search. The default has no limits.
    reachable : bool
        Whether the caller knows that swaps can make the drawing plane. If so, the search for a simple reason against it
        is skipped.
    expected : int
        A number of swaps that the caller expects to need. The search then does not rule out smaller numbers one by one.
        The minimum does not depend on it. If it is the minimum, the result is the same as without it.
    counted : bool
        Whether to count the optimal solutions. If not, the search ends as soon as the minimum is proved, which takes
        about half the time for large drawings.

    Returns
    -------
    Solution
        The number, one optimal sequence, and the numbers of optimal solutions. If the budget ends first, the result has
        the best known sequence and bound, with `proved` false.

    Notes
    -----
    The cost is exponential in the worst case (Theorem 2). On one core it is about 10 ms for 11 vertices, 20 edges and 8
    swaps, and 50 ms for 14 vertices, 26 edges and 10 swaps. The function raises no exceptions.

    References
    ----------
    "Swap Planarity", Theorem 2 and section 4.4; K. Yamanaka et al., "Swapping labeled tokens on graphs" (2015).

    Examples
    --------
    >>> cycle = tuple((i, (i + 1) % 6) for i in range(6))
    >>> solution = solve(Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), cycle))
    >>> solution.crossings, solution.min_swaps, solution.proved
    (1, 3, True)
    """
    return solve_with_paths(drawing, budget or Budget(), reachable, expected=expected, counted=counted)[0]


@dataclass(frozen=True, slots=True, eq=False)
class PartPaths:
    """An independent part of a drawing that has crossings, and all shortest paths that make it plane."""

    part: IndependentPart
    paths: ShortestSolutions

    @property
    def drawing(self) -> Drawing:
        """Return the part as a drawing."""
        return self.part.drawing


def solve_with_paths(
    drawing: Drawing,
    budget: Budget,
    reachable: bool = False,
    within: tuple[int, int] | None = None,
    expected: int = 1,
    counted: bool = True,
) -> tuple[Solution, tuple[PartPaths, ...] | None]:
    """Return the solution of a `drawing` and the shortest paths of its parts.

    The paths are None if there is no proved minimum. `within` is a pair of a lower and an upper bound on the minimum,
    if the caller knows any. The other arguments are those of :func:`solve`; the paths may be None if not `counted`.
    """
    crossings = count_crossings(drawing)
    if not crossings:
        return _PLANE_SOLUTION, ()
    is_small = drawing.vertices <= _SMALL
    reason = None if reachable or is_small else simple_reason(drawing)
    if reason is not None:
        return _unreachable(crossings, reason), None
    parts = independent_parts(drawing)
    if len(parts) > 1:
        within, expected = None, 1
    solved = [_solve_part(part.drawing, budget, within, expected, counted) for part in parts]
    solution = _combine(crossings, parts, [solution for solution, _ in solved])
    if is_small and solution.min_swaps is None and (reason := simple_reason(drawing)) is not None:
        return _unreachable(crossings, reason), None
    if solution.arrangements is None:
        return solution, None
    paths = [PartPaths(part, paths) for part, (_, paths) in zip(parts, solved, strict=True) if paths is not None]
    return solution, tuple(paths)


def paths_of_solution(drawing: Drawing, solution: Solution, budget: Budget) -> tuple[PartPaths, ...] | None:
    """Return the shortest paths of the parts of a `drawing`, given its `solution`, or None without a proved minimum.

    Raises BudgetExhausted when the `budget` ends. Cost: one listing for each part, about half the cost of
    :func:`solve`.
    """
    if not solution.proved or solution.min_swaps is None:
        return None
    part_paths = []
    for part in independent_parts(drawing):
        swaps = sum(edge[0] in part.vertices for edge in solution.swaps)
        if swaps:
            search = PartSearch(part.drawing, StateSpace.of(part.drawing), budget, ruled_out=swaps - 1, improving=False)
            paths, _ = search.within(swaps)
            if paths is None:
                return None
            part_paths.append(PartPaths(part, paths))
    return tuple(part_paths)


def _solve_part(
    drawing: Drawing, budget: Budget, within: tuple[int, int] | None, expected: int, counted: bool
) -> tuple[Solution, ShortestSolutions | None]:
    """Solve a part. If its minimum is positive and proved, also return its shortest paths."""
    crossings = count_crossings(drawing)
    if not crossings:
        return _PLANE_SOLUTION, None
    least, most = within or (1, None)
    search = PartSearch(drawing, StateSpace.of(drawing), budget, ruled_out=max(least, 1) - 1, counted=counted)
    try:
        paths = search.run(most, expected)
    except BudgetExhausted:
        return search.known(crossings), None
    if paths is None and search.is_proved():
        return search.known(crossings), None
    if paths is None:
        return _unreachable(crossings, NO_PLANE_ARRANGEMENT), None
    swaps = paths.sequence()
    arrangements, sequences = len(paths.layers[-1]), sum(paths.counts[-1])
    return Solution(crossings, len(swaps), True, swaps, arrangements, sequences, len(swaps), MINIMUM), paths


def _combine(crossings: int, parts: Sequence[IndependentPart], solutions: Sequence[Solution]) -> Solution:
    """Return the solution of the whole drawing, combined from the solutions of its parts.

    The minima add up, and the sequences of different parts can be interleaved in every way.
    """
    if len(solutions) == 1:
        return replace(solutions[0], swaps=_whole_swaps(parts, solutions))
    unreachable = next((solution for solution in solutions if solution.proved and solution.min_swaps is None), None)
    if unreachable is not None:
        return _unreachable(crossings, unreachable.reason)
    swaps, lower = _whole_swaps(parts, solutions), sum(solution.lower_bound for solution in solutions)
    if any(solution.min_swaps is None for solution in solutions):
        return Solution(crossings, None, False, (), None, None, lower, UNKNOWN)
    if not all(solution.proved for solution in solutions):
        return Solution(crossings, len(swaps), False, swaps, None, None, lower, UPPER_BOUND)
    if any(solution.arrangements is None for solution in solutions):
        return Solution(crossings, len(swaps), True, swaps, None, None, len(swaps), MINIMUM)
    arrangements = prod(solution.arrangements or 1 for solution in solutions)
    shuffles = factorial(len(swaps)) // prod(factorial(len(solution.swaps)) for solution in solutions)
    sequences = shuffles * prod(solution.sequences or 1 for solution in solutions)
    return Solution(crossings, len(swaps), True, swaps, arrangements, sequences, len(swaps), MINIMUM)


def _whole_swaps(parts: Sequence[IndependentPart], solutions: Sequence[Solution]) -> tuple[Edge, ...]:
    return tuple(part.named(edge) for part, solution in zip(parts, solutions, strict=True) for edge in solution.swaps)


def _unreachable(crossings: int, reason: str) -> Solution:
    return Solution(crossings, None, True, (), None, None, 0, reason)


class _Search:
    """A search with a rising bound. Its results remain available when the budget ends."""

    def __init__(
        self, drawing: Drawing, space: StateSpace, budget: Budget, ruled_out: int = 0, improving: bool = True
    ) -> None:
        self._drawing = drawing
        self._space = space
        self._budget = budget
        self._ruled_out = ruled_out
        self._steps = 0
        self._near: npt.NDArray[np.int64] | None = None
        self._short: ShortSolutions | None = None
        self._improving = improving
        self._improving_seconds = 0.0

    def run(self, most: int | None = None) -> ShortestSolutions | None:
        """Return the shortest paths to a plane arrangement, or None if there is none. Raises BudgetExhausted.

        `most` is a number of swaps that the caller knows to be sufficient.
        """
        bound = 1 if most is None else min(most, self._ruled_out + 2)
        while True:
            self._report(bound)
            paths, unreachable = self.within(bound)
            if paths is not None or unreachable:
                return paths
            self._ruled_out = bound
            bound += 1 if bound < _LAST_SINGLE_BOUND else 2
            for enough in (most, self._enough()):
                if enough is not None and self._ruled_out < enough:
                    bound = min(bound, enough)

    def _report(self, bound: int) -> None:
        """Report the number of swaps that are being ruled out, and the number that is known to suffice."""
        enough = "" if self._enough() is None else f"; {self._enough()} suffice"
        note = f"swaps and fewer are being ruled out{enough}; {self._steps:,} placements tried"
        self._budget.report(bound, None, note)

    def unproved(self, crossings: int) -> Solution:
        """Return the known bounds after the budget has ended. If they meet, the minimum is proved."""
        lower = self._ruled_out + 1
        swaps = self._best_known()
        if swaps is None:
            return Solution(crossings, None, False, (), None, None, lower, UNKNOWN)
        if len(swaps) <= lower:
            return Solution(crossings, len(swaps), True, swaps, None, None, lower, MINIMUM)
        return Solution(crossings, len(swaps), False, swaps, None, None, lower, UPPER_BOUND)

    def _best_known(self) -> tuple[Edge, ...] | None:
        """Return the shortest known sequence to a plane arrangement that was found, or None if none was found."""
        paths = [self._short.swaps if self._short is not None else None]
        if self._near is not None:
            paths.append(find_short_path(self._space, self._near))
            paths += [route(self._drawing, arrangement) for arrangement in self._near[:_ROUTED].tolist()]
        return min((path for path in paths if path is not None), key=len, default=None)

    def _keep_nearest(self, arrangements: npt.NDArray[np.int64]) -> None:
        """Keep the nearest of the plane arrangements found."""
        if len(arrangements):
            met = select_nearest(self._space, arrangements)
            if self._near is not None:
                met = select_nearest(self._space, np.unique(np.concatenate([self._near, met]), axis=0))
            self._near = met

    def within(self, bound: int) -> tuple[ShortestSolutions | None, bool]:
        """Return the shortest paths of at most `bound` swaps, and whether there is no plane arrangement at all."""
        listing = PlaneArrangements(self._space, 2 * bound)
        candidates: list[ShortestSolutions] = []
        most, met, before = bound, 0, self._steps
        for arrangements in listing(self._budget):
            met += len(arrangements)
            self._steps = before + listing.steps
            self._keep_nearest(arrangements)
            paths = self._shortest_within(arrangements, most)
            if paths is not None:
                swaps = len(paths.layers) - 1
                candidates = [paths] if swaps < most else [*candidates, paths]
                most = swaps
            elif self._is_improving_due():
                if self._improve(arrangements):
                    return None, True
                enough = self._enough()
                if enough is not None and enough < most:
                    candidates, most = [], enough
                self._report(bound)
            listing.tighten(2 * most)
        if len(candidates) <= 1:
            return (candidates[0] if candidates else None), listing.complete and not met
        targets = np.concatenate([paths.targets for paths in candidates])
        return find_shortest_paths(self._space, targets, most, self._budget), False

    def _shortest_within(self, arrangements: npt.NDArray[np.int64], most: int) -> ShortestSolutions | None:
        """Return the shortest paths to the arrangements if they have at most `most` swaps."""
        if not len(arrangements):
            return None
        sums, exchanges = total_distances(self._space, arrangements), exchanges_home(arrangements)
        for swaps in range(self._ruled_out + 1, most + 1):
            near = (sums <= 2 * swaps) & (exchanges <= swaps) & (exchanges % 2 == swaps % 2)
            targets = arrangements[near]
            paths = find_shortest_paths(self._space, targets, swaps, self._budget) if len(targets) else None
            if paths is not None:
                return paths
        return None

    def _enough(self) -> int | None:
        """Return a number of swaps that suffices, or None if none is known."""
        return None if self._short is None or self._short.swaps is None else len(self._short.swaps)

    def _is_improving_due(self) -> bool:
        """Return whether the search may take long, so that a search for short solutions should continue."""
        enough = self._enough()
        if not self._improving or (enough is not None and enough <= self._ruled_out + 1):
            return False
        elapsed, seconds = self._budget.elapsed(), self._budget.seconds
        if self._short is not None:
            return self._improving_seconds < _IMPROVING_TIME * elapsed
        return self._steps > _IMPROVING_STEPS or (seconds is not None and elapsed > _IMPROVING_SHARE * seconds)

    def _improve(self, met: npt.NDArray[np.int64]) -> bool:
        """Search for a shorter solution, and return whether there is none at all.

        If the first round finds none, the arrangements just found become the targets. Without any, they are those of a
        tree, the first ones of a short search without a bound, or those that annealing finds.
        """
        is_first = self._short is None
        if self._short is None:
            self._short = ShortSolutions(self._drawing, self._space)
        started = self._budget.elapsed()
        self._short.improve(self._budget.share(3, _ROUND_SECONDS))
        self._improving_seconds += self._budget.elapsed() - started
        return is_first and self._short.swaps is None and self._try_other_methods(met)

    def _try_other_methods(self, met: npt.NDArray[np.int64]) -> bool:
        """Keep some plane arrangements as targets, and return whether there are none at all."""
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
