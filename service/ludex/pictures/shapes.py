"""The shapes in an SVG document: outlines, discs and text lines, with absolute coordinates and paint.

The toolkit and the games use only a small part of SVG, which :func:`shapes_of` can parse: groups with transformations,
rectangles, circles, ellipses, lines, polygons, paths without arcs, and text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from xml.etree.ElementTree import Element, fromstring

from ludex.engine.faults import Fault

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]

NAMESPACE = "http://www.w3.org/2000/svg"

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PATH_PART = re.compile(rf"[A-Za-z]|{_NUMBER.pattern}")
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
_INVISIBLE = frozenset({"title", "desc", "style"})
_GROUPS = frozenset({"svg", "g", "a"})
_CIRCLE_CONTROL = 0.5523
_LETTER_WIDTH = 0.62
"""The mean width of a letter of the font, as a fraction of its size."""

_INHERITED = frozenset(
    {
        "fill",
        "fill-opacity",
        "stroke",
        "stroke-opacity",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-dasharray",
        "font-size",
        "font-weight",
        "text-anchor",
    }
)


class UnsupportedPicture(Fault):
    """A picture contains an element that cannot be converted."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours, opacities and line styles of a shape. A colour of None paints nothing. Lengths are absolute."""

    fill: str | None
    fill_opacity: float
    stroke: str | None
    stroke_opacity: float
    width: float
    cap: str
    join: str
    dashes: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A path as a list of commands, each with its points: M (move), L (line), C (cubic curve) or Z (close)."""

    paint: Paint
    commands: tuple[tuple[str, tuple[Point, ...]], ...]
    corner: float = 0.0
    """The radius of the rounded corners of a rectangle."""

    @property
    def extent(self) -> Iterator[Point]:
        """Yield points whose bounding box contains the shape."""
        margin = self.paint.width / 2 if self.paint.stroke else 0.0
        for _, points in self.commands:
            for x, y in points:
                yield x - margin, y - margin
                yield x + margin, y + margin


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle with its centre and radius."""

    paint: Paint
    x: float
    y: float
    radius: float

    @property
    def extent(self) -> Iterator[Point]:
        """Yield points whose bounding box contains the shape."""
        reach = self.radius + (self.paint.width / 2 if self.paint.stroke else 0.0)
        yield self.x - reach, self.y - reach
        yield self.x + reach, self.y + reach


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text that starts at a point, is centred on it, or ends at it.

    `angle` is the clockwise rotation in degrees.
    """

    paint: Paint
    x: float
    y: float
    text: str
    size: float
    anchor: str
    angle: float
    bold: bool

    @property
    def extent(self) -> Iterator[Point]:
        """Yield points whose bounding box contains the shape. The width of the text is estimated."""
        width = len(self.text) * self.size * _LETTER_WIDTH
        start = {"start": 0.0, "end": -width}.get(self.anchor, -width / 2)
        turn = radians(self.angle)
        for along in (start, start + width):
            for across in (-0.8 * self.size, 0.25 * self.size):
                yield self.x + along * cos(turn) - across * sin(turn), self.y + along * sin(turn) + across * cos(turn)


Shape = Outline | Disc | TextLine


def parse_picture(svg: str) -> Element:
    """Parse an SVG document. The names of the elements have no namespace."""
    root = fromstring(svg)
    for part in root.iter():
        part.tag = part.tag.removeprefix(f"{{{NAMESPACE}}}")
    root.set("xmlns", NAMESPACE)
    return root


def view_box(root: Element) -> tuple[float, float, float, float]:
    """Return the left and top coordinates, the width and the height of the visible area of a picture."""
    if "viewBox" in root.attrib:
        x, y, width, height = map(float, root.attrib["viewBox"].replace(",", " ").split())
        return x, y, width, height
    return 0.0, 0.0, float(root.get("width", "1").removesuffix("px")), float(root.get("height", "1").removesuffix("px"))


def size_of(root: Element) -> Point:
    """Return the width and the height of a picture in pixels."""
    _, _, across, down = view_box(root)
    width = float(root.get("width", across))
    return width, float(root.get("height", width * down / across))


def shapes_of(root: Element) -> Iterator[Shape]:
    """Yield the shapes of a picture in the order in which they are painted. Raises UnsupportedPicture."""
    yield from _walk(root, _IDENTITY, {})


def bounding_box(shapes: Sequence[Shape]) -> tuple[float, float, float, float] | None:
    """Return the left, top, right and bottom coordinates of shapes, or None if there are none."""
    extents = [point for shape in shapes for point in shape.extent]
    if not extents:
        return None
    xs, ys = zip(*extents, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _walk(node: Element, matrix: Matrix, inherited: Mapping[str, str]) -> Iterator[Shape]:
    name = node.tag
    if name in _INVISIBLE:
        return
    matrix = _combine(matrix, _transformation(node.get("transform", "")))
    style = {**inherited, **{key: value for key, value in node.attrib.items() if key in _INHERITED}}
    if name in _GROUPS:
        for child in node:
            yield from _walk(child, matrix, style)
        return
    paint = _paint(style, _scale(matrix))
    if name == "text":
        if node.text and paint.fill is not None:
            yield _text(node, matrix, style, paint)
    elif name == "circle":
        x, y = _map(matrix, (_length(node, "cx"), _length(node, "cy")))
        yield Disc(paint, x, y, _length(node, "r") * _scale(matrix))
    else:
        commands = tuple((command, tuple(_map(matrix, p) for p in points)) for command, points in _outline(node))
        if not _has_area(commands):
            paint = replace(paint, fill=None)
        if commands:
            yield Outline(paint, commands, _length(node, "rx") * _scale(matrix) if name == "rect" else 0.0)


def _has_area(commands: Sequence[tuple[str, tuple[Point, ...]]]) -> bool:
    """Return whether a part of a path encloses an area, which a single line does not."""
    names = "".join(name for name, _ in commands)
    return "C" in names or "LL" in names


def _text(node: Element, matrix: Matrix, style: Mapping[str, str], paint: Paint) -> TextLine:
    x, y = _map(matrix, (_length(node, "x"), _length(node, "y")))
    weight = style.get("font-weight", "400")
    return TextLine(
        paint,
        x,
        y,
        node.text or "",
        float(style.get("font-size", "16").removesuffix("px")) * _scale(matrix),
        style.get("text-anchor", "start"),
        degrees(atan2(matrix[1], matrix[0])),
        weight == "bold" or (weight.isdigit() and int(weight) >= 600),
    )


def _paint(style: Mapping[str, str], scale: float) -> Paint:
    fill, stroke = style.get("fill", "black"), style.get("stroke", "none")
    dashes = _NUMBER.findall(style.get("stroke-dasharray", ""))
    return Paint(
        fill=None if fill == "none" else fill,
        fill_opacity=float(style.get("fill-opacity", 1)),
        stroke=None if stroke == "none" else stroke,
        stroke_opacity=float(style.get("stroke-opacity", 1)),
        width=float(style.get("stroke-width", 1)) * scale,
        cap=style.get("stroke-linecap", "butt"),
        join=style.get("stroke-linejoin", "miter"),
        dashes=tuple(float(dash) * scale for dash in dashes),
    )


def _length(node: Element, name: str) -> float:
    return float(node.get(name, "0").removesuffix("px"))


def _outline(node: Element) -> Iterator[tuple[str, tuple[Point, ...]]]:
    match node.tag:
        case "path":
            yield from _path(node.get("d", ""))
        case "rect":
            x, y, width, height = (_length(node, name) for name in ("x", "y", "width", "height"))
            yield from _polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        case "line":
            yield "M", ((_length(node, "x1"), _length(node, "y1")),)
            yield "L", ((_length(node, "x2"), _length(node, "y2")),)
        case "polygon" | "polyline":
            numbers = [float(value) for value in _NUMBER.findall(node.get("points", ""))]
            yield from _polygon(list(zip(numbers[::2], numbers[1::2], strict=False)), closed=node.tag == "polygon")
        case "ellipse":
            yield from _ellipse(*(_length(node, name) for name in ("cx", "cy", "rx", "ry")))
        case other:
            raise UnsupportedPicture(f"the picture has an element {other!r}, which cannot be converted")


def _polygon(corners: Sequence[Point], *, closed: bool = True) -> Iterator[tuple[str, tuple[Point, ...]]]:
    for place, corner in enumerate(corners):
        yield "L" if place else "M", (corner,)
    if closed and corners:
        yield "Z", ()


def _ellipse(x: float, y: float, across: float, down: float) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Yield the four quarters of an ellipse as cubic curves."""
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
    yield "M", ((x + across, y),)
    for (a, b), (c, d) in pairwise(turns):
        first = (x + across * (a + _CIRCLE_CONTROL * c), y + down * (b + _CIRCLE_CONTROL * d))
        second = (x + across * (c + _CIRCLE_CONTROL * a), y + down * (d + _CIRCLE_CONTROL * b))
        yield "C", (first, second, (x + across * c, y + down * d))
    yield "Z", ()


def _path(d: str) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Yield the commands of a path with absolute coordinates. Quadratic curves become cubic curves."""
    parts = _PATH_PART.findall(d)
    command, place = "", 0
    current = start = (0.0, 0.0)
    while place < len(parts):
        if parts[place].isalpha():
            command = parts[place]
            place += 1
        upper = command.upper()
        if upper not in _ARGUMENTS:
            raise UnsupportedPicture(f"the picture has a path with the command {command!r}, which cannot be converted")
        count = _ARGUMENTS[upper]
        values = [float(value) for value in parts[place : place + count]]
        place += count
        x, y = current if command.islower() else (0.0, 0.0)
        if upper == "Z":
            current = start
            yield "Z", ()
            continue
        if upper == "H":
            points = [(x + values[0], current[1])]
        elif upper == "V":
            points = [(current[0], y + values[0])]
        else:
            points = [(x + a, y + b) for a, b in zip(values[::2], values[1::2], strict=True)]
        if upper == "Q":
            control, end = points
            points = [_between(current, control, 2 / 3), _between(end, control, 2 / 3), end]
        current = points[-1]
        if upper == "M":
            start = current
            command = "l" if command == "m" else "L"  # Further coordinates after a move are line commands.
            yield "M", (current,)
        else:
            yield "C" if upper in ("C", "Q") else "L", tuple(points)


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _map(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return sqrt(abs(a * d - b * c)) or hypot(a, b)


def _combine(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    (x, y), (right, over), (down, under) = (_map(outer, point) for point in ((e, f), (a + e, b + f), (c + e, d + f)))
    return right - x, over - y, down - x, under - y, x, y


def _transformation(text: str) -> Matrix:
    """Return the matrix of a list of transformations."""
    result = _IDENTITY
    for name, arguments in _TRANSFORM.findall(text):
        values = [float(value) for value in _NUMBER.findall(arguments)]
        match name:
            case "translate":
                step: Matrix = (1.0, 0.0, 0.0, 1.0, values[0], values[1] if len(values) > 1 else 0.0)
            case "scale":
                step = (values[0], 0.0, 0.0, values[-1], 0.0, 0.0)
            case "rotate" if len(values) == 1:
                turn = radians(values[0])
                step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0.0, 0.0)
            case _:
                raise UnsupportedPicture(f"the picture has a transformation {name!r}, which cannot be converted")
        result = _combine(result, step)
    return result
