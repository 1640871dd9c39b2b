"""Drawings in requests: points with exact coordinates, and edges; and a search about them within a request."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.api import addresses, service
from ludex.api.bodies import WrittenNumber
from ludex.api.planarity import bounds
from ludex.api.problems import ProblemError, json_pointer, refused
from ludex.api.routes import Routes
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.planarity.drawing import Drawing, DrawingError, whole_points
from ludex.planarity.points import Points, PointsError, require_general_position
from ludex.requests.fields import Request, Timed

PREFIX = f"{addresses.PREFIX}/planarity"

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


def example(**body: Any) -> ConfigDict:  # noqa: ANN401 - whatever JSON holds
    """Return the configuration of a request's model that shows an example of its body."""
    return ConfigDict(json_schema_extra={"examples": [body]})


class PointsIn(Request):
    """Some points."""

    points: PointList

    def point_set(self, place: str = "") -> Points:
        """Return the points, which are in general position. Raises ProblemError (422); `place` as for drawings."""
        return read_points(self.points, f"{place}/points")


class DrawingIn(Request):
    """A drawing."""

    model_config = example(**SQUARE)

    points: PointList
    edges: EdgeList

    def drawing(self, place: str = "") -> Drawing:
        """Return the drawing. Raises ProblemError (422); `place` is the pointer of this object in the body."""
        try:
            return Drawing.from_numbers(self.points, self.edges)
        except DrawingError as error:
            raise at_fault(error, place) from None


class TimedDrawing(DrawingIn, Timed):
    """A drawing, and how long it may be looked at."""


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


def drawing_routes(name: str) -> Routes:
    """Return routes for requests about the drawing that they are sent."""
    about = "Drawings as requests send them: solved, compared, moved, drawn. Nothing is stored."
    return Routes(f"planarity-{name}", tag="planarity/drawings", about=about, prefix=PREFIX)


@contextmanager
def search(kind: str, seconds: float, command: str, place: str = "") -> Iterator[Budget]:
    """Hold a computing slot as :func:`ludex.api.service.search` does; `place` points at the drawing in the request.

    Raises ProblemError: 422 for drawings that the game refuses, or where the limit came before any answer; 503 where
    nobody waits any more, or the service ends: an answer is then not what it could be.
    """
    try:
        with service.search(f"planarity-{kind}", seconds, f"ludex planarity {command}") as budget:
            yield budget
            if budget.exhausted() == "cancelled":
                raise BudgetExhausted("cancelled")
    except DrawingError as error:
        raise at_fault(error, place) from None
