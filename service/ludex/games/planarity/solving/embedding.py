"""Graphs on given points: whether the vertices can be dragged to them so that no edges cross. Exact.

Source: "Swap Planarity", section 2 (the variant with given points); S. Cabello, "Planar embeddability of the vertices
of a graph using a fixed point set is NP-hard" (2006).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.points import Point
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.unreachable import no_plane_assignment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# The placements, some 0.3 microseconds each, before annealing is tried: it proves nothing, but manages large graphs.
FIRST_STEPS = 1_000_000

FOUND = "the drawing is plane"
IMPOSSIBLE = "every assignment of the vertices to the points has a crossing: the search met all that are plane, none"
UNKNOWN = "the search ended before it found a plane assignment, or proved that there is none"


@dataclass(frozen=True, slots=True)
class Embedding:
    """A plane drawing of a graph on given points. Null: if `proved`, there is none; otherwise none is known."""

    drawing: Drawing | None
    proved: bool
    reason: str


def embed(drawing: Drawing, points: Sequence[Point], budget: Budget | None = None) -> Embedding:
    """Return a plane drawing with every vertex of a `drawing` dragged to one of the given `points`.

    The places of the vertices before do not matter. There are at least as many points as vertices, at most 64, in
    general position. `budget` limits the search (None: no limits). Raises DrawingError for other points. Cost:
    exponential in the worst case, milliseconds as a rule up to some 18 vertices.

    >>> crossed = Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 2), (1, 3)))
    >>> embed(crossed, [(0, 0), (5, 1), (7, 8), (1, 6)]).drawing is not None
    True
    """
    if len(points) < drawing.vertices:
        raise DrawingError(f"{len(points)} points are too few for {drawing.vertices} vertices", ("points",))
    # Points that stay empty get vertices without edges.
    whole = Drawing(tuple(points), drawing.edges)
    reason = no_plane_assignment(whole)
    if reason is not None:
        return Embedding(None, True, reason)
    try:
        arrangement = _some_arrangement(whole, free_space(whole, moved_costs=0), budget or Budget())
    except BudgetExhausted:
        return Embedding(None, False, UNKNOWN)
    if arrangement is None:
        return Embedding(None, True, IMPOSSIBLE)
    places = arrangement[: drawing.vertices]
    return Embedding(drawing.moved(tuple(points[place] for place in places)), True, FOUND)


def _some_arrangement(drawing: Drawing, space: StateSpace, budget: Budget) -> list[int] | None:
    """Return a plane arrangement, or None if there is none. Raises BudgetExhausted."""
    from ludex.games.planarity.solving.plane_arrangements import PlaneArrangements

    listing = PlaneArrangements(space)
    for most_steps in (FIRST_STEPS, None):
        for arrangements in listing(budget, most_steps):
            if len(arrangements):
                return _first(arrangements)
        if most_steps is not None and not listing.exhausted():
            quick = quick_arrangements(drawing, space, budget)
            if len(quick):
                return _first(quick)
    return None


def _first(arrangements: "NDArray[np.int64]") -> list[int]:
    return [int(place) for place in arrangements[0]]


def quick_arrangements(drawing: Drawing, space: StateSpace, budget: Budget) -> "NDArray[np.int64]":
    """Return a plane arrangement that simulated annealing finds, as a row of an array; no row if it finds none.

    `space` is the state space of the `drawing`; `budget` limits the search.
    """
    import numpy as np

    from ludex.games.planarity.solving.annealing import annealed

    found = next(annealed(drawing, space, budget), None)
    return np.array([] if found is None else [found], dtype=np.int64).reshape(-1, drawing.vertices)


def free_space(drawing: Drawing, moved_costs: int) -> StateSpace:
    """Return the state space of a `drawing` in which each vertex can go to any point at once.

    To go to another point than its own costs `moved_costs`, 0 or 1.
    """
    import numpy as np

    n = drawing.vertices
    distances = moved_costs * (1 - np.eye(n, dtype=np.int64))
    bits = np.uint64(1) << np.arange(n, dtype=np.uint64)
    near = distances[:, None, :] <= np.arange(n)[None, :, None]
    return replace(StateSpace.of(drawing), distances=distances, within=(near * bits).sum(axis=2, dtype=np.uint64))
