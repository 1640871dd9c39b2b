"""The search for a largest swish of positions on which the depth-first search does not end, by a constraint model.

The model has a variable for each placement. Each card is placed at most once. Each cell has either one point and one
circle, or no symbol. HiGHS must agree that no swish is larger, unless the swish is as large as it may be.

Cards with one point and one circle each are first treated as a circulation between orbits: its size is a bound, and in
most positions with many cards, it can be placed as a swish. For other cards, a linear program bounds the size of a
swish. Finally, a constraint model searches for a larger swish. Both searches end at the bound.
"""

from dataclasses import replace

import numpy as np
from ortools.sat.python import cp_model
from scipy.optimize import LinearConstraint

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.constraint_solver import exhaustion_reason, solve
from ludex.engine.highs import confirmed_bound
from ludex.games.swish.solving.circulations import circulation_bound, lift_circulations
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.solving.size_bounds import CardArcs, incidences, size_bound
from ludex.games.swish.swishes import Largest, Rule, Swish


def _model(placements: Placements, most: int, least: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    laid = [model.new_bool_var("") for _ in placements.cards]
    first = placements.first
    for card in range(len(first) - 1):
        if first[card + 1] - first[card] > 1:
            model.add_at_most_one(laid[first[card] : first[card + 1]])
    for cell in range(placements.cells):
        points, circles = (
            [laid[i] for i in values[starts[cell] : starts[cell + 1]]]
            for starts, values in (placements.with_point, placements.with_circle)
        )
        model.add_at_most_one(points)
        model.add_at_most_one(circles)
        model.add(sum(points) == sum(circles))
    model.add_linear_constraint(sum(laid), least, most)
    return model, laid


def _most(placements: Placements, max_size: int | None) -> int:
    cards = len(placements.position.cards)
    return cards if max_size is None else min(cards, max_size)


def find_stack(placements: Placements, max_size: int | None, budget: Budget) -> Swish | None:
    """Return a swish of some of the `placements`, or None if there is none.

    The swish has at most `max_size` cards (None for any number). Raises BudgetExhausted when the `budget` is exhausted.
    """
    most = _most(placements, max_size)
    if most < 2 or not len(placements):
        return None
    model, laid = _model(placements, most, least=2)
    solver, status = solve(model, budget, linear_relaxation=True)
    if status in ("optimal", "feasible"):
        return placements.swish([i for i, variable in enumerate(laid) if solver.boolean_value(variable)])
    if status == "infeasible":
        return None
    raise BudgetExhausted(exhaustion_reason(budget))


def largest_stack(placements: Placements, known: Swish | None, max_size: int | None, budget: Budget) -> Largest:
    """Return a largest swish of some of the `placements`. The search starts from `known`, a swish or None.

    The swish has at most `max_size` cards (None for any number). If the `budget` is exhausted before the search ends,
    or HiGHS does not confirm the result, the result is the largest swish found so far, and is not proved.
    """
    size = 0 if known is None else known.size
    most = _most(placements, max_size)
    if most <= size or not len(placements):
        return Largest(known, proved=True)
    model, laid = _model(placements, most, least=max(2, size + 1))
    model.maximize(sum(laid))
    solver, status = solve(model, budget, linear_relaxation=True)
    if status in ("optimal", "feasible"):
        found = placements.swish([i for i, variable in enumerate(laid) if solver.boolean_value(variable)])
        return Largest(found, status == "optimal" and _is_confirmed(placements, found.size, most, budget))
    return Largest(known, status == "infeasible" and _is_confirmed(placements, max(1, size), most, budget))


def _is_confirmed(placements: Placements, size: int, most: int, budget: Budget) -> bool:
    """Return whether HiGHS agrees that no swish has more than `size` cards. No swish has more than `most` cards."""
    points, circles, cards = incidences(placements)
    constraints = [
        LinearConstraint(cards, -np.inf, 1),
        LinearConstraint(points, -np.inf, 1),
        LinearConstraint(points - circles, 0, 0),
        # More cards than `most` may form a swish: HiGHS proves the bound of what is asked for, with its size limit.
        LinearConstraint(np.ones((1, len(placements))), -np.inf, most),
    ]
    return confirmed_bound([1] * len(placements), constraints, size, most, budget) == size


def find_largest_within_bound(
    placements: Placements, rule: Rule, known: Swish | None, max_size: int | None, budget: Budget
) -> Largest:
    """Return a largest swish of `placements` under a `rule` of at most `max_size` cards (None for any number).

    The search starts from the swish `known` (None if no swish is known). If the `budget` is exhausted first, the swish
    is the largest one found, with the upper bound of the circulation or of the linear program.
    """
    if rule is Rule.SWISH and len(placements) and all(card.is_one_pair for card in placements.position.cards):
        arcs = CardArcs.of(placements)
        bound = circulation_bound(placements, arcs)
        if max_size is None or bound <= max_size:
            lifted = lift_circulations(arcs, bound, budget)
            if len(lifted) > (0 if known is None else known.size):
                known = placements.swish(lifted.tolist())
    else:
        bound = size_bound(placements, budget)
    if max_size is not None:
        bound = min(bound, max_size)
    if budget.exhausted() and bound > (0 if known is None else known.size):
        return Largest(known, proved=False, upper_bound=bound)
    largest = largest_stack(placements, known, bound, budget)
    return largest if largest.proved else replace(largest, upper_bound=bound)
