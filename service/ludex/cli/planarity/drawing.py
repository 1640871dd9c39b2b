"""`ludex planarity picture`: drawings, solutions and point sets as SVG, to a file or to standard output."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.output import Output, require_writable, write_text
from ludex.cli.planarity.sources import points_in_general_position, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import find_value, labelled, picture_of
from ludex.planarity.drawing import Drawing, Edge


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
