"""`POST /planarity/untangle`: reading a game description of Simon Tatham's Untangle. Nothing is stored."""

from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Request
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import DrawingOut, show_drawing
from ludex.api.problems import refused
from ludex.api.routes import Routes

routes = Routes("planarity-untangle", tag="Planarity drawings", about="Descriptions of other games.", prefix=PREFIX)


class UntangleText(Request):
    """A game description of Untangle."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "4:0-1,0-2,1-3,2-3"}]})

    text: str = Field(
        min_length=1, max_length=bounds.UNTANGLE_CHARACTERS, description="As `n:u-v,u-v,...`, vertices from 0."
    )


class UntangleDrawing(Answer):
    """The drawing of a description."""

    drawing: DrawingOut
    vertices: int
    edges: int
    crossings: int


@routes.post("/untangle", {200: UntangleDrawing}, problems=(422,))
def read_description(body: UntangleText) -> UntangleDrawing:
    """Read a description as a drawing: its vertices in order on a circle, where the format leaves the points open."""
    from ludex.planarity.crossings import count_crossings
    from ludex.planarity.untangle import UntangleError, read_untangle

    try:
        drawing = read_untangle(body.text)
    except UntangleError as error:
        raise refused("/text", str(error)) from None
    return UntangleDrawing(
        drawing=show_drawing(drawing),
        vertices=drawing.vertices,
        edges=len(drawing.edges),
        crossings=count_crossings(drawing),
    )
