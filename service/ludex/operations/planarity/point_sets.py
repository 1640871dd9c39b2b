"""Point sets: random ones in delta-general position, and what can be said of given ones."""

from pydantic import Field

from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import Pairs
from ludex.engine.budget import Budget
from ludex.planarity.making.point_sets import DEFAULT_ATTEMPTS, Method
from ludex.planarity.points import Points, PointsError, require_general_position

_GRID_DELTA = "The largest delta that holds, in 10,000ths of the side of the least square around the points."


class PointSample(Part):
    """Points of the 10,000 x 10,000 grid in delta-general position, and how they were found."""

    points: Pairs
    seed: int
    method: str
    attempts: int = Field(description="At placing a point, in all.")
    restarts: int
    hull: int
    interior: int
    grid_delta: int | None = Field(description=_GRID_DELTA)


class PointFault(Part):
    """Why points are not in general position; `pointer` leads to the one at fault, as a JSON pointer: `/points/3`."""

    pointer: str
    detail: str


class PointTest(Part):
    """What can be said of points; null where it needs general position."""

    general_position: bool = Field(description="No two are the same, no three on a line.")
    fault: PointFault | None = None
    points: Pairs = Field(description="As whole numbers, scaled by one power of ten.")
    hull: list[int] | None = Field(
        default=None, description="The indices of the points on the hull, counter-clockwise."
    )
    interior: list[int] | None = Field(default=None, description="The indices of the points inside it.")
    largest_delta: int | None = Field(default=None, description="The largest whole delta in the unit of `points`.")
    grid_delta: int | None = Field(default=None, description=_GRID_DELTA)
    delta_general: bool | None = Field(default=None, description="Whether `delta`, where it is given, holds.")


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
    """Find random points in delta-general position; `delta` is in units of the grid.

    Raises PointSetUnavailable where the attempts find none, BudgetExhausted.
    """
    from ludex.planarity.making.point_sets import largest_grid_delta, sample
    from ludex.planarity.points import hull

    found = sample(points, delta, method, seed, attempts, restart, budget)
    corners = len(hull(found.points))
    return PointSample(
        points=list(found.points),
        seed=seed,
        method=str(method),
        attempts=found.attempts,
        restarts=found.restarts,
        hull=corners,
        interior=points - corners,
        grid_delta=largest_grid_delta(found.points),
    )


def examine_points(points: Points, delta: int | None = None) -> PointTest:
    """Tell whether whole points are in general position, and with which delta (in units of the grid)."""
    from ludex.planarity.making.point_sets import largest_delta, largest_grid_delta
    from ludex.planarity.points import hull, interior

    try:
        require_general_position(points)
    except PointsError as error:
        fault = PointFault(pointer="".join(f"/{part}" for part in error.place), detail=error.message)
        general = None if delta is None else False
        return PointTest(general_position=False, fault=fault, points=list(points), delta_general=general)
    units = largest_grid_delta(points)
    return PointTest(
        general_position=True,
        points=list(points),
        hull=list(hull(points)),
        interior=list(interior(points)),
        largest_delta=largest_delta(points),
        grid_delta=units,
        delta_general=None if delta is None else units is None or units >= delta,
    )
