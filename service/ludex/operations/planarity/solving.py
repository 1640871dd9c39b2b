"""What can be said of a drawing, as answers show it: its minimum of swaps with its difficulty, its invariants."""

from dataclasses import asdict, dataclass

from pydantic import Field

from ludex.catalogue.document import Part
from ludex.catalogue.kind import named
from ludex.catalogue.kinds.planarity.drawn import MINIMUM, DifficultyMeasures, OptimalSolutions, Swaps
from ludex.catalogue.kinds.planarity.graph import GRAPH
from ludex.catalogue.kinds.planarity.order_type import ORDER_TYPE, X_TYPE
from ludex.engine.budget import Budget
from ludex.operations.planarity.levels import class_of
from ludex.planarity.drawing import Drawing
from ludex.planarity.graph import Graph
from ludex.planarity.identity.drawing_invariants import DrawingInvariants, drawing_invariants


class SolvedDrawing(Part):
    """The minimum number of swaps, with one sequence that meets it."""

    crossings: int
    min_swaps: int | None = Field(description=MINIMUM)
    proved: bool
    swaps: Swaps
    optimal_solutions: OptimalSolutions
    lower_bound: int = Field(description="At least this many swaps are needed, if any number suffices.")
    reason: str = Field(description="How the answer is known, or why it is not.")
    difficulty: DifficultyMeasures


@dataclass(frozen=True, slots=True)
class NamedInvariants(DrawingInvariants):
    """The invariants of a drawing, and the labels of the classes that it is in, stored or not.

    `graph` is that of the class of isomorphic graphs, `order_type` and `x_type` those of its points, up to reflection,
    and `level` that of the class of swap-equivalent drawings.
    """

    graph: str
    order_type: str
    x_type: str
    level: str


def solve(drawing: Drawing, budget: Budget | None = None) -> SolvedDrawing:
    """Find the least number of swaps after which no edges cross, and measure the difficulty, as far as time allows.

    Never raises for time: at the end of the budget the answer is the best that is known, with `proved` false.
    """
    from ludex.planarity.study.difficulty import graded

    solution, difficulty = graded(drawing, budget)
    known = asdict(solution)
    counts = OptimalSolutions(arrangements=known.pop("arrangements"), sequences=known.pop("sequences"))
    return SolvedDrawing(**known, optimal_solutions=counts, difficulty=DifficultyMeasures.of(difficulty))


def invariants(drawing: Drawing) -> NamedInvariants:
    """Compute the invariants of a drawing. Nothing is stored. Cost: milliseconds.

    >>> found = invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.x_type
    (1, True, 'planarity-x-type-4-ioalihpbuzfclff2')
    """
    found = drawing_invariants(drawing)
    return NamedInvariants(
        **{name: getattr(found, name) for name in DrawingInvariants.__dataclass_fields__},
        graph=named(GRAPH, Graph(drawing.vertices, drawing.edges)).label,
        order_type=named(ORDER_TYPE, drawing.points).label,
        x_type=named(X_TYPE, drawing.points).label,
        level=class_of(drawing).label,
    )
