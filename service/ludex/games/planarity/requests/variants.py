"""Game variants with moves other than swaps (section 2 of the paper). Each request returns the new drawing."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.engine.exact_json import written_number
from ludex.engine.faults import Fault
from ludex.games.planarity.crossings import DrawingSummary
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.points import Points
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import (
    DRAWINGS,
    SQUARE,
    Coordinates,
    DrawingInput,
    GivenDrawing,
    PointList,
    PointsInput,
    Vertex,
    VertexPair,
    pair_of_text,
    points_of_text,
)
from ludex.games.planarity.requests.text_levels import POINT_LINES
from ludex.games.planarity.solving.embedding import Embedding, embed
from ludex.games.planarity.variants import collapse_edge, drag_vertices, exchange_vertices, rotate_edge, stretch_edge
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Argument, Forms, Hidden, Label, OneOfModel, RequestModel, ServiceBounds
from ludex.requests.json_text import json_text
from ludex.requests.session import Session

_LACKS = {"tool": "a variant of the game"}
_Edge = Annotated[
    VertexPair,
    Argument("EDGE", "An edge, such as 0-3.", pair_of_text),
    Field(description="The edge, as its two ends."),
]


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


class Move(RequestModel):
    """The move of a vertex."""

    vertex: Vertex = Field(description="The vertex.")
    to: Coordinates


class TargetPoints(OneOfModel):
    """Target points for the vertices of a drawing."""

    FORMS: ClassVar[Forms] = ((("onto",), ("onto_label",)),)

    onto: Annotated[
        PointList | None,
        Argument("POINTS", "Points, or an order type's label.", _onto_of_text, merged=True, lines=POINT_LINES),
    ] = Field(default=None, description="Target points in general position, at least as many as vertices.")
    onto_label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored order type, x-type or level, instead of `onto`."
    )

    def target(self, session: Session) -> Points:
        """Return the points. Raises Fault."""
        try:
            return PointsInput.model_construct(points=self.onto, label=self.onto_label).read(session)
        except Fault as fault:
            fault.place = (_ONTO[str(fault.place[0])], *fault.place[1:])
            raise


def _moved(place: str, move: Callable[..., Drawing], *how: Any) -> DrawingSummary:  # noqa: ANN401 - parameters
    """Return the drawing after a move. Raises Fault, which locates the error, if the move is invalid."""
    try:
        return DrawingSummary.of(move(*how))
    except DrawingError as error:
        raise Fault(error.message, (place,)) from None


def _variant(address: str, arguments: str, **example: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - JSON, functions
    """Return the decorator of a move. The last word of the command is the last part of the path."""
    return request(
        f"POST /planarity/variants/{address}",
        command=f"planarity variant {address.rpartition('/')[2]} DRAWING {arguments}",
        subject=DRAWINGS,
        text=_text,
        lacks=_LACKS,
        example={**SQUARE, **example},
    )


def _text(result: DrawingSummary | Embedding) -> Iterator[str]:
    yield json_text(result.drawing) if result.drawing is not None else result.reason


@_variant("rotate", "EDGE", edge=[0, 1])
def rotate(catalogue: Session, drawing: GivenDrawing, edge: _Edge) -> DrawingSummary:
    """Rotate an edge by 90 degrees counter-clockwise around its centre."""
    del catalogue
    return _moved("edge", rotate_edge, drawing, edge)


@_variant("stretch", "EDGE", edge=[0, 1], factor="1/2")
def stretch(
    catalogue: Session, drawing: GivenDrawing, edge: _Edge, factor: Literal["2", "1/2"] = "2"
) -> DrawingSummary:
    """Stretch an edge to twice its length, or shrink it to half, around its centre.

    Parameters
    ----------
    factor
        Factor of the new length: twice or half.
    """
    del catalogue
    return _moved("edge", stretch_edge, drawing, edge, Fraction(factor))


@_variant("collapse", "EDGE", edge=[0, 1])
def collapse(catalogue: Session, drawing: GivenDrawing, edge: _Edge) -> DrawingSummary:
    """Contract an edge to its centre; parallel edges are merged.

    The new vertex gets the smaller of the two numbers, and every number above the larger one decreases by one.
    """
    del catalogue
    return _moved("edge", collapse_edge, drawing, edge)


@_variant("exchange", "VERTICES", vertices=[0, 3])
def exchange(
    catalogue: Session,
    drawing: GivenDrawing,
    vertices: Annotated[VertexPair, Argument("VERTICES", "Two vertices, such as 0-3, adjacent or not.", pair_of_text)],
) -> DrawingSummary:
    """Exchange the places of two vertices, adjacent or not.

    Parameters
    ----------
    vertices
        The two vertices, adjacent or not.
    """
    del catalogue
    return _moved("vertices", exchange_vertices, drawing, *vertices)


@_variant("drag", "VERTEX=X,Y...", moves=[{"vertex": 2, "to": [6, 5]}])
def drag(
    catalogue: Session,
    drawing: Annotated[Drawing, Given(DrawingInput, method="exact")],
    moves: Annotated[
        Sequence[Move],
        Field(min_length=1),
        ServiceBounds(bounds.VERTICES),
        Argument("VERTEX=X,Y...", "New points of vertices, such as 2=60,-50.", _move_of_text, each=True),
    ],
) -> DrawingSummary:
    """Move vertices to new points with exact coordinates.

    Parameters
    ----------
    moves
        The moves, each of a different vertex.
    """
    del catalogue
    return DrawingSummary.of(drag_vertices(drawing.points, drawing.edges, [(move.vertex, move.to) for move in moves]))


@_variant("drag/onto", "POINTS", onto=[[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]])
def drag_onto(
    catalogue: Session,
    drawing: GivenDrawing,
    target: Annotated[Points, Given(TargetPoints, method="target")],
    *,
    time_limit: TimeLimit = None,
) -> Embedding:
    """Move all vertices to given points so that no edges cross, if possible. Their current points do not matter."""
    if len(target) < drawing.vertices:
        raise Fault(f"{len(target)} points are too few; give at least {drawing.vertices}, one per vertex", ("onto",))
    with catalogue.searching(time_limit) as budget:
        return embed(drawing, target, budget)
