"""Point sets: random ones in delta-general position, and what can be said of given ones."""

from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import Pairs
from ludex.engine.budget import Budget
from ludex.planarity.making.point_sets import DEFAULT_ATTEMPTS, Method
from ludex.planarity.points import Points


class PointSample(Part):
    """Points of the 10,000 x 10,000 grid in delta-general position, and how they were found."""

    points: Pairs
    seed: int
    method: str
    attempts: int
    restarts: int
    hull: int
    interior: int
    grid_delta: int | None


class PointFault(Part):
    """Why points are not in general position; `pointer` leads to the one at fault, as a JSON pointer: `/points/3`."""

    pointer: str
    detail: str


class PointTest(Part):
    """What can be said of points; null where it needs general position."""

    general_position: bool
    fault: PointFault | None
    points: Pairs
    hull: list[int] | None
    interior: list[int] | None
    largest_delta: int | None
    grid_delta: int | None
    delta_general: bool | None


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
    raise NotImplementedError


def examine_points(points: Points, delta: int | None = None) -> PointTest:
    """Tell whether whole points are in general position, and with which delta (in units of the grid)."""
    raise NotImplementedError
