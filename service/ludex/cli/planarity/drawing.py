"""`ludex planarity picture` and `untangle`: drawings, solutions and point sets as SVG; descriptions of Untangle."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.input_text import STANDARD_INPUT
from ludex.cli.output import Output, require_writable, write_lines, write_text
from ludex.cli.planarity.sources import Drawn, drawing_json, points_in_general_position, read_drawing, read_drawings
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import find_value, labelled, picture_of
from ludex.planarity.drawing import Drawing, Edge

untangle = typer.Typer(help="Descriptions of Simon Tatham's Untangle: `n:u-v,u-v,...`.", no_args_is_help=True)


class Picture(StrEnum):
    """What to draw."""

    DRAWING = "drawing"
    SOLUTION = "solution"
    POINTS = "points"


def picture(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A drawing, as for `solve`; points; or the label of any stored object.",
            show_default=False,
        ),
    ],
    what: Annotated[Picture, typer.Option("--as", help="`solution` draws every step, `points` the hull.")] = (
        Picture.DRAWING
    ),
    file: Output = None,
    time_limit: TimeLimit = None,
) -> None:
    """Draw a drawing with its crossings marked, its solution step by step, or points with their hull, as SVG."""
    from ludex.pictures.drawings import drawing_svg, point_set_svg, solution_svg

    require_writable(file)
    if what is Picture.POINTS:
        svg = point_set_svg(points_in_general_position(source))
    elif what is Picture.SOLUTION:
        svg = solution_svg(*_solved(source, time_limit))
    else:
        svg = picture_of(source) if labelled(source) else drawing_svg(read_drawing(source))
    write_text(svg, file)


def _solved(source: str, time_limit: float | None) -> tuple[Drawing, tuple[Edge, ...]]:
    """Return a drawing and a solution of it: the stored one of a level. Raises CommandError where there is none."""
    from ludex.planarity.solving.minimum_swaps import solve

    if labelled(source, "planarity-level"):
        level = find_value(source, "planarity-level")
        drawing, solution = level.drawing, level.solution
    else:
        drawing = read_drawing(source)
        with searching(time_limit) as budget:
            solution = solve(drawing, budget)
    if solution.min_swaps is None:
        raise CommandError(f"there is no solution to draw: {solution.reason}")
    return drawing, solution.swaps


@untangle.command()
def read(
    text: Annotated[str, typer.Argument(metavar="DESCRIPTION", help="The description; `-`: one a line.")],
    file: Output = None,
) -> None:
    """Read a description as a drawing in JSON: its vertices in order on a circle, as the format leaves points open."""
    drawings = read_drawings(text) if text == STANDARD_INPUT else [read_drawing(text)]
    write_lines(map(drawing_json, drawings), file)


@untangle.command()
def write(drawing: Drawn, file: Output = None) -> None:
    """Write the description of a drawing's graph; its points have no place in it."""
    from ludex.planarity.untangle import write_untangle

    write_text(write_untangle(read_drawing(drawing)), file)
