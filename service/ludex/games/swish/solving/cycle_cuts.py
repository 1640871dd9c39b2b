"""Cuts for cards with one point and one circle each: a linear program, and a search for swishes that it violates.

Each configuration of such a card is an arc from the cell of its point to the cell of its circle. A minimal swish is a
cycle of arcs of different cards. The linear program has a variable for each kind of card and each number of copies. In
an integer program, the variable would state whether at least this number of copies is kept. In the linear program, it
is a share from 0 to 1. One minus the share is the missing share. A swish is violated if the missing shares of its cards
add up to less than one. Violated swishes are therefore cheap cycles. Adding the shortest violated cycles until no cycle
is violated takes a fraction of a second. The integer program with these cuts is much smaller than the integer program
with all swishes of three cards.

Source: M. Grötschel, M. Jünger and G. Reinelt, "A cutting plane algorithm for the linear ordering problem", Operations
Research 32 (1984), for linear orders, in which cycles are excluded in the same way.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from ortools.linear_solver import pywraplp

from ludex.engine.budget import Budget
from ludex.games.swish.card import orbits
from ludex.games.swish.kernels import cycles
from ludex.games.swish.solving.copies import KindCount, Kinds, Level

MOST_CARDS = 12
"""The maximum number of cards in a cycle that the search finds."""
LONGER = 4
"""The number of cards by which new cuts may exceed the shortest violated cycle through an orbit."""
_MOST_CYCLES = 60
_STEPS = 200_000
_CYCLE_TOLERANCE = 1e-6
_DUAL_SCALE = 1 << 30


@dataclass(frozen=True, slots=True)
class CycleSearch:
    """The arcs of cards with one point and one circle each.

    The arcs from cell c have the numbers from `first[c]` to `first[c + 1] - 1`. `starts` contains the first cell of
    each orbit. Cycles through these cells suffice: if a cycle passes through another cell of an orbit, a configuration
    of the whole swish moves this cell to the first cell.
    """

    kinds: Kinds
    first: NDArray[np.int64]
    head: NDArray[np.int64]
    kind: NDArray[np.int64]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, kinds: Kinds) -> "CycleSearch | None":
        """Return the search, or None if any card does not have exactly one point and one circle."""
        position = kinds.position
        if not position.cards or not all(card.is_one_pair for card in position.cards):
            return None
        height, width, symmetry = position.height, position.width, position.symmetry
        arcs = set()
        for kind, members in enumerate(kinds.members):
            card = position.cards[members[0]]
            for configuration in symmetry.configurations:
                ends = (configuration.moves(cell, height, width) for cell in (card.points[0], card.circles[0]))
                tail, head = ((row - 1) * width + column - 1 for row, column in ends)
                arcs.add((tail, head, kind))
        tails, heads, of_kind = np.array(sorted(arcs), np.int64).T
        starts = tuple((a - 1) * width + b - 1 for a, b in (orbit[0] for orbit in orbits(height, width, symmetry)))
        first = np.searchsorted(tails, np.arange(height * width + 1))
        return cls(kinds, first, np.ascontiguousarray(heads), np.ascontiguousarray(of_kind), starts)

    def within(self, kinds: Sequence[int], orbits: Sequence[int]) -> "CycleSearch":
        """Return the search for the swishes of some kinds, all of whose cells are in orbits with these numbers."""
        kept = np.isin(self.kind, kinds)
        tails = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))[kept]
        first = np.searchsorted(tails, np.arange(len(self.first)))
        return CycleSearch(
            self.kinds, first, self.head[kept], self.kind[kept], tuple(self.starts[orbit] for orbit in orbits)
        )

    def violated(self, shares: Mapping[Level, float], budget: Budget, longer: int = 0) -> set[KindCount]:
        """Return violated swishes: for each orbit, the shortest violated cycles through the orbit.

        Cycles with up to `longer` more cards than the shortest are also returned. `shares` contains the share, from 0
        to 1, for each kind and number of copies. A swish is violated if its missing shares add up to less than one. Not
        all violated swishes are found, because the search is limited. Raises BudgetExhausted.
        """
        costs = self._costs(shares)
        cells = len(self.first) - 1
        distance, visited = np.zeros(cells), np.zeros(cells, np.bool_)
        path, spent = np.zeros(MOST_CARDS + 2, np.int64), np.zeros(MOST_CARDS + 2)
        used, lengths = np.zeros(len(costs), np.int64), np.zeros(_MOST_CYCLES, np.int64)
        graph = (self.first, self.head, self.kind, costs, distance)
        found: set[KindCount] = set()
        for start in self.starts:
            budget.check()
            cycles.distances_to(start, *graph)
            longest, most = 2, MOST_CARDS
            while longest <= most:
                rows = np.zeros((_MOST_CYCLES, longest), np.int64)
                limit = 1.0 - _CYCLE_TOLERANCE
                count, left = cycles.cheap_cycles(
                    start, limit, *graph, _STEPS, path, used, visited, spent, rows, lengths
                )
                of_kinds = (Counter(row[:length].tolist()) for row, length in zip(rows[:count], lengths, strict=False))
                found |= {tuple(sorted(cards.items())) for cards in of_kinds}
                if count or not left:
                    most = min(most, longest + longer)
                longest += 1
        return found

    def _costs(self, shares: Mapping[Level, float]) -> NDArray[np.float64]:
        """Return the cost of using each copy of each kind. Copies are numbered from 0.

        The cost of a copy is the difference between the share of the previous copy and the share of this copy. For the
        first copy, the share of the previous copy is 1.
        """
        copies = range(len(self.kinds.members))
        most = max(map(self.kinds.telling_copies, copies))
        costs = np.full((len(self.kinds.members), most + 1), cycles.INFINITE)
        for (kind, number), share in shares.items():
            costs[kind, number - 1] = max(0.0, (shares[kind, number - 1] if number > 1 else 1.0) - share)
        return costs


def level_weights(kinds: Kinds) -> dict[Level, int]:
    """Return the number of cards that each level of the `kinds` represents.

    All copies beyond those that can matter are represented by the last level.
    """
    weights: dict[Level, int] = {}
    for kind, members in enumerate(kinds.members):
        most = kinds.telling_copies(kind)
        weights |= {(kind, copies): 1 for copies in range(1, most)}
        weights[kind, most] = len(members) - most + 1
    return weights


class CardProgram:
    """The linear program that maximizes the number of cards of `kinds` under cuts. Each cut excludes a swish."""

    def __init__(self, kinds: Kinds) -> None:
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._levels: dict[Level, pywraplp.Variable] = {}
        self._weights = level_weights(kinds)
        self._orders: list[tuple[Level, Level, pywraplp.Constraint]] = []
        self._cuts: list[tuple[Mapping[Level, int], int, pywraplp.Constraint]] = []
        objective = self._solver.Objective()
        objective.SetMaximization()
        for level, weight in self._weights.items():
            self._levels[level] = self._solver.NumVar(0, 1, "")
            objective.SetCoefficient(self._levels[level], weight)
            kind, copies = level
            if copies > 1:
                fewer = (kind, copies - 1)
                row = self._row([(fewer, -1), (level, 1)], 0)
                self._orders.append((fewer, level, row))

    def _row(self, coefficients: Iterable[tuple[Level, int]], most: int) -> pywraplp.Constraint:
        row = self._solver.Constraint(-self._solver.infinity(), most)
        for level, coefficient in coefficients:
            row.SetCoefficient(self._levels[level], coefficient)
        return row

    def add(self, cuts: set[KindCount]) -> None:
        """Add cuts, none of which may have been added before."""
        for cut in sorted(cuts):
            self.add_row(dict.fromkeys(cut, 1), len(cut) - 1)

    def add_row(self, weights: Mapping[Level, int], most: int) -> None:
        """Require that the weighted sum of the levels is at most `most`, which is not negative."""
        self._cuts.append((weights, most, self._row(weights.items(), most)))

    def solve(self, budget: Budget) -> dict[Level, float] | None:
        """Return the optimal shares, or None if the solver fails numerically or the `budget` is exhausted."""
        if budget.remaining() != float("inf"):
            self._solver.SetTimeLimit(max(1, int(1000 * budget.remaining())))
        if self._solver.Solve() != pywraplp.Solver.OPTIMAL:
            return None
        return {level: min(1.0, max(0.0, variable.solution_value())) for level, variable in self._levels.items()}

    def bound(self) -> int:
        """Return an upper bound on the number of cards, computed with integers from the dual solution.

        Any nonnegative weights of the rows prove a bound. Subtract the weighted sum of the rows from the objective. The
        bound is the weighted sum of the right-hand sides, plus the positive coefficients that remain in the objective.
        """
        rest = {level: weight * _DUAL_SCALE for level, weight in self._weights.items()}
        total = 0
        for coefficients, most, row in self._cuts:
            weight = max(0, int(row.dual_value() * _DUAL_SCALE))
            total += weight * most
            for level, coefficient in coefficients.items():
                rest[level] -= weight * coefficient
        for fewer, more, row in self._orders:
            weight = max(0, int(row.dual_value() * _DUAL_SCALE))
            rest[fewer] += weight
            rest[more] -= weight
        return (total + sum(max(0, left) for left in rest.values())) // _DUAL_SCALE
