"""The symbols of the game of SET: ovals, diamonds and squiggles; solid, striped or open.

Stripes are lines that end at the outline, at points found by computation. So a picture needs no pattern, and no
identifier.
"""

from functools import lru_cache
from xml.etree.ElementTree import Element

from ludex.pictures.svg import element, number

SHAPES = ("oval", "diamond", "squiggle")
SHADINGS = ("solid", "striped", "open")
COLOURS = ("red", "green", "purple")
INKS = ("#e0202b", "#008a43", "#5b2a90")

SYMBOL_WIDTH, SYMBOL_HEIGHT = 34.0, 70.0

_LINE, _STRIPE, _STRIPE_STEP = 2.4, 1.3, 4.0
_CURVE_STEPS = 24

Place = tuple[float, float]
_Curve = tuple[Place, Place, Place]
_Outline = tuple[Place, tuple[_Curve, ...]]


def symbol(shape: int, shading: int, colour: int, x: float, y: float) -> list[Element]:
    """Draw a symbol, upright, around (x, y).

    `shape`, `shading` and `colour` are indices into SHAPES, SHADINGS and COLOURS.
    """
    ink = INKS[colour]
    at = f"translate({number(x)} {number(y)})"
    outline = element(
        "path",
        class_=SHAPES[shape],
        d=_path(shape),
        transform=at,
        fill=ink if SHADINGS[shading] == "solid" else "none",
        stroke=ink,
        stroke_width=_LINE,
        stroke_linejoin="round",
    )
    if SHADINGS[shading] != "striped":
        return [outline]
    return [
        element("path", class_="stripes", d=_stripes(shape), transform=at, stroke=ink, stroke_width=_STRIPE),
        outline,
    ]


def _outline(shape: int) -> _Outline:
    """Return the place at which an outline starts, and its cubic curves: two controls and an end each."""
    a, b = SYMBOL_WIDTH / 2, SYMBOL_HEIGHT / 2
    if SHAPES[shape] == "diamond":
        corners = ((0.0, -b), (a, 0.0), (0.0, b), (-a, 0.0))
        return corners[0], tuple((corners[i - 1], corners[i], corners[i]) for i in (1, 2, 3, 0))
    if SHAPES[shape] == "oval":
        # A quarter of a circle is a cubic curve whose controls are 0.5523 of the radius away, but for 0.03 %.
        k, side = 0.5523 * a, b - a
        quarters = (
            ((a, -side - k), (k, -b), (0.0, -b)),
            ((-k, -b), (-a, -side - k), (-a, -side)),
            ((-a, -side), (-a, side), (-a, side)),
            ((-a, side + k), (-k, b), (0.0, b)),
            ((k, b), (a, side + k), (a, side)),
            ((a, side), (a, -side), (a, -side)),
        )
        return (a, -side), quarters
    # One half; the other is this one turned by half a turn.
    half: tuple[_Curve, ...] = (
        ((-8.0, 35.0), (-18.0, 27.0), (-16.5, 13.0)),
        ((-15.0, 1.0), (-6.5, -7.0), (-13.0, -21.0)),
        ((-16.0, -27.5), (-14.5, -35.0), (-4.5, -35.0)),
    )
    return (4.5, 35.0), half + tuple((_turned(a), _turned(b), _turned(end)) for a, b, end in half)


def _turned(place: Place) -> Place:
    return -place[0], -place[1]


@lru_cache(maxsize=len(SHAPES))
def _path(shape: int) -> str:
    (x, y), curves = _outline(shape)
    said = (" ".join(f"{number(a)} {number(b)}" for a, b in curve) for curve in curves)
    return f"M{number(x)} {number(y)}" + "".join(f"C{curve}" for curve in said) + "Z"


@lru_cache(maxsize=len(SHAPES))
def _stripes(shape: int) -> str:
    """Return the path of the level lines inside an outline."""
    corners = _corners(shape)
    path = []
    rows = int(SYMBOL_HEIGHT / 2 / _STRIPE_STEP)
    for row in range(-rows, rows + 1):
        y = row * _STRIPE_STEP + 0.01
        meets = sorted(
            x0 + (x1 - x0) * (y - y0) / (y1 - y0)
            for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
            if (y0 < y) != (y1 < y)
        )
        path += [f"M{number(x)} {number(y)}H{number(end)}" for x, end in zip(meets[::2], meets[1::2], strict=True)]
    return "".join(path)


def _corners(shape: int) -> list[Place]:
    """Return an outline as a polygon of many corners."""
    start, curves = _outline(shape)
    corners = [start]
    for curve in curves:
        points = (corners[-1], *curve)
        for step in range(1, _CURVE_STEPS + 1):
            t = step / _CURVE_STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
            corners.append((x, y))
    return corners
