"""Pictures of drawings, solutions and points, and game descriptions of Simon Tatham's Untangle."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.kinds.label import is_slug
from ludex.engine.faults import Fault, within
from ludex.games.planarity import pictures, solving
from ludex.games.planarity.crossings import DrawingSummary
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.level import Level
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import (
    DRAWINGS,
    DRAWN,
    SQUARE,
    DrawingInput,
    GivenDrawing,
    PointList,
    PointsInput,
    VertexPair,
    drawing_of_text,
    points_of_text,
)
from ludex.games.planarity.requests.text_levels import join_lines
from ludex.games.planarity.untangle import UntangleError, read_untangle, write_untangle
from ludex.requests.declaration import request
from ludex.requests.fields import Argument, Option, RequestModel, ServiceBounds, TimeLimited, example
from ludex.requests.inputs import drawn_object, stored
from ludex.requests.json_text import json_text
from ludex.requests.request import SVG, TEXT, ExecutionContext, Request, Text
from ludex.requests.results import Svg
from ludex.requests.session import Session


def _source_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: a drawing, points, or the label or slug of a stored object.

    >>> _source_of_text("easy")
    {'label': 'easy'}
    """
    if text.lstrip().startswith("["):
        return points_of_text(text)
    try:
        return drawing_of_text(text)
    except ValueError:
        if is_slug(text.strip()):
            return {"label": text.strip()}
        raise


class PictureCommand(DrawingInput, TimeLimited):
    """A drawing, points or a stored object, and the type of the picture."""

    points: Annotated[
        PointList | None,
        Argument(
            "SOURCE",
            "A drawing, as for `solve`; points; or the label or slug of any stored object.",
            _source_of_text,
            merged=True,
            required=True,
            join=join_lines,
        ),
    ] = None
    picture: Annotated[Literal["drawing", "solution", "points"], Option(("--as",))] = Field(
        default="drawing",
        description=("`solution` draws every step of the solution, and `points` draws the points with their hull."),
    )


class UntangleText(RequestModel):
    """A game description of Simon Tatham's Untangle."""

    model_config = example(text="4:0-1,0-2,1-3,2-3")

    text: Annotated[str, Field(min_length=1), ServiceBounds(bounds.UNTANGLE_CHARACTERS)] = Field(
        description="The description, `n:u-v,u-v,...` with vertices from 0."
    )


class UntangleTexts(RequestModel):
    """Game descriptions of Simon Tatham's Untangle."""

    drawings: Annotated[
        list[DrawingInput],
        Argument(
            "DESCRIPTION...",
            "Descriptions; `-`: standard input, one per line.",
            drawing_of_text,
            each=True,
            required=True,
            join=join_lines,
        ),
    ]


@request(
    "POST /planarity/pictures",
    subject=DRAWINGS,
    lacks={"command": "`ludex planarity draw`", "tool": "pictures of stored objects are a tool"},
    example={**SQUARE, "swaps": [[0, 1]]},
)
def draw(
    catalogue: Session,
    drawing: GivenDrawing,
    swaps: Annotated[list[VertexPair], ServiceBounds(bounds.DRAWN_SWAPS)] | None = None,
) -> Svg:
    """Draw a drawing with its crossings marked, or the individual steps of a swap sequence.

    Parameters
    ----------
    drawing
        The drawing.
    swaps
        Edges to swap in this order; the picture shows every step.

    Returns
    -------
    str
        The picture as SVG.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import Catalogue, planarity
    >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     catalogue.planarity.draw(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))[:4]
    '<svg'
    """
    del catalogue
    if swaps is None:
        return Svg(pictures.drawings.drawing_svg(drawing))
    for index, (u, v) in enumerate(swaps):
        if (min(u, v), max(u, v)) not in drawing.edges:
            raise Fault(
                f"{[u, v]} is not an edge of the drawing; a swap exchanges the two ends of an edge", ("swaps", index)
            )
    return Svg(_steps(drawing, [(u, v) for u, v in swaps], "swaps"))


def _steps(drawing: Drawing, swaps: Sequence[Edge], place: str) -> Text:
    with within(place):
        return Text(pictures.drawings.solution_svg(drawing, swaps))


def picture(request: PictureCommand, context: ExecutionContext) -> Text:
    """Draw, as SVG, a drawing with its crossings marked, the steps of its solution, or points with their hull."""
    if request.picture == "points":
        points = PointsInput.model_construct(points=request.numbers, label=request.label)
        return Text(pictures.drawings.point_set_svg(points.read(context)))
    if request.picture == "solution":
        return _solution(request, context)
    return (
        Text(pictures.drawings.drawing_svg(request.read(context)))
        if request.label is None
        else drawn_object(request.label, context)
    )


def _solution(request: PictureCommand, context: ExecutionContext) -> Text:
    """Draw a solution: the stored solution of a stored level, or a new solution."""
    result = None if request.label is None else stored(context, request.label, *DRAWN)
    drawing = request.read(context) if result is None else result.drawing
    if isinstance(result, Level):
        solution = result.solution
    else:
        with context.search() as budget:
            solution = solving.minimum_swaps.solve(drawing, budget)
    if solution.min_swaps is None:
        raise Fault(f"there is no solution to draw: {solution.reason}")
    return _steps(drawing, solution.swaps, "label")


def read(request: UntangleText, context: ExecutionContext) -> DrawingSummary:
    """Convert a game description of Simon Tatham's Untangle to a drawing.

    The format does not include points, so the vertices are placed on a circle in order.
    """
    del context
    try:
        return DrawingSummary.of(read_untangle(request.text))
    except UntangleError as error:
        raise Fault(str(error), ("text",)) from None


def read_several(request: UntangleTexts, context: ExecutionContext) -> Text:
    """Convert descriptions to drawings in JSON, with the vertices on a circle in order."""
    return Text("\n".join(json_text(drawing.read(context)) for drawing in request.drawings))


def write(request: DrawingInput, context: ExecutionContext) -> Text:
    """Write the game description of a drawing's graph. The format does not include the points."""
    return Text(write_untangle(request.read(context)))


def _nothing(_text: Text, _request: RequestModel) -> tuple[str, ...]:
    return ()


PICTURE = Request("", "planarity draw", picture, _nothing, DRAWINGS, answers=SVG)
READ = Request("POST /planarity/untangle", "", read, _nothing, DRAWINGS)
READ_SEVERAL = Request("", "planarity untangle read", read_several, _nothing, DRAWINGS, answers=TEXT)
WRITE = Request("", "planarity untangle write", write, _nothing, DRAWINGS, answers=TEXT)
