"""Sheets of things in rows and columns: margins, numbers on tags, and parts that are moved and scaled."""

from collections.abc import Sequence
from math import ceil, log
from xml.etree.ElementTree import Element

from ludex.pictures.palette import orbit_colour
from ludex.pictures.svg import caption, element

CARD_FILL = "#ffffff"
CARD_EDGE = "#bdb6a6"
SHEET_MARGIN = 20.0
GAP = 14.0
TABLE_SHAPE = 1.2
"""The width of a table of cards that is aimed at, divided by its height."""


def columns_for(count: int, across: float, down: float, shape: float = TABLE_SHAPE) -> int:
    """Return into how many columns to lay `count` things: a table of pleasing shape with a full last row.

    A thing is `across` wide and `down` high, in pixels. `shape` is the width of the table that is aimed at, divided by
    its height.

    >>> [columns_for(n, 90.0, 124.0) for n in (1, 16, 36, 60)]
    [1, 4, 9, 10]
    """

    def unrest(columns: int) -> tuple[float, int]:
        rows = ceil(count / columns)
        missing = rows * columns - count
        return abs(log(columns * across / (rows * down) / shape)) + 2 * missing / columns, columns

    return min(range(1, count + 1), key=unrest)


def tag(number: int, x: float, y: float, radius: float) -> list[Element]:
    """Draw the `number` of something that matches around (x, y), on a disc in the colour that goes with it."""
    ground = element("circle", class_="tag", cx=x, cy=y, r=radius, fill=orbit_colour(number), stroke="#ffffff")
    digits = caption(str(number), x, y + 0.42 * radius, 1.2 * radius, fill="#ffffff")
    digits.set("font-weight", "700")
    return [ground, digits]


def moved(parts: Sequence[Element], x: float, y: float, scale: float = 1.0) -> Element:
    """Put `parts` together, enlarged by the factor `scale`, with their origin at (x, y)."""
    scaling = "" if scale == 1.0 else f" scale({scale:g})"
    return element("g", *parts, transform=f"translate({x:g} {y:g}){scaling}")
