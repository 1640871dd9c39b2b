"""Point sets: random ones in delta-general position, the test and the picture of given ones, their order types.

How delta is read, the least distance in parts of the unit square's side, and the seed.
"""

from decimal import Decimal
from typing import Annotated, Any

from flask import Response
from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.api.addresses import object_url
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import PREFIX, PointsIn, example, read_coordinate, search
from ludex.api.problems import json_pointer, refused
from ludex.api.replies import picture, reply
from ludex.api.routes import SVG, Routes, routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.planarity import ORDER_TYPE
from ludex.engine.random_numbers import chosen_seed
from ludex.operations.planarity.order_types import IdentifiedPoints, identify_points
from ludex.pictures.drawings import point_set_svg
from ludex.planarity.drawing import DrawingError, whole_points
from ludex.planarity.making.described_points import PointSample, PointTest, examine_points, sample_points
from ludex.planarity.making.point_sets import (
    DEFAULT_ATTEMPTS,
    DELTA_ABOUT,
    MAX_ATTEMPTS,
    METHODS_ABOUT,
    DeltaError,
    Method,
    PointSetUnavailable,
    grid_delta,
)
from ludex.requests.fields import Seed, Timed

routes = Routes("planarity-point-sets", tag="planarity/point-sets", about="Points in general position.", prefix=PREFIX)
order_type_routes = routes_of(ORDER_TYPE)

MethodName = Annotated[Method, Field(strict=False, description=METHODS_ABOUT)]
ChosenSeed = Annotated[Seed | None, Field(description="Not given: the service chooses one, and the answer tells it.")]


def _read_delta(value: object) -> int | Decimal:
    number = read_coordinate(value)
    if not 0 <= number <= 1:
        raise PydanticCustomError("delta_range", "Input should be at least 0 and at most 1")
    return number


Delta = Annotated[
    Any,
    PlainValidator(_read_delta),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}),
    Field(description=DELTA_ABOUT),
]


def units_of(delta: int | Decimal, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises ProblemError (422) also where so many points cannot have it."""
    try:
        return grid_delta(delta, points)
    except DeltaError as error:
        raise refused("/delta", str(error)) from None


class NewPointSet(Timed):
    """How many points, how far apart, and how to find them."""

    model_config = example(points=11, delta=0.02, seed=7)

    points: int = Field(ge=1, le=bounds.VERTICES, description="How many.")
    delta: Delta = 0
    method: MethodName = Method.REJECTION
    seed: ChosenSeed = None
    attempts: int = Field(
        default=DEFAULT_ATTEMPTS, ge=1, le=MAX_ATTEMPTS, description="At most so many attempts at placing a point."
    )
    restart: int | None = Field(
        default=None, ge=1, le=MAX_ATTEMPTS, description="Begin anew after so many attempts; not given: 400, 5,000."
    )


class TestedPoints(PointsIn):
    """Some points, and the delta that is asked about."""

    delta: Delta | None = None


class Identify(PointsIn, Timed):
    """Points in general position."""

    model_config = example(points=[[0, 0], [4, 1], [2, 5], [2, 2], [9, 8]])


class Identified(IdentifiedPoints):
    """The order type of the request's points."""

    url: str | None = Field(description="Null where it is not stored.")


@routes.post("/point-sets", {200: PointSample}, problems=(422, 503))
def find_points(body: NewPointSet) -> PointSample:
    """Find random points in delta-general position.

    The same seed gives the same points. Where the attempts do not find any, the answer is 422, and says what to try.
    """
    delta, seed = units_of(body.delta, body.points), chosen_seed(body.seed)
    with search("point-set", body.time_limit, "points generate") as budget:
        try:
            return sample_points(
                body.points, delta, seed, body.method, attempts=body.attempts, restart=body.restart, budget=budget
            )
        except PointSetUnavailable as error:
            raise refused("/delta", error.message) from None


@routes.post("/point-sets/test", {200: PointTest}, problems=(422,))
def check_points(body: TestedPoints) -> PointTest:
    """Tell whether points are in general position, and with which delta.

    Points that are not are no error here: `fault` says which.
    """
    delta = None if body.delta is None else units_of(body.delta)
    try:
        points = whole_points(body.points)
    except DrawingError as error:
        raise refused(json_pointer(error.place), error.message) from None
    return examine_points(points, delta)


@routes.post("/point-sets/pictures", {200: SVG}, problems=(422,))
def draw_points(body: PointsIn) -> Response:
    """Draw points in general position with their convex hull."""
    return picture(point_set_svg(body.point_set()))


@order_type_routes.post("/order-types", {201: Identified, 200: Identified}, problems=(422, 503))
def identify(body: Identify) -> Response:
    """Identify the order type of points, up to reflection, and store it.

    201 where it is new, with these points as its representative; 200 where it is stored already. A read-only service
    identifies it all the same, and stores nothing.
    """
    points = body.point_set()
    with search("order-type", body.time_limit, "order-type") as budget:
        found = identify_points(service().catalogue, points, store=service().stores, budget=budget)
    url = object_url(ORDER_TYPE, found.label) if found.stored else None
    answer = Identified(**dict(found), url=url)
    return reply(answer, 201, {"Location": str(url)}) if found.created else reply(answer)
