"""Pictures of drawings, solutions and points; descriptions of Simon Tatham's Untangle, read and written."""

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
from ludex.games.planarity.requests.sources import (
    DRAWINGS,
    DRAWN,
    SQUARE,
    GivenDrawing,
    GivenPoints,
    PointList,
    VertexPair,
    drawing_of_text,
    points_of_text,
)
from ludex.games.planarity.untangle import UntangleError, read_untangle, write_untangle
from ludex.requests.fields import Argument, Option, RequestModel, ServiceBounds, Timed, example
from ludex.requests.json_text import json_text
from ludex.requests.request import SVG, TEXT, ExecutionContext, Request, Text
from ludex.requests.sources import drawn_object, stored


class PicturedDrawing(GivenDrawing):
    """A drawing, and the swaps to show with it."""

    model_config = example(**SQUARE, swaps=[[0, 1]])

    swaps: Annotated[list[VertexPair], ServiceBounds(bounds.DRAWN_SWAPS)] | None = Field(
        default=None, description="Edges that are swapped in turn; the picture then shows every step."
    )


def _source_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: a drawing, points, or the label or slug of a stored object.

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


class PictureOf(GivenDrawing, Timed):
    """What to draw, and how."""

    points: Annotated[
        PointList | None,
        Argument(
            "SOURCE",
            "A drawing, as for `solve`; points; or the label or slug of any stored object.",
            _source_of_text,
            merged=True,
            required=True,
        ),
    ] = None
    picture: Annotated[Literal["drawing", "solution", "points"], Option(("--as",))] = Field(
        default="drawing", description="`solution` draws every step, `points` the hull."
    )


class UntangleText(RequestModel):
    """A game description of Untangle."""

    model_config = example(text="4:0-1,0-2,1-3,2-3")

    text: Annotated[str, Field(min_length=1), ServiceBounds(bounds.UNTANGLE_CHARACTERS)] = Field(
        description="As `n:u-v,u-v,...`, vertices from 0."
    )


class UntangleTexts(RequestModel):
    """Game descriptions of Untangle."""

    drawings: Annotated[
        list[GivenDrawing],
        Argument("DESCRIPTION...", "The description; `-`: one a line.", drawing_of_text, each=True, required=True),
    ]


def draw(asked: PicturedDrawing, work: ExecutionContext) -> Text:
    """Draw a drawing with its crossings marked, or step by step what the swaps make of it."""
    drawing = asked.read(work)
    if asked.swaps is None:
        return Text(pictures.drawings.drawing_svg(drawing))
    for index, (u, v) in enumerate(asked.swaps):
        if (min(u, v), max(u, v)) not in drawing.edges:
            raise Fault(
                f"{[u, v]} is no edge of the drawing; a swap exchanges the two ends of an edge", ("swaps", index)
            )
    return _steps(drawing, [(u, v) for u, v in asked.swaps], "swaps")


def _steps(drawing: Drawing, swaps: Sequence[Edge], place: str) -> Text:
    with within(place):
        return Text(pictures.drawings.solution_svg(drawing, swaps))


def picture(asked: PictureOf, work: ExecutionContext) -> Text:
    """Draw a drawing with its crossings marked, its solution step by step, or points with their hull, as SVG."""
    if asked.picture == "points":
        points = GivenPoints.model_construct(points=asked.numbers, label=asked.label)
        return Text(pictures.drawings.point_set_svg(points.read(work)))
    if asked.picture == "solution":
        return _solution(asked, work)
    return (
        Text(pictures.drawings.drawing_svg(asked.read(work)))
        if asked.label is None
        else drawn_object(asked.label, work)
    )


def _solution(asked: PictureOf, work: ExecutionContext) -> Text:
    """Draw a solution, of a stored level that which is stored."""
    found = None if asked.label is None else stored(work, asked.label, *DRAWN)
    drawing = asked.read(work) if found is None else found.drawing
    if isinstance(found, Level):
        solution = found.solution
    else:
        with work.search() as budget:
            solution = solving.minimum_swaps.solve(drawing, budget)
    if solution.min_swaps is None:
        raise Fault(f"there is no solution to draw: {solution.reason}")
    return _steps(drawing, solution.swaps, "label")


def read(asked: UntangleText, work: ExecutionContext) -> DrawingSummary:
    """Read a description of Simon Tatham's Untangle as a drawing.

    Its vertices stand in order on a circle, as the format leaves the points open.
    """
    del work
    try:
        return DrawingSummary.of(read_untangle(asked.text))
    except UntangleError as error:
        raise Fault(str(error), ("text",)) from None


def read_several(asked: UntangleTexts, work: ExecutionContext) -> Text:
    """Read descriptions as drawings in JSON: vertices in order on a circle, as the format leaves the points open."""
    return Text("\n".join(json_text(one.read(work)) for one in asked.drawings))


def write(asked: GivenDrawing, work: ExecutionContext) -> Text:
    """Write the description of a drawing's graph; its points have no place in it."""
    return Text(write_untangle(asked.read(work)))


def _nothing(_text: Text, _asked: RequestModel) -> tuple[str, ...]:
    return ()


DRAW = Request("POST /planarity/pictures", "", draw, _nothing, DRAWINGS, answers=SVG)
PICTURE = Request("", "planarity draw", picture, _nothing, DRAWINGS, answers=SVG)
READ = Request("POST /planarity/untangle", "", read, _nothing, DRAWINGS)
READ_SEVERAL = Request("", "planarity untangle read", read_several, _nothing, DRAWINGS, answers=TEXT)
WRITE = Request("", "planarity untangle write", write, _nothing, DRAWINGS, answers=TEXT)
