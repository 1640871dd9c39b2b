"""`POST /planarity/point-sets`: random points in delta-general position; and the test of given points."""

from secrets import randbelow
from typing import Annotated, Literal

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.deltas import Delta, grid_delta, possible_delta
from ludex.api.planarity.drawings import PointsIn, pairs
from ludex.api.planarity.searching import search
from ludex.api.problems import json_pointer, refused
from ludex.api.routes import SVG, Routes, picture
from ludex.pictures.drawings import point_set_svg
from ludex.planarity.drawing import DrawingError, whole_points
from ludex.planarity.making.point_sets import (
    DEFAULT_ATTEMPTS,
    MAX_ATTEMPTS,
    Method,
    PointSetUnavailable,
    Sample,
    largest_delta,
    largest_grid_delta,
    sample,
)
from ludex.planarity.points import Points, PointsError, hull, interior, require_general_position

routes = Routes("planarity-point-sets", tag="Planarity point sets", about="Points in general position.", prefix=PREFIX)

MethodName = Annotated[
    Literal["rejection", "repair"],
    Field(description="`rejection`: uniform, as in the paper; `repair`: by hill climbing, for dense sets."),
]
_GRID_DELTA = "The largest delta that holds, in 10,000ths of the side of the least square around the points."


class NewPointSet(Timed):
    """How many points, how far apart, and how to find them."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"points": 11, "delta": 0.02, "seed": 7}]})

    points: int = Field(ge=1, le=bounds.VERTICES, description="How many.")
    delta: Delta = 0
    method: MethodName = "rejection"
    seed: int | None = Field(default=None, ge=0, le=bounds.SEED, description="Not given: the service chooses one.")
    attempts: int = Field(
        default=DEFAULT_ATTEMPTS, ge=1, le=MAX_ATTEMPTS, description="At most so many attempts at placing a point."
    )
    restart: int | None = Field(
        default=None, ge=1, le=MAX_ATTEMPTS, description="Begin anew after so many attempts; not given: 400, 5,000."
    )


class PointSetOut(Answer):
    """Points of the 10,000 x 10,000 grid in delta-general position."""

    points: list[list[int]]
    seed: int
    method: str
    attempts: int = Field(description="At placing a point, in all.")
    restarts: int
    hull: int
    interior: int
    grid_delta: int | None = Field(description=_GRID_DELTA)


class TestedPoints(PointsIn):
    """Some points, and the delta that is asked about."""

    delta: Delta | None = None


class PointFault(Answer):
    """Why points are not in general position."""

    pointer: str
    detail: str


class PointTest(Answer):
    """What can be said of points; null where it needs general position."""

    general_position: bool = Field(description="No two are the same, no three on a line.")
    fault: PointFault | None
    points: list[list[int]] | None = Field(description="As whole numbers, scaled by one power of ten.")
    hull: list[int] | None = Field(description="The indices of the points on the hull, counter-clockwise.")
    interior: list[int] | None = Field(description="The indices of the points inside it.")
    largest_delta: int | None = Field(description="The largest whole delta in the unit of `points`.")
    grid_delta: int | None = Field(description=_GRID_DELTA)
    delta_general: bool | None = Field(description="Whether `delta`, where it is given, holds.")


@routes.post("/point-sets", {200: PointSetOut}, problems=(422, 503))
def find_points(body: NewPointSet) -> PointSetOut:
    """Find random points in delta-general position.

    The same seed gives the same points. Where the attempts do not find any, the answer is 422, and says what to try.
    """
    delta, method = possible_delta(body.points, body.delta), Method(body.method)
    seed = randbelow(bounds.SEED + 1) if body.seed is None else body.seed
    with search("point-set", body.time_limit, "points") as budget:
        try:
            found = sample(body.points, delta, method, seed, body.attempts, body.restart, budget)
        except PointSetUnavailable as error:
            raise refused("/delta", error.message) from None
    return show_sample(found, seed, method)


def show_sample(found: Sample, seed: int, method: Method) -> PointSetOut:
    """Return the answer that shows a sampled point set."""
    corners = len(hull(found.points))
    return PointSetOut(
        points=pairs(found.points),
        seed=seed,
        method=method,
        attempts=found.attempts,
        restarts=found.restarts,
        hull=corners,
        interior=len(found.points) - corners,
        grid_delta=largest_grid_delta(found.points),
    )


@routes.post("/point-sets/test", {200: PointTest}, problems=(422,))
def check_points(body: TestedPoints) -> PointTest:
    """Tell whether points are in general position, and with which delta.

    Points that are not are no error here: `fault` says which.
    """
    delta = None if body.delta is None else grid_delta(body.delta)
    try:
        points = whole_points(body.points)
    except DrawingError as error:
        raise refused(json_pointer(error.place), error.message) from None
    return show_test(points, delta)


def show_test(points: Points, delta: int | None = None) -> PointTest:
    """Return what can be said of whole points; `delta` is in units of the grid."""
    try:
        require_general_position(points)
    except PointsError as error:
        fault = PointFault(pointer=json_pointer(error.place), detail=error.message)
        nothing = dict.fromkeys(("hull", "interior", "largest_delta", "grid_delta"))
        general = None if delta is None else False
        return PointTest(general_position=False, fault=fault, points=pairs(points), delta_general=general, **nothing)
    units = largest_grid_delta(points)
    return PointTest(
        general_position=True,
        fault=None,
        points=pairs(points),
        hull=list(hull(points)),
        interior=list(interior(points)),
        largest_delta=largest_delta(points),
        grid_delta=units,
        delta_general=None if delta is None else units is None or units >= delta,
    )


@routes.post("/point-sets/pictures", {200: SVG}, problems=(422,))
def draw_points(body: PointsIn) -> Response:
    """Draw points in general position with their convex hull."""
    return picture(point_set_svg(body.point_set()))
