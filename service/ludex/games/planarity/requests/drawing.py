"""Pictures of drawings, solutions and points, and game descriptions of Simon Tatham's Untangle."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, MissingInput, within
from ludex.engine.notation import is_json
from ludex.games.planarity import operations, pictures, solving
from ludex.games.planarity.crossings import DrawingSummary
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.level import Level
from ludex.games.planarity.points import Points
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
    pairs_of_text,
    points_of_text,
)
from ludex.games.planarity.requests.text_levels import DRAWING_LINES
from ludex.games.planarity.untangle import UntangleError, read_untangle, write_untangle
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Argument, Forms, Label, Option, ServiceBounds
from ludex.requests.inputs import drawn_object, stored_value
from ludex.requests.json_text import json_text
from ludex.requests.results import PlainText, Svg
from ludex.requests.session import Session

_UNTANGLE = {"tool": "a format of another program"}


def _source_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: a drawing, points, or the name of a stored object.

    >>> _source_of_text("easy")
    {'label': 'easy'}
    """
    is_list = is_json(text) and isinstance(exact_json(text), list)
    return points_of_text(text) if is_list else drawing_of_text(text)


class SourceInput(DrawingInput):
    """A drawing, points, or a stored object of any kind."""

    FORMS: ClassVar[Forms] = ((("points",), ("drawing",), ("label",)),)

    points: Annotated[
        PointList | None,
        Argument(
            "SOURCE",
            "A drawing, as for `solve`; points; or the name of any stored object.",
            _source_of_text,
            merged=True,
            required=True,
            lines=DRAWING_LINES,
        ),
    ] = None

    def drawn(self, session: Session) -> Drawing | Level | Points | Svg:
        """Return what is to be drawn, or the picture of a stored object that has no drawing. Raises Fault."""
        if self.drawing is not None or self.edges is not None:
            return self.read(session)
        if self.label is None:
            return PointsInput.model_construct(points=self.points, round=self.round).read(session)
        found: Drawing | Level | None = stored_value(session, self.label, *DRAWN)
        return Svg(drawn_object(self.label, session)) if found is None else found


@request(
    "POST /planarity/pictures",
    command="planarity draw SOURCE",
    subject=DRAWINGS,
    lacks={"tool": "pictures of stored objects are a tool"},
    example={**SQUARE, "swaps": [[0, 1]]},
)
def draw(
    catalogue: Session,
    source: Annotated[Any, Given(SourceInput, method="drawn")],  # noqa: ANN401 - a drawing, points or a level
    swaps: Annotated[
        Annotated[Sequence[VertexPair], ServiceBounds(bounds.DRAWN_SWAPS)] | None, Option(read=pairs_of_text)
    ] = None,
    picture: Annotated[Literal["drawing", "solution", "points"], Option(("--as",))] = "drawing",
    *,
    time_limit: TimeLimit = None,
) -> Svg:
    """Draw a drawing with its crossings marked, the individual steps of a swap sequence, or points with their hull.

    Stored objects of other kinds are drawn as at `/objects/{label}.svg`.

    Parameters
    ----------
    source
        A drawing, points, or a stored object.
    swaps
        Edges to swap in this order; the picture shows every step.
    picture
        `solution` draws every step of the solution, and `points` draws the points with their hull.

    Examples
    --------
    >>> catalogue.planarity.draw(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))[:4]
    '<svg'
    """
    if isinstance(source, Svg):
        if picture == "solution" or swaps is not None:
            raise Fault("is not a drawing; give the label of a level, or draw the object itself", ("label",))
        return source
    drawing = source.drawing if isinstance(source, Level) else source
    if picture == "points":
        return Svg(pictures.drawings.point_set_svg(drawing.points if isinstance(drawing, Drawing) else drawing))
    if not isinstance(drawing, Drawing):
        raise MissingInput("are missing; give edges, or draw a picture of the points", ("edges",))
    shown: Sequence[Sequence[int]] | None = swaps
    if picture == "solution":
        shown = _solution(catalogue, source, drawing, time_limit)
    if shown is None:
        return Svg(pictures.drawings.drawing_svg(drawing))
    for index, (u, v) in enumerate(shown):
        if (min(u, v), max(u, v)) not in drawing.edges:
            raise Fault(
                f"{[u, v]} is not an edge of the drawing; a swap exchanges the two ends of an edge", ("swaps", index)
            )
    with within("label" if picture == "solution" else "swaps"):
        return Svg(pictures.drawings.solution_svg(drawing, [(u, v) for u, v in shown]))


def _solution(
    catalogue: Session, source: Drawing | Level, drawing: Drawing, time_limit: float | None
) -> Sequence[Sequence[int]]:
    """Return a solution to draw: the stored solution of a stored level, or a new solution."""
    if isinstance(source, Level):
        solution = source.solution
    else:
        with catalogue.searching(time_limit) as budget:
            solution = solving.minimum_swaps.solve(drawing, budget)
    if solution.min_swaps is None:
        raise Fault(f"there is no solution to draw: {solution.reason}")
    return solution.swaps


@request(
    "POST /planarity/untangle",
    command="planarity untangle read TEXT",
    subject=DRAWINGS,
    text=lambda result: [json_text(result.drawing)],
    lacks=_UNTANGLE,
)
def read(
    catalogue: Session, text: Annotated[str, Field(min_length=1), ServiceBounds(bounds.UNTANGLE_CHARACTERS)]
) -> DrawingSummary:
    """Convert a game description of Simon Tatham's Untangle to a drawing.

    The format does not include points, so the vertices are placed on a circle in order.

    Parameters
    ----------
    text
        The description, `n:u-v,u-v,...` with vertices from 0.
    """
    del catalogue
    try:
        return DrawingSummary.of(read_untangle(text))
    except UntangleError as error:
        raise Fault(str(error), ("text",)) from None


_COMMAND_ONLY = {
    "route": "`POST /planarity/untangle` reads one, and `GET /planarity/levels/{label}/untangle` writes one",
    "python": "`planarity.read_untangle` and `write_untangle`",
    **_UNTANGLE,
}


@request(command="planarity untangle write DRAWING", subject=DRAWINGS, lacks=_COMMAND_ONLY)
def write(catalogue: Session, drawing: GivenDrawing) -> PlainText:
    """Write the game description of a drawing's graph. The format does not include the points."""
    del catalogue
    return PlainText(write_untangle(drawing))


@request(
    "GET /planarity/levels/{label}/untangle",
    subject="planarity/levels",
    lacks={"command": "`ludex planarity untangle write`", **_UNTANGLE},
)
def untangle(catalogue: Session, label: Label) -> PlainText:
    """Return the graph of a level, without its points, as a game description of Simon Tatham's Untangle.

    Parameters
    ----------
    label
        Label or slug of the level.
    """
    return PlainText(write_untangle(operations.levels.find_level(catalogue.store, label).drawing))
