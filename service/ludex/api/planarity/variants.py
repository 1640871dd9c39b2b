"""`POST /planarity/variants/...`: the other moves of section 2 of the paper, and minimum exchanges."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from ludex.api.models import Request
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import (
    SQUARE,
    Coordinates,
    DrawingIn,
    PointList,
    TimedDrawing,
    Vertex,
    VertexPair,
    at_fault,
    drawing_routes,
    example,
    read_points,
    search,
)
from ludex.api.problems import refused
from ludex.planarity.drawing import Drawing, DrawingError, Edge
from ludex.planarity.solving.embedding import Embedding, embed
from ludex.planarity.solving.exchanges import minimum_exchanges
from ludex.planarity.variants import collapsed, exchanged, rotated, stretched
from ludex.planarity.written import ChangedDrawing, MinimumExchanges

routes = drawing_routes("variants")


class MovedEdge(DrawingIn):
    """A drawing, and one of its edges."""

    model_config = example(**SQUARE, edge=[0, 1])

    edge: VertexPair

    @property
    def ends(self) -> Edge:
        """Return the ends of the edge."""
        return self.edge[0], self.edge[1]


class StretchedEdge(MovedEdge):
    """A drawing, one of its edges, and how it is stretched."""

    model_config = example(**SQUARE, edge=[0, 1], factor="1/2")

    factor: Literal["2", "1/2"] = Field(description="Twice or half as long.")


class ExchangedVertices(DrawingIn):
    """A drawing, and two of its vertices."""

    model_config = example(**SQUARE, vertices=[0, 3])

    vertices: VertexPair


class Move(Request):
    """Where a vertex goes."""

    vertex: Vertex
    to: Coordinates


class DraggedVertices(DrawingIn):
    """A drawing, and where some of its vertices go."""

    model_config = example(**SQUARE, moves=[{"vertex": 2, "to": [6, 5]}])

    moves: list[Move] = Field(min_length=1, max_length=bounds.VERTICES, description="Each vertex once.")


class DraggedOnto(TimedDrawing):
    """A drawing, and the points that its vertices must be dragged to."""

    model_config = example(**SQUARE, onto=[[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]])

    onto: PointList = Field(description="As many points as vertices or more, in general position.")


def _moved(body: DrawingIn, pointer: str, move: Callable[..., Drawing], *how: Any) -> ChangedDrawing:  # noqa: ANN401
    """Return the request's drawing after a move. Raises ProblemError (422) that points to one that cannot be done."""
    drawing = body.drawing()
    try:
        return ChangedDrawing.of(move(drawing, *how))
    except DrawingError as error:
        raise refused(pointer, error.message) from None


@routes.post("/variants/rotate", {200: ChangedDrawing}, problems=(422,))
def rotate(body: MovedEdge) -> ChangedDrawing:
    """Turn an edge by 90 degrees around its centre, counter-clockwise."""
    return _moved(body, "/edge", rotated, body.ends)


@routes.post("/variants/stretch", {200: ChangedDrawing}, problems=(422,))
def stretch(body: StretchedEdge) -> ChangedDrawing:
    """Make an edge twice or half as long, from its centre."""
    return _moved(body, "/edge", stretched, body.ends, Fraction(body.factor))


@routes.post("/variants/collapse", {200: ChangedDrawing}, problems=(422,))
def collapse(body: MovedEdge) -> ChangedDrawing:
    """Unite the ends of an edge in its middle; edges that become parallel are merged.

    The united vertex has the lesser number of the two, and the vertices above the greater one move down by one.
    """
    return _moved(body, "/edge", collapsed, body.ends)


@routes.post("/variants/exchange", {200: ChangedDrawing}, problems=(422,))
def exchange(body: ExchangedVertices) -> ChangedDrawing:
    """Let any two vertices exchange places, joined or not."""
    return _moved(body, "/vertices", exchanged, *body.vertices)


@routes.post("/variants/drag", {200: ChangedDrawing}, problems=(422,))
def drag(body: DraggedVertices) -> ChangedDrawing:
    """Drag vertices to given points. They are exact, and scaled together with the others."""
    body.drawing()
    points, places = list(body.points), {}
    for index, move in enumerate(body.moves):
        if not 0 <= move.vertex < len(points):
            raise refused(f"/moves/{index}/vertex", f"the vertices are 0 to {len(points) - 1}")
        if move.vertex in places:
            raise refused(f"/moves/{index}/vertex", f"vertex {move.vertex} is moved twice")
        places[move.vertex] = index
        points[move.vertex] = move.to
    try:
        return ChangedDrawing.of(Drawing.from_numbers(points, body.edges))
    except DrawingError as error:
        if len(error.place) > 1 and error.place[1] in places:
            raise refused(f"/moves/{places[int(error.place[1])]}/to", error.message) from None
        raise at_fault(error) from None


@routes.post("/variants/drag/onto", {200: Embedding}, problems=(422, 503))
def drag_onto(body: DraggedOnto) -> Embedding:
    """Drag all vertices to given points so that no edges cross, if that is possible; where they were is no matter."""
    drawing, points = body.drawing(), read_points(body.onto, "/onto")
    if len(points) < drawing.vertices:
        raise refused("/onto", f"{len(points)} points are too few for {drawing.vertices} vertices")
    with search("embedding", body.time_limit, "variant onto") as budget:
        return embed(drawing, points, budget)


@routes.post("/variants/exchange/minimum", {200: MinimumExchanges}, problems=(422, 503))
def minimum_of_exchanges(body: TimedDrawing) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices after which no edges cross.

    As `/planarity/solve`, with pairs of vertices that need not be joined.
    """
    drawing = body.drawing()
    with search("exchanges", body.time_limit, "exchanges") as budget:
        return MinimumExchanges.of(minimum_exchanges(drawing, budget))
