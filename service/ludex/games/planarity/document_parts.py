"""Document parts that several kinds share: drawings, counts of optimal solutions, and measures of difficulty."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ludex.engine.evidence import StatedEvidence
from ludex.engine.fact import DocumentPart, Fact
from ludex.games.planarity import pictures, study
from ludex.games.planarity.drawing import Drawing
from ludex.requests.fields import ResponseModel

if TYPE_CHECKING:
    from ludex.games.planarity.study.difficulty import Difficulty

Pairs = list[tuple[int, int]]
MINIMUM = (
    "Minimum number of swaps after which no edges cross, or an upper bound if it is not proved. If there is no "
    "value, the minimum is unknown or, if proved, no plane arrangement is reachable."
)
Swaps = Annotated[
    Pairs, Field(description=("The swaps in order. Each swap exchanges the places of the two ends of an edge."))
]

HULL = ("convex hull", "hull size", "hull points", "points on the hull", "hull vertices")
"""Synonyms for the number of points on the convex hull."""

_COUNTED = Fact(natural=True, leading=False)


class DrawingPart(DocumentPart):
    """A drawing with integer coordinates and sorted edges."""

    points: Pairs
    edges: Pairs

    @classmethod
    def of(cls, drawing: Drawing) -> "DrawingPart":
        """Return a drawing as a part of a document."""
        return cls(points=list(drawing.points), edges=list(drawing.edges))

    def drawing(self) -> Drawing:
        """Return the drawing. Raises DrawingError if it is invalid."""
        return Drawing(tuple(self.points), tuple(self.edges))


class OptimalSolutions(DocumentPart):
    """The numbers of optimal solutions. The numbers are null if they are unknown or if there is no solution."""

    arrangements: Annotated[int | None, Fact(natural=True, leading=False, title="final drawings")] = Field(
        description="Number of plane arrangements at the minimum distance."
    )
    sequences: Annotated[int | None, _COUNTED] = Field(
        description="Number of swap sequences of minimum length that end in a plane arrangement."
    )


class DifficultyMeasures(DocumentPart):
    """The difficulty of a level.

    All values are null if the minimum is not proved or no plane arrangement is reachable.
    """

    final_drawings: int | None = Field(description="Number of optimal final drawings.")
    sequences: int | None = Field(description="Number of optimal swap sequences.")
    orders: Annotated[int | None, Fact(natural=True, leading=False, title="solutions up to order")] = Field(
        description=(
            "Number of optimal swap sequences. Sequences that differ only in the order of consecutive swaps without "
            "a common vertex count as one."
        )
    )
    crossings_must_rise: Annotated[bool | None, Fact(leading=False, title="must get worse first")] = Field(
        description="Whether every optimal swap sequence has a swap that increases the number of crossings."
    )
    steepest_descent: Annotated[bool | None, Fact(leading=False, title="greedy swaps suffice")] = Field(
        description="Whether always choosing a swap that removes the most crossings solves the level in the fewest "
        "swaps."
    )
    independent_swaps: Annotated[int | None, Fact(leading=False)] = Field(
        description=(
            "Maximum number of swaps, each of which can begin an optimal sequence, such that no two of the swaps "
            "share a vertex or affect the same crossing."
        )
    )
    grade: Annotated[int | None, Fact(synonyms=("difficulty", "difficulty grade"))] = Field(
        description="Difficulty grade, computed from the other measures. The notation reference has the formula."
    )

    @classmethod
    def of(cls, difficulty: "Difficulty | None") -> "DifficultyMeasures":
        """Return the measures as a part of a document. If nothing was measured, all values are None."""
        return cls(**{name: getattr(difficulty, name, None) for name in cls.model_fields})

    def difficulty(self) -> "study.difficulty.Difficulty | None":
        """Return the difficulty, or None if nothing was measured. Raises ValueError if only some measures are given."""
        measures = self.model_dump()
        unknown = [name for name, value in measures.items() if value is None]
        if unknown and len(unknown) < len(measures):
            raise ValueError(f"difficulty: {', '.join(unknown)} must be given too, because other measures are given")
        return None if unknown else study.difficulty.Difficulty(**measures)


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


def drawing_picture(drawing: DrawingPart) -> str:
    """Return the picture of a drawing as SVG."""
    return pictures.drawings.drawing_svg(drawing.drawing())


def points_picture(points: Pairs) -> str:
    """Return the picture of points with their hull as SVG."""
    return pictures.drawings.point_set_svg(tuple(points))
