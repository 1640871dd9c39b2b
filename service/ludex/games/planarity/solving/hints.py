"""What helps who plays a drawing: every swap that is best next, what remains, and where the minimum was missed.

Shortest ways from the start are layers of arrangements. Swaps that follow them keep the minimum in reach; the first one
that leaves them puts it out of reach for good, since no swap lowers what remains by more than one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
from ludex.games.planarity.solving.minimum_swaps import PartWays, optimal_ways, ways_of_solution
from ludex.games.planarity.solving.solution import Solution

_SEARCHED = 1.25
"""The part of the time that the search may take, as the number by which it is divided."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is best after some swaps of a drawing.

    `best` are the swaps that begin a shortest solution, ascending; `remaining` is the minimum from there. If `proved`,
    these are all of them, and `remaining` null says that no plane drawing can be reached. Otherwise `remaining` is the
    length of the best solution known, null if none is, and `best` is its first swap. `minimum` is the proved minimum of
    the drawing before the swaps, null if there is none or it is not proved. `mistake` is the place, from 0, of the
    first swap after which it could no longer be met; null if none did that, or `minimum` is null.
    """

    best: tuple[Edge, ...]
    remaining: int | None
    proved: bool
    minimum: int | None
    mistake: int | None


def hint(
    drawing: Drawing, swaps: Sequence[Sequence[int]] = (), budget: Budget | None = None, known: Solution | None = None
) -> Hint:
    """Return what is best after `swaps` of a drawing.

    Parameters
    ----------
    drawing : Drawing
        Up to 64 vertices.
    swaps : sequence of (int, int)
        The edges swapped so far, in order, each in either direction.
    budget : Budget, optional
        The limits of the search; without it there are none. When it ends, the answer is what is known.
    known : Solution, optional
        That of the drawing before the swaps, if it is known: then its minimum is not looked for again.

    Returns
    -------
    Hint
        The best next swaps, what remains, and where the minimum was missed.

    Raises
    ------
    DrawingError
        If one of the swaps is not an edge of the drawing; it names its place.

    Notes
    -----
    Cost: that of one minimum of swaps, of two after a swap that missed it.

    References
    ----------
    "Swap Planarity", section 5, whose implementation has a puzzle mode; K. Yamanaka et al., "Swapping labeled tokens on
    graphs" (2015), for the state space.

    >>> square = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    >>> hint(square)
    Hint(best=((0, 1), (2, 3)), remaining=1, proved=True, minimum=1, mistake=None)
    >>> hint(square, [(2, 0)])
    Hint(best=((0, 1), (2, 3)), remaining=1, proved=True, minimum=1, mistake=0)
    """
    made = _edges(drawing, swaps)
    # What is known at the end is still to be put together then.
    budget = (budget or Budget()).share(_SEARCHED)
    solution, parts = _solved(drawing, budget.share(2) if made else budget, known)
    minimum = solution.min_swaps if solution.proved else None
    if solution.proved and minimum is None:
        return Hint((), None, True, None, None)
    walk = None if parts is None else _Walk(parts)
    kept = 0 if walk is None else next((i for i, edge in enumerate(made) if not walk.follow(edge)), len(made))
    mistake = kept if walk is not None and kept < len(made) else None
    if walk is not None and minimum is not None and mistake is None:
        return Hint(walk.onward(), minimum - len(made), True, minimum, None)
    here = (solution, parts)
    if made:
        within = None if mistake is None or minimum is None else _bounds(minimum - kept, len(made) - kept)
        here = optimal_ways(_after(drawing, made), budget, reachable=minimum is not None, within=within)
    best, remaining, proved = _first_swaps(*here), here[0].min_swaps, here[0].proved
    if made and not proved and solution.min_swaps is not None:
        # What did not follow the shortest ways can be undone, the last swap first.
        undone = len(made) - kept + solution.min_swaps - kept
        if remaining is None or undone < remaining:
            best, remaining = (made[-1],), undone
    return Hint(best, remaining, proved, minimum, mistake)


def _solved(drawing: Drawing, budget: Budget, known: Solution | None) -> tuple[Solution, tuple[PartWays, ...] | None]:
    """Return the solution of a drawing and the shortest ways of its parts, as far as the budget goes."""
    if known is None or not known.proved:
        return optimal_ways(drawing, budget)
    try:
        return known, ways_of_solution(drawing, known, budget)
    except BudgetExhausted:
        return known, None


def _bounds(remaining: int, off: int) -> tuple[int, int]:
    """Return what remains at least and at most, after `off` swaps off the shortest ways from where so many remained.

    The first of them is no step nearer, and each one changes what remains by one at most.
    """
    return remaining - (off - 1), remaining + off


def _edges(drawing: Drawing, swaps: Sequence[Sequence[int]]) -> list[Edge]:
    """Return the swaps as edges. Raises DrawingError for what is none."""
    edges, made = set(drawing.edges), []
    for index, (u, v) in enumerate(swaps):
        edge = (min(u, v), max(u, v))
        if edge not in edges:
            raise DrawingError(f"{[u, v]} is not an edge of the drawing", ("swaps", index))
        made.append(edge)
    return made


def _after(drawing: Drawing, swaps: Sequence[Edge]) -> Drawing:
    points = list(drawing.points)
    for u, v in swaps:
        points[u], points[v] = points[v], points[u]
    return Drawing.known(tuple(points), drawing.edges)


def _first_swaps(solution: Solution, parts: tuple[PartWays, ...] | None) -> tuple[Edge, ...]:
    """Return the swaps that begin a shortest solution; the first of the best known one if no minimum is proved."""
    return solution.swaps[:1] if parts is None else _Walk(parts).onward()


class _Walk:
    """A walk along shortest ways, from their start."""

    def __init__(self, parts: tuple[PartWays, ...]) -> None:
        self._steps = [_PartWalk(one) for one in parts]

    def follow(self, edge: Edge) -> bool:
        """Go on by the swap of an `edge`; tell whether that is on a shortest way."""
        return any(one.follow(edge) for one in self._steps)

    def onward(self) -> tuple[Edge, ...]:
        """Return the swaps that go on along a shortest way, ascending."""
        return tuple(sorted(edge for one in self._steps for edge in one.onward()))


class _PartWalk:
    """A walk along the shortest ways of one part: the layer that it has come to, and its row there."""

    def __init__(self, ways: PartWays) -> None:
        self._ways = ways.ways
        self._edges = [ways.part.named((u, v)) for u, v in ways.ways.space.moves.tolist()]
        self._layer, self._row = 0, 0
        self._followers = self._next_rows()

    def follow(self, edge: Edge) -> bool:
        if edge not in self.onward():
            return False
        self._row = self._followers[self._edges.index(edge)]
        self._layer += 1
        self._followers = self._next_rows()
        return True

    def onward(self) -> list[Edge]:
        return [edge for edge, row in zip(self._edges, self._followers, strict=True) if row >= 0]

    def _next_rows(self) -> list[int]:
        """Return for each move the row of the next layer that it leads to, -1 if that is on no shortest way."""
        if self._layer == len(self._ways.layers) - 1:
            return [-1] * len(self._edges)
        rows: list[int] = self._ways.followers(self._layer)[self._row].tolist()
        return rows
