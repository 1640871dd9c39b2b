"""Game variants with moves other than swaps (section 2 of the paper). Each request returns the new drawing."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.engine.exact_json import written_number
from ludex.engine.faults import Fault
from ludex.games.planarity.crossings import DrawingSummary
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import (
    DRAWINGS,
    SQUARE,
    Coordinates,
    DrawingInput,
    PointList,
    PointsInput,
    TimedDrawing,
    Vertex,
    VertexPair,
    points_of_text,
)
from ludex.games.planarity.requests.text_levels import join_points
from ludex.games.planarity.solving.embedding import Embedding, embed
from ludex.games.planarity.variants import collapse_edge, drag_vertices, exchange_vertices, rotate_edge, stretch_edge
from ludex.requests.fields import Argument, Hidden, Label, RequestModel, ServiceBounds, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request


def pair_of_text(text: str) -> list[int]:
    """Parse two vertices.

    >>> pair_of_text("0-3")
    [0, 3]
    """
    u, _, v = text.partition("-")
    if not (u.isdecimal() and v.isdecimal()):
        raise ValueError("not two vertices; write them in the form 0-3")
    return [int(u), int(v)]


def _move_of_text(text: str) -> dict[str, Any]:
    """Parse the move of a vertex.

    >>> _move_of_text("2=60,-50")
    {'vertex': 2, 'to': [60, -50]}
    """
    vertex, _, place = text.partition("=")
    try:
        return {"vertex": int(vertex), "to": [written_number(coordinate) for coordinate in place.split(",")]}
    except ValueError:
        raise ValueError("not a move; write a vertex and its coordinates in the form 2=60,-50") from None


def _onto_of_text(text: str) -> dict[str, Any]:
    fields = points_of_text(text)
    if not fields.keys() <= _ONTO.keys():
        raise ValueError("not points; write JSON such as [[0, 0], [5, 1]], or a label")
    return {_ONTO[name]: value for name, value in fields.items()}


_ONTO = {"points": "onto", "label": "onto_label"}


class EdgeMoveRequest(DrawingInput):
    """A drawing, and one of its edges."""

    model_config = example(**SQUARE, edge=[0, 1])

    edge: Annotated[VertexPair, Argument("EDGE", "An edge, such as 0-3.", pair_of_text)] = Field(
        description="The edge, as its two ends."
    )


class StretchRequest(EdgeMoveRequest):
    """A drawing, one of its edges, and the factor of its new length."""

    model_config = example(**SQUARE, edge=[0, 1], factor="1/2")

    factor: Literal["2", "1/2"] = Field(default="2", description="Factor of the new length: twice or half.")


class ExchangeRequest(DrawingInput):
    """A drawing, and two of its vertices."""

    model_config = example(**SQUARE, vertices=[0, 3])

    vertices: Annotated[
        VertexPair, Argument("VERTICES", "Two vertices, such as 0-3, adjacent or not.", pair_of_text)
    ] = Field(description="The two vertices, adjacent or not.")


class Move(RequestModel):
    """The move of a vertex."""

    vertex: Vertex = Field(description="The vertex.")
    to: Coordinates


class DragRequest(DrawingInput):
    """A drawing, and the new points of some of its vertices."""

    model_config = example(**SQUARE, moves=[{"vertex": 2, "to": [6, 5]}])

    moves: Annotated[
        list[Move],
        Field(min_length=1, description="The moves, each of a different vertex."),
        ServiceBounds(bounds.VERTICES),
        Argument("VERTEX=X,Y...", "New points of vertices, such as 2=60,-50.", _move_of_text, each=True),
    ]


class DragOntoRequest(TimedDrawing):
    """A drawing, and target points for its vertices."""

    model_config = example(**SQUARE, onto=[[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]])
    FORMS = (*TimedDrawing.FORMS, (("onto",), ("onto_label",)))

    onto: Annotated[
        PointList | None,
        Argument("POINTS", "Points, or an order type's label.", _onto_of_text, merged=True, join=join_points),
    ] = Field(default=None, description="Target points in general position, at least as many as vertices.")
    onto_label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored order type, x-type or level, instead of `onto`."
    )


def _moved(
    request: DrawingInput,
    context: ExecutionContext,
    place: str,
    move: Callable[..., Drawing],
    *how: Any,  # noqa: ANN401 - the parameters of a move
) -> DrawingSummary:
    """Return the drawing after a move. Raises Fault, which locates the error, if the move is invalid."""
    drawing = request.read(context)
    try:
        return DrawingSummary.of(move(drawing, *how))
    except DrawingError as error:
        raise Fault(error.message, (place,)) from None


def rotate(request: EdgeMoveRequest, context: ExecutionContext) -> DrawingSummary:
    """Rotate an edge by 90 degrees counter-clockwise around its centre."""
    return _moved(request, context, "edge", rotate_edge, request.edge)


def stretch(request: StretchRequest, context: ExecutionContext) -> DrawingSummary:
    """Stretch an edge to twice its length, or shrink it to half, around its centre."""
    return _moved(request, context, "edge", stretch_edge, request.edge, Fraction(request.factor))


def collapse(request: EdgeMoveRequest, context: ExecutionContext) -> DrawingSummary:
    """Contract an edge to its centre; parallel edges are merged.

    The new vertex gets the smaller of the two numbers, and every number above the larger one decreases by one.
    """
    return _moved(request, context, "edge", collapse_edge, request.edge)


def exchange(request: ExchangeRequest, context: ExecutionContext) -> DrawingSummary:
    """Exchange the places of two vertices, adjacent or not."""
    return _moved(request, context, "vertices", exchange_vertices, *request.vertices)


def drag(request: DragRequest, context: ExecutionContext) -> DrawingSummary:
    """Move vertices to new points with exact coordinates."""
    drawing = request.read(context)
    moves: list[tuple[int, list[int | Decimal]]] = [(move.vertex, move.to) for move in request.moves]
    return DrawingSummary.of(drag_vertices(request.numbers or drawing.points, drawing.edges, moves))


def drag_onto(request: DragOntoRequest, context: ExecutionContext) -> Embedding:
    """Move all vertices to given points so that no edges cross, if possible. Their current points do not matter."""
    drawing = request.read(context)
    try:
        points = PointsInput.model_construct(points=request.onto, label=request.onto_label).read(context)
    except Fault as fault:
        fault.place = (_ONTO[str(fault.place[0])], *fault.place[1:])
        raise
    if len(points) < drawing.vertices:
        raise Fault(f"{len(points)} points are too few; give at least {drawing.vertices}, one per vertex", ("onto",))
    with context.search() as budget:
        return embed(drawing, points, budget)


def _describe_drawing(result: DrawingSummary, _request: DrawingInput) -> Iterator[str]:
    yield json_text(result.drawing)


def _describe_embedding(result: Embedding, _request: DragOntoRequest) -> Iterator[str]:
    yield result.reason if result.drawing is None else json_text(result.drawing)


def _variant(
    address: str, run: Callable[..., Any], message: Callable[..., Iterator[str]] = _describe_drawing
) -> Request:
    """Return the request that performs a move. The last word of the command is the last part of the path."""
    command = f"planarity variant {address.rpartition('/')[2]}"
    return Request(f"POST /planarity/variants/{address}", command, run, message, DRAWINGS)


VARIANTS = (
    _variant("rotate", rotate),
    _variant("stretch", stretch),
    _variant("collapse", collapse),
    _variant("exchange", exchange),
    _variant("drag", drag),
    _variant("drag/onto", drag_onto, _describe_embedding),
)
