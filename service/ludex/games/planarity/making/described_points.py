"""Point sets with descriptions: random sets in delta-general position, and tests of given points."""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.planarity.making.point_sets import (
    DEFAULT_ATTEMPTS,
    Method,
    largest_delta,
    largest_grid_delta,
    sample,
)
from ludex.games.planarity.points import Points, PointsError, hull, interior, require_general_position


@dataclass(frozen=True, slots=True)
class PointSample:
    """Points of the 10,000 x 10,000 grid in delta-general position, and the effort of the search for these points.

    `attempts` is the number of attempts to place a point. `hull` and `interior` are the numbers of points on the convex
    hull and inside the hull. `grid_delta` is the largest delta that the points satisfy, in 10,000ths of the side of
    their smallest enclosing square.
    """

    points: Points
    seed: int
    method: Method
    attempts: int
    restarts: int
    hull: int
    interior: int
    grid_delta: int | None


@dataclass(frozen=True, slots=True)
class PointFault:
    """The reason why a set of points is not in general position.

    `pointer` is a JSON pointer to the point, such as `/points/3`.
    """

    pointer: str
    detail: str


@dataclass(frozen=True, slots=True)
class PointTest:
    """Properties of points. Properties that require general position are null if the points do not have it.

    General position means that no two points coincide and no three are collinear. `points` are integers, scaled by one
    power of ten. `hull` lists the indices of the points on the convex hull, counter-clockwise, and `interior` the
    indices of the other points. `largest_delta` is the largest integer delta in the unit of `points`, and `grid_delta`
    is the largest delta in 10,000ths of the side of their smallest enclosing square. `delta_general` is true if the
    points satisfy the given `delta`, and null if none is given.
    """

    general_position: bool
    points: Points
    fault: PointFault | None = None
    hull: tuple[int, ...] | None = None
    interior: tuple[int, ...] | None = None
    largest_delta: int | None = None
    grid_delta: int | None = None
    delta_general: bool | None = None


def sample_described_points(
    points: int,
    delta: int,
    seed: int,
    method: Method = Method.REJECTION,
    *,
    attempts: int = DEFAULT_ATTEMPTS,
    restart: int | None = None,
    budget: Budget | None = None,
) -> PointSample:
    """Return a set of random points in delta-general position, with its properties.

    `points` is the number of points, and `delta` is in units of the grid. `seed` determines the points, and `method` is
    the search method. At most `attempts` points are tried, and the sampling restarts after every `restart` attempts
    (None: the default of the method). `budget` limits the search (None: no limits). Raises PointSetUnavailable if no
    point set is found within these attempts, and BudgetExhausted if the budget ends.

    >>> found = sample_described_points(9, 200, 3, Method.REPAIR)
    >>> len(found.points), found.hull + found.interior
    (9, 9)
    """
    result = sample(points, delta, method, seed, attempts, restart, budget)
    corners, units = len(hull(result.points)), largest_grid_delta(result.points)
    return PointSample(
        result.points, seed, method, result.attempts, result.restarts, corners, points - corners, grid_delta=units
    )


def examine_points(points: Points, delta: int | None = None) -> PointTest:
    """Test integer `points` for general position and for `delta`, which is in units of the grid.

    >>> examine_points(((0, 0), (1, 1), (2, 2))).fault
    PointFault(pointer='/points/2', detail='points 0, 1 and 2 are on a line')
    """
    try:
        require_general_position(points)
    except PointsError as error:
        fault = PointFault("".join(f"/{part}" for part in error.place), error.message)
        return PointTest(False, points, fault, delta_general=None if delta is None else False)
    units = largest_grid_delta(points)
    return PointTest(
        general_position=True,
        points=points,
        hull=hull(points),
        interior=interior(points),
        largest_delta=largest_delta(points),
        grid_delta=units,
        delta_general=None if delta is None else units is None or units >= delta,
    )
