"""Checking what is claimed of a level: that its swaps solve it, that none fewer do, and how hard it is."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ludex.budget import Budget, BudgetExhausted
from ludex.catalogue.documents import Refused
from ludex.planarity.drawing import Drawing, DrawingError

if TYPE_CHECKING:
    from ludex.planarity.difficulty import Difficulty
    from ludex.planarity.minimum_swaps import Solution

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


def checked_solution(drawing: Drawing, claimed: "Solution", budget: Budget) -> "Solution":
    """Return a claimed solution, its minimum proved again, its numbers filled in where they were not claimed.

    The swaps stay as they are claimed; what is not claimed to be proved is not proved here either. Raises Refused where
    a number is another, or where the budget does not suffice to tell.
    """
    from ludex.planarity.minimum_swaps import UNKNOWN, UPPER_BOUND, solve

    if not claimed.proved:
        if claimed.arrangements is not None or claimed.sequences is not None:
            raise Refused("optimal solutions are counted only where the minimum is proved")
        return replace(claimed, reason=UNKNOWN if claimed.min_swaps is None else UPPER_BOUND)
    again = solve(drawing, budget)
    if not again.proved:
        raise Refused(NOT_IN_TIME)
    for name, claim, truth in (
        ("minimum number of swaps", claimed.min_swaps, again.min_swaps),
        ("number of optimal arrangements", claimed.arrangements, again.arrangements),
        ("number of optimal sequences", claimed.sequences, again.sequences),
    ):
        if claim != truth and (claim is not None or name.startswith("minimum")):
            raise Refused(f"the {name} is {_shown(truth)}, not {_shown(claim)}")
    return replace(again, swaps=claimed.swaps)


def checked_difficulty(
    drawing: Drawing, solution: "Solution", claimed: "Difficulty | None", budget: Budget
) -> "Difficulty | None":
    """Return the difficulty of a drawing with a checked solution, None where it cannot be told in time.

    Raises Refused where another one is claimed, or where the budget does not suffice to tell.
    """
    from ludex.planarity.difficulty import difficulty

    try:
        measured = difficulty(drawing, solution, budget)
    except BudgetExhausted:
        measured = None
    if claimed is not None and measured is None:
        raise Refused("the difficulty could not be checked in time, or there is none")
    if claimed is not None and claimed != measured:
        raise Refused(f"the difficulty is {measured}, not {claimed}")
    return measured


def _shown(number: int | None) -> str:
    return "none: no plane drawing can be reached" if number is None else str(number)
