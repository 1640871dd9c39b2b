"""`POST /planarity/pictures`: a drawing as SVG, or what a sequence of swaps makes of it. Nothing is stored."""

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import SQUARE, DrawingIn, VertexPair
from ludex.api.problems import refused
from ludex.api.routes import SVG, Routes, picture
from ludex.pictures import PictureTooLarge
from ludex.pictures.drawings import drawing_svg, solution_svg
from ludex.planarity.drawing import Drawing, Edge

routes = Routes("planarity-pictures", tag="Planarity drawings", about="Pictures of drawings.", prefix=PREFIX)


class Pictured(DrawingIn):
    """A drawing, and the swaps to show with it."""

    model_config = ConfigDict(json_schema_extra={"examples": [SQUARE | {"swaps": [[0, 1]]}]})

    swaps: list[VertexPair] | None = Field(
        default=None,
        max_length=bounds.DRAWN_SWAPS,
        description="Edges that are swapped in turn; the picture then shows every step.",
    )


@routes.post("/pictures", {200: SVG}, problems=(422,))
def draw(body: Pictured) -> Response:
    """Draw a drawing with its crossings marked, or step by step what the swaps make of it."""
    drawing = body.drawing()
    if body.swaps is None:
        return picture(drawing_svg(drawing))
    swaps = checked_swaps(drawing, body.swaps)
    try:
        return picture(solution_svg(drawing, swaps))
    except PictureTooLarge as error:
        raise refused("/swaps", str(error)) from None


def checked_swaps(drawing: Drawing, swaps: list[list[int]]) -> tuple[Edge, ...]:
    """Return swaps that are edges of a drawing. Raises ProblemError (422) that points at one that is none."""
    for index, (u, v) in enumerate(swaps):
        if (min(u, v), max(u, v)) not in drawing.edges:
            raise refused(f"/swaps/{index}", f"{[u, v]} is no edge of the drawing")
    return tuple((u, v) for u, v in swaps)
