"""Pictures of drawings with their crossings, of solution steps, and of point sets with their hulls.

In a picture of a point set, the points are far enough apart to be readable. A point set in a narrow strip is stretched
across the strip. Only affine maps are used, so the crossings, the convex hull and the order type do not change.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, dist, hypot, sqrt
from xml.etree.ElementTree import Element

from ludex.games.planarity import kernels
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.points import Point, Points, hull, orientation, require_general_position, segments_cross
from ludex.pictures.svg import (
    CARD_EDGE,
    CARD_FILL,
    CROSSED_EDGE,
    CROSSING,
    EDGE,
    FAINT_INK,
    INK,
    SWAP,
    PictureTooLarge,
    caption,
    document,
    element,
    number,
    orbit_colour,
    transformed,
)

Place = tuple[float, float]

_FLATTEST = 0.3
_STRETCHED = 0.5
_LEAST_SHAPE = 0.3
_GAP = 26.0
_MOST_RADIUS, _LEAST_RADIUS = 11.0, 8.5


@dataclass(frozen=True, slots=True)
class PointLayout:
    """The positions of points in a box of the given `width` and `height`, and the `radius` of their marks.

    The y axis points downward. `stretched` is true if the points lie in a narrow strip that was stretched.
    """

    places: tuple[Place, ...]
    width: float
    height: float
    radius: float
    stretched: bool

    def on(self, points: Sequence[Point], laid: Sequence[Point]) -> "PointLayout":
        """Return the same layout for `points`, which are the points of `laid` in another order."""
        place = dict(zip(laid, self.places, strict=True))
        return replace(self, places=tuple(place[point] for point in points))


def point_layout(
    points: Sequence[Point], least: float, greatest: float, edges: Sequence[tuple[int, int]] = ()
) -> PointLayout:
    """Place `points` in a box. The closer together the points are, the larger is the box.

    The longer side of the box is from `least` to `greatest` pixels. The `edges` are pairs of indices of points. The
    marks are smaller if a point is near another point, or near an edge that does not end at the point. Cost: `O(n^2 +
    n * edges)`.

    >>> layout = point_layout([(0, 0), (2**30, 0), (0, 2**30)], 100, 400)
    >>> layout.places, layout.width
    (((0.0, 100.0), (100.0, 100.0), (0.0, 0.0)), 100.0)
    """
    shape, stretched = _shape(points)
    left, bottom = min(x for x, _ in shape), min(y for _, y in shape)
    across, up = max(x for x, _ in shape) - left, max(y for _, y in shape) - bottom
    longer = max(across, up) or 1.0
    nearest = min((dist(a, b) for a, b in combinations(shape, 2)), default=longer) / longer
    side = min(greatest, max(least, _GAP / nearest))
    width, height = (max(length / longer, _LEAST_SHAPE) * side for length in (across, up))
    scale = side / longer
    places = tuple(
        ((width - across * scale) / 2 + (x - left) * scale, (height + up * scale) / 2 - (y - bottom) * scale)
        for x, y in shape
    )
    free = min(0.46 * nearest * side, 0.8 * _nearest_edge(places, edges))
    return PointLayout(places, width, height, min(_MOST_RADIUS, max(_LEAST_RADIUS, free)), stretched)


def _shape(points: Sequence[Point]) -> tuple[list[Place], bool]:
    """Return the points. If they lie in a narrow strip, stretch them across the strip.

    The strip is parallel to the line through the two points that are farthest apart. Products are computed exactly, and
    only the results are rounded.
    """
    if len(points) < 3:
        return [(float(x), float(y)) for x, y in points], False
    (x0, y0), (x1, y1) = max(combinations(points, 2), key=lambda pair: _squared(*pair))
    dx, dy = x1 - x0, y1 - y0
    along = [dx * (x - x0) + dy * (y - y0) for x, y in points]
    aside = [dx * (y - y0) - dy * (x - x0) for x, y in points]
    length, breadth = dx * dx + dy * dy, max(aside) - min(aside)
    if breadth >= _FLATTEST * length:
        x0, y0 = points[0]
        return [(float(x - x0), float(y - y0)) for x, y in points], False
    ux, uy = dx / hypot(dx, dy), dy / hypot(dx, dy)
    laid = [(a / length, _STRETCHED * b / breadth) for a, b in zip(along, aside, strict=True)]
    return [(a * ux - b * uy, a * uy + b * ux) for a, b in laid], True


def _squared(p: Point, q: Point) -> int:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def _nearest_edge(places: Sequence[Place], edges: Sequence[tuple[int, int]]) -> float:
    """Return the smallest distance between a position and an edge that does not end at this position."""
    least = float("inf")
    for u, v in edges:
        (ux, uy), (vx, vy) = places[u], places[v]
        dx, dy = vx - ux, vy - uy
        squared = dx * dx + dy * dy or 1.0
        for index, (x, y) in enumerate(places):
            if index not in (u, v):
                part = min(1.0, max(0.0, ((x - ux) * dx + (y - uy) * dy) / squared))
                least = min(least, hypot(x - ux - part * dx, y - uy - part * dy))
    return least


MAX_CROSSING_MARKS = 2_000
"""The maximum number of marked crossings in a drawing. All edges that cross other edges are coloured in any case."""

MAX_DRAWN_STEPS = 66
"""The maximum number of swaps for which every step is drawn. For longer solutions, steps in the middle are omitted."""

MAX_STEP_PAIRS = 1_200_000
"""The maximum number of pairs of edges in all drawings of a solution together. It is enough for every planar graph."""

_HULL_FILL, _HULL_EDGE = "#dfe9f5", EDGE
_MARGIN = 34.0
_LEAST_SIDE, _MOST_SIDE = 380.0, 1_100.0
_LEAST_STEP_SIDE, _MOST_STEP_SIDE = 170.0, 520.0
_STEP_MARGIN, _STEP_CAPTION, _STEP_GAP = 20.0, 44.0, 14.0
_MOST_STEPS_A_ROW = 10
_STEPS_SHAPE = 1.5
_LAST_STEPS = 6
_MOST_COMPARED_EDGES, _MANY_EDGES = 60, 200


def drawing_svg(drawing: Drawing, numbers: Sequence[int] | None = None, *, swap: Edge | None = None) -> str:
    """Return a picture of a `drawing` with numbered vertices and marked crossings. Edges that cross are orange.

    `numbers`, if given, contains a number for each vertex, which determines the text and the colour of the vertex.
    Matching vertices of two drawings can thereby look the same. If a `swap` is given, its edge is thick and green.

    The y axis points upward. The position of a crossing is computed from the exact ratios in which the crossing divides
    its two edges. If there are more than MAX_CROSSING_MARKS crossings, only an even selection of at most that many
    crossings is marked. If the points lie in a narrow strip, the drawing is stretched across the strip. This does not
    change any crossing.
    """
    layout = _layout(drawing, _LEAST_SIDE, _MOST_SIDE)
    state = _State.of(drawing)
    crossings = _count_noun(state.crossings, "crossing")
    marked = "" if state.crossings <= MAX_CROSSING_MARKS else f", {len(state.marked):,} of them marked"
    return document(
        f"A drawing of {_count_noun(drawing.vertices, 'vertex')} and {_count_noun(len(drawing.edges), 'edge')}",
        f"{crossings}{marked}. {_stretch_note(layout)}".strip(),
        layout.width + 2 * _MARGIN,
        layout.height + 2 * _MARGIN + 24,
        [
            transformed(_draw(drawing, state, layout, swap, numbers), _MARGIN, _MARGIN),
            caption(crossings, layout.width / 2 + _MARGIN, layout.height + 2 * _MARGIN + 8, 14, class_="note"),
        ],
    )


def marked_svg(drawing: Drawing, marked: Sequence[Edge], title: str, note: str) -> str:
    """Return a picture of a `drawing` in which the `marked` edges are thick and green and their ends are filled."""
    layout, state = _layout(drawing, _LEAST_SIDE, _MOST_SIDE), _State.of(drawing)
    parts = _draw(drawing, state, layout, marked=[(min(edge), max(edge)) for edge in marked])
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN + 24
    line = caption(note, layout.width / 2 + _MARGIN, layout.height + 2 * _MARGIN + 8, 14, class_="note")
    return document(title, note, width, height, [transformed(parts, _MARGIN, _MARGIN), line])


def solution_svg(drawing: Drawing, swaps: Sequence[Edge]) -> str:
    """Return a picture of a solution: a `drawing`, and the drawings after each of the `swaps`, in rows.

    In each drawing, the edge that is swapped next is thick and green. The number of crossings is shown below the
    drawing. If there are more than MAX_DRAWN_STEPS swaps, steps in the middle are omitted. Raises DrawingError if a
    swap is not an edge of the drawing, and PictureTooLarge if all drawings together have more than MAX_STEP_PAIRS pairs
    of edges.
    """
    steps, edges = _steps(len(swaps)), len(drawing.edges)
    pairs = len(steps) * edges * (edges - 1) // 2
    if pairs > MAX_STEP_PAIRS:
        raise PictureTooLarge(
            f"{len(steps)} drawings of {edges} edges have {pairs:,} pairs of edges; "
            f"a picture can have at most {MAX_STEP_PAIRS:,}"
        )
    layout = _layout(drawing, _LEAST_STEP_SIDE, _MOST_STEP_SIDE)
    across, down = layout.width + 2 * _STEP_MARGIN, layout.height + 2 * _STEP_MARGIN + _STEP_CAPTION
    columns = _columns(len(steps), across + _STEP_GAP, down + _STEP_GAP)
    parts = []
    current, done = drawing, 0
    for frame, step in enumerate(steps):
        x, y = frame % columns * (across + _STEP_GAP), frame // columns * (down + _STEP_GAP)
        if step is None:
            left_out = len(swaps) - len(steps) + 2
            cell = [caption(f"{left_out} more swaps", across / 2, down / 2, 14, fill=FAINT_INK)]
        else:
            current, done = current.after(swaps[done:step]), step
            swap = swaps[step] if step < len(swaps) else None
            # The layout of the first drawing is reused, since a swap only exchanges two places.
            cell = _step(current, layout.on(current.points, drawing.points), swap, step)
        parts.append(transformed(cell, _STEP_GAP + x, _STEP_GAP + y))
    rows = ceil(len(steps) / columns)
    return document(
        f"A solution of {_count_noun(len(swaps), 'swap')}",
        "Each drawing shows the edge whose ends exchange places next, and how many crossings there are. "
        f"{_stretch_note(layout)}".strip(),
        columns * (across + _STEP_GAP) + _STEP_GAP,
        rows * (down + _STEP_GAP) + _STEP_GAP,
        parts,
    )


def drawings_svg(title: str, note: str, drawings: Sequence[tuple[Drawing, str]]) -> str:
    """Return a picture of several drawings in rows. Each drawing has its own sheet, marked crossings and a caption.

    Raises PictureTooLarge if all drawings together have more than MAX_STEP_PAIRS pairs of edges.
    """
    pairs = sum(len(drawing.edges) * (len(drawing.edges) - 1) // 2 for drawing, _ in drawings)
    if pairs > MAX_STEP_PAIRS:
        raise PictureTooLarge(f"{pairs:,} pairs of edges given; a picture can have at most {MAX_STEP_PAIRS:,}")
    layouts = [_layout(drawing, _LEAST_STEP_SIDE, 1.4 * _LEAST_STEP_SIDE) for drawing, _ in drawings]
    across = max((layout.width for layout in layouts), default=_LEAST_STEP_SIDE) + 2 * _STEP_MARGIN
    down = max((layout.height for layout in layouts), default=_LEAST_STEP_SIDE) + 2 * _STEP_MARGIN + _STEP_CAPTION
    columns = _columns(max(len(drawings), 1), across + _STEP_GAP, down + _STEP_GAP)
    parts = []
    for place, ((drawing, line), layout) in enumerate(zip(drawings, layouts, strict=True)):
        x, y = place % columns * (across + _STEP_GAP), place // columns * (down + _STEP_GAP)
        sheet = element("rect", class_="step", width=across, height=down, rx=9, fill=CARD_FILL, stroke=CARD_EDGE)
        state = _State.of(drawing)
        left, top = (across - layout.width) / 2, (down - _STEP_CAPTION - layout.height) / 2
        picture = transformed(_draw(drawing, state, layout), left, top)
        below = caption(
            _count_noun(state.crossings, "crossing"), across / 2, down - _STEP_CAPTION + 12, 13, class_="note"
        )
        named = caption(line, across / 2, down - _STEP_CAPTION + 31, 11, fill=FAINT_INK, class_="note")
        parts.append(transformed([sheet, picture, below, named], _STEP_GAP + x, _STEP_GAP + y))
    rows = max(1, ceil(len(drawings) / columns))
    width, height = columns * (across + _STEP_GAP) + _STEP_GAP, rows * (down + _STEP_GAP) + _STEP_GAP
    return document(title, note, width, height, parts)


def point_set_svg(points: Points) -> str:
    """Return a picture of `points` in general position with their convex hull. Points inside the hull are hollow.

    Raises PointsError; see :func:`ludex.games.planarity.points.require_general_position`.
    """
    require_general_position(points)
    layout = point_layout(points, _LEAST_SIDE * 0.8, _MOST_SIDE)
    corners = hull(points)
    note = f"{_count_noun(len(points), 'point')}, {len(corners)} on the hull"
    outline = "M" + "L".join(_format_place(layout.places[index]) for index in corners) + "Z"
    parts = [
        element(
            "path",
            class_="hull",
            d=outline,
            fill=_HULL_FILL,
            stroke=_HULL_EDGE,
            stroke_width=2,
            stroke_linejoin="round",
        )
    ]
    for index, point in enumerate(points):
        parts.append(_disc(index, f"point {index} at {point}", layout, INK, filled=index in corners))
        parts.append(_number(index, layout, on_dark=index in corners, text_number=index))
    return document(
        f"A set of {note}",
        f"The convex hull; the points inside it are hollow. {_stretch_note(layout)}".strip(),
        layout.width + 2 * _MARGIN,
        layout.height + 2 * _MARGIN + 24,
        [
            transformed(parts, _MARGIN, _MARGIN),
            caption(note, layout.width / 2 + _MARGIN, layout.height + 2 * _MARGIN + 8, 14, class_="note"),
        ],
    )


@dataclass(frozen=True, slots=True)
class _State:
    """The number of crossings of a drawing, the crossings that are marked, and the edges that cross other edges."""

    crossings: int
    marked: Sequence[tuple[Edge, Edge]]
    crossed: frozenset[Edge]

    @classmethod
    def of(cls, drawing: Drawing) -> "_State":
        # Few edges are compared in Python, so that a small picture does not load the compiled kernels.
        return (_compare_few if len(drawing.edges) <= _MOST_COMPARED_EDGES else _find_crossings)(drawing)


def _layout(drawing: Drawing, least: float, greatest: float) -> PointLayout:
    # In a drawing with very many edges, some edges come close to every vertex, and the vertex disc hides them in any
    # case.
    edges = drawing.edges if len(drawing.edges) <= _MANY_EDGES else ()
    return point_layout(drawing.points, least, greatest, edges)


def _compare_few(drawing: Drawing) -> _State:
    at = drawing.points
    pairs = [
        ((p, q), (r, s))
        for (p, q), (r, s) in combinations(drawing.edges, 2)
        if p not in (r, s) and q not in (r, s) and segments_cross(at[p], at[q], at[r], at[s])
    ]
    return _State(len(pairs), pairs, frozenset(edge for pair in pairs for edge in pair))


def _find_crossings(drawing: Drawing) -> _State:
    import numpy as np

    edges = drawing.edges
    pairs = np.zeros((count_crossings(drawing), 2), np.int64)
    kernels.crossing_counts.crossing_edges(np.array(drawing.points, np.int64), np.array(edges, np.int64), pairs)
    every = ceil(len(pairs) / MAX_CROSSING_MARKS) or 1
    marked = [(edges[first], edges[second]) for first, second in pairs[::every].tolist()]
    return _State(len(pairs), marked, frozenset(edges[number] for number in np.unique(pairs).tolist()))


def _draw(
    drawing: Drawing,
    state: _State,
    layout: PointLayout,
    swap: Edge | None = None,
    numbers: Sequence[int] | None = None,
    marked: Sequence[Edge] = (),
) -> list[Element]:
    """Draw the edges, then the vertices, the crossings and the numbers. Crossing edges and marked edges are on top."""
    thick = 2.4 if len(drawing.edges) <= _MANY_EDGES else 1.2
    swaps = [*marked] if swap is None else [(min(swap), max(swap))]
    free = [edge for edge in drawing.edges if edge not in state.crossed and edge not in swaps]
    crossed = [edge for edge in drawing.edges if edge in state.crossed and edge not in swaps]
    parts = [
        _edges("free", free, layout, EDGE, thick),
        _edges("crossed", crossed, layout, CROSSED_EDGE, thick),
    ]
    if swaps:
        parts.append(_edges("swap", swaps, layout, SWAP, 6.0))
    ends = _vertices(drawing) if numbers else {vertex for edge in swaps for vertex in edge}
    colours = (
        [orbit_colour(n) for n in numbers] if numbers else [SWAP if v in ends else INK for v in _vertices(drawing)]
    )
    discs = [
        _disc(vertex, f"vertex {vertex} at {point}", layout, colours[vertex], filled=vertex in ends)
        for vertex, point in enumerate(drawing.points)
    ]
    numerals = [
        _number(vertex, layout, on_dark=vertex in ends, text_number=numbers[vertex] if numbers else vertex)
        for vertex in _vertices(drawing)
    ]
    return [*parts, *discs, *_crossing_marks(drawing.points, state, layout), *numerals]


def _vertices(drawing: Drawing) -> range:
    return range(drawing.vertices)


def _edges(kind: str, edges: Sequence[Edge], layout: PointLayout, colour: str, thick: float) -> Element:
    d = "".join(f"M{_format_place(layout.places[u])}L{_format_place(layout.places[v])}" for u, v in edges)
    return element("path", class_=kind, d=d, fill="none", stroke=colour, stroke_width=thick, stroke_linecap="round")


def _crossing_marks(points: Points, state: _State, layout: PointLayout) -> list[Element]:
    """Draw the marks of the crossings. They have rims and are on top of the vertices, so all of them are visible."""
    d = "".join(f"M{_format_place(_crossing(points, layout, *pair))}h0" for pair in state.marked)
    size = 6.5 if state.crossings <= 60 else 5.0 if state.crossings <= 400 else 3.5
    return [
        element("path", class_=kind, d=d, stroke=colour, stroke_width=width, stroke_linecap="round")
        for kind, colour, width in (("rim", CARD_FILL, size + 2), ("crossings", CROSSING, size))
        if d
    ]


def _crossing(points: Points, layout: PointLayout, first: Edge, second: Edge) -> Place:
    """Return the point at which two edges cross.

    This point divides each edge in a ratio of integers. The layout is an affine map and therefore preserves this ratio.
    """
    (p, q), (r, s) = ((points[u], points[v]) for u, v in (first, second))
    before, after = orientation(r, s, p), orientation(r, s, q)
    ratio = before / (before - after)
    (px, py), (qx, qy) = layout.places[first[0]], layout.places[first[1]]
    return px + ratio * (qx - px), py + ratio * (qy - py)


def _disc(index: int, note: str, layout: PointLayout, colour: str, *, filled: bool) -> Element:
    """Draw the disc of a vertex or point, with the position as its title."""
    x, y = layout.places[index]
    fill = colour if filled else CARD_FILL
    disc = element("circle", class_="vertex", cx=x, cy=y, r=layout.radius, fill=fill, stroke=colour, stroke_width=1.6)
    disc.append(element("title", text=note))
    return disc


def _number(index: int, layout: PointLayout, *, on_dark: bool, text_number: int) -> Element:
    """Write the number of a vertex on its disc. A rim keeps the number readable on top of a crossing mark."""
    x, y = layout.places[index]
    size = layout.radius * (1.25 if text_number < 10 else 1.1)
    ink, rim = (CARD_FILL, INK) if on_dark else (INK, CARD_FILL)
    digits = caption(str(text_number), x, y + 0.36 * size, size, fill=ink, class_="label")
    for name, value in (("font-weight", "600"), ("stroke", rim), ("stroke-width", "1.2"), ("paint-order", "stroke")):
        digits.set(name, value)
    return digits


def _step(drawing: Drawing, layout: PointLayout, swap: Edge | None, done: int) -> list[Element]:
    """Draw a step on its own sheet: the drawing and, below it, the number of crossings and the next swap."""
    state = _State.of(drawing)
    width, height = layout.width + 2 * _STEP_MARGIN, layout.height + 2 * _STEP_MARGIN + _STEP_CAPTION
    base = layout.height + 2 * _STEP_MARGIN
    parts = [
        element("rect", class_="step", width=width, height=height, rx=9, fill=CARD_FILL, stroke=CARD_EDGE),
        transformed(_draw(drawing, state, layout, swap), _STEP_MARGIN, _STEP_MARGIN),
        caption(_count_noun(state.crossings, "crossing"), width / 2, base + 12, 13, class_="note"),
    ]
    if swap is not None:
        parts.append(
            caption(f"swap {done + 1}: {swap[0]} – {swap[1]}", width / 2, base + 31, 13, fill=SWAP, class_="note")
        )
    return parts


def _steps(swaps: int) -> list[int | None]:
    """Return the number of swaps before each drawing. None stands for the drawings that are omitted.

    >>> _steps(2), len(_steps(66)), _steps(300)[59:63]
    ([0, 1, 2], 67, [59, None, 295, 296])
    """
    if swaps <= MAX_DRAWN_STEPS:
        return list(range(swaps + 1))
    first = MAX_DRAWN_STEPS - _LAST_STEPS
    return [*range(first), None, *range(swaps + 1 - _LAST_STEPS, swaps + 1)]


def _columns(count: int, across: float, down: float) -> int:
    """Return the number of drawings per row, for a picture slightly wider than high with rows of similar length."""
    most = min(count, _MOST_STEPS_A_ROW, max(3, round(sqrt(count * down * _STEPS_SHAPE / across))))
    return ceil(count / ceil(count / most))


def _format_place(place: Place) -> str:
    return f"{number(place[0])} {number(place[1])}"


def _count_noun(count: int, name: str) -> str:
    """Return a number followed by its noun in the singular or plural.

    >>> _count_noun(1, "edge"), _count_noun(2, "vertex"), _count_noun(1500, "crossing")
    ('1 edge', '2 vertices', '1,500 crossings')
    """
    plural = {"vertex": "vertices"}.get(name, f"{name}s")
    return f"{count:,} {name if count == 1 else plural}"


def _stretch_note(layout: PointLayout) -> str:
    return "The points lie in a narrow strip and are drawn stretched across it." if layout.stretched else ""
