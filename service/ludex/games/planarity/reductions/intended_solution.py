"""The least number of swaps of a construction, if only those are made that are meant; and how many any way needs.

A construction says which swaps are meant at each place, one of some. Which of them go together follows from the
crossings that they leave, pair of edges by pair of edges, by exact orientations. CP-SAT finds the fewest that leave
none. That any way at all needs a number of swaps is shown by crossings: a swap touches those of an end of its edge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import solve
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.points import Point, segments_cross
from ludex.games.planarity.reductions.construction import Choice

_Taken = tuple[tuple[int, int], ...]
"""Some choices, and which of its swaps each takes."""


@dataclass(frozen=True, slots=True)
class MeantSwaps:
    """The fewest meant swaps that make a drawing plane; `min_swaps` null and proved: none do, null otherwise: unknown.

    `swaps` are such swaps. Fewer than `lower_bound` swaps do not suffice, meant or not.
    """

    min_swaps: int | None
    proved: bool
    swaps: tuple[Edge, ...]
    lower_bound: int


def least_meant_swaps(drawing: Drawing, choices: Sequence[Choice], budget: Budget | None = None) -> MeantSwaps:
    """Return the fewest meant swaps that make a drawing plane.

    Parameters
    ----------
    drawing : Drawing
        The drawing, of any size.
    choices : sequence of tuples
        At each place the swaps that may be made there, one of them; the first is nothing. No two places share a vertex.
    budget : Budget, optional
        Limits the search; without it there are no limits.

    Returns
    -------
    MeantSwaps
        The number with swaps that meet it. When the budget ends, what is known.

    Notes
    -----
    Cost: the pairs of edges that can come near each other, some milliseconds a hundred vertices; then CP-SAT.

    References
    ----------
    "Swap Planarity", Theorem 2, for what is meant.

    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> least_meant_swaps(crossed, [((), ((1, 2),))]).swaps
    ((1, 2),)
    """
    budget = budget or Budget()
    model = cp_model.CpModel()
    taken = [[model.new_bool_var("") for _ in choice] for choice in choices]
    for alternatives in taken:
        model.add_exactly_one(alternatives)
    for crossing in _crossings(drawing, choices):
        model.add_bool_or([taken[place][one].negated() for place, one in crossing])
    made = [(len(swaps), taken[place][one]) for place, choice in enumerate(choices) for one, swaps in enumerate(choice)]
    model.minimize(sum(cost * variable for cost, variable in made))
    solver, status = solve(model, budget)
    lower = touching_bound(drawing, budget)
    if status not in ("optimal", "feasible"):
        return MeantSwaps(None, status == "infeasible", (), lower)
    swaps = tuple(
        swap
        for choice, alternatives in zip(choices, taken, strict=True)
        for done, variable in zip(choice, alternatives, strict=True)
        if solver.boolean_value(variable)
        for swap in done
    )
    return MeantSwaps(len(swaps), status == "optimal", swaps, lower)


def touching_bound(drawing: Drawing, budget: Budget | None = None) -> int:
    """Return the fewest edges whose ends touch every crossing, or less if the budget ends: so many swaps are needed.

    >>> touching_bound(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    1
    """
    at: list[set[Edge]] = [set() for _ in drawing.points]
    for edge in drawing.edges:
        for end in edge:
            at[end].add(edge)
    model = cp_model.CpModel()
    chosen = {edge: model.new_bool_var("") for edge in drawing.edges}
    for one, other in crossing_pairs(drawing):
        model.add_bool_or([chosen[edge] for edge in sorted(set().union(*(at[end] for end in (*one, *other))))])
    model.minimize(sum(chosen.values()))
    solver, status = solve(model, budget or Budget())
    return round(solver.best_objective_bound) if status in ("optimal", "feasible") else 0


def _crossings(drawing: Drawing, choices: Sequence[Choice]) -> Iterator[_Taken]:
    """Yield what may not be taken together, since two edges cross then."""
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
    """Return for each vertex the choice that moves it, if any, and where it is after each of its alternatives."""
    at: list[tuple[int | None, dict[int, Point]]] = [(None, {0: point}) for point in drawing.points]
    for place, choice in enumerate(choices):
        for vertex in {end for swaps in choice for edge in swaps for end in edge}:
            at[vertex] = (place, dict.fromkeys(range(len(choice)), drawing.points[vertex]))
        for one, swaps in enumerate(choice):
            for u, v in swaps:
                at[u][1][one], at[v][1][one] = at[v][1][one], at[u][1][one]
    return at


def _near_pairs(drawing: Drawing, places: Sequence[set[Point]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of edges without a common end whose boxes, with all places of their ends, overlap."""
    boxes: npt.NDArray[np.int64] = np.array(
        [
            [bound(point[axis] for end in edge for point in places[end]) for bound in (min, max) for axis in (0, 1)]
            for edge in drawing.edges
        ],
        dtype=np.int64,
    ).reshape(-1, 4)
    least, most = boxes[:, :2], boxes[:, 2:]
    for e, f in _overlapping(least, most):
        if not set(drawing.edges[e]) & set(drawing.edges[f]):
            yield e, f


def _overlapping(least: npt.NDArray[np.int64], most: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    for e in range(len(least)):
        near = (least[e + 1 :] <= most[e]).all(axis=1) & (most[e + 1 :] >= least[e]).all(axis=1)
        yield from ((e, e + 1 + int(f)) for f in near.nonzero()[0])
