"""Running HiGHS, through SciPy, within a budget: integer programs of variables that are 0 or 1.

SciPy's HiGHS cannot be interrupted. It runs in a separate thread with a time limit. A cancelled search returns
immediately, and its thread ends at this time limit at the latest.

HiGHS is the second opinion on bounds that CP-SAT states: no result is marked as proved because one solver says so.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from math import floor

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp

from ludex.engine.budget import POLL_SECONDS, Budget, BudgetExhausted

SOLVED, LIMIT_REACHED, INFEASIBLE = 0, 1, 2
_MOST_SECONDS = 120.0
"""The maximum time for a second opinion, which also limits how long a thread survives a cancelled search."""


def minimize(
    objective: NDArray[np.float64], constraints: Sequence[LinearConstraint], seconds: float, budget: Budget
) -> OptimizeResult:
    """Minimize an objective over variables that are 0 or 1, for at most `seconds`.

    Raises BudgetExhausted as soon as the budget is exhausted.
    """
    budget.check()
    worker = ThreadPoolExecutor(1)
    outcome = worker.submit(
        milp,
        objective,
        constraints=constraints,
        integrality=np.ones(len(objective)),
        bounds=Bounds(0, 1),
        options={"time_limit": seconds},
    )
    worker.shutdown(wait=False)
    while wait([outcome], POLL_SECONDS).not_done:
        budget.check()
    return outcome.result()


def confirmed_bound(
    weights: Sequence[float], constraints: Sequence[LinearConstraint], bound: int, trivial: int, budget: Budget
) -> int:
    """Return the least upper bound on a weighted sum of variables with which HiGHS agrees.

    `bound` is the upper bound that another solver states, and `trivial` the bound that is known without it. No
    exception is raised if the budget is exhausted.

    >>> at_most_one = LinearConstraint(np.ones((1, 2)), -np.inf, 1)
    >>> [confirmed_bound([1, 1], [at_most_one], stated, 2, Budget()) for stated in (0, 1, 2)]
    [1, 1, 2]
    """
    if bound >= trivial:
        return trivial
    try:
        seconds = max(0.01, min(_MOST_SECONDS, budget.remaining()))
        solved = minimize(-np.array(weights, dtype=float), constraints, seconds, budget)
    except BudgetExhausted:
        return trivial
    if solved.status not in (SOLVED, LIMIT_REACHED) or solved.mip_dual_bound is None:
        return trivial
    own = -solved.mip_dual_bound
    return min(trivial, max(bound, floor(own + 1e-6))) if np.isfinite(own) else trivial
