"""Point sets: random ones in delta-general position, the test and the picture of given ones, their order types.

How delta is read, the least distance in parts of the unit square's side.
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
from ludex.games.planarity.requests.sources import GivenPoints, exact
from ludex.requests.answers import addressed
from ludex.requests.exact_json import written_number
from ludex.requests.fields import Option, Seed, Timed, example
from ludex.requests.request import SVG, ExecutionContext, ObjectResult, Request, Stores, Subject, Text
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.games.planarity.operations.order_types import IdentifiedPoints

_SUBJECT = Subject("planarity-point-sets", "Swap Planarity point sets", "Points in general position.")
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
ChosenSeed = Annotated[Seed | None, Field(description="Not given: one is chosen, and the answer tells it.")]
_Attempts = Annotated[int, Field(ge=1, le=MAX_ATTEMPTS)]


class NewPointSet(Timed):
    """How many points, how far apart, and how to find them."""

    model_config = example(points=11, delta=0.02, seed=7)

    points: Annotated[
        int, Field(ge=1, le=bounds.VERTICES, description="Number of points."), Option(("-n", "--n", "--points"))
    ]
    delta: Annotated[Delta | None, Option(read=written_number)] = Field(
        default=None, description=DELTA_DESCRIPTION, json_schema_extra={"default": 0}
    )
    method: MethodName = Method.REJECTION
    seed: ChosenSeed = None
    attempts: _Attempts = Field(default=DEFAULT_ATTEMPTS, description="At most this many attempts at placing a point.")
    restart: _Attempts | None = Field(
        default=None, description="Begin anew after this many attempts; not given: 400, 5,000."
    )


class TestedPoints(GivenPoints):
    """Some points, and the delta that is asked about."""

    delta: Annotated[Delta | None, Option(read=written_number)] = Field(
        default=None, description="Tell whether this delta holds too."
    )


class Identify(GivenPoints, Timed):
    """Points in general position."""

    model_config = example(points=[[0, 0], [4, 1], [2, 5], [2, 2], [9, 8]])


def units_of(delta: int | Decimal, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises Fault, also if that many points cannot have it."""
    with within("delta"):
        return grid_delta(delta, points)


def find_points(asked: NewPointSet, work: ExecutionContext) -> PointSample:
    """Find random points in delta-general position.

    The same seed gives the same points. If the attempts do not find any, what to try is said.
    """
    # What a command makes is meant to be drawn: its points keep a distance if none is asked for.
    delta = asked.delta if asked.delta is not None else _DISTANCE if work.bound(True) is None else 0
    units, seed = units_of(delta, asked.points), seed_or_random(asked.seed)
    with within("delta"), work.search() as budget:
        return sample_described_points(
            asked.points, units, seed, asked.method, attempts=asked.attempts, restart=asked.restart, budget=budget
        )


def check_points(asked: TestedPoints, work: ExecutionContext) -> PointTest:
    """Tell whether points are in general position, and with which delta.

    Points that are not are no error here: `fault` says which. A command has exit code 1 then.
    """
    delta = None if asked.delta is None else units_of(asked.delta)
    return examine_points(asked.whole(work), delta)


def _checked(tested: PointTest, asked: TestedPoints) -> Iterator[str]:
    if tested.fault is not None:
        yield f"not in general position: {tested.fault.detail}"
        return
    yield f"in general position: {len(tested.hull or [])} points on the hull, {len(tested.interior or [])} inside"
    if tested.grid_delta is not None:
        yield f"largest delta {tested.grid_delta / GRID:.4f} of the side of the least square around them"
    if tested.delta_general is not None:
        yield f"delta {asked.delta} {'holds' if tested.delta_general else 'does not hold'}"


def draw_points(asked: GivenPoints, work: ExecutionContext) -> Text:
    """Draw points in general position with their convex hull."""
    return Text(pictures.drawings.point_set_svg(asked.read(work)))


def identify(asked: Identify, work: ExecutionContext) -> ObjectResult:
    """Identify the order type of points, up to reflection, and match them to the stored point set that has it.

    It is stored: 201 if it is new, with these points as its representative; 200 if it is stored already. A
    read-only service identifies it all the same, and stores nothing; so does a command without `--store`.
    """
    points = asked.read(work)
    with work.search() as budget:
        found = operations.order_types.identify_points(
            work.catalogue, points, store=work.kept is not None, budget=budget
        )
    return ObjectResult(found, "planarity-order-type", found.label if found.stored else None, found.created)


def _identified(about: ObjectResult, _asked: Identify) -> Iterator[str]:
    found: IdentifiedPoints = about.value
    stored = ("stored", "no; --store keeps these points as its representative")
    if found.matching is not None:
        stored = ("stored points", " ".join(map(str, found.matching)))
    rows = [("order type", found.label), ("x-type", found.x_type), ("points", found.points), ("hull", found.hull)]
    yield from table([*rows, stored])


def _identified_answer(_registry: object) -> Any:  # noqa: ANN401 - a model

    return addressed(operations.order_types.IdentifiedPoints, "Identified")


FIND = Request(
    "POST /planarity/point-sets",
    "planarity points generate",
    find_points,
    lambda found, _asked: [str([list(point) for point in found.points])],
    _SUBJECT,
)
CHECK = Request(
    "POST /planarity/point-sets/test",
    "planarity points test",
    check_points,
    _checked,
    _SUBJECT,
    fails=lambda tested: not tested.general_position or tested.delta_general is False,
)
DRAW = Request("POST /planarity/point-sets/pictures", "", draw_points, lambda _text, _asked: (), _SUBJECT, answers=SVG)
IDENTIFY = Request(
    "POST /planarity/order-types",
    "planarity order-type",
    identify,
    _identified,
    "planarity/order-types",
    Stores.OPEN,
    _identified_answer,
)
