"""The minimum number of intended swaps of a construction, and a lower bound on the number of swaps of any solution.

A construction lists the intended alternative swap sequences for each location in the drawing. For each pair of edges,
it is determined exactly for which alternatives the two edges cross. CP-SAT then chooses one alternative for each
location so that nothing crosses and the number of swaps is smallest. The lower bound holds for all solutions, because a
swap affects only crossings of edges that share an end with the swapped edge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from ludex.engine.arguments import require_list, require_pairs
from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import solve
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.points import Point, segments_cross
from ludex.games.planarity.reductions.gadgets import Choice

_Taken = tuple[tuple[int, int], ...]
"""Pairs of the index of a location and the index of the alternative that is chosen there."""


@dataclass(frozen=True, slots=True)
class IntendedSolution:
    """The fewest intended swaps that make a drawing plane.

    `min_swaps` is null if no intended swaps make the drawing plane, or if the number is unknown. In the first case,
    `proved` is true. `swaps` is a solution with `min_swaps` swaps. Every solution, intended or not, has at least
    `lower_bound` swaps.
    """

    min_swaps: int | None
    proved: bool
    swaps: tuple[Edge, ...]
    lower_bound: int


def minimum_intended_swaps(
    drawing: Drawing, choices: Sequence[Choice], budget: Budget | None = None
) -> IntendedSolution:
    """Return the fewest intended swaps that make a drawing plane.

    Parameters
    ----------
    drawing : Drawing
        The drawing, of any size.
    choices : sequence of tuples
        The alternative swap sequences for each location in the drawing. Exactly one alternative is chosen at each
        location. The first alternative is no swap. No two locations share a vertex.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    IntendedSolution
        The minimum number of swaps and a solution that attains it, or the known bounds if the budget ends first.

    Notes
    -----
    The cost has two parts. Comparing the pairs of edges that can come near each other takes a few milliseconds for a
    hundred vertices. The other part is the time of CP-SAT. The function raises no exceptions for valid arguments.

    References
    ----------
    "Swap Planarity", Theorem 2, for the intended swaps.

    Examples
    --------
    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> minimum_intended_swaps(crossed, [((), ((1, 2),))]).swaps
    ((1, 2),)
    """
    Drawing.require(drawing)
    choices = [
        tuple(tuple(require_pairs(edges, f"choices/{place}")) for edges in require_list(choice, f"choices/{place}"))
        for place, choice in enumerate(require_list(choices, "choices"))
    ]
    budget = Budget.require(budget)
    model = cp_model.CpModel()
    taken = [[model.new_bool_var("") for _ in choice] for choice in choices]
    for alternatives in taken:
        model.add_exactly_one(alternatives)
    for crossing in _crossings(drawing, choices):
        model.add_bool_or([taken[place][alternative].negated() for place, alternative in crossing])
    costs = [
        len(swaps) * variable
        for choice, alternatives in zip(choices, taken, strict=True)
        for swaps, variable in zip(choice, alternatives, strict=True)
    ]
    model.minimize(sum(costs))
    solver, status = solve(model, budget)
    lower = touching_bound(drawing, budget)
    if status not in ("optimal", "feasible"):
        return IntendedSolution(None, status == "infeasible", (), lower)
    swaps = tuple(
        swap
        for choice, alternatives in zip(choices, taken, strict=True)
        for done, variable in zip(choice, alternatives, strict=True)
        if solver.boolean_value(variable)
        for swap in done
    )
    return IntendedSolution(len(swaps), status == "optimal", swaps, lower)


def touching_bound(drawing: Drawing, budget: Budget | None = None) -> int:
    """Return a lower bound on the number of swaps: the smallest number of edges whose ends touch every crossing.

    If the budget ends first, the result may be a smaller lower bound.

    >>> touching_bound(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    1
    """
    at: list[set[Edge]] = [set() for _ in drawing.points]
    for edge in drawing.edges:
        for end in edge:
            at[end].add(edge)
    model = cp_model.CpModel()
    chosen = {edge: model.new_bool_var("") for edge in drawing.edges}
    for first, second in crossing_pairs(drawing):
        model.add_bool_or([chosen[edge] for edge in sorted(set().union(*(at[end] for end in (*first, *second))))])
    model.minimize(sum(chosen.values()))
    solver, status = solve(model, budget or Budget())
    return round(solver.best_objective_bound) if status in ("optimal", "feasible") else 0


def _crossings(drawing: Drawing, choices: Sequence[Choice]) -> Iterator[_Taken]:
    """Yield the combinations of alternatives that make two edges cross."""
    at = _places(drawing, choices)
    for e, f in _near_pairs(drawing, [set(places.values()) for _, places in at]):
        ends = (*drawing.edges[e], *drawing.edges[f])
        involved = sorted({place for end in ends if (place := at[end][0]) is not None})
        for taken in product(*(range(len(choices[place])) for place in involved)):
            how: dict[int | None, int] = dict(zip(involved, taken, strict=True))
            p, q, r, s = (at[end][1][how.get(at[end][0], 0)] for end in ends)
            if segments_cross(p, q, r, s):
                yield tuple(zip(involved, taken, strict=True))


def _places(drawing: Drawing, choices: Sequence[Choice]) -> list[tuple[int | None, dict[int, Point]]]:
    """Return the index of the choice that moves each vertex (or None), and its point after each alternative."""
    at: list[tuple[int | None, dict[int, Point]]] = [(None, {0: point}) for point in drawing.points]
    for place, choice in enumerate(choices):
        for vertex in {end for swaps in choice for edge in swaps for end in edge}:
            at[vertex] = (place, dict.fromkeys(range(len(choice)), drawing.points[vertex]))
        for alternative, swaps in enumerate(choice):
            for u, v in swaps:
                at[u][1][alternative], at[v][1][alternative] = at[v][1][alternative], at[u][1][alternative]
    return at


def _near_pairs(drawing: Drawing, places: Sequence[set[Point]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of disjoint edges that can come near each other.

    The bounding box of an edge contains all possible positions of its ends. The boxes of the two edges overlap.
    """
    boxes: npt.NDArray[np.int64] = np.array(
        [
            [bound(point[axis] for end in edge for point in places[end]) for bound in (min, max) for axis in (0, 1)]
            for edge in drawing.edges
        ],
        dtype=np.int64,
    ).reshape(-1, 4)
    least, greatest = boxes[:, :2], boxes[:, 2:]
    for e, f in _overlapping(least, greatest):
        if not set(drawing.edges[e]) & set(drawing.edges[f]):
            yield e, f


def _overlapping(least: npt.NDArray[np.int64], greatest: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    for e in range(len(least)):
        near = (least[e + 1 :] <= greatest[e]).all(axis=1) & (greatest[e + 1 :] >= least[e]).all(axis=1)
        yield from ((e, e + 1 + int(f)) for f in near.nonzero()[0])
