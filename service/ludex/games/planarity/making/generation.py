"""Levels with the proved minimum of swaps that was asked for: the paper's five steps, seeded and bounded.

Source: "Swap Planarity", section 4: points, Delaunay triangulation, Lawson flips, removal of edges, random swaps.
"""

from dataclasses import dataclass, field
from functools import partial
from itertools import count as naturals

from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.engine.random_numbers import RandomNumbers
from ludex.engine.workers import Spread, allowed, applied
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.making.point_sets import GRID, PointSetUnavailable, sample_points
from ludex.games.planarity.making.provenance import GENERATOR_VERSION, GenerationError, Parameters, Provenance
from ludex.games.planarity.making.scramble import Scramble
from ludex.games.planarity.making.triangulation import EdgesUnavailable, delaunay, lawson_flips, remove_edges
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.solution import Solution

__all__ = [
    "GENERATOR_VERSION",
    "MAX_COUNT",
    "Batch",
    "Generated",
    "GenerationError",
    "Parameters",
    "Provenance",
    "generate",
    "plane_drawing",
]

MAX_COUNT = 10_000

# What is tried before a batch ends short: point sets for a hull that leaves room for the edges, exact solutions on
# one walk, and plane drawings in a row that give no new level.
_POINT_SETS = 5_000
_SOLUTIONS = 8
_DRAWINGS = 300
# A minimum that is not proved took all the memory that a search may use: a few of these are enough.
_UNPROVED = 3


class Unavailable(Exception):
    """The bounded effort did not find what was asked for. The text says what."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A level, its proved solution, the key of its swap class, and how it was made."""

    drawing: Drawing
    solution: Solution
    key: bytes
    provenance: Provenance
    cost: Cost | None = field(default=None, compare=False)
    """What its solution cost."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Levels of different swap classes. `shortfall` says why they are fewer than asked for, else it is None."""

    items: tuple[Generated, ...]
    shortfall: str | None


@dataclass(slots=True)
class _Tally:
    """The results of the plane drawings since the last new level."""

    drawings: int = 0
    short: int = 0
    highest: int = 0
    duplicates: int = 0
    unproved: int = 0

    def add(self, other: "_Tally") -> None:
        self.drawings += other.drawings
        self.short += other.short
        self.highest = max(self.highest, other.highest)
        self.duplicates += other.duplicates
        self.unproved += other.unproved

    def text(self) -> str:
        reasons = []
        if self.short:
            reasons.append(f"{self.short} did not get beyond a minimum of {self.highest}")
        if self.duplicates:
            reasons.append(f"{self.duplicates} gave classes already found")
        if self.unproved:
            reasons.append(f"{self.unproved} had no proved minimum")
        gave = ", ".join(reasons)
        return f"the last {self.drawings} plane drawings gave no new level: {gave}" if gave else ""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What came of one plane drawing: a level with its key and cost, or nothing; why it ended early, if it did."""

    tally: _Tally
    found: tuple[Drawing, Solution, Cost] | None = None
    key: bytes = b""
    ended: str | None = None
    unavailable: str | None = None


def generate(parameters: Parameters, count: int, budget: Budget | None = None, spread: Spread = applied) -> Batch:
    """Make levels of different swap classes, each with the proved minimum of swaps asked for.

    The same parameters give the same levels in the same order, for any count: a batch of k levels is the beginning of a
    larger one. Only the budget (time, memory, cancelling) can end a batch elsewhere; its shortfall says so. Plane
    drawings are scrambled and solved. A swap changes the minimum by at most one, so a walk of swaps that has reached
    the minimum d goes on by exactly the swaps - d that are missing at least.

    Parameters
    ----------
    parameters : Parameters
        What levels are asked for, and the seed.
    count : int
        The number of levels, 1 to 10,000.
    budget : Budget, optional
        The limits of the search; without it there are none.
    spread : Spread
        What tries plane drawings in other processes: see :mod:`ludex.engine.workers`. The levels are the same.

    Returns
    -------
    Batch
        Up to `count` levels with their solutions and provenance, and why they are fewer.

    Raises
    ------
    GenerationError
        If the count is out of range.

    Notes
    -----
    Cost: some milliseconds for a level of 11 vertices, 20 edges and 4 swaps.

    References
    ----------
    "Swap Planarity", section 4.

    >>> batch = generate(Parameters(vertices=8, edges=12, swaps=2), 1)
    >>> batch.items[0].solution.min_swaps, batch.shortfall
    (2, None)
    """
    if not 1 <= count <= MAX_COUNT:
        raise GenerationError(f"count {count}: 1 to {MAX_COUNT} are allowed", "count")
    budget = budget or Budget()
    # The progress is that of the batch: the searches in it report nothing.
    here = partial(_attempt, parameters, budget.quiet())
    elsewhere = partial(_attempt_elsewhere, parameters, budget.seconds and budget.remaining())
    attempts = spread(here if spread is applied else elsewhere, naturals())
    levels: dict[bytes, Generated] = {}
    tally = _Tally()
    budget.report(0, count, "levels")
    try:
        for number, attempt in enumerate(attempts, start=1):
            tally.add(attempt.tally)
            if attempt.ended is not None:
                raise BudgetExhausted(attempt.ended)
            if attempt.unavailable is not None:
                raise Unavailable(attempt.unavailable)
            if attempt.key in levels:
                tally.duplicates += 1
            elif attempt.found is not None:
                drawing, solution, cost = attempt.found
                provenance = Provenance(parameters, len(levels))
                levels[attempt.key] = Generated(drawing, solution, attempt.key, provenance, cost)
                if len(levels) == count:
                    break
                tally = _Tally()
            if tally.drawings >= _DRAWINGS or tally.unproved >= _UNPROVED:
                raise Unavailable(tally.text())
            budget.report(len(levels), count, f"levels; {number} plane drawings tried")
    except BudgetExhausted as error:
        return _short(levels, count, "; ".join(filter(None, (_ENDINGS[error.reason], tally.text()))))
    except Unavailable as error:
        return _short(levels, count, str(error))
    budget.report(count, count, "levels")
    return Batch(tuple(levels.values()), None)


_ENDINGS = {"time": "the time ran out", "memory": "the memory ran out", "cancelled": "cancelled"}


def _short(levels: dict[bytes, Generated], count: int, reason: str) -> Batch:
    return Batch(tuple(levels.values()), f"{len(levels)} of {count} levels: {reason}")


def _attempt_elsewhere(parameters: Parameters, seconds: float | None, number: int) -> _Attempt:
    return _attempt(parameters, allowed(seconds), number)


def _attempt(parameters: Parameters, budget: Budget, number: int) -> _Attempt:
    """Return what comes of plane drawing `number`, without an exception: it may be made in another process."""
    tally = _Tally()
    try:
        found = _level(parameters, number, tally, budget)
    except BudgetExhausted as error:
        return _Attempt(tally, ended=error.reason)
    except (Unavailable, PointSetUnavailable) as error:
        return _Attempt(tally, unavailable=str(error))
    return _Attempt(tally, found, b"" if found is None else swap_key(found[0]))


def plane_drawing(parameters: Parameters, numbers: RandomNumbers, budget: Budget | None = None) -> Drawing:
    """Return a random plane drawing for `parameters`: the first four of the five steps.

    `numbers` is the stream of random numbers; `budget` limits the search (None: no limits). Raises Unavailable and
    PointSetUnavailable if the bounded effort finds none, and BudgetExhausted.

    >>> len(plane_drawing(Parameters(8, 12, 2), RandomNumbers(1)).edges)
    12
    """
    n, m, delta = parameters.vertices, parameters.edges, parameters.delta
    most_on_hull = 3 * n - 3 - m
    reason = ""
    for _ in range(_POINT_SETS):
        if budget is not None:
            budget.check()
        points = sample_points(n, delta, parameters.method, numbers, budget=budget)
        if len(hull(points)) > most_on_hull:
            reason = f"{m} edges need at most {most_on_hull} of {n} points on the hull: 3n - 3 - hull can be plane"
            continue
        edges = lawson_flips(points, delaunay(points), parameters.flips, numbers)
        try:
            return Drawing(points, remove_edges(edges, m, numbers))
        except EdgesUnavailable as error:
            reason = error.message
    raise Unavailable(f"none of {_POINT_SETS:,} point sets with delta {delta / GRID:g} would do; {reason}")


def _level(parameters: Parameters, number: int, tally: _Tally, budget: Budget) -> tuple[Drawing, Solution, Cost] | None:
    """Scramble plane drawing `number` until its minimum is the one asked for; if that fails, tell the tally: None."""
    budget.check()
    tally.drawings += 1
    numbers = RandomNumbers.numbered(parameters.seed, number)
    walk = Scramble(plane_drawing(parameters, numbers, budget), numbers)
    reached = 0
    for _ in range(_SOLUTIONS if walk.can_change or not parameters.swaps else 0):
        walk.swap(parameters.swaps - reached)
        drawing = walk.drawing()
        before = budget.cost()
        solution = solving.minimum_swaps.solve(drawing, budget, reachable=True)
        if not solution.proved or solution.min_swaps is None:
            budget.check()
            tally.unproved += 1
            return None
        reached = solution.min_swaps
        if reached == parameters.swaps:
            return drawing, solution, budget.cost().since(before)
        tally.highest = max(tally.highest, reached)
    tally.short += 1
    return None
