"""Exact plane embedding of graphs on given points, and plane arrangements of trees, which exist on any points.

Source: "Swap Planarity", sections 2 (the variant with given points) and 3; S. Cabello, "Planar embeddability of the
vertices of a graph using a fixed point set is NP-hard" (2006); P. Bose, M. McAllister and J. Snoeyink, "Optimal
algorithms to embed trees in a point set" (1997).

To embed a tree, place its root on a point of the hull, and sort the remaining points by angle around this point. Each
subtree of the root gets consecutive points in this order. The root of the subtree is placed on the first of these
points, which lies on their convex hull, and the subtree is embedded in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key
from itertools import accumulate
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence, StatedEvidence
from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.points import Point, hull, orientation
from ludex.games.planarity.solving.lower_bounds import placement_evidence
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.unreachable import no_plane_assignment

if TYPE_CHECKING:
    import networkx
    import numpy as np
    from numpy.typing import NDArray

# The number of placements (about 0.3 microseconds each) before annealing is tried. Annealing proves nothing but copes
# with large graphs.
FIRST_STEPS = 1_000_000

FOUND = "the drawing is plane"
IMPOSSIBLE = "every assignment of the vertices to the points has a crossing, as an exhaustive search shows"
UNKNOWN = "the search ended before it found a plane assignment, or proved that there is none"


@dataclass(frozen=True, slots=True)
class Embedding:
    """A plane drawing of a graph on given points, if one was found.

    `drawing` is null if no plane drawing exists or if none is known. In the first case, `proved` is true.
    """

    drawing: Drawing | None
    proved: bool
    evidence: StatedEvidence
    reason: str


def embed(drawing: Drawing, points: Sequence[Point], budget: Budget | None = None) -> Embedding:
    """Return a plane drawing of the graph of a `drawing` in which every vertex is at one of the given `points`.

    The positions of the vertices in `drawing` do not matter. There must be at most 128 points, which are in general
    position, and at least as many points as vertices. Otherwise, the function raises DrawingError. `budget` limits the
    search (None: no limits). Cost: exponential in the worst case, but usually milliseconds for up to about 18 vertices.

    >>> crossed = Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 2), (1, 3)))
    >>> embed(crossed, [(0, 0), (5, 1), (7, 8), (1, 6)]).drawing is not None
    True
    """
    if len(points) < drawing.vertices:
        raise DrawingError(f"{len(points)} points are too few for {drawing.vertices} vertices", ("points",))
    # Each unused point gets a vertex without edges.
    whole = Drawing(tuple(points), drawing.edges)
    never = placement_evidence(drawing.vertices, len(points))
    reason = no_plane_assignment(whole)
    if reason is not None:
        return Embedding(None, True, never, reason)
    try:
        arrangement = _some_arrangement(whole, free_space(whole, moved_costs=0), budget or Budget())
    except BudgetExhausted:
        return Embedding(None, False, None, UNKNOWN)
    if arrangement is None:
        return Embedding(None, True, never, IMPOSSIBLE)
    places = arrangement[: drawing.vertices]
    return Embedding(drawing.moved(tuple(points[place] for place in places)), True, Evidence.CERTIFICATE, FOUND)


def _some_arrangement(drawing: Drawing, space: StateSpace, budget: Budget) -> list[int] | None:
    """Return a plane arrangement, or None if there is none. Raises BudgetExhausted."""
    from ludex.games.planarity.solving.arrangements import PlaneArrangements

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
    """Search for a plane arrangement by simulated annealing. Return it as the only row of an array.

    If the search finds nothing, the array has no rows. `space` is the state space of the `drawing`. `budget` limits the
    search.
    """
    import numpy as np

    from ludex.games.planarity.solving.arrangements import find_by_annealing

    arrangement = next(find_by_annealing(drawing, space, budget), None)
    return np.array([] if arrangement is None else [arrangement], dtype=np.int64).reshape(-1, drawing.vertices)


def free_space(drawing: Drawing, moved_costs: int) -> StateSpace:
    """Return the state space of a `drawing` in which each vertex can move to any point in one step.

    `moved_costs`, which is 0 or 1, is the cost of moving a vertex to a point other than its own.
    """
    import numpy as np

    n = drawing.vertices
    distances = moved_costs * (1 - np.eye(n, dtype=np.int64))
    near = distances[:, None, :] <= np.arange(n)[None, :, None]
    space = StateSpace.of(drawing)
    return replace(space, distances=distances, within=kernels.rotations.sets_of(near, space.words))


def tree_arrangements(drawing: Drawing) -> Iterator[tuple[int, ...]]:
    """Yield a plane arrangement of a tree's `drawing` for each vertex on the hull, which stays in place as the root.

    Vertices without edges also stay in place. If the graph is not a tree, the function yields nothing. Cost: O(n^2 log
    n) for each arrangement.

    >>> points = ((0, 0), (2, 2), (2, 0), (0, 2))
    >>> next(tree_arrangements(Drawing(points, ((0, 1), (1, 2), (2, 3)))))
    (0, 2, 1, 3)
    """
    import networkx

    graph = networkx.Graph(drawing.edges)
    if not drawing.edges or not networkx.is_tree(graph):
        return
    positions = sorted(graph)
    for corner in hull([drawing.points[position] for position in positions]):
        yield _rooted(drawing, graph, positions[corner])


def _rooted(drawing: Drawing, graph: "networkx.Graph", root: int) -> tuple[int, ...]:
    import networkx

    children = networkx.dfs_successors(graph, root)
    subtrees = _subtrees(children, root)
    arrangement = list(range(drawing.vertices))
    waiting = [(root, root, [position for position in graph if position != root])]
    while waiting:
        vertex, position, others = waiting.pop()
        arrangement[vertex] = position
        around = _around(drawing, position, others)
        rank = {other: place for place, other in enumerate(around)}
        # The subtrees are sorted by the current positions of their vertices, as far as these are among the points, so
        # that fewer vertices move.
        below = sorted(children.get(vertex, ()), key=lambda child: _mean([rank.get(v, 0) for v in subtrees[child]]))
        ends = list(accumulate(len(subtrees[child]) for child in below))
        for child, end in zip(below, ends, strict=True):
            group = around[end - len(subtrees[child]) : end]
            waiting.append((child, group[0], group[1:]))
    return tuple(arrangement)


def _subtrees(children: dict[int, list[int]], root: int) -> dict[int, list[int]]:
    """Return the vertices of the subtree that is rooted at each vertex."""
    order = [root]
    for vertex in order:
        order += children.get(vertex, [])
    subtrees: dict[int, list[int]] = {}
    for vertex in reversed(order):
        subtrees[vertex] = [vertex, *(v for child in children.get(vertex, ()) for v in subtrees[child])]
    return subtrees


def _around(drawing: Drawing, position: int, others: Sequence[int]) -> list[int]:
    """Sort positions counter-clockwise around a `position`. The positions must span an angle of less than 180°."""
    points = drawing.points

    def turn(a: int, b: int) -> int:
        return -orientation(points[position], points[a], points[b])

    return sorted(others, key=cmp_to_key(turn))


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)
