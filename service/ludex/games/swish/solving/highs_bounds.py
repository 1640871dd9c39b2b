"""Upper bounds on the sizes of no-swish sets by HiGHS, which repeats what CP-SAT found."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import coo_array

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.highs import SOLVED, minimize
from ludex.games.swish.solving.weights import KindCount, Kinds


def most_cards(cards: int, certificate: Sequence[Sequence[int]], budget: Budget) -> int:
    """Return the maximum size of a set of cards that contains no card set of the certificate."""
    rows = [[(index, 1) for index in swish] for swish in certificate]
    return _maximum(np.ones(cards), rows, [len(swish) - 1 for swish in certificate], budget)


def most_copies(kinds: Kinds, cuts: list[KindCount], budget: Budget) -> int:
    """Return the maximum size of a set of cards that contains none of the `cuts`, whichever copies are chosen.

    The maximum is computed by HiGHS. Raises BudgetExhausted.
    """
    number: dict[tuple[int, int], int] = {}
    for kind, members in enumerate(kinds.members):
        for copies in range(1, len(members) + 1):
            number[kind, copies] = len(number)
    in_order = [[(number[k, n], 1), (number[k, n - 1], -1)] for k, n in number if n > 1]
    excluded = [[(number[kind_copies], 1) for kind_copies in cut] for cut in cuts]
    bounds = [0] * len(in_order) + [len(cut) - 1 for cut in cuts]
    return _maximum(np.ones(len(number)), in_order + excluded, bounds, budget)


def _maximum(
    weights: np.typing.NDArray[np.float64], rows: list[list[tuple[int, int]]], bounds: list[int], budget: Budget
) -> int:
    """Return the maximum of a weighted sum of 0-1 variables, computed by HiGHS.

    Each row is a weighted sum of variables, given as pairs (variable, coefficient), that must not exceed its bound.
    """
    entries = [(r, column, value) for r, row in enumerate(rows) for column, value in row]
    constraints = []
    if entries:
        row, column, value = (np.array(part) for part in zip(*entries, strict=True))
        matrix = coo_array((value, (row, column)), shape=(len(rows), len(weights))).tocsr()
        constraints = [LinearConstraint(matrix, -np.inf, np.array(bounds))]
    solved = minimize(-weights, constraints, max(0.01, budget.remaining()), budget)
    if solved.status != SOLVED:
        raise BudgetExhausted(budget.exhausted() or "time")
    return round(float(-solved.fun))
