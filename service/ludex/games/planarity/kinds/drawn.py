"""What the documents of Swap Planarity share: drawings, counts of optimal solutions, measures of difficulty."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ludex.catalogue.kinds.document import Part
from ludex.engine.fact import Fact
from ludex.games.planarity import pictures, study
from ludex.games.planarity.drawing import Drawing

if TYPE_CHECKING:
    from ludex.games.planarity.study.difficulty import Difficulty

Pairs = list[tuple[int, int]]
MINIMUM = (
    "The fewest swaps after which no edges cross. Null and proved: no plane arrangement is reachable. Null and not "
    "proved: not known. A number that is not proved is an upper bound."
)
Swaps = Annotated[Pairs, Field(description="Each the two vertices of an edge that exchange places, in order.")]

_COUNTED = Fact(natural=True, leading=False)
_FURTHER = Fact(leading=False)


class DrawingPart(Part):
    """A drawing with whole coordinates; its edges are sorted."""

    points: Pairs
    edges: Pairs

    @classmethod
    def of(cls, drawing: Drawing) -> "DrawingPart":
        """Return the part that shows a drawing."""
        return cls(points=list(drawing.points), edges=list(drawing.edges))

    def drawing(self) -> Drawing:
        """Return the drawing. Raises DrawingError if it is none."""
        return Drawing(tuple(self.points), tuple(self.edges))


class OptimalSolutions(Part):
    """How many optimal solutions there are; null if it is not known, or if there is none."""

    arrangements: Annotated[int | None, _COUNTED] = Field(description="Plane arrangements at the minimum distance.")
    sequences: Annotated[int | None, _COUNTED] = Field(
        description="Swap sequences of minimum length that end in one of them."
    )


class DifficultyMeasures(Part):
    """How hard a level is; each null if the minimum is not proved, or if no plane arrangement is reachable."""

    final_drawings: int | None = Field(description="Optimal final drawings.")
    sequences: int | None = Field(description="Optimal sequences of swaps.")
    orders: Annotated[int | None, _COUNTED] = Field(
        description="Optimal sequences up to exchanging neighbouring swaps that share no vertex."
    )
    crossings_must_rise: Annotated[bool | None, _FURTHER] = Field(
        description="True: on every optimal sequence the crossings rise once."
    )
    steepest_descent: Annotated[bool | None, _FURTHER] = Field(
        description="True: always taking the swap that removes most crossings solves the level in the minimum."
    )
    independent_swaps: Annotated[int | None, _FURTHER] = Field(
        description="The most swaps that can begin an optimal sequence, no two with a common vertex or a say in the "
        "same crossing."
    )
    grade: Annotated[int | None, Fact()] = Field(
        description="One number made of these; schema/notation.md has the formula."
    )

    @classmethod
    def of(cls, difficulty: "Difficulty | None") -> "DifficultyMeasures":
        """Return the measures of a difficulty, all null if there is none."""
        return cls(**{name: getattr(difficulty, name, None) for name in cls.model_fields})

    def difficulty(self) -> "study.difficulty.Difficulty | None":
        """Return the difficulty, or None if nothing was measured. Raises ValueError if only some is there."""
        measures = self.model_dump()
        unknown = [name for name, value in measures.items() if value is None]
        if unknown and len(unknown) < len(measures):
            raise ValueError(f"difficulty: {', '.join(unknown)} are not there, but others are")
        return None if unknown else study.difficulty.Difficulty(**measures)


def drawing_picture(drawing: DrawingPart) -> str:
    """Return the picture of a drawing as SVG."""
    return pictures.drawings.drawing_svg(drawing.drawing())


def points_picture(points: Pairs) -> str:
    """Return the picture of points with their hull as SVG."""
    return pictures.drawings.point_set_svg(tuple(points))
