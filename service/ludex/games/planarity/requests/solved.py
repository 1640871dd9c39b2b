"""The response model of a solved drawing, for the OpenAPI document only.

It shares fields with the documents of levels. This is a separate module because it imports all kinds and SQLAlchemy,
which commands do not need.
"""

from pydantic import Field

from ludex.engine.evidence import StatedEvidence
from ludex.games.planarity.kinds.document_parts import MINIMUM, DifficultyMeasures, OptimalSolutions, Swaps
from ludex.requests.fields import ResponseModel


class SolvedDrawing(ResponseModel):
    """The minimum number of swaps, and a shortest sequence of swaps."""

    crossings: int = Field(description="Number of crossings.")
    min_swaps: int | None = Field(description=MINIMUM)
    proved: bool = Field(description="Whether the minimum is proved.")
    evidence: StatedEvidence
    swaps: Swaps
    optimal_solutions: OptimalSolutions = Field(description="Numbers of optimal solutions.")
    lower_bound: int = Field(description="Lower bound on the number of swaps, provided that the drawing can be solved.")
    reason: str = Field(description="How the result was proved, or why it was not.")
    difficulty: DifficultyMeasures = Field(description="Measures of the difficulty.")
