"""Where a command's drawings and points come from: JSON, a file, standard input, a description of Untangle, a label."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from ludex.cli.failures import CommandError
from ludex.cli.input_text import STANDARD_INPUT, called, opened_lines, read_text
from ludex.cli.output import json_text
from ludex.cli.stored_objects import find_value, labelled
from ludex.planarity.drawing import Drawing
from ludex.planarity.drawing_text import nested, read_any_drawing
from ludex.planarity.drawing_text import read_points as of_json
from ludex.planarity.points import Points, PointsError, require_general_position
from ludex.planarity.untangle import is_untangle

T = TypeVar("T")

Drawn = Annotated[
    str,
    typer.Argument(
        metavar="DRAWING",
        help="A file of JSON with `points` and `edges`, `-` for standard input, that JSON itself, a level's label, "
        "or a description of Untangle such as 4:0-2,1-3 (its points on a circle).",
        show_default=False,
    ),
]
PointsFrom = Annotated[
    str,
    typer.Argument(
        metavar="POINTS",
        help="A file of JSON, a list of [x, y] or an object with `points`; `-` for standard input; that JSON itself; "
        "the label of an order type.",
        show_default=False,
    ),
]
_DRAWN = ("planarity-level", "planarity-census-class")
_POINTS = ("planarity-order-type", "planarity-x-type")
_DRAWINGS = "a file of JSON with points and edges, `-`, such JSON, a level's label or a description of Untangle"
_POINT_SETS = "a file of JSON with a list of [x, y], `-`, such JSON or an order type's label"


def read_drawing(text: str) -> Drawing:
    """Return the drawing that an argument names. Raises CommandError, which names the place."""
    if labelled(text, *_DRAWN):
        drawing: Drawing = find_value(text, *_DRAWN).drawing
        return drawing
    return _read(text, read_any_drawing, f"is no drawing: give {_DRAWINGS}")


def read_drawings(name: str) -> list[Drawing]:
    """Read a file with a drawing a line; empty lines are passed over. Raises CommandError, which names the line."""
    drawings = []
    with opened_lines(name) as lines:
        for number, line in enumerate(lines, start=1):
            try:
                drawings += [read_any_drawing(line)] if line.strip() else []
            except ValueError as error:
                raise CommandError(f"{called(name)}, line {number}: {error}") from None
    if not drawings:
        raise CommandError(f"{called(name)} holds no drawings: write one a line, as JSON with points and edges")
    return drawings


def read_points(text: str) -> Points:
    """Return the points that an argument names, scaled to be whole, in whatever position. Raises CommandError."""
    if labelled(text, *_POINTS):
        points: Points = find_value(text, *_POINTS)
        return points
    return _read(text, lambda content: of_json(nested(content)), f"are no points: give {_POINT_SETS}")


def points_in_general_position(text: str) -> Points:
    """Return the points that an argument names. Raises CommandError where they are not in general position."""
    points = read_points(text)
    try:
        require_general_position(points)
    except PointsError as error:
        raise CommandError(f"{'/'.join(map(str, error.place))}: {error.message}") from None
    return points


def read_edge(text: str) -> tuple[int, int]:
    """Return two vertices, written 0-3. Raises CommandError."""
    found = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", text)
    if found is None:
        raise CommandError(f"{text!r} are no two vertices: write them as 0-3")
    return int(found[1]), int(found[2])


def drawing_json(drawing: Drawing) -> str:
    """Return a drawing as a line of JSON, which every command reads."""
    return json_text({"points": drawing.points, "edges": drawing.edges})


def _read(text: str, read: Callable[[str], T], otherwise: str) -> T:
    """Return what the text that an argument is or names means. Raises CommandError, which begins with its place."""
    if text.lstrip().startswith(("{", "[")) or is_untangle(text):
        place, content = repr(text if len(text) <= 40 else text[:37] + "..."), text
    elif text == STANDARD_INPUT or (len(text) < 4096 and Path(text).is_file()):
        place, content = called(text), read_text(text)
    else:
        raise CommandError(f"{text!r} {otherwise}")
    try:
        return read(content)
    except ValueError as error:
        raise CommandError(f"{place}: {error}") from None
