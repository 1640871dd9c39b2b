"""Point sets in delta-general position: a test, the rejection sampling of the paper, and repair by hill climbing.

Source: "Swap Planarity", Definition 1, sections 4.2 and 5. The unit square is a grid of 10,000 x 10,000 integer points.
delta is an integer in grid units: 0.02 times the side of the square is 200 units. All arithmetic is exact.

A search for point sets of every order type moves single points of known sets. Random points hardly ever have a rare
order type. But moving one point of a set with a similar order type can lead to the rare order type. The numbers of
order types up to reflection are known: O. Aichholzer, F. Aurenhammer, H. Krasser, "Enumerating order types for small
point sets with applications", Order 19 (2002).

The recorded collection has point sets with small coordinates for all order types of 3 to 8 points. It is stored in the
file ``order_types.json.gz``, which ``scripts/make-order-types`` regenerates. The module
:mod:`ludex.games.planarity.study.abstract_order_types` shows that the collection is complete.
"""

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import isqrt
from typing import TYPE_CHECKING

from ludex.engine.arguments import require_choice, require_integer
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.points import MAX_POINTS, Point, Points, PointsError, orientation

if TYPE_CHECKING:
    import numpy


GRID = 10_000
MAX_DELTA = GRID
_UNIT = Decimal("0.0001")
MAX_ATTEMPTS = 1_000_000_000
DEFAULT_ATTEMPTS = 2_000_000
# For the sizes and deltas of the paper, thresholds of 200 to 500 need the fewest attempts.
DEFAULT_RESTART = 400
_REPAIR_RESTART = 5_000
# The number of tests between two checks of the budget. A test takes a few nanoseconds. An attempt needs up to n^2 / 2
# tests, and occasionally n^3 / 6 tests for the method repair.
_TESTS_OF_A_SLICE = 1_000_000


class Method(StrEnum):
    """The sampling method: uniform random points with rejection, as in the paper, or hill climbing from such points."""

    REJECTION = "rejection"
    REPAIR = "repair"


METHODS_DESCRIPTION = "`rejection`: uniform, as in the paper; `repair`: by hill climbing, for dense sets."
DELTA_DESCRIPTION = (
    "Minimum distance of points from each other and from the lines through two other points; a multiple of 0.0001 of "
    "the side of the unit square."
)


class DeltaError(Fault):
    """The number is not a delta, or a delta that no set of this number of points can have."""


class PointSetUnavailable(Fault):
    """No point set was found within the allowed attempts."""

    def __init__(self, message: str, attempts: int) -> None:
        super().__init__(message)
        self.attempts = attempts


@dataclass(frozen=True, slots=True)
class Sample:
    """A point set, the number of attempts to place a point, and the number of restarts."""

    points: Points
    attempts: int
    restarts: int


def is_delta_possible(n: int, delta: int) -> bool:
    """Return False if `n` points of the grid provably cannot be in delta-general position, otherwise True.

    `delta` is in units of the grid. The proof: a triangulation of n points has at least n - 2 triangles within the unit
    square. Each triangle has heights of at least delta, and therefore an area of at least delta^2 / sqrt(3).

    >>> is_delta_possible(11, 4_300), is_delta_possible(11, 4_400)
    (True, False)
    """
    return n < 3 or (n - 2) ** 2 * delta**4 <= 3 * GRID**4


def grid_delta(delta: int | Decimal, points: int | None = None) -> int:
    """Convert `delta` from sides of the unit square to units of the grid.

    Raises DeltaError if `delta` is not a multiple of 0.0001 from 0 to 1. If `points` is given, also raises DeltaError
    if no set of this number of points can have this delta.

    >>> grid_delta(Decimal("0.02"))
    200
    """
    # The remainder of a decimal division may be rounded, but it is never rounded to zero.
    if not 0 <= delta <= 1 or delta % _UNIT or 0 < delta < _UNIT:
        raise DeltaError(f"delta must be a multiple of {_UNIT} from 0 to 1")
    units = int(delta / _UNIT)
    if points is not None and not is_delta_possible(points, units):
        raise DeltaError(
            f"no {points} points of the unit square have distance {delta} from each other and from the "
            "lines through the others"
        )
    return units


def largest_delta(points: Sequence[Point]) -> int | None:
    """Return the largest integer delta of `points` in the unit of the coordinates, or None for a single point.

    The points are in general position. Cost: O(n^3).

    >>> largest_delta([(0, 0), (40, 0), (0, 30)])
    24
    """
    least = _least_squared_distance(points)
    return None if least is None else isqrt(least[0] // least[1])


def largest_grid_delta(points: Sequence[Point]) -> int | None:
    """Return the largest delta of `points` in 10,000ths of the side of their smallest enclosing square.

    The points may have any scale, but must be in general position. Returns None for a single point. For a generated
    point set, the value is at least the requested delta. Cost: O(n^3).

    >>> largest_grid_delta([(0, 0), (40, 0), (0, 30)])
    6000
    """
    least = _least_squared_distance(points)
    if least is None:
        return None
    side = max(max(axis) - min(axis) for axis in zip(*points, strict=True))
    return isqrt(GRID * GRID * least[0] // (least[1] * side * side))


def _least_squared_distance(points: Sequence[Point]) -> tuple[int, int] | None:
    """Return the smallest squared distance of a point from another point or from a line through two other points.

    The result is a fraction, given as numerator and denominator, or None for a single point.
    """
    import numpy as np

    if len(points) < 3:
        return None if len(points) < 2 else (_squared(*points), 1)
    from ludex.games.planarity.kernels.point_sets import narrowest_triples

    n = len(points)
    narrowest = np.empty((n * (n - 1) // 2, 3), dtype=np.int64)
    count = narrowest_triples(np.array(points, dtype=np.int64), narrowest)
    widths = [(area * area, dx * dx + dy * dy) for area, dx, dy in narrowest[:count].tolist()]
    least = widths[0]
    for width in widths:
        # The distances are compared as fractions, because floats cannot distinguish all of them.
        if width[0] * least[1] < least[0] * width[1]:
            least = width
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
        The number of points, 1 to 128.
    delta : int
        The smallest allowed distance of a point from another point and from a line through two other points, in units
        of the grid: 0 to 10,000, where 10,000 is the side of the unit square.
    method : Method
        REJECTION draws points uniformly, as in the paper. REPAIR uses hill climbing and suits dense sets.
    source : int, numpy.random.Generator or RandomNumbers
        A seed, a generator from which a seed is drawn, or a stream of random numbers. The same source gives the same
        points on every machine.
    attempts : int
        The maximum number of attempts to place a point.
    restart : int, optional
        The number of attempts after which the sampling restarts (the threshold of the paper). The default is 400 for
        REJECTION and 5,000 for REPAIR.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    tuple of (int, int)
        The points, with coordinates from 0 to 9,999.

    Raises
    ------
    PointsError
        If a number is out of range.
    PointSetUnavailable
        If no such point set is found within the maximum number of attempts.
    BudgetExhausted
        If the budget ends first.

    See Also
    --------
    sample : Also returns the numbers of attempts and restarts.

    Notes
    -----
    The sampling makes about ten million attempts per second.

    References
    ----------
    "Swap Planarity", Definition 1 and section 4.2.

    Examples
    --------
    >>> largest_delta(sample_points(8, 200, Method.REJECTION, 1)) >= 200
    True
    """
    for name, number in (("n", n), ("delta", delta), ("attempts", attempts), ("restart", restart or 0)):
        require_integer(number, name)
    method, budget = require_choice(method, Method, "method"), Budget.require(budget)
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
    """Return `n` random points of the grid in delta-general position, with the numbers of attempts and restarts.

    The parameters and exceptions are those of :func:`sample_points`. `delta` is in units of the grid, and `method` is
    the sampling method. `source` is a seed, a generator or a stream of random numbers. `attempts` is the maximum number
    of attempts, and `restart` is the number of attempts after which the sampling restarts. `budget` limits the search
    (None: no limits).

    >>> found = sample(8, 200, Method.REPAIR, 1)
    >>> len(found.points), found.restarts
    (8, 0)
    """
    method = Method(method)
    restart = restart or (DEFAULT_RESTART if method is Method.REJECTION else _REPAIR_RESTART)
    for value, name, least, greatest in (
        (n, "vertices", 1, MAX_POINTS),
        (delta, "delta", 0, MAX_DELTA),
        (attempts, "attempts", 1, MAX_ATTEMPTS),
        (restart, "restart", 1, MAX_ATTEMPTS),
    ):
        if not least <= value <= greatest:
            raise PointsError(f"must be {least} to {greatest}, not {value}", (name,))
    numbers = random_numbers(source)
    for result in _slices(n, delta, method, numbers, attempts, restart):
        if result is not None:
            return result
        if budget is not None:
            budget.check()
    raise PointSetUnavailable(_unavailable(n, delta, method, attempts), attempts)


def _unavailable(n: int, delta: int, method: Method, attempts: int) -> str:
    way_out = "a smaller delta or method repair" if method is Method.REJECTION else "a smaller delta or fewer points"
    return f"no set of {n} points with delta {delta / GRID:g} in {attempts:,} attempts; try {way_out}"


def _slices(
    n: int, delta: int, method: Method, numbers: RandomNumbers, attempts: int, restart: int
) -> Iterator[Sample | None]:
    """Search in slices. Yield None after each slice without a result. Yield the sample if one is found, and end."""
    import numpy as np

    from ludex.games.planarity.kernels import point_sets as kernels

    points = np.zeros((n, 2), dtype=np.int64)
    state = np.zeros(kernels.STATE_SIZE, dtype=np.int64)
    random = np.array([numbers.state], dtype=np.uint64)
    lines = np.zeros((kernels.LINES_SIZE, n * (n - 1) // 2), dtype=np.int64)
    steps = max(100, _TESTS_OF_A_SLICE // (n * n))
    complete = False
    while not complete and state[kernels.ATTEMPTS] < attempts:
        if method is Method.REJECTION:
            complete = kernels.grow(steps, attempts, restart, GRID, delta * delta, points, state, random)
        else:
            complete = kernels.repair(steps, attempts, restart, GRID, delta * delta, points, lines, state, random)
        numbers.state = int(random[0])
        attempts_made, restarts = int(state[kernels.ATTEMPTS]), int(state[kernels.RESTARTS])
        yield Sample(_as_points(points), attempts_made, restarts) if complete else None


def _as_points(points: "numpy.ndarray") -> Points:
    return tuple((x, y) for x, y in points.tolist())


ORDER_TYPES = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 16, 7: 135, 8: 3315}
"""The number of order types of n points, up to reflection."""

_LAST = 100


def find_order_types(n: int, seed: int = 0, steps: int = 1_000_000, budget: Budget | None = None) -> list[Points]:
    """Return a point set for each order type of `n` points that is found within `steps` moves of a point.

    If the number of order types is known (n <= 8), the search ends as soon as all order types are found. Among the
    point sets of an order type, the search keeps the set whose smallest triangle is largest. The sets are sorted by
    canonical form and depend only on `n`, `seed` and `steps`. `budget` limits the search (None: no limits). Raises
    PointsError if n is not in the range 1 to 128, and BudgetExhausted if the budget ends. Cost: about a second for
    n = 7, a minute for n = 8.

    >>> [len(find_order_types(n)) for n in range(1, 6)]
    [1, 1, 1, 2, 3]
    """
    if not 1 <= n <= MAX_POINTS:
        raise PointsError(f"{n} points given; 1 to {MAX_POINTS} are allowed")
    budget, numbers = budget or Budget(), RandomNumbers(seed)
    points = _random_points(n, numbers)
    form = canonical_order_type(points).form
    known, best = [form], {form: (_least_area(points), points)}
    for step in range(steps):
        if len(known) == ORDER_TYPES.get(n):
            break
        if step % 256 == 0:
            budget.check()
            budget.report(len(known), ORDER_TYPES.get(n), "order types")
        # Half the time, start from one of the latest finds. The latest order types are rare, and so are their
        # neighbours.
        window = min(len(known), _LAST) if numbers.below(2) else len(known)
        points = best[known[-1 - numbers.below(window)]][1]
        moved = numbers.below(n)
        points = _move_point(points, moved, numbers)
        # Triangles without the moved point also occur in the known set, so they need no check.
        area = _least_area_at(points, moved)
        if not area:
            continue
        form = canonical_order_type(points).form
        if form not in best:
            known.append(form)
            best[form] = _least_area(points), points
        elif area > best[form][0] and (area := _least_area(points)) > best[form][0]:
            best[form] = area, points
    return [best[form][1] for form in sorted(best)]


def representatives(n: int, budget: Budget | None = None) -> list[Points]:
    """Return one point set for every order type of `n` points (1 to 8), up to reflection.

    The result is always the same. `budget` limits the search (None: no limits). Raises PointsError for other `n`, and
    BudgetExhausted if the budget ends. The cost is that of :func:`find_order_types`.

    >>> len(representatives(4))
    2
    """
    if n not in ORDER_TYPES:
        raise PointsError(f"order types can be listed for 1 to {max(ORDER_TYPES)} points, not {n}")
    point_sets = find_order_types(n, budget=budget)
    if len(point_sets) < ORDER_TYPES[n]:
        raise PointsError(f"only {len(point_sets)} of the {ORDER_TYPES[n]} order types of {n} points were found")
    return point_sets


def _random_points(n: int, numbers: RandomNumbers) -> Points:
    points: Points = ()
    while len(points) < n:
        points += ((numbers.below(GRID + 1), numbers.below(GRID + 1)),)
        if not _least_area(points):
            points = points[:-1]
    return points


def _move_point(points: Points, moved: int, numbers: RandomNumbers) -> Points:
    """Move a point to a random grid point in a square of random size around the point."""
    reach = GRID >> numbers.below(7)
    x, y = (min(max(c + numbers.below(2 * reach + 1) - reach, 0), GRID) for c in points[moved])
    return (*points[:moved], (x, y), *points[moved + 1 :])


def _least_area(points: Points) -> int:
    """Return twice the area of the smallest triangle, or 0 if three points are collinear or two coincide.

    For fewer than three points, return 1 if they are distinct.
    """
    if len(points) < 3:
        return int(len(set(points)) == len(points))
    return min(abs(orientation(*triple)) for triple in combinations(points, 3))


def _least_area_at(points: Points, at: int) -> int:
    """Return twice the area of the smallest triangle with corner `at`, or 0 if three points are collinear.

    For fewer than three points, see :func:`_least_area`.
    """
    if len(points) < 3:
        return _least_area(points)
    x, y = points[at]
    others = [(u - x, v - y) for u, v in (*points[:at], *points[at + 1 :])]
    return min(abs(a * d - b * c) for (a, b), (c, d) in combinations(others, 2))


COLLECTED = (3, 8)
"""The smallest and the largest number of points of the recorded order types."""

DATA = "order_types.json.gz"


def collected_order_types(n: int) -> tuple[Points, ...]:
    """Return one point set of each order type of `n` points (3 to 8), up to reflection, with small coordinates.

    The sets are sorted by canonical form, and the points of each set are in canonical order. Raises PointsError for
    other numbers of points.

    >>> collected_order_types(4)
    (((0, 1), (1, 0), (1, 1), (2, 2)), ((0, 0), (1, 0), (1, 1), (0, 1)))
    """
    if not COLLECTED[0] <= n <= COLLECTED[1]:
        raise PointsError(f"order types are recorded for {COLLECTED[0]} to {COLLECTED[1]} points, not {n}")
    return _collection()[n]


def x_type_sets(n: int) -> tuple[Points, ...]:
    """Return one point set for each x-type of `n` points, chosen from the :func:`collected_order_types`.

    >>> len(x_type_sets(6))
    15
    """
    point_sets: dict[bytes, Points] = {}
    for points in collected_order_types(n):
        point_sets.setdefault(canonical_x_type(points).form, points)
    return tuple(point_sets.values())


@cache
def _collection() -> dict[int, tuple[Points, ...]]:
    text = gzip.decompress(files(__package__).joinpath(DATA).read_bytes())
    return {
        int(n): tuple(tuple((x, y) for x, y in points) for points in point_sets)
        for n, point_sets in json.loads(text).items()
    }
