"""Point sets: generation in delta-general position, tests, pictures and order types.

Delta is the minimum distance as a fraction of the side of the unit square.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.engine.faults import within
from ludex.engine.random_numbers import seed_or_random
from ludex.games.planarity import operations, pictures
from ludex.games.planarity.making.described_points import (
    PointSample,
    PointTest,
    examine_points,
    sample_described_points,
)
from ludex.games.planarity.making.point_sets import (
    DEFAULT_ATTEMPTS,
    DELTA_DESCRIPTION,
    GRID,
    MAX_ATTEMPTS,
    METHODS_DESCRIPTION,
    Method,
    grid_delta,
)
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.sources import PointsInput, exact
from ludex.requests.fields import Option, Seed, TimeLimited, example
from ludex.requests.json_text import written_number
from ludex.requests.request import SVG, ExecutionContext, ObjectResult, Request, Stores, Subject, Text
from ludex.requests.response_models import with_url
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.games.planarity.operations.lookup import IdentifiedPoints

_SUBJECT = Subject("planarity-point-sets", "Planarity point sets", "Points in general position.")
_DISTANCE = Decimal("0.02")


def _read_delta(value: object) -> int | Decimal:
    number = exact(value)
    if not 0 <= number <= 1:
        raise PydanticCustomError("delta_range", "Input should be at least 0 and at most 1")
    return number


Delta = Annotated[
    Any,
    PlainValidator(_read_delta),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}),
    Field(description=DELTA_DESCRIPTION),
    Option(read=written_number),
]
MethodName = Annotated[Method, Field(strict=False, description=METHODS_DESCRIPTION)]
ChosenSeed = Annotated[
    Seed | None,
    Field(description="Seed of the random numbers. By default a random seed, which the response includes."),
]
_Attempts = Annotated[int, Field(ge=1, le=MAX_ATTEMPTS)]


class NewPointSet(TimeLimited):
    """The parameters of a random point set."""

    model_config = example(points=11, delta=0.02, seed=7)

    points: Annotated[
        int, Field(ge=1, le=bounds.VERTICES, description="Number of points."), Option(("-n", "--n", "--points"))
    ]
    delta: Annotated[Delta | None, Option(read=written_number)] = Field(
        default=None, description=DELTA_DESCRIPTION, json_schema_extra={"default": 0}
    )
    method: MethodName = Method.REJECTION
    seed: ChosenSeed = None
    attempts: _Attempts = Field(default=DEFAULT_ATTEMPTS, description="Maximum number of attempts to place a point.")
    restart: _Attempts | None = Field(
        default=None, description="Number of attempts before a restart; by default 400 or 5,000, by method."
    )


class PointTestRequest(PointsInput):
    """Points, and a delta to test."""

    delta: Annotated[Delta | None, Option(read=written_number)] = Field(default=None, description="Delta to test.")


class OrderTypeRequest(PointsInput, TimeLimited):
    """Points in general position."""

    model_config = example(points=[[0, 0], [4, 1], [2, 5], [2, 2], [9, 8]])


def units_of(delta: int | Decimal, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises Fault if it is invalid or impossible for this number of points."""
    with within("delta"):
        return grid_delta(delta, points)


def find_points(request: NewPointSet, context: ExecutionContext) -> PointSample:
    """Generate random points in delta-general position.

    The same seed gives the same points. If the attempts fail, the error message has suggestions.
    """
    # The points that a command generates are usually drawn, so they have a minimum distance by default.
    delta = request.delta if request.delta is not None else _DISTANCE if context.bound(True) is None else 0
    units, seed = units_of(delta, request.points), seed_or_random(request.seed)
    with within("delta"), context.search() as budget:
        return sample_described_points(
            request.points,
            units,
            seed,
            request.method,
            attempts=request.attempts,
            restart=request.restart,
            budget=budget,
        )


def check_points(request: PointTestRequest, context: ExecutionContext) -> PointTest:
    """Test whether points are in general position, and compute the largest delta.

    If they are not, `fault` contains the reason, and the exit code of the command is 1. This is not an error.
    """
    delta = None if request.delta is None else units_of(request.delta)
    return examine_points(request.whole(context), delta)


def _describe_point_test(tested: PointTest, request: PointTestRequest) -> Iterator[str]:
    if tested.fault is not None:
        yield f"not in general position: {tested.fault.detail}"
        return
    yield f"in general position: {len(tested.hull or [])} points on the hull, {len(tested.interior or [])} inside"
    if tested.grid_delta is not None:
        yield f"largest delta {tested.grid_delta / GRID:.4f} of the side of the smallest enclosing square"
    if tested.delta_general is not None:
        yield f"delta {request.delta} {'holds' if tested.delta_general else 'does not hold'}"


def draw_points(request: PointsInput, context: ExecutionContext) -> Text:
    """Draw points in general position with their convex hull."""
    return Text(pictures.drawings.point_set_svg(request.read(context)))


def identify(request: OrderTypeRequest, context: ExecutionContext) -> ObjectResult:
    """Identify the order type of points up to reflection, and match them to its stored representative.

    Returns 201 if the order type is new and was stored with these points as its representative, and 200 if it is stored
    already. A read-only service, or a command without `--store`, identifies it without storing.
    """
    points = request.read(context)
    with context.search() as budget:
        result = operations.lookup.identify_points(
            context.catalogue, points, store=context.destination is not None, budget=budget
        )
    return ObjectResult(result, "planarity-order-type", result.label if result.stored else None, result.created)


def _describe_order_type(about: ObjectResult, _request: OrderTypeRequest) -> Iterator[str]:
    result: IdentifiedPoints = about.value
    stored = ("stored", "no; use --store to store these points as its representative")
    if result.matching is not None:
        stored = ("stored points", " ".join(map(str, result.matching)))
    rows = [("order type", result.label), ("x-type", result.x_type), ("points", result.points), ("hull", result.hull)]
    yield from table([*rows, stored])


def _identified_answer(_registry: object) -> Any:  # noqa: ANN401 - a model

    return with_url(operations.lookup.IdentifiedPoints, "Identified")


FIND = Request(
    "POST /planarity/point-sets",
    "planarity points generate",
    find_points,
    lambda result, _request: [str([list(point) for point in result.points])],
    _SUBJECT,
)
CHECK = Request(
    "POST /planarity/point-sets/test",
    "planarity points test",
    check_points,
    _describe_point_test,
    _SUBJECT,
    fails=lambda tested: not tested.general_position or tested.delta_general is False,
)
DRAW = Request(
    "POST /planarity/point-sets/pictures", "", draw_points, lambda _text, _request: (), _SUBJECT, answers=SVG
)
IDENTIFY = Request(
    "POST /planarity/order-types",
    "planarity order-type",
    identify,
    _describe_order_type,
    "planarity/order-types",
    Stores.IF_ALLOWED,
    _identified_answer,
    tool=True,
)
