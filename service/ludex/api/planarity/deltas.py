"""Delta, the least distance of points from each other and from lines, in parts of the unit square's side."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.api.planarity.drawings import read_coordinate
from ludex.api.problems import refused
from ludex.planarity.making.point_sets import is_possible

_UNIT = Decimal("0.0001")


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


def possible_delta(points: int, delta: int | Decimal) -> int:
    """Return delta in units of the grid. Raises ProblemError (422) also where no so many points can keep it."""
    units = grid_delta(delta)
    if not is_possible(points, units):
        raise refused("/delta", f"no {points} points of the unit square are {delta} from each other and from all lines")
    return units


def grid_delta(delta: int | Decimal) -> int:
    """Return delta in units of the grid. Raises ProblemError (422) for what is no multiple of 0.0001.

    >>> grid_delta(Decimal("0.02"))
    200
    """
    # The remainder of decimals may be rounded, but never to nothing.
    if delta % _UNIT or 0 < delta < _UNIT:
        raise refused("/delta", "delta is a multiple of 0.0001")
    return int(delta / _UNIT)
