"""Searches of a drawing, as their answers show them: minimum swaps, minimum exchanges, plane drawings, moves."""

from collections.abc import Sequence

from pydantic import Field

from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import (
    MINIMUM,
    DifficultyMeasures,
    DrawingPart,
    OptimalSolutions,
    Pairs,
    Swaps,
)
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.points import Point


class SolvedDrawing(Part):
    """The minimum number of swaps, with one sequence that meets it."""

    crossings: int
    min_swaps: int | None = Field(description=MINIMUM)
    proved: bool
    swaps: Swaps
    optimal_solutions: OptimalSolutions
    lower_bound: int = Field(description="At least so many swaps are needed, where any number suffices.")
    reason: str = Field(description="How the answer is known, or why it is not.")
    difficulty: DifficultyMeasures


class MinimumExchanges(Part):
    """The minimum number of exchanges of any two vertices, with one sequence that meets it."""

    crossings: int
    min_exchanges: int | None = Field(
        description="Null and proved: no arrangement is plane. Null and not proved: not known. A number that is not "
        "proved is an upper bound."
    )
    proved: bool
    exchanges: Pairs = Field(description="Each two vertices that exchange places, in order.")
    optimal_solutions: OptimalSolutions
    lower_bound: int = Field(description="At least so many are needed, where any number suffices.")
    reason: str


class EmbeddedDrawing(Part):
    """A plane drawing of a graph on given points."""

    drawing: DrawingPart | None = Field(
        description="Null and proved: there is none. Null and not proved: none is known."
    )
    proved: bool
    reason: str


class ChangedDrawing(Part):
    """A drawing that a move made of another, or that was read from a text."""

    drawing: DrawingPart
    vertices: int
    edges: int
    crossings: int


def solve(drawing: Drawing, budget: Budget | None = None) -> SolvedDrawing:
    """Find the least number of swaps after which no edges cross, and measure the difficulty, as far as time allows.

    Never raises for time: at the end of the budget the answer is the best that is known, with `proved` false.
    """
    from ludex.planarity.study.difficulty import graded

    solution, difficulty = graded(drawing, budget)
    return SolvedDrawing(
        crossings=solution.crossings,
        min_swaps=solution.min_swaps,
        proved=solution.proved,
        swaps=list(solution.swaps),
        optimal_solutions=OptimalSolutions(arrangements=solution.arrangements, sequences=solution.sequences),
        lower_bound=solution.lower_bound,
        reason=solution.reason,
        difficulty=DifficultyMeasures.of(difficulty),
    )


def exchanges(drawing: Drawing, budget: Budget | None = None) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices, joined or not; as :func:`solve`."""
    from ludex.planarity.solving.exchanges import minimum_exchanges

    found = minimum_exchanges(drawing, budget)
    return MinimumExchanges(
        crossings=found.crossings,
        min_exchanges=found.min_exchanges,
        proved=found.proved,
        exchanges=list(found.exchanges),
        optimal_solutions=OptimalSolutions(arrangements=found.arrangements, sequences=found.sequences),
        lower_bound=found.lower_bound,
        reason=found.reason,
    )


def embedding(drawing: Drawing, points: Sequence[Point], budget: Budget | None = None) -> EmbeddedDrawing:
    """Place the vertices at given points so that no edges cross. Raises DrawingError for too few points."""
    from ludex.planarity.solving.embedding import embed

    found = embed(drawing, points, budget)
    shown = None if found.drawing is None else DrawingPart.of(found.drawing)
    return EmbeddedDrawing(drawing=shown, proved=found.proved, reason=found.reason)


def changed(drawing: Drawing) -> ChangedDrawing:
    """Return what is shown of a drawing after a move of :mod:`ludex.planarity.variants`, or of one that was read."""
    from ludex.planarity.crossings import count_crossings

    return ChangedDrawing(
        drawing=DrawingPart.of(drawing),
        vertices=drawing.vertices,
        edges=len(drawing.edges),
        crossings=count_crossings(drawing),
    )
