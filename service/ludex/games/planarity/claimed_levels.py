"""Levels whose solution somebody else found: the swaps are done, and their number is taken over as it is claimed."""

from collections.abc import Sequence

from ludex.engine.faults import Fault
from ludex.games.planarity import study
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.level import Level
from ludex.games.planarity.solving.solution import Solution

CLAIMED = "as it was claimed: the swaps lead to a plane drawing; whether fewer do was not looked for"


def claimed_level(drawing: Drawing, swaps: Sequence[Edge], provenance: dict[str, object]) -> Level:
    """Return the level of a drawing and `swaps` that make it plane, each an edge: an upper bound, which is not proved.

    A plane drawing needs none, and that is proved. Raises Fault, which names the place, if the swaps cannot be done or
    leave a crossing.

    >>> from ludex.games.planarity.drawing import Drawing
    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> level = claimed_level(crossed, [(2, 1)], {"source": "import"})
    >>> level.solution.min_swaps, level.solution.proved, level.solution.swaps
    (1, False, ((1, 2),))
    """
    done = tuple((u, v) if u < v else (v, u) for u, v in swaps)
    try:
        end = drawing.after(done)
    except DrawingError as error:
        raise Fault(error.message, ("swaps",)) from None
    if not is_plane(end):
        raise Fault("the swaps do not lead to a plane drawing", ("swaps",))
    crossings = count_crossings(drawing)
    if not crossings:
        return Level(drawing, *study.difficulty.graded(drawing), provenance)
    return Level(drawing, Solution(crossings, len(done), False, done, None, None, 1, CLAIMED), None, provenance)
