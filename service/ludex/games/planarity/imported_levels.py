"""Imported drawings and levels, with their names in the source and the solutions that the source claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludex.engine.faults import Fault
from ludex.games.planarity import study
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.level import Level
from ludex.games.planarity.solving.solution import Solution


@dataclass(frozen=True, slots=True)
class ImportedDrawing:
    """A drawing from an imported file, with its name and id in this file, and swaps that make the drawing plane.

    Values that the file does not contain are None.
    """

    drawing: Drawing
    name: str | None = None
    id: int | str | None = None
    swaps: tuple[Edge, ...] | None = None

    @property
    def own(self) -> dict[str, Any]:
        """Return the name and the id as entries of the provenance of a level.

        >>> ImportedDrawing(Drawing(((0, 0), (1, 0)), ((0, 1),)), "first").own
        {'name': 'first'}
        """
        return {name: value for name, value in (("name", self.name), ("id", self.id)) if value is not None}


CLAIMED = "the swaps came with the drawing and make it plane; whether fewer suffice was not tested"


def checked_swaps(drawing: Drawing, swaps: Sequence[Edge]) -> tuple[Edge, ...]:
    """Check that the `swaps` make a `drawing` plane, and return them with the smaller end of each edge first.

    Raises Fault with the location of the error if a swap is not an edge, or if a crossing remains.

    >>> checked_swaps(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))), [(2, 1)])
    ((1, 2),)
    """
    done = tuple((u, v) if u < v else (v, u) for u, v in swaps)
    try:
        end = drawing.after(done)
    except DrawingError as error:
        raise Fault(error.message, ("swaps",)) from None
    if not is_plane(end):
        raise Fault("the swaps do not lead to a plane drawing", ("swaps",))
    return done


def claimed_level(drawing: Drawing, swaps: Sequence[Edge], provenance: dict[str, object]) -> Level:
    """Return the level of a drawing with claimed `swaps`. The number of swaps is an unproved upper bound.

    The function carries out the swaps. Raises Fault with the location of the error if a swap is not an edge, or if a
    crossing remains. If the drawing is plane before the swaps, its minimum of 0 is proved.

    >>> from ludex.games.planarity.drawing import Drawing
    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> level = claimed_level(crossed, [(2, 1)], {"source": "import"})
    >>> level.solution.min_swaps, level.solution.proved, level.solution.swaps
    (1, False, ((1, 2),))
    """
    done = checked_swaps(drawing, swaps)
    crossings = count_crossings(drawing)
    if not crossings:
        return Level(drawing, *study.difficulty.solve_and_grade(drawing), provenance)
    return Level(drawing, Solution(crossings, len(done), False, done, None, None, 1, CLAIMED), None, provenance)
