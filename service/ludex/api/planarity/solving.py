"""What can be said of a drawing: its minimum swaps, exactly, its invariants, its picture; Untangle's own form.

And the other moves of section 2 of the paper, with the minimum of exchanges.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from flask import Response
from pydantic import Field

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
from ludex.api.replies import picture
from ludex.api.routes import SVG
from ludex.operations.planarity.solving import NamedInvariants, SolvedDrawing, invariants, solve
from ludex.pictures.drawings import drawing_svg, solution_svg
from ludex.pictures.svg import PictureTooLarge
from ludex.planarity.drawing import Drawing, DrawingError, Edge
from ludex.planarity.solving.embedding import Embedding, embed
from ludex.planarity.solving.exchanges import MinimumExchanges, minimum_exchanges
from ludex.planarity.untangle import UntangleError, read_untangle
from ludex.planarity.variants import collapsed, dragged_exactly, exchanged, rotated, stretched
from ludex.planarity.written import ChangedDrawing
from ludex.requests.fields import Request

routes = drawing_routes("solving")
variant_routes = drawing_routes("variants")


class SolveDrawing(TimedDrawing):
    """A drawing, and what to find."""

    model_config = example(**SQUARE, find="minimum")

    find: Literal["minimum"] = Field(default="minimum", description="The minimum number of swaps.")


class Pictured(DrawingIn):
    """A drawing, and the swaps to show with it."""

    model_config = example(**SQUARE, swaps=[[0, 1]])

    swaps: list[VertexPair] | None = Field(
        default=None,
        max_length=bounds.DRAWN_SWAPS,
        description="Edges that are swapped in turn; the picture then shows every step.",
    )


class UntangleText(Request):
    """A game description of Untangle."""

    model_config = example(text="4:0-1,0-2,1-3,2-3")

    text: str = Field(
        min_length=1, max_length=bounds.UNTANGLE_CHARACTERS, description="As `n:u-v,u-v,...`, vertices from 0."
    )


class MovedEdge(DrawingIn):
    """A drawing, and one of its edges."""

    model_config = example(**SQUARE, edge=[0, 1])

    edge: VertexPair


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


@routes.post("/solve", {200: SolvedDrawing}, problems=(422, 503))
def solve_drawing(body: SolveDrawing) -> SolvedDrawing:
    """Find the least number of swaps after which no edges cross.

    With one such sequence, and how many there are. `min_swaps` null and `proved` true: no plane arrangement can be
    reached. At the time limit the answer is the best that is known, with `proved` false.
    """
    drawing = body.drawing()
    with search("solve", body.time_limit, "solve") as budget:
        return solve(drawing, budget)


@routes.post("/invariants", {200: NamedInvariants}, problems=(422, 503))
def invariants_of(body: TimedDrawing) -> NamedInvariants:
    """Show the invariants of a drawing, and the labels that it would be stored under."""
    drawing = body.drawing()
    with search("invariants", body.time_limit, "invariants"):
        return invariants(drawing)


@routes.post("/pictures", {200: SVG}, problems=(422,))
def draw(body: Pictured) -> Response:
    """Draw a drawing with its crossings marked, or step by step what the swaps make of it."""
    drawing = body.drawing()
    if body.swaps is None:
        return picture(drawing_svg(drawing))
    swaps = _checked(drawing, body.swaps)
    try:
        return picture(solution_svg(drawing, swaps))
    except PictureTooLarge as error:
        raise refused("/swaps", str(error)) from None


def _checked(drawing: Drawing, swaps: list[list[int]]) -> tuple[Edge, ...]:
    """Return swaps that are edges of a drawing. Raises ProblemError (422) that points at one that is none."""
    for index, (u, v) in enumerate(swaps):
        if (min(u, v), max(u, v)) not in drawing.edges:
            raise refused(f"/swaps/{index}", f"{[u, v]} is no edge of the drawing")
    return tuple((u, v) for u, v in swaps)


@routes.post("/untangle", {200: ChangedDrawing}, problems=(422,))
def read_description(body: UntangleText) -> ChangedDrawing:
    """Read a description of Simon Tatham's Untangle as a drawing.

    Its vertices stand in order on a circle, where the format leaves the points open.
    """
    try:
        return ChangedDrawing.of(read_untangle(body.text))
    except UntangleError as error:
        raise refused("/text", str(error)) from None


def _moved(body: DrawingIn, pointer: str, move: Callable[..., Drawing], *how: Any) -> ChangedDrawing:  # noqa: ANN401
    """Return the request's drawing after a move. Raises ProblemError (422) that points to one that cannot be done."""
    drawing = body.drawing()
    try:
        return ChangedDrawing.of(move(drawing, *how))
    except DrawingError as error:
        raise refused(pointer, error.message) from None


@variant_routes.post("/variants/rotate", {200: ChangedDrawing}, problems=(422,))
def rotate(body: MovedEdge) -> ChangedDrawing:
    """Turn an edge by 90 degrees around its centre, counter-clockwise."""
    return _moved(body, "/edge", rotated, body.edge)


@variant_routes.post("/variants/stretch", {200: ChangedDrawing}, problems=(422,))
def stretch(body: StretchedEdge) -> ChangedDrawing:
    """Make an edge twice or half as long, from its centre."""
    return _moved(body, "/edge", stretched, body.edge, Fraction(body.factor))


@variant_routes.post("/variants/collapse", {200: ChangedDrawing}, problems=(422,))
def collapse(body: MovedEdge) -> ChangedDrawing:
    """Unite the ends of an edge in its middle; edges that become parallel are merged.

    The united vertex has the lesser number of the two, and the vertices above the greater one move down by one.
    """
    return _moved(body, "/edge", collapsed, body.edge)


@variant_routes.post("/variants/exchange", {200: ChangedDrawing}, problems=(422,))
def exchange(body: ExchangedVertices) -> ChangedDrawing:
    """Let any two vertices exchange places, joined or not."""
    return _moved(body, "/vertices", exchanged, *body.vertices)


@variant_routes.post("/variants/drag", {200: ChangedDrawing}, problems=(422,))
def drag(body: DraggedVertices) -> ChangedDrawing:
    """Drag vertices to given points. They are exact, and scaled together with the others."""
    body.drawing()
    try:
        moves = [(move.vertex, move.to) for move in body.moves]
        return ChangedDrawing.of(dragged_exactly(body.points, body.edges, moves))
    except DrawingError as error:
        raise at_fault(error) from None


@variant_routes.post("/variants/drag/onto", {200: Embedding}, problems=(422, 503))
def drag_onto(body: DraggedOnto) -> Embedding:
    """Drag all vertices to given points so that no edges cross, if that is possible; where they were is no matter."""
    drawing, points = body.drawing(), read_points(body.onto, "/onto")
    if len(points) < drawing.vertices:
        raise refused("/onto", f"{len(points)} points are too few for {drawing.vertices} vertices")
    with search("embedding", body.time_limit, "variant onto") as budget:
        return embed(drawing, points, budget)


@variant_routes.post("/variants/exchange/minimum", {200: MinimumExchanges}, problems=(422, 503))
def minimum_of_exchanges(body: TimedDrawing) -> MinimumExchanges:
    """Find the least number of exchanges of any two vertices after which no edges cross.

    As `/planarity/solve`, with pairs of vertices that need not be joined.
    """
    drawing = body.drawing()
    with search("exchanges", body.time_limit, "exchanges") as budget:
        return minimum_exchanges(drawing, budget)
