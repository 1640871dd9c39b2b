"""Point sets in the form of answers: random ones in delta-general position, and what can be said of given ones."""

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
    """Points of the 10,000 x 10,000 grid in delta-general position, and how they were found.

    `attempts` is how often a point was placed, in all. `grid_delta` is the largest delta that holds, in 10,000ths of
    the side of the smallest square around the points.
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
    """Why points are not in general position. `pointer` leads to the one at fault, as a JSON pointer: `/points/3`."""

    pointer: str
    detail: str


@dataclass(frozen=True, slots=True)
class PointTest:
    """What can be said of points. What needs general position (no two the same, no three on a line) is otherwise null.

    `points` are whole numbers, scaled by one power of ten. `hull` lists the points on the convex hull,
    counter-clockwise, `interior` those inside it, by index. `largest_delta` is the largest whole delta in the unit of
    `points`, `grid_delta` that in 10,000ths of the side of the smallest square around them. `delta_general` says
    whether `delta`, if it is given, holds.
    """

    general_position: bool
    points: Points
    fault: PointFault | None = None
    hull: tuple[int, ...] | None = None
    interior: tuple[int, ...] | None = None
    largest_delta: int | None = None
    grid_delta: int | None = None
    delta_general: bool | None = None


def sample_points(
    points: int,
    delta: int,
    seed: int,
    method: Method = Method.REJECTION,
    *,
    attempts: int = DEFAULT_ATTEMPTS,
    restart: int | None = None,
    budget: Budget | None = None,
) -> PointSample:
    """Find random `points` (their number) in delta-general position; `delta` is in units of the grid.

    `seed` decides them; `method` is how they are found. At most `attempts` points are tried, and sampling begins anew
    after `restart` of them (None: the method's own number). `budget` limits the search (None: no limits). Raises
    PointSetUnavailable if the attempts find none, and BudgetExhausted.

    >>> found = sample_points(9, 200, 3, Method.REPAIR)
    >>> len(found.points), found.hull + found.interior
    (9, 9)
    """
    found = sample(points, delta, method, seed, attempts, restart, budget)
    corners, units = len(hull(found.points)), largest_grid_delta(found.points)
    return PointSample(
        found.points, seed, method, found.attempts, found.restarts, corners, points - corners, grid_delta=units
    )


def examine_points(points: Points, delta: int | None = None) -> PointTest:
    """Tell whether whole `points` are in general position, and whether with this `delta` (in units of the grid).

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
