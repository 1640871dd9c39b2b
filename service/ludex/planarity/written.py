"""Drawings and what is found of them, as answers write them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.planarity.crossings import count_crossings
from ludex.planarity.drawing import Drawing, Edge

if TYPE_CHECKING:
    from ludex.planarity.solving.exchanges import Exchanges
    from ludex.planarity.study.census import CensusClass


@dataclass(frozen=True, slots=True)
class SolutionCounts:
    """How many optimal solutions there are: plane arrangements at the minimum distance, and sequences that end in one.

    Null where it is not known, or where there is none.
    """

    arrangements: int | None
    sequences: int | None


@dataclass(frozen=True, slots=True)
class MinimumExchanges:
    """The minimum number of exchanges of any two vertices, with one sequence that meets it.

    `min_exchanges` null and proved: no arrangement is plane; null and not proved: not known; a number that is not
    proved is an upper bound. `exchanges` are each two vertices that exchange places, in order. At least `lower_bound`
    are needed, where any number suffices. `reason` says how the answer is known, or why it is not.
    """

    crossings: int
    min_exchanges: int | None
    proved: bool
    exchanges: tuple[Edge, ...]
    optimal_solutions: SolutionCounts
    lower_bound: int
    reason: str

    @classmethod
    def of(cls, found: "Exchanges") -> "MinimumExchanges":
        """Return the answer that shows what was found of a drawing."""
        counts = SolutionCounts(found.arrangements, found.sequences)
        known = found.crossings, found.min_exchanges, found.proved, found.exchanges
        return cls(*known, counts, found.lower_bound, found.reason)


@dataclass(frozen=True, slots=True)
class CountedClass:
    """A class of the census that was counted, not stored."""

    drawing: Drawing
    crossings: int
    min_swaps: int | None
    optimal_solutions: SolutionCounts

    @classmethod
    def of(cls, one: "CensusClass") -> "CountedClass":
        """Return what is shown of a class."""
        return cls(one.drawing, one.crossings, one.min_swaps, SolutionCounts(one.arrangements, one.sequences))


@dataclass(frozen=True, slots=True)
class ChangedDrawing:
    """A drawing that a move made of another, or that was read from a text."""

    drawing: Drawing
    vertices: int
    edges: int
    crossings: int

    @classmethod
    def of(cls, drawing: Drawing) -> "ChangedDrawing":
        """Return what is shown of a drawing.

        >>> ChangedDrawing.of(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))).crossings
        1
        """
        return cls(drawing, drawing.vertices, len(drawing.edges), count_crossings(drawing))
