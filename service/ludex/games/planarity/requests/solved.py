"""The model of a solved drawing, of parts that the documents of levels have too: it is made for the OpenAPI document.

A command answers without it: it would load all kinds of objects, and SQLAlchemy.
"""

from pydantic import Field

from ludex.games.planarity.kinds.drawn import MINIMUM, DifficultyMeasures, OptimalSolutions, Swaps
from ludex.requests.fields import Answer


class SolvedDrawing(Answer):
    """The minimum number of swaps, with one sequence that meets it."""

    crossings: int
    min_swaps: int | None = Field(description=MINIMUM)
    proved: bool
    swaps: Swaps
    optimal_solutions: OptimalSolutions
    lower_bound: int = Field(description="At least this many swaps are needed, if any number suffices.")
    reason: str = Field(description="How the answer is known, or why it is not.")
    difficulty: DifficultyMeasures
