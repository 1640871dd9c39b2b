"""Sets that a search gives piece by piece, gathered into one array as far as limit and budget allow."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.solving.solver import FoundSets


def listed(pieces: Iterable[NDArray[np.int32]], values: int, budget: Budget, limit: int) -> FoundSets:
    """Gather `pieces`, int32 (sets, v) with v = `values`, up to `limit` sets; incomplete if there are more.

    It is incomplete too if the `budget` ends. The pieces may raise BudgetExhausted: what came before is returned.
    """
    gathered: list[NDArray[np.int32]] = []
    rows = 0
    complete = True
    try:
        for piece in pieces:
            gathered.append(piece[: limit - rows])
            rows += len(piece)
            if rows > limit:
                complete = False
                break
            # Once in pieces, once joined.
            budget.hold(2 * rows * piece.itemsize * values)
    except BudgetExhausted:
        complete = False
    return FoundSets(np.concatenate(gathered) if gathered else np.empty((0, values), np.int32), complete)
