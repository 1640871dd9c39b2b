"""The marks of a plot's points: several shapes of one size, so that series differ not only by their colours."""

from xml.etree.ElementTree import Element

from ludex.pictures.svg import element, number

_CORNERS = (
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0.0, -1.25), (1.15, 0.8), (-1.15, 0.8)),
    ((0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)),
    ((0.0, 1.25), (1.15, -0.8), (-1.15, -0.8)),
)
SHAPES = 1 + len(_CORNERS)
"""A disc, a square, a triangle, a diamond, and a triangle that stands on its tip."""


def mark(shape: int, x: float, y: float, radius: float, fill: str, stroke: str, class_: str = "mark") -> Element:
    """Make the mark number `shape` around (x, y); the shapes begin again after SHAPES.

    `radius` is that of the disc, `fill` and `stroke` are colours, `class_` is the class of the element.
    """
    place = shape % SHAPES
    if not place:
        return element("circle", class_=class_, cx=x, cy=y, r=radius, fill=fill, stroke=stroke)
    corners = (f"{number(x + a * radius)} {number(y + b * radius)}" for a, b in _CORNERS[place - 1])
    return element("path", class_=class_, d=f"M{'L'.join(corners)}Z", fill=fill, stroke=stroke)
