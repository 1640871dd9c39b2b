"""The difficulty of a level, measured on all its shortest paths to a plane drawing, and the grade of the level.

The measures are invariants of the swap class: they do not change when the vertices are renamed, when the drawing is
mirrored, or when anything else happens that preserves the crossings of all arrangements. Compare "Swap Planarity",
section 4.4, on levels with several solutions and independent swaps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from ludex.engine.arguments import require_type
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity import kernels
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.minimum_swaps import PartPaths, paths_of_solution, solve_with_paths
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.solving.state_space import effective_edges

_NO_DESCENT = 3
_RISE = 3


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty measures of a level with a proved minimum of s swaps.

    - `final_drawings`: the number of plane arrangements at distance s.
    - `sequences`: the number of sequences of s swaps that end in one of these arrangements.
    - `orders`: the number of these sequences if two sequences count as one when they differ only in the order of
      swaps that commute. Consecutive swaps commute if they have no common vertex.
    - `crossings_must_rise`: whether every optimal sequence increases the number of crossings somewhere.
    - `steepest_descent`: whether steepest descent always ends in a plane drawing after s swaps. Steepest descent
      repeatedly swaps an edge that leaves the fewest crossings, and stops when no swap reduces the crossings. If
      several edges are equally good, every choice must lead to a plane drawing.
    - `independent_swaps`: the size of the largest set of swaps that can each begin an optimal sequence, such that no
      two swaps in the set share a vertex or affect the same crossing.
    - `grade`: see :func:`grade_of`.
    """

    final_drawings: int
    sequences: int
    orders: int
    crossings_must_rise: bool
    steepest_descent: bool
    independent_swaps: int
    grade: int


def solve_and_grade(drawing: Drawing, budget: Budget | None = None) -> tuple[Solution, Difficulty | None]:
    """Solve a `drawing` and measure its difficulty in a single search.

    `budget` limits the search (None: no limits). The difficulty is None if the minimum is not proved, if no plane
    drawing is reachable, or if the budget ends during the measurement.

    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> solve_and_grade(path)[1]
    Difficulty(final_drawings=1, sequences=1, orders=1, crossings_must_rise=False, steepest_descent=True,
               independent_swaps=1, grade=1)
    """
    budget = budget or Budget()
    solution, paths = solve_with_paths(drawing, budget)
    return solution, _measure(drawing, solution, paths, budget)


def difficulty(drawing: Drawing, solution: Solution, budget: Budget | None = None) -> Difficulty | None:
    """Measure the difficulty of a drawing that is already solved.

    Parameters
    ----------
    drawing : Drawing
        The drawing.
    solution : Solution
        Its solution, as returned by :func:`ludex.planarity.solve`.
    budget : Budget, optional
        The limits of the measurement. The default has no limits.

    Returns
    -------
    Difficulty or None
        The measures and the grade, or None if there is no proved minimum or the budget ends first.

    Notes
    -----
    The cost is about half the cost of solving the drawing, plus an amount in proportion to the number of its shortest
    solutions. The function raises no exceptions for valid arguments.

    References
    ----------
    "Swap Planarity", section 4.4; P. Cartier and D. Foata, "Problèmes combinatoires de commutation et réarrangements"
    (1969), for `orders`.

    Examples
    --------
    >>> from ludex.games.planarity.solving.minimum_swaps import solve
    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> difficulty(path, solve(path)).grade
    1
    """
    Drawing.require(drawing)
    require_type(solution, Solution, "solution", "solve(drawing) returns a Solution")
    budget = Budget.require(budget)
    try:
        paths = paths_of_solution(drawing, solution, budget)
    except BudgetExhausted:
        return None
    return _measure(drawing, solution, paths, budget)


def grade_of(moves: int, swaps: int, sequences: int, crossings_must_rise: bool, steepest_descent: bool) -> int:
    """Return the grade of a level, which grows with the luck that is needed to solve the level by random swaps.

    `moves` is the number of edges whose swap changes the drawing, and `swaps` is the minimum. Of the `moves ** swaps`
    sequences of swaps, `sequences` solve the level. The first part of the grade is the binary logarithm of
    `moves ** swaps / sequences`, rounded down. The grade is 3 higher if `steepest_descent` is false, and again 3 higher
    if `crossings_must_rise` is true.

    >>> grade_of(20, 4, 24, False, True), grade_of(20, 4, 1, True, False)
    (12, 23)
    """
    luck: int = (moves**swaps // sequences).bit_length() - 1
    return luck + _NO_DESCENT * (not steepest_descent) + _RISE * crossings_must_rise


def _measure(
    drawing: Drawing, solution: Solution, parts: tuple[PartPaths, ...] | None, budget: Budget
) -> Difficulty | None:
    """Measure the independent parts of a drawing, whose edges never cross each other, and combine the measures."""
    if parts is None or solution.min_swaps is None:
        return None
    try:
        measures = [_Measures(part, budget) for part in parts]
        orders = prod(part.orders() for part in measures)
        must_rise = any(part.crossings_must_rise() for part in measures)
        descends = all(part.steepest_descent_solves() for part in measures)
        independent = sum(part.independent_swaps() for part in measures)
    except BudgetExhausted:
        return None
    arrangements, sequences = solution.arrangements or 1, solution.sequences or 1
    grade = grade_of(len(effective_edges(drawing)), solution.min_swaps, sequences, must_rise, descends)
    return Difficulty(arrangements, sequences, orders, must_rise, descends, independent, grade)


class _Measures:
    """The measures of an independent part, computed from its shortest paths.

    The paths form a graph: `_followers[k][i][e]` is the row of layer k + 1 that results from move e in row i of layer
    k, or -1 if this move leaves the shortest paths.
    """

    def __init__(self, part: PartPaths, budget: Budget) -> None:
        self._drawing = part.drawing
        self._paths = part.paths
        self._budget = budget
        self._moves: list[Edge] = [(u, v) for u, v in part.paths.space.moves.tolist()]
        self._length = len(part.paths.layers) - 1
        self._followers = [part.paths.followers(k) for k in range(self._length)]
        budget.hold(sum(followers.nbytes for followers in self._followers))

    def crossings_must_rise(self) -> bool:
        """Return whether the number of crossings rises somewhere on every shortest path.

        The method follows all shortest paths on which the number never rises, layer by layer.
        """
        space = self._paths.space
        edges = np.array(self._drawing.edges, dtype=np.int64)
        counts = []
        for k in range(self._length + 1):
            self._budget.check()
            arrangements = self._paths.arrangements(k)
            counts.append(np.zeros(len(arrangements), dtype=np.int64))
            kernels.crossing_counts.crossings_of_each(arrangements, space.adjacency, edges, space.left, counts[-1])
        reached = np.array([True])
        for k, followers in enumerate(self._followers):
            rows, moves = np.nonzero((followers >= 0) & reached[:, None])
            ends = followers[rows, moves]
            falling = counts[k + 1][ends] <= counts[k][rows]
            reached = np.zeros(len(counts[k + 1]), dtype=np.bool_)
            reached[ends[falling]] = True
        return not reached.any()

    def steepest_descent_solves(self) -> bool:
        """Return whether every steepest descent stays on shortest paths. Follow all descents step by step."""
        space = self._paths.space
        edges = np.array(self._drawing.edges, dtype=np.int64)
        risen = np.zeros(len(self._moves), dtype=np.int64)
        rows = {0}
        for k, followers in enumerate(self._followers):
            arrangements = self._paths.arrangements(k)
            reached: set[int] = set()
            for row in rows:
                self._budget.check()
                kernels.crossing_counts.rises(space.moves, arrangements[row], space.adjacency, edges, space.left, risen)
                steepest = followers[row][risen == risen.min()]
                if risen.min() >= 0 or (steepest < 0).any():
                    return False
                reached.update(steepest.tolist())
            rows = reached
        return True

    def orders(self) -> int:
        """Count the optimal sequences up to the order of commuting swaps.

        Sequences that differ only in this order form an equivalence class. The swaps that can come first in a class
        commute with each other. Inclusion-exclusion over sets of such swaps counts each class once (P. Cartier and D.
        Foata, 1969).
        """
        orders = [[1] * len(self._paths.layers[-1])]
        for k in range(self._length - 1, -1, -1):
            layer = []
            for row in range(len(self._paths.layers[k])):
                self._budget.check()
                layer.append(
                    sum(
                        orders[size - 1][end] if size % 2 else -orders[size - 1][end]
                        for size, end in self._first_sets(k, row)
                    )
                )
            orders.insert(0, layer)
        return orders[0][0]

    def _first_sets(self, k: int, row: int) -> Iterator[tuple[int, int]]:
        """Yield each set of disjoint moves that begins a shortest path from a row, as its size and its final row."""
        stack = [(0, row, 0, 0)]
        while stack:
            size, at, first, taken = stack.pop()
            if k + size == self._length:
                continue
            for move in self._next_moves(k + size, at):
                u, v = self._moves[move]
                ends = 1 << u | 1 << v
                if move >= first and not taken & ends:
                    end = int(self._followers[k + size][at, move])
                    yield size + 1, end
                    stack.append((size + 1, end, move + 1, taken | ends))

    def _next_moves(self, k: int, row: int) -> list[int]:
        """Return the moves that continue along a shortest path."""
        onward: list[int] = (self._followers[k][row] >= 0).nonzero()[0].tolist()
        return onward

    def independent_swaps(self) -> int:
        """Return the size of the largest set of first moves that are disjoint and affect different crossings."""
        first = self._next_moves(0, 0)
        before = set(crossing_pairs(self._drawing))
        effect = {move: self._effect(before, move) for move in first}
        independent = {
            (first_move, second_move)
            for first_move in first
            for second_move in first
            if first_move < second_move
            and not set(self._moves[first_move]) & set(self._moves[second_move])
            and not effect[first_move] & effect[second_move]
            and self._effect(before, first_move, second_move) == effect[first_move] | effect[second_move]
        }
        return max(self._independent_sizes(independent))

    def _effect(self, before: set[tuple[Edge, Edge]], *moves: int) -> set[tuple[Edge, Edge]]:
        """Return the pairs of edges for which some moves change whether the two edges cross."""
        return before ^ set(crossing_pairs(self._drawing.after(self._moves[move] for move in moves)))

    def _independent_sizes(self, independent: set[tuple[int, int]]) -> Iterator[int]:
        """Yield the sizes of all sets of pairwise independent moves that begin a shortest path."""
        stack: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while stack:
            row, chosen = stack.pop()
            yield len(chosen)
            if len(chosen) == self._length:
                continue
            for move in self._next_moves(len(chosen), row):
                if all((other, move) in independent for other in chosen):
                    stack.append((int(self._followers[len(chosen)][row, move]), (*chosen, move)))
