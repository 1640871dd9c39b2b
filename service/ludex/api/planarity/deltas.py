"""Random points in requests: delta, the least distance in parts of the unit square's side, the method, the seed."""

from decimal import Decimal
from secrets import randbelow
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.api.bounds import SEED
from ludex.api.models import Seed
from ludex.api.planarity.drawings import read_coordinate
from ludex.api.problems import refused
from ludex.planarity.making.point_sets import DeltaError, Method, grid_delta

MethodName = Annotated[
    Method,
    Field(
        strict=False, description="`rejection`: uniform, as in the paper; `repair`: by hill climbing, for dense sets."
    ),
]
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
    Field(
        description="Points keep at least this distance from each other and from the lines through two others; a "
        "multiple of 0.0001 of the side of the unit square."
    ),
]


def units_of(delta: int | Decimal, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises ProblemError (422) also where so many points cannot have it."""
    try:
        return grid_delta(delta, points)
    except DeltaError as error:
        raise refused("/delta", str(error)) from None


def chosen(seed: int | None) -> int:
    """Return a seed, a random one where none is given."""
    return randbelow(SEED + 1) if seed is None else seed
