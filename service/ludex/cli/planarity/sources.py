"""Where a command's drawings and points come from: JSON, a file, standard input, a description of Untangle, a label."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.labels import is_label
from ludex.planarity.drawing import Drawing
from ludex.planarity.points import Points

if TYPE_CHECKING:
    from ludex.catalogue.planarity.levels import StoredLevel

STANDARD_INPUT = "-"

Drawn = Annotated[
    str,
    typer.Argument(
        metavar="DRAWING",
        help="A file of JSON with `points` and `edges`, `-` for standard input, that JSON itself, a stored level's "
        "label, or a description of Untangle such as 4:0-2,1-3 (its points on a circle).",
        show_default=False,
    ),
]
PointsFrom = Annotated[
    str,
    typer.Argument(
        metavar="POINTS",
        help="A file of JSON, a list of [x, y] or an object with `points`; `-` for standard input; or that JSON.",
        show_default=False,
    ),
]
_UNTANGLE = re.compile(r"\s*[0-9]+:")
_NESTED = re.compile(r'"drawing"\s*:\s*(?=\{)')
_KINDS = "a file of JSON with points and edges, `-`, such JSON, a level's label or a description of Untangle"


def read_drawing(text: str) -> Drawing:
    """Return the drawing that an argument names. Raises CommandError, which names the place."""
    if is_label(text, "level"):
        return load_level(text).drawing
    place, content = _content(text)
    if content is None:
        raise CommandError(f"{place} is no drawing: give {_KINDS}")
    return parse_drawing(content, place)


def parse_drawing(content: str, place: str) -> Drawing:
    """Return the drawing that a text writes down. Raises CommandError, which begins with the place."""
    try:
        return drawing_of(content)
    except ValueError as error:
        raise CommandError(f"{place}: {error}") from error


def drawing_of(text: str | bytes) -> Drawing:
    """Read a drawing: JSON with points and edges, an object that has it as `drawing`, or a description of Untangle.

    Raises ValueError, which names the place within it.
    """
    from ludex.catalogue.planarity.drawing_lines import read_drawing_line
    from ludex.planarity.untangle import read_untangle

    if isinstance(text, bytes):
        text = text.decode("utf-8")
    return read_untangle(text) if _UNTANGLE.match(text) else read_drawing_line(_nested(text))


def read_points(text: str) -> Points:
    """Return the points that an argument names, scaled to be whole, in whatever position. Raises CommandError."""
    from ludex.catalogue.planarity.drawing_lines import read_points_line

    place, content = _content(text)
    if content is None:
        raise CommandError(f"{place} are no points: give a file of JSON with a list of [x, y], `-`, or such JSON")
    try:
        return read_points_line(_nested(content))
    except ValueError as error:
        raise CommandError(f"{place}: {error}") from error


def read_edge(text: str) -> tuple[int, int]:
    """Return two vertices, written 0-3. Raises CommandError."""
    found = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", text)
    if found is None:
        raise CommandError(f"{text!r} are no two vertices: write them as 0-3")
    return int(found[1]), int(found[2])


def load_level(label: str) -> "StoredLevel":
    """Return the stored level with a label. Raises CommandError."""
    from ludex.catalogue.planarity.levels import LEVELS

    with opened() as database, database.reading() as session:
        stored = LEVELS.by_label(session, label)
    if stored is None:
        raise CommandError(f"there is no level {label!r}; `ludex planarity list levels` shows those that are stored")
    return stored


@contextmanager
def opened_lines(name: str) -> Iterator[BinaryIO]:
    """Yield the lines of a file, or of standard input. Raises CommandError where there is no such file."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    if not Path(name).is_file():
        raise CommandError(f"there is no file {name}")
    with Path(name).open("rb") as lines:
        yield lines


def _content(text: str) -> tuple[str, str | None]:
    """Return what an argument is called in messages, and the text that it names; None where there is none."""
    if text == STANDARD_INPUT:
        return "standard input", sys.stdin.read()
    if text.lstrip().startswith(("{", "[")) or _UNTANGLE.match(text):
        return repr(text if len(text) <= 40 else text[:37] + "..."), text
    if len(text) < 4096 and Path(text).is_file():
        return text, Path(text).read_text(encoding="utf-8")
    return repr(text), None


def _nested(text: str) -> str:
    """Return an object's `drawing`, as in the API's answers; the text itself where it has none."""
    found = _NESTED.search(text)
    if found is None:
        return text
    _, end = json.JSONDecoder().raw_decode(text, found.end())
    return text[found.end() : end]
