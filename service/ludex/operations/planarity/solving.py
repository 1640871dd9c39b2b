"""Searches of a drawing, as their answers show them: minimum swaps, minimum exchanges, plane drawings, moves."""

from collections.abc import Sequence

from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import DifficultyMeasures, DrawingPart, OptimalSolutions, Pairs
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.points import Point


class SolvedDrawing(Part):
    """The minimum number of swaps, with one sequence that meets it; fields as `POST /planarity/solve` answers."""

    crossings: int
    min_swaps: int | None
    proved: bool
    swaps: Pairs
    optimal_solutions: OptimalSolutions
    lower_bound: int
    reason: str
    difficulty: DifficultyMeasures


class MinimumExchanges(Part):
    """The minimum number of exchanges of any two vertices, with one sequence that meets it."""

    crossings: int
    min_exchanges: int | None
    proved: bool
    exchanges: Pairs
    optimal_solutions: OptimalSolutions
    lower_bound: int
    reason: str


class EmbeddedDrawing(Part):
    """A plane drawing of a graph on given points; null and proved: there is none."""

    drawing: DrawingPart | None
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
    raise NotImplementedError


def exchanges(drawing: Drawing, budget: Budget | None = None) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices, joined or not; as :func:`solve`."""
    raise NotImplementedError


def embedding(drawing: Drawing, points: Sequence[Point], budget: Budget | None = None) -> EmbeddedDrawing:
    """Place the vertices at given points so that no edges cross. Raises DrawingError for too few points."""
    raise NotImplementedError


def changed(drawing: Drawing) -> ChangedDrawing:
    """Return what is shown of a drawing after a move of :mod:`ludex.planarity.variants`, or of one that was read."""
    raise NotImplementedError
