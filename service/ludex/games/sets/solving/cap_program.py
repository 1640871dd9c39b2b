"""The most cards without a set among them, by an integer program (CP-SAT): not all cards of a set are kept."""

from math import floor

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import solve


def largest_without(
    sets: NDArray[np.int32], cards: int, known: tuple[int, ...], bound: int, budget: Budget
) -> tuple[tuple[int, ...], int]:
    """Return a largest set of the cards 0 to `cards` - 1 without all cards of a row of `sets`, and an upper bound.

    `sets` is int32 (sets, v). The search starts from a `known` set and an upper `bound`. If the `budget` ends, the best
    of both so far is returned; nothing is raised.
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
    return best, min(bound, floor(solver.best_objective_bound + 1e-6))
