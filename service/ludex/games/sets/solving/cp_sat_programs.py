"""Integer programs of SET for CP-SAT (OR-tools): one finds a set on a table, the other a largest cap among cards."""

from collections.abc import Sequence
from math import floor

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model
from scipy.optimize import LinearConstraint
from scipy.sparse import csr_array

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.constraint_solver import exhaustion_reason, solve
from ludex.engine.highs import confirmed_bound
from ludex.games.sets.deck import Deck, digit_array


class CpSatProgram:
    """The integer program that finds a set among `cards` of a `deck`. `budget` limits its construction.

    CP-SAT runs with one worker and a fixed seed, so the same table always gives the same results.
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
        """Return the indices of the cards of a set, or None if there is none. Raises BudgetExhausted."""
        budget.check()
        solver, status = solve(self._model, budget)
        if status == "infeasible":
            return None
        if status == "unknown":
            raise BudgetExhausted(exhaustion_reason(budget))
        return [i for i, x in enumerate(self._x) if solver.boolean_value(x)]

    def exclude(self, indices: list[int]) -> None:
        """Exclude the set of the cards at `indices` from further results."""
        self._model.add(cp_model.LinearExpr.sum([self._x[i] for i in indices]) <= len(indices) - 1)


def largest_subset_without(
    sets: NDArray[np.int32], cards: int, known: tuple[int, ...], bound: int, budget: Budget
) -> tuple[tuple[int, ...], int]:
    """Return a largest subset of the cards 0 to `cards` - 1 that contains no row of `sets`, with an upper bound.

    `sets` has the shape (sets, v) and the type int32. The search starts from a `known` subset and an upper `bound`.
    HiGHS must agree with a lower bound. If the `budget` is exhausted, the best subset and bound so far are returned,
    and no exception is raised.
    """
    model = cp_model.CpModel()
    kept = [model.new_bool_var(f"card {card}") for card in range(cards)]
    for cards_of_set in sets.tolist():
        model.add_bool_or([~kept[card] for card in cards_of_set])
    chosen = set(known)
    for card, variable in enumerate(kept):
        model.add_hint(variable, card in chosen)
    total = cp_model.LinearExpr.sum(kept)
    model.add(total >= len(known))
    model.add(total <= bound)
    model.maximize(total)
    solver, status = solve(model, budget, linear_relaxation=True)
    if status not in {"optimal", "feasible"}:
        return known, bound
    best = tuple(card for card, variable in enumerate(kept) if solver.boolean_value(variable))
    stated = min(bound, floor(solver.best_objective_bound + 1e-6))
    number, values = sets.shape
    incidence = csr_array(
        (np.ones(sets.size), (np.repeat(np.arange(number), values), sets.ravel())), shape=(number, cards)
    )
    constraints = [LinearConstraint(incidence, -np.inf, values - 1)]
    return best, confirmed_bound([1] * cards, constraints, stated, bound, budget)
