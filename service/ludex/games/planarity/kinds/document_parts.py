"""Document parts that several kinds share: drawings, counts of optimal solutions, and measures of difficulty.

Order types of point sets (which triples turn left, up to reflection) and x-types (which segments cross).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document, DocumentPart
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, NewLink, ObjectContent, View, prepare
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact, StatedEvidence
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures, study
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.order_type import ORDER_TYPE as ORDER_TYPE_TAG
from ludex.games.planarity.identity.order_type import X_TYPE as X_TYPE_TAG
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.points import Points, hull, require_general_position
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


class XTypeDocument(Document):
    """An x-type, represented by its first stored point set."""

    kind: Literal["planarity-x-type"] = "planarity-x-type"
    points: Annotated[int, Fact()] = Field(description="Number of points.")
    representative: Pairs = Field(description="First stored point set of this class.")


class OrderTypeDocument(Document):
    """An order type, represented by its first stored point set."""

    kind: Literal["planarity-order-type"] = "planarity-order-type"
    points: Annotated[int, Fact()] = Field(description="Number of points.")
    hull: Annotated[int, Fact(title="points on the hull", synonyms=HULL)] = Field(
        description="Number of points on the convex hull."
    )
    x_type: str = Field(description="Label of the x-type of the points.")
    representative: Pairs = Field(description="First stored point set of this class.")


def _identify_x_type(points: Points, _budget: Budget) -> Identity:
    canonical = canonical_x_type(points)
    return Identity(content_key(X_TYPE_TAG, canonical.form), (len(points),), canonical.order)


def _write_x_type(points: Points, named: LabelledIdentity) -> ObjectContent[XTypeDocument]:
    return ObjectContent(XTypeDocument(label=named.label, points=len(points), representative=list(points)))


def _identify(points: Points, _budget: Budget) -> Identity:
    canonical = canonical_order_type(points)
    return Identity(content_key(ORDER_TYPE_TAG, canonical.form), (len(points), len(hull(points))), canonical.order)


def _write(points: Points, named: LabelledIdentity) -> ObjectContent[OrderTypeDocument]:
    x_type = prepare(X_TYPE, points)
    document = OrderTypeDocument(
        label=named.label,
        points=len(points),
        hull=len(hull(points)),
        x_type=x_type.label,
        representative=list(points),
    )
    return ObjectContent(document, [NewLink("has-x-type", x_type)])


def _read(document: XTypeDocument | OrderTypeDocument, _claims: Sequence[Claim]) -> Points:
    require_general_position(document.representative)
    return tuple(document.representative)


X_TYPE = Kind(
    name="planarity-x-type",
    address="planarity/x-types",
    model=XTypeDocument,
    identify=_identify_x_type,
    write=_write_x_type,
    read=_read,
    view=View(
        about="Classes of point sets in which the same segments cross.",
        duplicate_relation="x-type",
        picture=lambda document: points_picture(document.representative),
    ),
    called="x-type",
)
ORDER_TYPE = Kind(
    name="planarity-order-type",
    address="planarity/order-types",
    model=OrderTypeDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Classes of point sets in which the same triples turn left, up to reflection.",
        duplicate_relation="point-set",
        picture=lambda document: points_picture(document.representative),
    ),
)
