"""Generation of levels with a given proved minimum of swaps, by the five steps of the paper, seeded and bounded.

Source: "Swap Planarity", section 4: points, Delaunay triangulation, Lawson flips, removal of edges, random swaps.

The provenance of a generated level has the validated parameters, and the index of the level in their sequence of
levels.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count as naturals
from itertools import islice
from typing import TYPE_CHECKING, Any

from ludex.engine.arguments import require_integer, require_type
from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import MAX_SEED, RandomNumbers, random_numbers
from ludex.engine.workers import ParallelMap, serial_map, worker_budget
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import MAX_VERTICES, Drawing, Edge
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.making.point_sets import (
    GRID,
    MAX_DELTA,
    Method,
    PointSetUnavailable,
    is_delta_possible,
    sample_points,
)
from ludex.games.planarity.making.triangulation import EdgesUnavailable, Triangulation, remove_edges
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.solving.state_space import effective_edges
from ludex.games.planarity.study.census_graphs import connected_graphs, largest_connected_minimum, largest_minimum

if TYPE_CHECKING:
    import numpy

    from ludex.games.planarity.solving.arrangements import Arrangements


GENERATOR_VERSION = 1
MIN_VERTICES = 3
MAX_SWAPS = 60
MAX_FLIPS = 10_000


class GenerationError(Fault):
    """The parameters are invalid, or no level can satisfy them. `field` names the invalid parameter."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message, (field,))
        self.field = field


@dataclass(frozen=True, slots=True)
class GenerationParameters:
    """The properties of the levels to generate. Parameters that no level can satisfy are rejected.

    Parameters
    ----------
    vertices : int
        The number n of vertices, 3 to 128.
    edges : int
        The number of edges. There must be enough edges to cover every vertex, and at most `3n - 6`.
    swaps : int
        The minimum number of swaps, 0 to 60. If the maximum for drawings of this size is known, it must not be
        exceeded.
    delta : int
        The smallest distance of points from each other and from lines, in 10,000ths of the side of the unit square.
    flips : int
        The number of random Lawson flips, 0 to 10,000.
    seed : int
        The seed of the random numbers, 0 to 2^63 - 1.
    method : Method
        The sampling method of the points.

    Raises
    ------
    GenerationError
        If a number is out of range, or if no points and edges can satisfy the parameters.

    Notes
    -----
    Creating parameters takes microseconds.

    References
    ----------
    "Swap Planarity", section 4.

    Examples
    --------
    >>> GenerationParameters(vertices=8, edges=12, swaps=2).delta
    200
    >>> GenerationParameters(vertices=5, edges=4, swaps=4)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ludex.games...GenerationError: swaps: must be at most 3, not 4: no drawing with 5 vertices and 4 edges needs
    more swaps
    """

    vertices: int
    edges: int
    swaps: int
    delta: int = 200
    flips: int = 3
    seed: int = 0
    method: Method = Method.REJECTION

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "method", Method(self.method))
        except ValueError:
            raise GenerationError(f"unknown method {self.method!r}; use one of {', '.join(Method)}", "method") from None
        for name in ("vertices", "edges", "swaps", "delta", "flips", "seed"):
            require_integer(getattr(self, name), name)
        n = self.vertices
        for name, least, greatest in (
            ("vertices", MIN_VERTICES, MAX_VERTICES),
            ("swaps", 0, MAX_SWAPS),
            ("delta", 0, MAX_DELTA),
            ("flips", 0, MAX_FLIPS),
            ("seed", 0, MAX_SEED),
        ):
            if not least <= getattr(self, name) <= greatest:
                raise GenerationError(f"must be {least} to {greatest}, not {getattr(self, name)}", name)
        if not is_delta_possible(n, self.delta):
            raise GenerationError(
                f"the unit square has no {n} points in {self.delta / GRID:g}-general position", "delta"
            )
        fewest = (n + 1) // 2
        if self.edges < fewest:
            raise GenerationError(
                f"{self.edges} edges cannot reach {n} vertices; at least {fewest} are needed", "edges"
            )
        if self.edges > 3 * n - 6:
            raise GenerationError(
                f"{self.edges} edges on {n} points always cross; a plane drawing has at most {3 * n - 6}, "
                "which is 3n - 3 - hull with three points on the hull",
                "edges",
            )
        most_swaps = largest_minimum(n, self.edges)
        if most_swaps is not None and self.swaps > most_swaps:
            raise GenerationError(
                f"must be at most {most_swaps}, not {self.swaps}: no drawing with {n} vertices and "
                f"{self.edges} edges needs more swaps",
                "swaps",
            )

    def as_document_of(self, number: int) -> dict[str, Any]:
        """Return the provenance of the level that was made from the plane drawing with this number."""
        document = Provenance(self, 0).as_document()
        del document["index"]
        return {**document, "number": number}

    def as_document(self) -> dict[str, Any]:
        """Return the parameters as a JSON object, without the seed and the method, which are separate fields."""
        return {
            "vertices": self.vertices,
            "edges": self.edges,
            "swaps": self.swaps,
            "delta": self.delta,
            "flips": self.flips,
        }


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a generated level: the parameters, and the index of the level in their sequence of levels."""

    parameters: GenerationParameters
    index: int

    def as_document(self) -> dict[str, Any]:
        """Return the provenance as a JSON object.

        >>> Provenance(GenerationParameters(8, 12, 2, seed=5), 0).as_document()["seed"]
        5
        """
        return {
            "source": "generator",
            "generator_version": GENERATOR_VERSION,
            "parameters": self.parameters.as_document(),
            "seed": self.parameters.seed,
            "method": str(self.parameters.method),
            "index": self.index,
        }


class Scramble:
    """A random walk of swaps that starts at a `drawing`.

    Every swap changes the drawing, and no swap undoes the previous swap if there is another choice.

    `numbers` is the stream of random numbers. Edges between adjacent twins (vertices with the same other neighbours)
    are excluded, because swapping them changes nothing. `can_change` is false if all edges are excluded.

    >>> path = Drawing(((0, 0), (8, 0), (3, 9), (4, 3)), ((0, 1), (1, 2), (2, 3)))
    >>> walk = Scramble(path, RandomNumbers(1))
    >>> walk.swap(2)
    >>> walk.drawing().points != path.points
    True
    """

    def __init__(self, drawing: Drawing, numbers: RandomNumbers) -> None:
        self._start = drawing
        self._numbers = numbers
        self._points = list(drawing.points)
        self._edges = effective_edges(drawing)
        self.swaps: list[Edge] = []
        """The swaps made so far. In reverse order, these swaps lead back to the first drawing."""

    @property
    def can_change(self) -> bool:
        """Return whether any swap changes the drawing."""
        return bool(self._edges)

    def swap(self, count: int) -> None:
        """Swap `count` random edges."""
        for _ in range(count):
            last = self.swaps[-1] if self.swaps else None
            choices = [edge for edge in self._edges if edge != last] or self._edges
            u, v = edge = self._numbers.choice(choices)
            self.swaps.append(edge)
            self._points[u], self._points[v] = self._points[v], self._points[u]

    def way_back(self) -> list[int]:
        """Return the position of each vertex after the swaps that lead back to the first drawing.

        The positions are numbered by the vertices of the current drawing.
        """
        arrangement = list(range(len(self._points)))
        for u, v in reversed(self.swaps):
            arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        return arrangement

    def drawing(self) -> Drawing:
        """Return the current drawing."""
        return Drawing.unchecked(tuple(self._points), self._start.edges)


def scramble_drawing(drawing: Drawing, swaps: int, source: "int | numpy.random.Generator | RandomNumbers") -> Drawing:
    """Return a `drawing` after `swaps` random swaps. If no swap changes the drawing, return the drawing itself.

    `source` is a seed, a generator or a stream of random numbers.

    >>> cycle = Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 1), (1, 2), (2, 3), (0, 3)))
    >>> scramble_drawing(cycle, 1, 1).points == cycle.points
    False
    """
    walk = Scramble(drawing, random_numbers(source))
    if walk.can_change:
        walk.swap(swaps)
    return walk.drawing()


MAX_COUNT = 10_000

# Limits after which a batch ends early: the number of point sets to try until the hull is small enough for the edges,
# the number of exact solutions in one walk, and the number of consecutive plane drawings without a new level.
_POINT_SETS = 5_000
_SOLUTIONS = 8
_DRAWINGS = 300
# Drawings with at least this number of vertices are large.
_LARGE = 15
# For large drawings, point sets are repaired with this restart threshold: 20 points with delta 0.02 need 40 % fewer
# attempts than with the default.
_REPAIR_RESTART = 10_000
# For large drawings, a quick upper bound often shows that fewer swaps suffice, from this number of swaps on.
_QUICK_SWAPS = 6
# In drawings of so few vertices, levels whose minimum is at most `_NEAR` below the largest one are chosen among all
# arrangements.
_TINY = 6
_NEAR = 1
# A search that ends without a proof has reached its memory limit. After this number of such searches, the batch ends.
_UNPROVED = 3


class LevelsUnavailable(Exception):
    """No level with the requested properties was found within the bounded effort. The message states why."""


@dataclass(frozen=True, slots=True)
class GeneratedLevel:
    """A level with its proved solution, the key of its swap class, and its provenance."""

    drawing: Drawing
    solution: Solution
    key: bytes
    provenance: Provenance
    cost: Cost | None = field(default=None, compare=False)
    """The cost of solving the level."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Generated levels, all of different swap classes.

    If there are fewer levels than requested, `shortfall` explains the reason. Otherwise, it is None.
    """

    items: tuple[GeneratedLevel, ...]
    shortfall: str | None


@dataclass(slots=True)
class _Tally:
    """Counts of the outcomes of the plane drawings tried since the last new level."""

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
        reasons_text = ", ".join(reasons)
        return f"the last {self.drawings} plane drawings gave no new level: {reasons_text}" if reasons_text else ""


_Found = tuple[Drawing, Solution, Cost]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The levels that were found for one number, with their costs and their keys.

    `ended` is the reason if the budget ended, and `unavailable` is the reason if there is no suitable plane drawing.
    """

    tally: _Tally
    found: tuple[tuple[_Found, bytes], ...] = ()
    ended: str | None = None
    unavailable: str | None = None


def generate(
    parameters: GenerationParameters, count: int, budget: Budget | None = None, spread: ParallelMap = serial_map
) -> Batch:
    """Generate levels of different swap classes, each with the requested proved minimum of swaps.

    The same parameters give the same levels in the same order for any count, so a batch of k levels is a prefix of
    every larger batch. Only the budget (time, memory or cancellation) can change where a batch ends. If there are fewer
    levels than requested, the shortfall of the batch states the reason.

    Parameters
    ----------
    parameters : GenerationParameters
        The properties of the levels, and the seed.
    count : int
        The number of levels, 1 to 10,000.
    budget : Budget, optional
        The limits of the search. The default has no limits.
    spread : ParallelMap
        A function that runs attempts in other processes (see :mod:`ludex.engine.workers`). The levels do not depend on
        this function.

    Returns
    -------
    Batch
        Up to `count` levels with their solutions and provenance, and the reason if there are fewer levels.

    Raises
    ------
    GenerationError
        If the count is out of range.

    Notes
    -----
    Plane drawings are scrambled by a random walk of swaps and solved exactly. One swap changes the minimum by at most
    one. So if the walk has reached the minimum d, at least `swaps - d` further swaps are needed. The walk makes these
    swaps before the drawing is solved again. For large drawings, d can also be a quickly found upper bound on a minimum
    below `swaps`. With up to 6 vertices, levels near the largest minimum are chosen among all arrangements of a random
    connected graph instead. On one core, a level of 11 vertices, 20 edges and 4 swaps takes about a millisecond, and a
    level of 20 vertices, 36 edges and 8 swaps takes about 20 ms.

    References
    ----------
    "Swap Planarity", section 4.

    Examples
    --------
    >>> batch = generate(GenerationParameters(vertices=8, edges=12, swaps=2), 1)
    >>> batch.items[0].solution.min_swaps, batch.shortfall
    (2, None)
    """
    require_type(
        parameters, GenerationParameters, "parameters", "GenerationParameters(vertices, edges, swaps) creates them"
    )
    require_integer(count, "count")
    budget = Budget.require(budget)
    if not 1 <= count <= MAX_COUNT:
        raise GenerationError(f"must be 1 to {MAX_COUNT}, not {count}", "count")
    # Progress is reported for the batch as a whole, not for its searches.
    attempt_here = partial(_attempt, parameters, budget.quiet())
    attempt_elsewhere = partial(_attempt_elsewhere, parameters, budget.seconds and budget.remaining())
    attempts = spread(attempt_here if spread is serial_map else attempt_elsewhere, naturals())
    levels: dict[bytes, GeneratedLevel] = {}
    tally = _Tally()
    budget.report(0, count, "levels")
    try:
        for number, attempt in enumerate(attempts, start=1):
            tally.add(attempt.tally)
            if attempt.ended is not None:
                raise BudgetExhausted(attempt.ended)
            if attempt.unavailable is not None:
                raise LevelsUnavailable(attempt.unavailable)
            new = {key: level for level, key in attempt.found if key not in levels}
            tally.duplicates += bool(attempt.found) and not new
            for key, (drawing, solution, cost) in islice(new.items(), count - len(levels)):
                levels[key] = GeneratedLevel(drawing, solution, key, Provenance(parameters, len(levels)), cost)
                tally = _Tally()
            if len(levels) == count:
                break
            if tally.drawings >= _DRAWINGS or tally.unproved >= _UNPROVED:
                raise LevelsUnavailable(tally.text())
            budget.report(len(levels), count, f"levels; {number} plane drawings tried")
    except BudgetExhausted as error:
        return _short_batch(levels, count, "; ".join(filter(None, (_ENDINGS[error.reason], tally.text()))))
    except LevelsUnavailable as error:
        return _short_batch(levels, count, str(error))
    budget.report(count, count, "levels")
    return Batch(tuple(levels.values()), None)


_ENDINGS = {"time": "the time ran out", "memory": "the memory ran out", "cancelled": "cancelled"}


def _short_batch(levels: dict[bytes, GeneratedLevel], count: int, reason: str) -> Batch:
    return Batch(tuple(levels.values()), f"{len(levels)} of {count} levels: {reason}")


def _attempt_elsewhere(parameters: GenerationParameters, seconds: float | None, number: int) -> _Attempt:
    return _attempt(parameters, worker_budget(seconds), number)


def _attempt(parameters: GenerationParameters, budget: Budget, number: int) -> _Attempt:
    """Make and scramble the plane drawing with the given number, and return the result.

    The function may run in another process, so it returns errors instead of raising exceptions.
    """
    tally = _Tally()
    try:
        found = tuple((level, swap_key(level[0])) for level in _levels(parameters, number, tally, budget))
    except BudgetExhausted as error:
        return _Attempt(tally, ended=error.reason)
    except (LevelsUnavailable, PointSetUnavailable) as error:
        return _Attempt(tally, unavailable=str(error))
    return _Attempt(tally, found)


def generate_numbered(parameters: GenerationParameters, number: int, budget: Budget) -> list[_Found]:
    """Return the levels that are made from the plane drawing with this number, with their solutions and costs.

    There are none if the attempt fails. Raises BudgetExhausted.
    """
    try:
        return list(_levels(parameters, number, _Tally(), budget))
    except (LevelsUnavailable, PointSetUnavailable):
        return []


def plane_drawing(parameters: GenerationParameters, numbers: RandomNumbers, budget: Budget | None = None) -> Drawing:
    """Return a random plane drawing for `parameters`, made by the first four of the five steps of the paper.

    `numbers` is the stream of random numbers. `budget` limits the search (None: no limits). Raises LevelsUnavailable or
    PointSetUnavailable if no drawing is found within the bounded effort, and BudgetExhausted if the budget ends.

    >>> len(plane_drawing(GenerationParameters(8, 12, 2), RandomNumbers(1)).edges)
    12
    """
    n, m, delta = parameters.vertices, parameters.edges, parameters.delta
    restart = _REPAIR_RESTART if n >= _LARGE and parameters.method is Method.REPAIR else None
    reason = ""
    for _ in range(_POINT_SETS):
        if budget is not None:
            budget.check()
        points = sample_points(n, delta, parameters.method, numbers, restart=restart, budget=budget)
        triangulation = Triangulation.delaunay(points)
        if len(triangulation.edges()) < m:
            reason = (
                f"{m} edges need at most {3 * n - 3 - m} of {n} points on the hull, since a plane drawing has "
                "at most 3n - 3 - hull edges"
            )
            continue
        triangulation.flip_randomly(parameters.flips, numbers)
        try:
            return Drawing.unchecked(points, remove_edges(triangulation.edges(), m, numbers))
        except EdgesUnavailable as error:
            reason = error.message
    raise LevelsUnavailable(f"none of {_POINT_SETS:,} point sets with delta {delta / GRID:g} is suitable; {reason}")


def _levels(parameters: GenerationParameters, number: int, tally: _Tally, budget: Budget) -> Iterator[_Found]:
    """Scramble the plane drawing with the given number until it has the requested minimum, and yield the level.

    If this fails, the function records the reason in the tally.
    """
    budget.check()
    tally.drawings += 1
    numbers = RandomNumbers.numbered(parameters.seed, number)
    if parameters.vertices <= _TINY and _is_hard(parameters):
        yield from _hard_arrangements(parameters, numbers, tally, budget)
        return
    walk = Scramble(plane_drawing(parameters, numbers, budget), numbers)
    reached = 0
    for _ in range(_SOLUTIONS if walk.can_change or not parameters.swaps else 0):
        walk.swap(parameters.swaps - reached)
        drawing = walk.drawing()
        if parameters.vertices >= _LARGE and parameters.swaps >= _QUICK_SWAPS:
            fewer = solving.hints.fewer_swaps(drawing, walk.way_back(), parameters.swaps, budget)
            if fewer is not None:
                reached = fewer
                tally.highest = max(tally.highest, reached)
                continue
        before = budget.cost()
        solution = solving.minimum_swaps.solve(drawing, budget, reachable=True, expected=parameters.swaps)
        if not solution.is_complete or solution.min_swaps is None:
            budget.check()
            tally.unproved += 1
            return
        reached = solution.min_swaps
        if reached == parameters.swaps:
            yield drawing, solution, budget.cost().since(before)
            return
        tally.highest = max(tally.highest, reached)
    tally.short += 1


def _is_hard(parameters: GenerationParameters) -> bool:
    most = largest_connected_minimum(parameters.vertices, parameters.edges)
    return most is not None and parameters.swaps >= most - _NEAR


def _hard_arrangements(
    parameters: GenerationParameters, numbers: RandomNumbers, tally: _Tally, budget: Budget
) -> Iterator[_Found]:
    """Yield a level of each swap class of a random graph on random points that has the requested minimum.

    A random walk rarely comes to the largest minima, so the minima of all arrangements are computed. If none has this
    minimum, the function records the reason in the tally.
    """
    before, every = budget.cost(), _all_arrangements(parameters.vertices)
    points = sample_points(parameters.vertices, parameters.delta, parameters.method, numbers, budget=budget)
    graph = numbers.choice(_tiny_graphs(parameters.vertices, parameters.edges))
    solved = solving.arrangements.search(
        solving.arrangements.CensusGraph.of(graph.edges, every, budget),
        solving.arrangements.CensusPoints.of(points, every, budget),
        every,
    )
    chosen = [int(least) for least in solved.classes if solved.distance[least] == parameters.swaps]
    if not chosen:
        tally.short += 1
        tally.highest = max(tally.highest, int(solved.distance.max()))
    for place in numbers.shuffled(len(chosen)):
        drawing = solved.drawing(chosen[place])
        solution = solving.minimum_swaps.solve(drawing, budget, reachable=True, expected=parameters.swaps)
        yield drawing, solution, budget.cost().since(before)
        before = budget.cost()


@cache
def _tiny_graphs(vertices: int, edges: int) -> tuple[Graph, ...]:
    return tuple(graph for graph in connected_graphs(vertices) if len(graph.edges) == edges)


@cache
def _all_arrangements(vertices: int) -> "Arrangements":
    return solving.arrangements.Arrangements.of(vertices)
