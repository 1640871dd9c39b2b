"""The integer program of a table for CP-SAT (OR-tools): see `ludex.games.sets.solving.integer_program`."""

from collections.abc import Sequence

import numpy as np
from ortools.sat.python import cp_model

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.constraint_solver import solve, why_it_ended
from ludex.games.sets.deck import Deck
from ludex.games.sets.digits import digit_array


class CpSatProgram:
    """The program of one table of `cards` of a `deck`, made within a `budget`.

    It has one worker and a fixed seed, so that the same table has the same answers.
    """

    def __init__(self, deck: Deck, cards: Sequence[int], budget: Budget) -> None:
        model = cp_model.CpModel()
        self._x = [model.new_bool_var("") for _ in cards]
        v = deck.values
        model.add(cp_model.LinearExpr.sum(self._x) == v)
        for column in digit_array(deck, np.array(cards, np.int32)).T:
            y = model.new_bool_var("")
            z = [model.new_bool_var("") for _ in range(v)]
            for value in range(v):
                budget.check()
                with_value = [self._x[i] for i in np.flatnonzero(column == value)]
                model.add(cp_model.LinearExpr.sum(with_value) == y + v * z[value])
            model.add(cp_model.LinearExpr.sum(z) == 1 - y)
        self._model = model

    def solve(self, budget: Budget) -> list[int] | None:
        """Return the indices of the cards of a set, or None: there is none. Raises BudgetExhausted (see `budget`)."""
        budget.check()
        solver, status = solve(self._model, budget)
        if status == "infeasible":
            return None
        if status == "unknown":
            raise BudgetExhausted(why_it_ended(budget))
        return [i for i, x in enumerate(self._x) if solver.boolean_value(x)]

    def exclude(self, indices: list[int]) -> None:
        """Exclude the set of the cards at `indices` from further answers."""
        self._model.add(cp_model.LinearExpr.sum([self._x[i] for i in indices]) <= len(indices) - 1)
