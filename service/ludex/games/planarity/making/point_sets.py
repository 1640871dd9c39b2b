"""Point sets in delta-general position: test, the paper's rejection sampling, and repair by hill climbing.

Source: "Swap Planarity", Definition 1, sections 4.2 and 5. The unit square is a grid of 10,000 x 10,000 integer points.
delta is an integer number of grid units, so that 0.02 is 200. Integers decide everything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import isqrt
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.planarity.points import MAX_POINTS, Point, Points, PointsError

if TYPE_CHECKING:
    import numpy

GRID = 10_000
MAX_DELTA = GRID
_UNIT = Decimal("0.0001")
MAX_ATTEMPTS = 1_000_000_000
DEFAULT_ATTEMPTS = 2_000_000
# The thresholds of the fewest attempts in all are 200 to 500 for the sizes and deltas of the paper.
DEFAULT_RESTART = 400
_REPAIR_RESTART = 5_000
# What decides the attempts of a slice: each costs up to n^2 / 2 tests of some nanoseconds, repair n^3 / 6 now and then.
_TESTS_OF_A_SLICE = 1_000_000


class Method(StrEnum):
    """How points are found: uniform random points and rejection, as in the paper, or hill climbing from such points."""

    REJECTION = "rejection"
    REPAIR = "repair"


METHODS_ABOUT = "`rejection`: uniform, as in the paper; `repair`: by hill climbing, for dense sets."
DELTA_ABOUT = (
    "Points keep at least this distance from each other and from the lines through two others; a multiple of 0.0001 of "
    "the side of the unit square."
)


class DeltaError(Fault):
    """A number that is not a delta, or a delta that this number of points cannot have."""


class PointSetUnavailable(Fault):
    """The attempts allowed did not find a point set."""

    def __init__(self, message: str, attempts: int) -> None:
        super().__init__(message)
        self.attempts = attempts


@dataclass(frozen=True, slots=True)
class Sample:
    """A point set, how many attempts at placing a point it took in all, and how often the sampling began anew."""

    points: Points
    attempts: int
    restarts: int


def is_possible(n: int, delta: int) -> bool:
    """Tell whether `n` points of the grid may be in delta-general position; False is a proof that none are.

    `delta` is in units of the grid. A triangulation of n points has at least n - 2 triangles within the unit square.
    Each has all its heights at least delta, and so an area of at least delta^2 / sqrt(3).

    >>> is_possible(11, 4_300), is_possible(11, 4_400)
    (True, False)
    """
    return n < 3 or (n - 2) ** 2 * delta**4 <= 3 * GRID**4


def grid_delta(delta: int | Decimal, points: int | None = None) -> int:
    """Return `delta`, given in sides of the unit square, in units of the grid.

    Raises DeltaError if it is not a multiple of 0.0001 from 0 to 1, or if `points` points (None: any number) cannot
    have it.

    >>> grid_delta(Decimal("0.02"))
    200
    """
    # The remainder of decimals may be rounded, but never to nothing.
    if not 0 <= delta <= 1 or delta % _UNIT or 0 < delta < _UNIT:
        raise DeltaError(f"delta is a multiple of {_UNIT} between 0 and 1")
    units = int(delta / _UNIT)
    if points is not None and not is_possible(points, units):
        raise DeltaError(f"no {points} points of the unit square are {delta} from each other and from all lines")
    return units


def largest_delta(points: Sequence[Point]) -> int | None:
    """Return the largest whole delta of `points`, in the unit of the coordinates, or None for a single point.

    The points are in general position. Cost: O(n^3).

    >>> largest_delta([(0, 0), (40, 0), (0, 30)])
    24
    """
    least = _least_squared_distance(points)
    return None if least is None else isqrt(least[0] // least[1])


def largest_grid_delta(points: Sequence[Point]) -> int | None:
    """Return the largest delta of `points` in 10,000ths of the side of the smallest square around them.

    The points, of any scale, are in general position; None for a single point. For a point set of the grid it is at
    least the delta that it was made with. Cost: O(n^3).

    >>> largest_grid_delta([(0, 0), (40, 0), (0, 30)])
    6000
    """
    least = _least_squared_distance(points)
    if least is None:
        return None
    side = max(max(axis) - min(axis) for axis in zip(*points, strict=True))
    return isqrt(GRID * GRID * least[0] // (least[1] * side * side))


def _least_squared_distance(points: Sequence[Point]) -> tuple[int, int] | None:
    """Return the least squared distance between points, and of a point from a line, as a numerator and denominator."""
    import numpy as np

    if len(points) < 3:
        return None if len(points) < 2 else (_squared(*points), 1)
    from ludex.games.planarity.kernels.point_sets import narrowest_triples

    n = len(points)
    narrowest = np.empty((n * (n - 1) // 2, 3), dtype=np.int64)
    found = narrowest_triples(np.array(points, dtype=np.int64), narrowest)
    widths = [(area * area, dx * dx + dy * dy) for area, dx, dy in narrowest[:found].tolist()]
    least = widths[0]
    for one in widths:
        # Compared as fractions: floats cannot tell all of them apart.
        if one[0] * least[1] < least[0] * one[1]:
            least = one
    return least


def _squared(p: Point, q: Point) -> int:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def sample_points(
    n: int,
    delta: int,
    method: Method,
    source: "int | numpy.random.Generator | RandomNumbers",
    attempts: int = DEFAULT_ATTEMPTS,
    restart: int | None = None,
    budget: Budget | None = None,
) -> Points:
    """Return random points of the grid in delta-general position.

    Parameters
    ----------
    n : int
        The number of points, 1 to 64.
    delta : int
        The least distance of a point from each other and from each line through two others, in units of the grid: 0 to
        10,000, where 10,000 is the side of the unit square.
    method : Method
        REJECTION draws uniformly, as in the paper. REPAIR climbs hills, for dense sets.
    source : int, numpy.random.Generator or RandomNumbers
        A seed, a generator that gives one, or a stream of random numbers. The same source gives the same points on
        every machine.
    attempts : int
        The most points to try.
    restart : int, optional
        After how many attempts sampling begins anew: the paper's threshold. Without it 400, for REPAIR 5,000.
    budget : Budget, optional
        The limits of the search; without it there are none.

    Returns
    -------
    tuple of (int, int)
        The points, with coordinates from 0 to 9,999.

    Raises
    ------
    PointsError
        If a number is out of range.
    PointSetUnavailable
        If the attempts find no such points.
    BudgetExhausted
        If the budget ended first.

    Notes
    -----
    Cost: some ten million attempts a second. :func:`sample` counts the attempts too.

    References
    ----------
    "Swap Planarity", Definition 1 and section 4.2.

    >>> largest_delta(sample_points(8, 200, Method.REJECTION, 1)) >= 200
    True
    """
    return sample(n, delta, method, source, attempts, restart, budget).points


def sample(
    n: int,
    delta: int,
    method: Method,
    source: "int | numpy.random.Generator | RandomNumbers",
    attempts: int = DEFAULT_ATTEMPTS,
    restart: int | None = None,
    budget: Budget | None = None,
) -> Sample:
    """Return `n` random points of the grid in delta-general position, and the attempts at placing a point that it took.

    `delta` is in units of the grid, `method` is how they are found. `source` is a seed, a generator or a stream of
    random numbers; the same source gives the same points on every machine. `restart` is the paper's threshold: after
    that many attempts since the last start, sampling begins anew (None: 400, 5,000 for repair). `budget` limits the
    search (None: no limits). Raises PointsError for numbers out of range, PointSetUnavailable after `attempts`
    attempts, and BudgetExhausted. Cost: some ten million attempts a second.

    >>> found = sample(8, 200, Method.REPAIR, 1)
    >>> len(found.points), found.restarts
    (8, 0)
    """
    method = Method(method)
    restart = restart or (DEFAULT_RESTART if method is Method.REJECTION else _REPAIR_RESTART)
    for value, name, least, most in (
        (n, "vertices", 1, MAX_POINTS),
        (delta, "delta", 0, MAX_DELTA),
        (attempts, "attempts", 1, MAX_ATTEMPTS),
        (restart, "restart", 1, MAX_ATTEMPTS),
    ):
        if not least <= value <= most:
            raise PointsError(f"{name} {value}: {least} to {most} are allowed", (name,))
    numbers = random_numbers(source)
    for found in _slices(n, delta, method, numbers, attempts, restart):
        if found is not None:
            return found
        if budget is not None:
            budget.check()
    raise PointSetUnavailable(_unavailable(n, delta, method, attempts), attempts)


def _unavailable(n: int, delta: int, method: Method, attempts: int) -> str:
    way_out = "a smaller delta or method repair" if method is Method.REJECTION else "a smaller delta or fewer points"
    return f"no set of {n} points with delta {delta / GRID:g} in {attempts:,} attempts; try {way_out}"


def _slices(
    n: int, delta: int, method: Method, numbers: RandomNumbers, attempts: int, restart: int
) -> Iterator[Sample | None]:
    """Search in slices, yielding None after each, and the sample at the end, if there is one."""
    import numpy as np

    from ludex.games.planarity.kernels import point_sets as kernels

    points = np.zeros((n, 2), dtype=np.int64)
    state = np.zeros(kernels.STATE_SIZE, dtype=np.int64)
    random = np.array([numbers.state], dtype=np.uint64)
    search = kernels.grow if method is Method.REJECTION else kernels.repair
    steps = max(100, _TESTS_OF_A_SLICE // (n * n))
    complete = False
    while not complete and state[kernels.ATTEMPTS] < attempts:
        complete = search(steps, attempts, restart, GRID, delta * delta, points, state, random)
        numbers.state = int(random[0])
        done = Sample(_as_points(points), int(state[kernels.ATTEMPTS]), int(state[kernels.RESTARTS]))
        yield done if complete else None


def _as_points(points: "numpy.ndarray") -> Points:
    return tuple((int(x), int(y)) for x, y in points)
