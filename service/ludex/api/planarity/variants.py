"""`POST /planarity/variants/...`: the other moves of section 2 of the paper, and minimum exchanges."""

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Request, Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import (
    SQUARE,
    Coordinates,
    DrawingIn,
    DrawingOut,
    PointList,
    Vertex,
    VertexPair,
    at_fault,
    pairs,
    read_points,
    show_drawing,
)
from ludex.api.planarity.searching import search, stop_if_cancelled
from ludex.api.planarity.solutions import OptimalSolutions
from ludex.api.problems import refused
from ludex.api.routes import Routes
from ludex.planarity.crossings import count_crossings
from ludex.planarity.drawing import Drawing, DrawingError
from ludex.planarity.variants import collapsed, exchanged, rotated, stretched

if TYPE_CHECKING:
    from ludex.planarity.solving.embedding import Embedding
    from ludex.planarity.solving.exchanges import Exchanges

routes = Routes(
    "planarity-variants", tag="Planarity variants", about="Other moves than swaps, on a drawing.", prefix=PREFIX
)

_EDGE = SQUARE | {"edge": [0, 1]}


class MovedEdge(DrawingIn):
    """A drawing, and one of its edges."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EDGE]})

    edge: VertexPair


class StretchedEdge(MovedEdge):
    """A drawing, one of its edges, and how it is stretched."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EDGE | {"factor": "1/2"}]})

    factor: Literal["2", "1/2"] = Field(description="Twice or half as long.")


class ExchangedVertices(DrawingIn):
    """A drawing, and two of its vertices."""

    model_config = ConfigDict(json_schema_extra={"examples": [SQUARE | {"vertices": [0, 3]}]})

    vertices: VertexPair


class Move(Request):
    """Where a vertex goes."""

    vertex: Vertex
    to: Coordinates


class DraggedVertices(DrawingIn):
    """A drawing, and where some of its vertices go."""

    model_config = ConfigDict(json_schema_extra={"examples": [SQUARE | {"moves": [{"vertex": 2, "to": [6, 5]}]}]})

    moves: list[Move] = Field(min_length=1, max_length=bounds.VERTICES, description="Each vertex once.")


class DraggedOnto(DrawingIn, Timed):
    """A drawing, and the points that its vertices must be dragged to."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [SQUARE | {"onto": [[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]]}]}
    )

    onto: PointList = Field(description="As many points as vertices or more, in general position.")


class Changed(Answer):
    """What a move makes of a drawing. Its points may be scaled to be whole."""

    drawing: DrawingOut
    crossings: int


class Embedded(Answer):
    """A plane drawing of the graph on the given points."""

    drawing: DrawingOut | None = Field(
        description="Null and proved: there is none. Null and not proved: none is known."
    )
    proved: bool
    reason: str


class ExchangedDrawing(DrawingIn, Timed):
    """A drawing whose vertices may exchange places, any two of them."""


class MinimumExchanges(Answer):
    """The minimum number of exchanges, with one sequence that meets it."""

    crossings: int
    min_exchanges: int | None = Field(
        description="Null and proved: no arrangement is plane. Null and not proved: not known. A number that is not "
        "proved is an upper bound."
    )
    proved: bool
    exchanges: list[list[int]] = Field(description="Each two vertices that exchange places, in order.")
    optimal_solutions: OptimalSolutions
    lower_bound: int = Field(description="At least so many are needed, where any number suffices.")
    reason: str


@routes.post("/variants/rotate", {200: Changed}, problems=(422,))
def rotate(body: MovedEdge) -> Changed:
    """Turn an edge by 90 degrees around its centre, counter-clockwise."""
    drawing = body.drawing()
    u, v = body.edge
    try:
        return show_changed(rotated(drawing, (u, v)))
    except DrawingError as error:
        raise refused("/edge", error.message) from None


@routes.post("/variants/stretch", {200: Changed}, problems=(422,))
def stretch(body: StretchedEdge) -> Changed:
    """Make an edge twice or half as long, from its centre."""
    drawing = body.drawing()
    u, v = body.edge
    try:
        return show_changed(stretched(drawing, (u, v), Fraction(body.factor)))
    except DrawingError as error:
        raise refused("/edge", error.message) from None


@routes.post("/variants/collapse", {200: Changed}, problems=(422,))
def collapse(body: MovedEdge) -> Changed:
    """Unite the ends of an edge in its middle; edges that become parallel are merged.

    The united vertex has the lesser number of the two, and the vertices above the greater one move down by one.
    """
    drawing = body.drawing()
    u, v = body.edge
    try:
        return show_changed(collapsed(drawing, (u, v)))
    except DrawingError as error:
        raise refused("/edge", error.message) from None


@routes.post("/variants/exchange", {200: Changed}, problems=(422,))
def exchange(body: ExchangedVertices) -> Changed:
    """Let any two vertices exchange places, joined or not."""
    drawing = body.drawing()
    try:
        return show_changed(exchanged(drawing, *body.vertices))
    except DrawingError as error:
        raise refused("/vertices", error.message) from None


@routes.post("/variants/drag", {200: Changed}, problems=(422,))
def drag(body: DraggedVertices) -> Changed:
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
        return show_changed(Drawing.from_numbers(points, body.edges))
    except DrawingError as error:
        if len(error.place) > 1 and error.place[1] in places:
            raise refused(f"/moves/{places[int(error.place[1])]}/to", error.message) from None
        raise at_fault(error) from None


@routes.post("/variants/drag/onto", {200: Embedded}, problems=(422, 503))
def drag_onto(body: DraggedOnto) -> Embedded:
    """Drag all vertices to given points so that no edges cross, if that is possible; where they were is no matter."""
    drawing, points = body.drawing(), read_points(body.onto, "/onto")
    if len(points) < drawing.vertices:
        raise refused("/onto", f"{len(points)} points are too few for {drawing.vertices} vertices")
    with search("embedding", body.time_limit, "variant onto") as budget:
        from ludex.planarity.solving.embedding import embed

        found = embed(drawing, points, budget)
        if not found.proved:
            stop_if_cancelled(budget)
    return show_embedding(found)


def show_embedding(found: "Embedding") -> Embedded:
    """Return the answer that shows a plane drawing on given points."""
    shown = None if found.drawing is None else show_drawing(found.drawing)
    return Embedded(drawing=shown, proved=found.proved, reason=found.reason)


@routes.post("/variants/exchange/minimum", {200: MinimumExchanges}, problems=(422, 503))
def minimum_of_exchanges(body: ExchangedDrawing) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices after which no edges cross.

    As `/planarity/solve`, with pairs of vertices that need not be joined.
    """
    drawing = body.drawing()
    with search("exchanges", body.time_limit, "exchanges") as budget:
        from ludex.planarity.solving.exchanges import minimum_exchanges

        found = minimum_exchanges(drawing, budget)
        if not found.proved:
            stop_if_cancelled(budget)
    return show_exchanges(found)


def show_exchanges(found: "Exchanges") -> MinimumExchanges:
    """Return the answer that shows the minimum number of exchanges."""
    return MinimumExchanges(
        crossings=found.crossings,
        min_exchanges=found.min_exchanges,
        proved=found.proved,
        exchanges=pairs(found.exchanges),
        optimal_solutions=OptimalSolutions(arrangements=found.arrangements, sequences=found.sequences),
        lower_bound=found.lower_bound,
        reason=found.reason,
    )


def show_changed(drawing: Drawing) -> Changed:
    """Return the answer that shows what became of a drawing."""
    return Changed(drawing=show_drawing(drawing), crossings=count_crossings(drawing))
