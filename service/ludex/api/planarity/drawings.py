"""Drawings in requests and answers: points with exact coordinates, and edges."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.api import bounds
from ludex.api.bodies import WrittenNumber
from ludex.api.models import Answer, Request
from ludex.api.problems import ProblemError, json_pointer, refused
from ludex.planarity.drawing import Drawing, DrawingError, whole_points
from ludex.planarity.points import Points, PointsError, require_general_position

SQUARE: dict[str, Any] = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}
"""The drawing that stands in the documentation: a four-cycle with one crossing."""


def read_coordinate(value: object) -> int | Decimal:
    """Return a coordinate as it is written, exactly. Raises PydanticCustomError for what is no number or too long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not isinstance(value, WrittenNumber):
        raise PydanticCustomError("number_type", "Input should be a number")
    if len(value.text) > bounds.COORDINATE_CHARACTERS:
        longest = bounds.COORDINATE_CHARACTERS
        raise PydanticCustomError("number_too_long", f"Input should be a number of at most {longest} characters")
    try:
        return Decimal(value.text)
    except InvalidOperation:
        raise PydanticCustomError("number_exponent", "Input should be a number with a smaller exponent") from None


Coordinate = Annotated[Any, PlainValidator(read_coordinate), WithJsonSchema({"type": "number"})]
Coordinates = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y]")]
PointList = Annotated[
    list[Coordinates],
    Field(
        min_length=1,
        max_length=bounds.VERTICES,
        fail_fast=True,
        description="Points in general position, [x, y]. Decimals are read exactly, and scaled by one power of ten.",
    ),
]
Vertex = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
VertexPair = Annotated[list[Vertex], Field(min_length=2, max_length=2)]
EdgeList = Annotated[
    list[VertexPair],
    Field(
        max_length=bounds.EDGES,
        fail_fast=True,
        description="Pairs of vertices; vertex i is at points[i], from 0.",
    ),
]
Swaps = Annotated[
    list[list[int]], Field(description="Each the two vertices of an edge that exchange places, in order.")
]


class PointsIn(Request):
    """Some points."""

    points: PointList

    def point_set(self, place: str = "") -> Points:
        """Return the points, which are in general position. Raises ProblemError (422)."""
        return read_points(self.points, f"{place}/points")


class DrawingIn(Request):
    """A drawing."""

    model_config = ConfigDict(json_schema_extra={"examples": [SQUARE]})

    points: PointList
    edges: EdgeList

    def drawing(self, place: str = "") -> Drawing:
        """Return the drawing. Raises ProblemError (422); `place` is the pointer of this object in the body."""
        try:
            return Drawing.from_numbers(self.points, self.edges)
        except DrawingError as error:
            raise at_fault(error, place) from None


class DrawingOut(Answer):
    """A drawing with whole coordinates; its edges are sorted."""

    points: list[list[int]]
    edges: list[list[int]]


def read_points(listed: Sequence[Sequence[int | Decimal]], place: str) -> Points:
    """Return points in general position. Raises ProblemError (422); `place` is the pointer of their list."""
    try:
        points = whole_points(listed)
        require_general_position(points)
    except (DrawingError, PointsError) as error:
        raise refused(place + json_pointer(error.place[1:]), error.message) from None
    return points


def at_fault(error: DrawingError, place: str = "") -> ProblemError:
    """Return the problem of what makes no drawing."""
    return refused(place + json_pointer(error.place), error.message)


def show_drawing(drawing: Drawing) -> DrawingOut:
    """Return the answer that shows a drawing."""
    return DrawingOut(points=pairs(drawing.points), edges=pairs(drawing.edges))


def pairs(listed: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return points, edges or swaps as lists."""
    return [list(pair) for pair in listed]
