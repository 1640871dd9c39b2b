"""Moves other than swaps: rotate, stretch and collapse an edge, exchange two vertices, and drag vertices.

Source: "Swap Planarity", section 2. If new positions are not integers, the whole drawing is scaled by 2 or 4, which
does not change its crossings. Each function raises DrawingError if a vertex or an edge does not exist, or if the result
of the move is not a valid drawing: if three vertices are collinear, two vertices are at the same point, or a coordinate
is beyond 2^30. The error names the vertices.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from ludex.games.planarity.drawing import Drawing, DrawingError, Edge, Number

_Place = tuple[Fraction, Fraction]

HALF = Fraction(1, 2)


def rotate_edge(drawing: Drawing, edge: Edge) -> Drawing:
    """Return a `drawing` after rotating an `edge` by 90 degrees counter-clockwise around its midpoint.

    >>> square = Drawing(((0, 0), (4, 0), (9, 5), (5, 9)), ((0, 1), (2, 3)))
    >>> rotate_edge(square, (0, 1)).points
    ((2, -2), (2, 2), (9, 5), (5, 9))
    """
    u, v = _edge_of(drawing, edge)
    x, y = _middle(drawing, u, v)
    dx, dy = _half(drawing, u, v)
    return _with_places(drawing, {u: (x + dy, y - dx), v: (x - dy, y + dx)})


def stretch_edge(drawing: Drawing, edge: Edge, factor: Fraction | int) -> Drawing:
    """Return a `drawing` after scaling an `edge` by a `factor` of 2 or 1/2. The midpoint of the edge stays in place.

    >>> line = Drawing(((0, 0), (4, 0), (9, 5)), ((0, 1), (1, 2)))
    >>> stretch_edge(line, (0, 1), 2).points
    ((-2, 0), (6, 0), (9, 5))
    >>> stretch_edge(line, (1, 2), HALF).points
    ((0, 0), (21, 5), (31, 15))
    """
    if factor not in (2, HALF):
        raise DrawingError(f"the factor of an edge must be 2 or 1/2, not {factor}")
    u, v = _edge_of(drawing, edge)
    x, y = _middle(drawing, u, v)
    dx, dy = _half(drawing, u, v)
    return _with_places(drawing, {u: (x - factor * dx, y - factor * dy), v: (x + factor * dx, y + factor * dy)})


def collapse_edge(drawing: Drawing, edge: Edge) -> Drawing:
    """Return a `drawing` after merging the ends of an `edge` at its midpoint and removing duplicate edges.

    The merged vertex gets the smaller number of the two ends. Vertex numbers above the larger number decrease by one.
    Errors name vertices by their new numbers.

    >>> collapse_edge(Drawing(((0, 0), (4, 0), (9, 5), (1, 8)), ((0, 1), (0, 2), (1, 2), (2, 3))), (0, 1))
    Drawing(points=((2, 0), (9, 5), (1, 8)), edges=((0, 1), (1, 2)))
    """
    u, v = _edge_of(drawing, edge)
    places: list[_Place] = [(Fraction(x), Fraction(y)) for x, y in drawing.points]
    places[u] = _middle(drawing, u, v)
    del places[v]
    number = [w - (w > v) if w != v else u for w in range(drawing.vertices)]
    edges = {(min(number[a], number[b]), max(number[a], number[b])) for a, b in drawing.edges if {a, b} != {u, v}}
    return _draw_places(places, edges)


def exchange_vertices(drawing: Drawing, u: int, v: int) -> Drawing:
    """Return a `drawing` after exchanging the points of two vertices `u` and `v`, adjacent or not.

    >>> exchange_vertices(Drawing(((0, 0), (4, 0), (9, 5)), ((0, 1),)), 0, 2).points
    ((9, 5), (4, 0), (0, 0))
    """
    for vertex in (u, v):
        _require_vertex(drawing, vertex)
    if u == v:
        raise DrawingError(f"only two different vertices can exchange places, not {u} and {v}")
    points = list(drawing.points)
    points[u], points[v] = points[v], points[u]
    return drawing.moved(tuple(points))


def drag_vertices(
    points: Sequence[Sequence[Number]], edges: Iterable[Sequence[int]], moves: Sequence[tuple[int, Sequence[Number]]]
) -> Drawing:
    """Return the drawing of `points` and `edges` after moving vertices. All coordinates are exact and scaled together.

    Each of the `moves` consists of a vertex and its new point. Raises DrawingError if the result is not a valid
    drawing. If a move causes the error, the `place` of the error is ("moves", index, "vertex") or ("moves", index,
    "to").

    >>> from decimal import Decimal
    >>> drag_vertices([[0, 0], [4, 0], [9, 5]], [[0, 1]], [(1, [7, Decimal("0.5")])]).points
    ((0, 0), (70, 5), (90, 50))
    """
    moved, places = list(points), dict[int, int]()
    for index, (vertex, to) in enumerate(moves):
        if not 0 <= vertex < len(moved):
            raise DrawingError(f"vertices must be 0 to {len(moved) - 1}", ("moves", index, "vertex"))
        if vertex in places:
            raise DrawingError(f"vertex {vertex} is moved twice", ("moves", index, "vertex"))
        places[vertex], moved[vertex] = index, to
    try:
        return Drawing.from_numbers(moved, edges)
    except DrawingError as error:
        point = error.place[1] if error.place[:1] == ("points",) and len(error.place) > 1 else None
        at_fault = places.get(point) if isinstance(point, int) else None
        raise DrawingError(error.message, error.place if at_fault is None else ("moves", at_fault, "to")) from None


def _edge_of(drawing: Drawing, edge: Edge) -> Edge:
    u, v = min(edge), max(edge)
    if (u, v) not in drawing.edges:
        raise DrawingError(f"{[u, v]} is not an edge of the drawing")
    return u, v


def _require_vertex(drawing: Drawing, vertex: int) -> None:
    if not 0 <= vertex < drawing.vertices:
        raise DrawingError(f"vertex {vertex} does not exist: the vertices are 0 to {drawing.vertices - 1}")


def _middle(drawing: Drawing, u: int, v: int) -> _Place:
    (px, py), (qx, qy) = drawing.points[u], drawing.points[v]
    return Fraction(px + qx, 2), Fraction(py + qy, 2)


def _half(drawing: Drawing, u: int, v: int) -> _Place:
    """Return half the vector from u to v."""
    (px, py), (qx, qy) = drawing.points[u], drawing.points[v]
    return Fraction(qx - px, 2), Fraction(qy - py, 2)


def _with_places(drawing: Drawing, moved: Mapping[int, _Place]) -> Drawing:
    places = [moved.get(vertex, (Fraction(x), Fraction(y))) for vertex, (x, y) in enumerate(drawing.points)]
    return _draw_places(places, drawing.edges)


def _draw_places(places: Sequence[_Place], edges: Iterable[Edge]) -> Drawing:
    """Return the drawing whose vertices are at the given places, after scaling all coordinates to integers."""
    scale = lcm(*(coordinate.denominator for place in places for coordinate in place))
    try:
        return Drawing(tuple((int(x * scale), int(y * scale)) for x, y in places), tuple(edges))
    except DrawingError as error:
        vertex = f"at vertex {error.place[1]}, " if len(error.place) == 3 else ""
        raise DrawingError(f"the move does not give a valid drawing: {vertex}{error.message}", error.place) from None
