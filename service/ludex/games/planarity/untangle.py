"""Game descriptions of Simon Tatham's Untangle, `n:u-v,u-v,...`, which describe a graph without points.

Source: `untangle.c`. The game writes edges in ascending order and reads edges in any order. This module places the
vertices on a circle in order, as at the start of a game.
"""

import re
from math import cos, pi, sin

from ludex.engine.arguments import require_type
from ludex.games.planarity.drawing import MAX_VERTICES, Drawing, DrawingError, Edge
from ludex.games.planarity.points import Points

# With this radius, the circle fits into the grid of generated points. Even when rounded to integers, 128 points on the
# circle are in strictly convex position.
_RADIUS = 5_000

_EDGE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)
# A drawing has at most 2,016 edges of at most 8 characters each; the remaining characters allow leading zeros.
_MOST_CHARACTERS = 40_000


class UntangleError(ValueError):
    """The description is invalid. `place` is ("vertices",) or ("edges", index), or () for the whole text."""

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


def is_untangle(text: str) -> bool:
    """Return whether a `text` begins with a number and a colon, as a game description does."""
    return re.match(r"\s*[0-9]+:", text) is not None


def read_untangle(text: str) -> Drawing:
    """Parse a game description of Untangle, and return its graph as a drawing.

    Parameters
    ----------
    text : str
        `n:u-v,u-v,...` with 1 to 128 vertices and the edges in any order.

    Returns
    -------
    Drawing
        The graph of the description. Its vertices are on a circle in ascending order.

    Raises
    ------
    UntangleError
        If the text does not have this form, or an edge is a loop, occurs twice, or has a vertex that does not exist.
        The error names the edge. If there are too many edges, the error states their number.

    References
    ----------
    S. Tatham, "Portable Puzzle Collection", Untangle: `untangle.c`.

    Examples
    --------
    >>> read_untangle("4:0-2,1-3").edges
    ((0, 2), (1, 3))
    >>> read_untangle("4:0-2,3-3")
    Traceback (most recent call last):
    ...
    ludex.games.planarity.untangle.UntangleError: edge 1 (3-3): the edge joins vertex 3 to itself
    """
    require_type(text, str, "text")
    text = text.strip()
    if len(text) > _MOST_CHARACTERS:
        raise UntangleError(f"{len(text)} characters given; at most {_MOST_CHARACTERS} are allowed")
    count, colon, rest = text.partition(":")
    if not colon:
        raise UntangleError("the colon is missing; a description has the form n:u-v,u-v,...")
    if not _COUNT.fullmatch(count) or not 1 <= int(count) <= MAX_VERTICES:
        raise UntangleError(
            f"{count[:20]!r} is not a valid number of vertices; write 1 to {MAX_VERTICES} before the colon",
            ("vertices",),
        )
    parts = [part.strip() for part in rest.split(",")] if rest.strip() else []
    edges = tuple(_edge(index, part) for index, part in enumerate(parts))
    try:
        return Drawing(circle(int(count)), edges)
    except DrawingError as error:
        raise UntangleError(_message(error, parts), error.place) from None


def _edge(index: int, text: str) -> Edge:
    match = _EDGE.fullmatch(text)
    if match is None:
        raise UntangleError(
            f"edge {index} ({text[:20]}): an edge must be two numbers joined by a hyphen, such as 0-1", ("edges", index)
        )
    return int(match[1]), int(match[2])


def _message(error: DrawingError, parts: list[str]) -> str:
    """Return the message of an `error`, which begins with the edge if the error concerns a single edge."""
    if len(error.place) < 2:
        return error.message
    index = int(error.place[1])
    return f"edge {index} ({parts[index]}): {error.message}"


def write_untangle(drawing: Drawing) -> str:
    """Return the game description of Untangle for the graph of a drawing, with the edges in ascending order.

    Parameters
    ----------
    drawing : Drawing
        The drawing. Its points are not part of the description.

    Returns
    -------
    str
        `n:u-v,u-v,...`

    Notes
    -----
    The function raises no exceptions for valid arguments. Reading the description back gives the same graph with its
    vertices on a circle.

    References
    ----------
    S. Tatham, "Portable Puzzle Collection", Untangle: `untangle.c`.

    Examples
    --------
    >>> write_untangle(read_untangle("4:3-1,0-2"))
    '4:0-2,1-3'
    """
    Drawing.require(drawing)
    return f"{drawing.vertices}:" + ",".join(f"{u}-{v}" for u, v in drawing.edges)


def circle(n: int) -> Points:
    """Return `n` points on a circle, rounded to integers, in counter-clockwise order from the rightmost point on.

    For up to 128 points, the points are in strictly convex position. No coordinate is close to a half-integer, so
    rounding gives the same result on every machine.

    >>> circle(4)
    ((10000, 5000), (5000, 10000), (0, 5000), (5000, 0))
    """
    angles = [2 * pi * vertex / n for vertex in range(n)]
    return tuple((_RADIUS + round(_RADIUS * cos(angle)), _RADIUS + round(_RADIUS * sin(angle))) for angle in angles)
