"""What is known of a drawing's minimum swaps, as answers show it."""

from typing import TYPE_CHECKING

from pydantic import Field

from ludex.api.models import Answer
from ludex.api.planarity.drawings import Swaps, pairs
from ludex.api.planarity.searching import stop_if_cancelled
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing

if TYPE_CHECKING:
    from ludex.planarity.solving.minimum_swaps import Solution
    from ludex.planarity.study.difficulty import Difficulty


class OptimalSolutions(Answer):
    """How many optimal solutions there are; null where it is not known, or where there is none."""

    arrangements: int | None = Field(description="Plane arrangements at the minimum distance.")
    sequences: int | None = Field(description="Swap sequences of minimum length that end in one of them.")


class DifficultyMeasures(Answer):
    """How hard a level is; each null where the minimum is not proved, or where no plane arrangement is reachable."""

    final_drawings: int | None = Field(description="Optimal final drawings.")
    sequences: int | None = Field(description="Optimal sequences of swaps.")
    orders: int | None = Field(
        description="Optimal sequences up to exchanging neighbouring swaps that share no vertex."
    )
    crossings_must_rise: bool | None = Field(description="True: on every optimal sequence the crossings rise once.")
    steepest_descent: bool | None = Field(
        description="True: always taking the swap that removes most crossings solves the level in the minimum."
    )
    independent_swaps: int | None = Field(
        description="The most swaps that can begin an optimal sequence, no two with a common vertex or a say in the "
        "same crossing."
    )
    grade: int | None = Field(description="One number made of these; schema/notation.md has the formula.")


class SolutionOut(Answer):
    """The minimum number of swaps, with one sequence that meets it."""

    crossings: int
    min_swaps: int | None = Field(
        description="Null and proved: no plane arrangement is reachable. Null and not proved: not known. A number that "
        "is not proved is an upper bound."
    )
    proved: bool
    swaps: Swaps
    optimal_solutions: OptimalSolutions
    lower_bound: int = Field(description="At least so many swaps are needed, where any number suffices.")
    reason: str = Field(description="How the answer is known, or why it is not.")
    difficulty: DifficultyMeasures


def solved(drawing: Drawing, budget: Budget) -> tuple["Solution", "Difficulty | None"]:
    """Solve a drawing and measure its difficulty, as far as the budget goes. Raises BudgetExhausted if cancelled."""
    from ludex.planarity.study.difficulty import graded

    solution, measures = graded(drawing, budget)
    if not solution.proved:
        stop_if_cancelled(budget)
    return solution, measures


def show_solution(solution: "Solution", measures: "Difficulty | None") -> SolutionOut:
    """Return the answer that shows a solution."""
    return SolutionOut(
        crossings=solution.crossings,
        min_swaps=solution.min_swaps,
        proved=solution.proved,
        swaps=pairs(solution.swaps),
        optimal_solutions=OptimalSolutions(arrangements=solution.arrangements, sequences=solution.sequences),
        lower_bound=solution.lower_bound,
        reason=solution.reason,
        difficulty=show_difficulty(measures),
    )


def show_difficulty(measures: "Difficulty | None") -> DifficultyMeasures:
    """Return the answer that shows the measures of difficulty, all null where there are none."""
    return DifficultyMeasures(**{name: getattr(measures, name, None) for name in DifficultyMeasures.model_fields})
