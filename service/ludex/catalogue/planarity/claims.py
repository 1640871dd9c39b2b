"""Checking what is claimed of a level: that its swaps solve it, that none fewer do, and how hard it is."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ludex.catalogue.documents import Refused
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing, DrawingError

if TYPE_CHECKING:
    from ludex.planarity.solving.minimum_swaps import Solution
    from ludex.planarity.study.difficulty import Difficulty

NOT_IN_TIME = "the claim that the minimum is proved could not be checked in time"


def solution_fault(drawing: Drawing, solution: "Solution") -> str | None:
    """Return what is wrong with a solution as it stands, or None: its swaps are replayed, its minimum is not proved."""
    from ludex.planarity.crossings import is_plane

    if solution.min_swaps is None:
        return None
    if len(solution.swaps) != solution.min_swaps:
        return f"{len(solution.swaps)} swaps for a minimum of {solution.min_swaps}"
    try:
        end = drawing.after(solution.swaps)
    except DrawingError as error:
        return f"the swaps cannot be done: {error.message}"
    return None if is_plane(end) else "the swaps do not lead to a plane drawing"


def require_solution(drawing: Drawing, solution: "Solution") -> None:
    """Raise Refused where the swaps of a solution do not solve a drawing."""
    fault = solution_fault(drawing, solution)
    if fault is not None:
        raise Refused(fault)


def proved_again(
    drawing: Drawing, claimed: "Solution", difficulty: "Difficulty | None", budget: Budget
) -> "tuple[Solution, Difficulty | None]":
    """Return a claimed solution and difficulty with all numbers found anew, those that were not claimed too.

    The swaps stay as they are claimed; what is not claimed to be proved is not proved here either. Raises Refused where
    a number is another, or where the budget does not suffice to tell.
    """
    from ludex.planarity.solving.minimum_swaps import UNKNOWN, UPPER_BOUND
    from ludex.planarity.study.difficulty import graded

    if not claimed.proved:
        if claimed.arrangements is not None or claimed.sequences is not None or difficulty is not None:
            raise Refused("optimal solutions are counted only where the minimum is proved")
        return replace(claimed, reason=UNKNOWN if claimed.min_swaps is None else UPPER_BOUND), None
    again, measured = graded(drawing, budget)
    if not again.proved:
        raise Refused(NOT_IN_TIME)
    if claimed.min_swaps != again.min_swaps:
        raise Refused(f"the minimum number of swaps is {_shown(again.min_swaps)}, not {_shown(claimed.min_swaps)}")
    counts = (again.arrangements, again.sequences)
    if (claimed.arrangements, claimed.sequences) not in (counts, (None, None)):
        raise Refused(
            f"there are {counts[0]} optimal arrangements and {counts[1]} sequences, "
            f"not {claimed.arrangements} and {claimed.sequences}"
        )
    if difficulty is not None and measured is None:
        raise Refused("the difficulty could not be checked in time, or there is none")
    if difficulty is not None and difficulty != measured:
        raise Refused(f"the difficulty is {measured}, not {difficulty}")
    return replace(again, swaps=claimed.swaps), measured


def _shown(number: int | None) -> str:
    return "none: no plane drawing can be reached" if number is None else str(number)
