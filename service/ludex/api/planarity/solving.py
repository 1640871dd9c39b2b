"""What can be said of a drawing: its minimum swaps, exactly, its invariants, its picture; and Untangle's own form."""

from typing import Literal

from flask import Response
from pydantic import Field

from ludex.api.models import Request
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import SQUARE, DrawingIn, TimedDrawing, VertexPair, drawing_routes, example, search
from ludex.api.problems import refused
from ludex.api.replies import picture
from ludex.api.routes import SVG
from ludex.operations.planarity.solving import NamedInvariants, SolvedDrawing, invariants, solve
from ludex.pictures.drawings import drawing_svg, solution_svg
from ludex.pictures.svg import PictureTooLarge
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.untangle import UntangleError, read_untangle
from ludex.planarity.written import ChangedDrawing

routes = drawing_routes("solving")


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
