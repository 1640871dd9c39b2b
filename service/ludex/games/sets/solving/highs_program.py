"""The integer program of a table for HiGHS. See `ludex.games.sets.solving.integer_program`.

The time limit of HiGHS, which cannot be interrupted, doubles with each attempt (:mod:`ludex.engine.highs`).
"""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import csr_array, hstack, kron, vstack

from ludex.engine.budget import Budget
from ludex.engine.highs import INFEASIBLE, LIMIT_REACHED, SOLVED, minimize
from ludex.games.sets.deck import Deck, digit_array

_FIRST_LIMIT = 2.0


class HighsProgram:
    """The program for a set among `cards` of a `deck`. Its columns are the variables x_i, then y_p, then z_pa."""

    def __init__(self, deck: Deck, cards: Sequence[int]) -> None:
        v, p, n = deck.values, deck.properties, len(cards)
        digits = digit_array(deck, np.array(cards, np.int32))
        rows = (np.arange(p) * v + digits).ravel()
        has_value = csr_array((np.ones(n * p), (rows, np.repeat(np.arange(n), p))), shape=(p * v, n))
        each, ones = csr_array(np.eye(p)), csr_array(np.ones((v, 1)))
        in_each_property = kron(each, ones)
        self._cards = n
        self._columns = n + p + p * v
        self._equations = vstack(
            [
                hstack([csr_array(np.ones((1, n))), csr_array((1, p + p * v))]),
                hstack([has_value, -in_each_property, -v * csr_array(np.eye(p * v))]),
                hstack([csr_array((p, n)), each, in_each_property.T]),
            ],
            format="csr",
        )
        self._right_sides = np.concatenate([[v], np.zeros(p * v), np.ones(p)])
        self._cuts: list[list[int]] = []

    def solve(self, budget: Budget) -> list[int] | None:
        """Return the indices of the cards of a set, or None if there is none. Raises BudgetExhausted."""
        limit = _FIRST_LIMIT
        while True:
            budget.check()
            seconds = min(limit, max(0.01, budget.remaining()))
            solved = minimize(np.zeros(self._columns), self._constraints(), seconds, budget)
            if solved.status == INFEASIBLE:
                return None
            if solved.status == SOLVED:
                return [int(i) for i in np.flatnonzero(solved.x[: self._cards] > 0.5)]
            if solved.status != LIMIT_REACHED:
                raise ArithmeticError(f"HiGHS: {solved.message}")
            limit *= 2

    def exclude(self, indices: list[int]) -> None:
        """Exclude the set of the cards at `indices` from further results."""
        self._cuts.append(indices)

    def _constraints(self) -> list[LinearConstraint]:
        constraints = [LinearConstraint(self._equations, self._right_sides, self._right_sides)]
        if self._cuts:
            columns = np.array(self._cuts)
            rows = np.repeat(np.arange(len(columns)), columns.shape[1])
            cuts = csr_array((np.ones(columns.size), (rows, columns.ravel())), shape=(len(columns), self._columns))
            constraints.append(LinearConstraint(cuts, -np.inf, columns.shape[1] - 1))
        return constraints
