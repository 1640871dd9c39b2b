"""Hints for a player: all best next swaps, the remaining minimum, and the first mistake.

The shortest paths from the start form layers of arrangements. As long as the player's swaps follow these paths, the
minimum remains attainable. The first swap that leaves the paths makes the minimum unattainable, because this swap does
not lower the remaining minimum, and each later swap lowers it by at most one.

A quick upper bound on the number of swaps of a drawing, from a plane arrangement that is already known.

If random swaps have scrambled a plane drawing, the original arrangement is known. The plane arrangements that differ
from it by an exchange of two vertices follow quickly. Computing the distances to these arrangements takes much less
time than listing all plane arrangements, and shows that most of the drawings that need fewer swaps do so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludex.engine.arguments import require_pairs, require_type
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.kernels.crossing_counts import rises
from ludex.games.planarity.solving.shortest_solutions import costs_home, is_within
from ludex.games.planarity.solving.solution import Hint, Solution
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import swap_lower_bounds

if TYPE_CHECKING:
    from ludex.games.planarity.solving.minimum_swaps import PartPaths


_SEARCHED = 1.25
"""The search may take the time limit divided by this number; the remaining time is for assembling the answer."""


def hint(
    drawing: Drawing, swaps: Sequence[Sequence[int]] = (), budget: Budget | None = None, known: Solution | None = None
) -> Hint:
    """Return the best continuation after `swaps` of a drawing.

    Parameters
    ----------
    drawing : Drawing
        The drawing before the swaps, with up to 128 vertices.
    swaps : sequence of (int, int)
        The edges swapped so far, in order. Either end of an edge may come first.
    budget : Budget, optional
        The limits of the search. The default has no limits. When the budget ends, the hint contains what is known.
    known : Solution, optional
        The solution of the drawing before the swaps, if it is known. If its minimum is proved, the function does not
        compute the minimum again. Otherwise, it uses the solution for an upper bound on `remaining`.

    Returns
    -------
    Hint
        The best next swaps, the remaining minimum, and the first mistake.

    Raises
    ------
    DrawingError
        If one of the swaps is not an edge of the drawing. The error contains the index of the swap.

    Notes
    -----
    The drawing is solved once, or twice if there was a mistake.

    References
    ----------
    "Swap Planarity", section 5, whose implementation has a puzzle mode; K. Yamanaka et al., "Swapping labeled tokens on
    graphs" (2015), for the state space.

    Examples
    --------
    >>> square = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    >>> hint(square)
    Hint(best=((0, 1), (2, 3)), remaining=1, proved=True, minimum=1, mistake=None,
         evidence=<Evidence.CERTIFICATE: 'certificate'>)
    >>> found = hint(square, [(2, 0)])
    >>> found.best, found.remaining, found.mistake
    (((0, 1), (2, 3)), 1, 0)
    """
    Drawing.require(drawing)
    if known is not None:
        require_type(known, Solution, "known", "solve(drawing) returns a Solution")
    edges_swapped = _edges(drawing, swaps)
    budget = Budget.require(budget)
    # Some time is reserved for assembling the answer.
    found = _hint(drawing, edges_swapped, budget.share(_SEARCHED), known)
    if not found.proved:
        return found
    after = _after(drawing, edges_swapped)
    from ludex.games.planarity.solving import lower_bounds

    return replace(found, evidence=lower_bounds.evidence_of(after, found.remaining, budget))


@dataclass(frozen=True, slots=True)
class HintTable:
    """All arrangements on the shortest solutions of a drawing, and the swaps that continue a shortest solution there.

    Entry v of an arrangement is the number of the point at which vertex v is. The arrangements are in the order of the
    number of swaps that lead to them, so that the first one is the start. If `complete` is false, the last ones are
    omitted.
    """

    swaps: dict[tuple[int, ...], tuple[Edge, ...]]
    complete: bool


def hint_table(drawing: Drawing, known: Solution, budget: Budget | None = None, most: int = 1000) -> HintTable:
    """Return the table of hints of a drawing with at most `most` arrangements. It is empty if there is no proof.

    Raises BudgetExhausted.

    >>> square = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    >>> from ludex.games.planarity.solving import minimum_swaps
    >>> hint_table(square, minimum_swaps.solve(square)).swaps
    {(0, 1, 2, 3): ((0, 1), (2, 3)), (1, 0, 2, 3): (), (0, 1, 3, 2): ()}
    """
    from ludex.games.planarity.solving import minimum_swaps

    parts = minimum_swaps.paths_of_solution(drawing, known, Budget.require(budget))
    if parts is None:
        return HintTable({}, complete=known.proved)
    edges = [[part.part.named((u, v)) for u, v in part.paths.space.moves.tolist()] for part in parts]
    followers = [[part.paths.followers(k).tolist() for k in range(len(part.paths.layers) - 1)] for part in parts]
    table: dict[tuple[int, ...], tuple[Edge, ...]] = {}
    # For each part, the number of the layer of shortest paths and the row in it.
    found: dict[tuple[int, ...], list[tuple[int, int]]] = {tuple(range(drawing.vertices)): [(0, 0)] * len(parts)}
    while found and len(table) < most:
        at = next(iter(found))
        places = found.pop(at)
        swaps = []
        for part, (layer, row) in enumerate(places):
            rows = followers[part][layer][row] if layer < len(followers[part]) else ()
            for (u, v), following in zip(edges[part], rows, strict=False):
                if following >= 0:
                    swaps.append((u, v))
                    after = list(at)
                    after[u], after[v] = at[v], at[u]
                    found[tuple(after)] = [*places[:part], (layer + 1, following), *places[part + 1 :]]
        table[at] = tuple(sorted(swaps))
    return HintTable(table, complete=not found)


def _hint(drawing: Drawing, edges_swapped: Sequence[Edge], budget: Budget, known: Solution | None) -> Hint:
    """Return the hint without its evidence."""
    from ludex.games.planarity.solving import minimum_swaps

    solution, parts = _solved(drawing, budget.share(2) if edges_swapped else budget, known)
    minimum = solution.min_swaps if solution.proved else None
    if solution.proved and minimum is None:
        return Hint((), None, True, None, None)
    walk = None if parts is None else _Walk(parts)
    kept = 0
    if walk is not None:
        kept = next((i for i, edge in enumerate(edges_swapped) if not walk.follow(edge)), len(edges_swapped))
    mistake = kept if walk is not None and kept < len(edges_swapped) else None
    if walk is not None and minimum is not None and mistake is None:
        return Hint(walk.next_swaps(), minimum - len(edges_swapped), True, minimum, None)
    here = (solution, parts)
    if edges_swapped:
        within = None if mistake is None or minimum is None else _bounds(minimum - kept, len(edges_swapped) - kept)
        after = _after(drawing, edges_swapped)
        here = minimum_swaps.solve_with_paths(after, budget, reachable=minimum is not None, within=within)
    # If the shortest paths are not all known, `best` is not complete.
    best, remaining, proved = _first_swaps(*here), here[0].min_swaps, here[0].proved and here[1] is not None
    if edges_swapped and not proved and solution.min_swaps is not None:
        # The swaps after the mistake can be undone in reverse order.
        undone = len(edges_swapped) - kept + solution.min_swaps - kept
        if remaining is None or undone < remaining:
            best, remaining = (edges_swapped[-1],), undone
    if known is not None and known.min_swaps is not None and not proved:
        swaps_left = _shortened((*reversed(edges_swapped), *known.swaps))
        if remaining is None or len(swaps_left) < remaining:
            best, remaining = swaps_left[:1], len(swaps_left)
    return Hint(best, remaining, proved, minimum, mistake)


def _solved(
    drawing: Drawing, budget: Budget, known: Solution | None
) -> "tuple[Solution, tuple[PartPaths, ...] | None]":
    """Return the solution of a drawing and the shortest paths of its parts, as far as the budget allows."""
    from ludex.games.planarity.solving import minimum_swaps

    if known is None or not known.proved:
        return minimum_swaps.solve_with_paths(drawing, budget)
    try:
        return known, minimum_swaps.paths_of_solution(drawing, known, budget)
    except BudgetExhausted:
        return known, None


def _bounds(remaining: int, off: int) -> tuple[int, int]:
    """Return bounds on the remaining minimum after `off` swaps that left the shortest paths.

    `remaining` is the minimum before these swaps. The first swap does not lower the minimum, and each swap changes it
    by at most one.
    """
    return remaining - (off - 1), remaining + off


def _edges(drawing: Drawing, swaps: Sequence[Sequence[int]]) -> list[Edge]:
    """Return the swaps as edges. Raises DrawingError for a swap that is not an edge."""
    edges, swapped = set(drawing.edges), []
    for index, (u, v) in enumerate(require_pairs(swaps, "swaps")):
        edge = (min(u, v), max(u, v))
        if edge not in edges:
            raise DrawingError(f"{[u, v]} is not an edge of the drawing", ("swaps", index))
        swapped.append(edge)
    return swapped


def _shortened(swaps: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return a shorter sequence of swaps with the same result, by removing swaps that cancel each other out.

    Swaps that have no vertex in common commute.

    >>> _shortened([(0, 1), (2, 3), (0, 1), (1, 2)])
    ((2, 3), (1, 2))
    """
    kept: list[Edge] = []
    for edge in swaps:
        last = next((i for i in range(len(kept) - 1, -1, -1) if set(kept[i]) & set(edge)), None)
        if last is not None and kept[last] == edge:
            del kept[last]
        else:
            kept.append(edge)
    return tuple(kept)


def _after(drawing: Drawing, swaps: Sequence[Edge]) -> Drawing:
    points = list(drawing.points)
    for u, v in swaps:
        points[u], points[v] = points[v], points[u]
    return Drawing.unchecked(tuple(points), drawing.edges)


def _first_swaps(solution: Solution, parts: "tuple[PartPaths, ...] | None") -> tuple[Edge, ...]:
    """Return the swaps that begin a shortest solution.

    Without a proof, return the first swap of the best known solution.
    """
    return solution.swaps[:1] if parts is None else _Walk(parts).next_swaps()


class _Walk:
    """A walk along the shortest paths of all parts, which begins at their common start."""

    def __init__(self, parts: "tuple[PartPaths, ...]") -> None:
        self._walks = [_PartWalk(part) for part in parts]

    def follow(self, edge: Edge) -> bool:
        """Swap an `edge` if this continues along a shortest path. Return whether it does."""
        return any(walk.follow(edge) for walk in self._walks)

    def next_swaps(self) -> tuple[Edge, ...]:
        """Return the swaps that continue along a shortest path, in ascending order."""
        return tuple(sorted(edge for walk in self._walks for edge in walk.next_swaps()))


class _PartWalk:
    """A walk along the shortest paths of one part, which records the current layer and row."""

    def __init__(self, paths: "PartPaths") -> None:
        self._paths = paths.paths
        self._edges = [paths.part.named((u, v)) for u, v in paths.paths.space.moves.tolist()]
        self._layer, self._row = 0, 0
        self._followers = self._next_rows()

    def follow(self, edge: Edge) -> bool:
        if edge not in self.next_swaps():
            return False
        self._row = self._followers[self._edges.index(edge)]
        self._layer += 1
        self._followers = self._next_rows()
        return True

    def next_swaps(self) -> list[Edge]:
        return [edge for edge, row in zip(self._edges, self._followers, strict=True) if row >= 0]

    def _next_rows(self) -> list[int]:
        """Return, for each move, the resulting row of the next layer, or -1 if the move leaves the shortest paths."""
        if self._layer == len(self._paths.layers) - 1:
            return [-1] * len(self._edges)
        rows: list[int] = self._paths.followers(self._layer)[self._row].tolist()
        return rows


def fewer_swaps(drawing: Drawing, arrangement: npt.ArrayLike, limit: int, budget: Budget) -> int | None:
    """Return a number of swaps below `limit` that make a `drawing` plane, or None if the quick search finds none.

    `arrangement` contains the position of each vertex in a known plane arrangement. Raises BudgetExhausted when the
    `budget` ends. Cost: less than a millisecond for 20 vertices and 8 swaps.

    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> fewer_swaps(path, [0, 2, 1, 3], 3, Budget()), fewer_swaps(path, [0, 2, 1, 3], 1, Budget())
    (1, None)
    """
    space = StateSpace.of(drawing)
    target = np.array(arrangement, dtype=np.int64)
    known = _distance_below(space, target[None], limit, budget)
    if known is not None:
        return known
    pairs = np.argwhere(np.triu(space.distances < drawing.vertices, 1))
    risen = np.zeros(len(pairs), dtype=np.int64)
    edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
    rises(pairs, target, space.adjacency, edges, space.left, risen)
    plane = pairs[risen == 0]
    targets = np.tile(target, (len(plane), 1))
    rows = np.arange(len(plane))
    targets[rows, plane[:, 0]], targets[rows, plane[:, 1]] = target[plane[:, 1]], target[plane[:, 0]]
    return _distance_below(space, targets, limit, budget)


def _distance_below(space: StateSpace, targets: npt.NDArray[np.int64], limit: int, budget: Budget) -> int | None:
    """Return the number of swaps to the nearest of the `targets`, or None if it is not below `limit`."""
    costs = costs_home(space, targets)
    bounds = swap_lower_bounds(costs)
    bounds += (bounds + costs[:, 1]) % 2  # each exchange and each swap changes the parity
    least = limit
    for row in np.argsort(bounds, kind="stable").tolist():
        for swaps in range(int(bounds[row]), least, 2):
            if not swaps or is_within(space, targets[row], swaps, budget):
                least = swaps
                break
    return least if least < limit else None
