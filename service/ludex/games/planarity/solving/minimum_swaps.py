"""The minimum number of swaps to a plane drawing, with a proof and with counts of the optimal solutions.

If swaps can never make two parts of the graph cross each other, the parts are solved independently. The module
`part_search` contains the search. K. Yamanaka et al., "Swapping labeled tokens on graphs" (2015), describe the state
space. By comparison, the brute-force search in "Swap Planarity", section 4.4, tries `m (m - 1)^(s - 1)` sequences.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial, prod

from ludex.engine.arguments import require_integer
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

# Up to this number of vertices, the search takes less time than importing networkx for the planarity test. The test
# then follows the search, and only if the search finds no solution.
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
        The drawing, with up to 128 vertices.
    budget : Budget, optional
        The limits of the search. The default has no limits.
    reachable : bool
        Whether the caller knows that swaps can make the drawing plane. If so, the search for a simple proof of the
        contrary is skipped.
    expected : int
        The number of swaps that the caller expects. With this number, the search does not rule out smaller numbers one
        by one. The minimum and the numbers of optimal solutions do not depend on `expected`.
    counted : bool
        Whether to count the optimal solutions. If not, the search ends as soon as the minimum is proved. This takes
        about half as long for large drawings.

    Returns
    -------
    Solution
        The minimum, one optimal sequence, and the numbers of optimal solutions. If the budget ends first, the result
        contains the best known sequence and bound, and `proved` is false.

    Notes
    -----
    The cost is exponential in the worst case (Theorem 2). On one core, a drawing with 11 vertices, 20 edges and 8
    swaps takes about 10 ms, and a drawing with 14 vertices, 26 edges and 10 swaps takes about 50 ms. The function
    raises no exceptions for valid arguments.

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
    Drawing.require(drawing)
    require_integer(expected, "expected")
    return solve_with_paths(drawing, Budget.require(budget), reachable, expected=expected, counted=counted)[0]


@dataclass(frozen=True, slots=True, eq=False)
class PartPaths:
    """An independent part of a drawing, with all shortest paths from this part to plane arrangements."""

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

    The paths are None if there is no proved minimum. They may also be None if `counted` is false. `within` contains a
    lower and an upper bound on the minimum, if the caller knows such bounds. For the other arguments, see
    :func:`solve`.
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
    """Return the shortest paths of each part of a `drawing` with crossings, given the `solution` of the drawing.

    Returns None if the minimum is not proved. Raises BudgetExhausted when the `budget` ends. Cost: one listing for each
    part, which is about half the cost of :func:`solve`.
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
    """Solve an independent part. Return its solution and its shortest paths.

    The paths are None if the minimum is 0 or not proved. They may also be None if `counted` is false. For the
    arguments, see :func:`solve_with_paths`.
    """
    crossings = count_crossings(drawing)
    if not crossings:
        return _PLANE_SOLUTION, None
    least, limit = within or (1, None)
    search = PartSearch(drawing, StateSpace.of(drawing), budget, ruled_out=max(least, 1) - 1, counted=counted)
    try:
        paths = search.run(limit, expected)
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
    """Combine the solutions of the parts into a solution of the whole drawing.

    The minimum is the sum of the minima of the parts. The sequences of different parts can be interleaved in any way.
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
