"""Other moves than swaps (section 2 of the paper), each answered with the drawing that it makes."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.games.planarity.crossings import DrawingSummary
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.sources import (
    DRAWINGS,
    SQUARE,
    Coordinates,
    GivenDrawing,
    GivenPoints,
    PointList,
    TimedDrawing,
    Vertex,
    VertexPair,
    points_of_text,
)
from ludex.games.planarity.solving.embedding import Embedding, embed
from ludex.games.planarity.variants import collapse_edge, drag_vertices, exchange_vertices, rotate_edge, stretch_edge
from ludex.requests.exact_json import written_number
from ludex.requests.fields import Argument, Hidden, Label, RequestModel, ServiceBounds, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request


def pair_of_text(text: str) -> list[int]:
    """Return two vertices.

    >>> pair_of_text("0-3")
    [0, 3]
    """
    u, _, v = text.partition("-")
    if not (u.isdecimal() and v.isdecimal()):
        raise ValueError("not two vertices; write them as 0-3")
    return [int(u), int(v)]


def _move_of_text(text: str) -> dict[str, Any]:
    """Return where a vertex goes.

    >>> _move_of_text("2=60,-50")
    {'vertex': 2, 'to': [60, -50]}
    """
    vertex, _, place = text.partition("=")
    try:
        return {"vertex": int(vertex), "to": [written_number(one) for one in place.split(",")]}
    except ValueError:
        raise ValueError("not a move; write a vertex and its coordinates as 2=60,-50") from None


def _onto_of_text(text: str) -> dict[str, Any]:
    given = points_of_text(text)
    if not given.keys() <= _ONTO.keys():
        raise ValueError("no points to go onto: write them as JSON, [[0, 0], [5, 1]], or a label")
    return {_ONTO[name]: value for name, value in given.items()}


_ONTO = {"points": "onto", "label": "onto_label"}


class MovedEdge(GivenDrawing):
    """A drawing, and one of its edges."""

    model_config = example(**SQUARE, edge=[0, 1])

    edge: Annotated[VertexPair, Argument("EDGE", "An edge, such as 0-3.", pair_of_text)]


class StretchedEdge(MovedEdge):
    """A drawing, one of its edges, and how it is stretched."""

    model_config = example(**SQUARE, edge=[0, 1], factor="1/2")

    factor: Literal["2", "1/2"] = Field(default="2", description="Twice or half as long.")


class ExchangedVertices(GivenDrawing):
    """A drawing, and two of its vertices."""

    model_config = example(**SQUARE, vertices=[0, 3])

    vertices: Annotated[VertexPair, Argument("VERTICES", "Two vertices, such as 0-3, joined or not.", pair_of_text)]


class Move(RequestModel):
    """Where a vertex goes."""

    vertex: Vertex
    to: Coordinates


class DraggedVertices(GivenDrawing):
    """A drawing, and where some of its vertices go."""

    model_config = example(**SQUARE, moves=[{"vertex": 2, "to": [6, 5]}])

    moves: Annotated[
        list[Move],
        Field(min_length=1, description="Each vertex once."),
        ServiceBounds(bounds.VERTICES),
        Argument("VERTEX=X,Y...", "Where vertices go, such as 2=60,-50.", _move_of_text, each=True),
    ]


class DraggedOnto(TimedDrawing):
    """A drawing, and the points that its vertices must be dragged to."""

    model_config = example(**SQUARE, onto=[[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]])
    FORMS = (*TimedDrawing.FORMS, (("onto",), ("onto_label",)))

    onto: Annotated[
        PointList | None, Argument("POINTS", "Points, or an order type's label.", _onto_of_text, merged=True)
    ] = Field(default=None, description="As many points as vertices or more, in general position.")
    onto_label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="A stored order type, x-type or level, in place of onto."
    )


def _moved(
    asked: GivenDrawing,
    work: ExecutionContext,
    place: str,
    move: Callable[..., Drawing],
    *how: Any,  # noqa: ANN401 - what a move takes
) -> DrawingSummary:
    """Return the drawing after a move; one that cannot be done is refused at its place."""
    drawing = asked.read(work)
    try:
        return DrawingSummary.of(move(drawing, *how))
    except DrawingError as error:
        raise Fault(error.message, (place,)) from None


def rotate(asked: MovedEdge, work: ExecutionContext) -> DrawingSummary:
    """Turn an edge by 90 degrees around its centre, counter-clockwise."""
    return _moved(asked, work, "edge", rotate_edge, asked.edge)


def stretch(asked: StretchedEdge, work: ExecutionContext) -> DrawingSummary:
    """Make an edge twice or half as long, from its centre."""
    return _moved(asked, work, "edge", stretch_edge, asked.edge, Fraction(asked.factor))


def collapse(asked: MovedEdge, work: ExecutionContext) -> DrawingSummary:
    """Unite the ends of an edge in its middle; edges that become parallel are merged.

    The united vertex has the lesser number of the two, and the vertices above the greater one move down by one.
    """
    return _moved(asked, work, "edge", collapse_edge, asked.edge)


def exchange(asked: ExchangedVertices, work: ExecutionContext) -> DrawingSummary:
    """Let any two vertices exchange places, joined or not."""
    return _moved(asked, work, "vertices", exchange_vertices, *asked.vertices)


def drag(asked: DraggedVertices, work: ExecutionContext) -> DrawingSummary:
    """Drag vertices to given points. They are exact, and scaled together with the others."""
    drawing = asked.read(work)
    moves: list[tuple[int, list[int | Decimal]]] = [(one.vertex, one.to) for one in asked.moves]
    return DrawingSummary.of(drag_vertices(asked.numbers or drawing.points, drawing.edges, moves))


def drag_onto(asked: DraggedOnto, work: ExecutionContext) -> Embedding:
    """Drag all vertices to given points so that no edges cross, if that is possible; where they were is no matter."""
    drawing = asked.read(work)
    try:
        points = GivenPoints.model_construct(points=asked.onto, label=asked.onto_label).read(work)
    except Fault as fault:
        fault.place = (_ONTO[str(fault.place[0])], *fault.place[1:])
        raise
    if len(points) < drawing.vertices:
        raise Fault(f"{len(points)} points are too few; give at least {drawing.vertices}, one a vertex", ("onto",))
    with work.search() as budget:
        return embed(drawing, points, budget)


def _said(found: DrawingSummary, _asked: GivenDrawing) -> Iterator[str]:
    yield json_text(found.drawing)


def _embedded(found: Embedding, _asked: DraggedOnto) -> Iterator[str]:
    yield found.reason if found.drawing is None else json_text(found.drawing)


def _variant(address: str, run: Callable[..., Any], said: Callable[..., Iterator[str]] = _said) -> Request:
    """Return the request for a move: its command has the last word of its address."""
    command = f"planarity variant {address.rpartition('/')[2]}"
    return Request(f"POST /planarity/variants/{address}", command, run, said, DRAWINGS)


VARIANTS = (
    _variant("rotate", rotate),
    _variant("stretch", stretch),
    _variant("collapse", collapse),
    _variant("exchange", exchange),
    _variant("drag", drag),
    _variant("drag/onto", drag_onto, _embedded),
)
