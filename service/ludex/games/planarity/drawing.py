"""Drawings: graphs drawn with straight edges on points in general position, and swaps on them.

Source: "Swap Planarity", section 2. Vertices are numbered from 0, and vertex i is at `points[i]`.
"""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations
from math import gcd
from operator import index as integer_of
from typing import TYPE_CHECKING, SupportsIndex

from ludex.engine.arguments import require_list, require_pairs, require_type
from ludex.engine.faults import Fault, Place
from ludex.exports import notebook_picture
from ludex.games.planarity.points import (
    MAX_COORDINATE,
    MAX_POINTS,
    Point,
    Points,
    PointsError,
    orientation,
    require_general_position,
)

if TYPE_CHECKING:
    import networkx
    import numpy

MAX_VERTICES = MAX_POINTS

MAX_EDGES = 2016
"""The largest number of edges, which is that of a complete graph with 64 vertices.

The number of pairs of edges limits the work and the memory for everything that concerns crossings.
"""

Edge = tuple[int, int]
Number = int | Decimal

MAX_DECIMALS = 350
"""The largest number of decimals. The text of a floating-point number has at most 341."""

# An integer with more digits is outside the bounds.
_MOST_DIGITS = 30


class DrawingError(Fault):
    """The points or edges of a drawing are invalid. `place` locates the error: ("edges", 3) or ("points", 2, 1)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A graph drawn with straight edges on points in general position.

    A drawing is validated when it is created: it has 1 to 128 vertices with coordinates from -2^30 to 2^30 and at most
    2,016 edges, no two points coincide, no three are collinear, and no edge is a loop or occurs twice. The y axis
    points upward.

    Parameters
    ----------
    points : tuple of (int, int)
        The point of each vertex.
    edges : tuple of (int, int)
        Pairs of vertices, numbered from 0, in any order. They are stored sorted, each as (u, v) with u < v.

    Raises
    ------
    DrawingError
        If the points or edges do not satisfy these conditions. The error locates the first violation.

    Notes
    -----
    Creating a drawing costs `O(n^2)` for n vertices.

    References
    ----------
    "Swap Planarity", section 2.

    Examples
    --------
    >>> drawing = Drawing(((0, 0), (8, 0), (3, 9), (4, 3)), ((3, 0), (1, 2)))
    >>> drawing.edges
    ((0, 3), (1, 2))
    >>> drawing.swapped((0, 3)).points
    ((4, 3), (8, 0), (3, 9), (0, 0))
    """

    points: Points
    edges: tuple[Edge, ...]

    _repr_svg_ = notebook_picture("ludex.games.planarity.pictures.drawings:drawing_svg")

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", _integer_pairs(self.points, "points"))
        object.__setattr__(self, "edges", _integer_pairs(self.edges, "edges"))
        try:
            require_general_position(self.points)
        except PointsError as error:
            raise DrawingError(error.message, error.place) from None
        if too_many := describe_excess(self.edges):
            raise DrawingError(too_many, ("edges",))
        object.__setattr__(self, "edges", _sorted_edges(self.edges, len(self.points)))

    @classmethod
    def from_numbers(
        cls, points: Sequence[Sequence[Number]], edges: Iterable[Sequence[int]], decimals: int | None = None
    ) -> "Drawing":
        """Return a drawing of `edges` between `points` with integer or decimal coordinates, as in JSON.

        Decimals are scaled to integers by a single power of ten for the whole drawing. If a number of `decimals` is
        given, the coordinates are rounded first, as :func:`round_points` does. Raises DrawingError for invalid points
        or edges.

        >>> Drawing.from_numbers([[0, 0], [Decimal("0.5"), 1], [1, Decimal("0.25")]], [[0, 1]]).points
        ((0, 0), (50, 100), (100, 25))
        """
        return cls(integer_points(points, decimals), _integer_pairs(edges, "edges"))

    @classmethod
    def unchecked(cls, points: Points, edges: tuple[Edge, ...]) -> "Drawing":
        """Return the drawing of `points` and sorted `edges` without validating them."""
        drawing = object.__new__(cls)
        object.__setattr__(drawing, "points", points)
        object.__setattr__(drawing, "edges", edges)
        return drawing

    @staticmethod
    def require(value: object, name: str = "drawing") -> None:
        """Raise TypeError if the argument `name` is not a drawing."""
        require_type(value, Drawing, name, "Drawing(points, edges) creates a Drawing")

    @property
    def vertices(self) -> int:
        """Return the number of vertices."""
        return len(self.points)

    def swapped(self, edge: Edge) -> "Drawing":
        """Return the drawing after a swap, which exchanges the vertices at the two ends of an `edge`.

        Raises DrawingError if the drawing does not have this edge.
        """
        return self.after((edge,))

    def after(self, swaps: Iterable[Edge]) -> "Drawing":
        """Return the drawing after the `swaps`, which are edges.

        Raises DrawingError if the drawing does not have one of these edges.
        """
        points = list(self.points)
        for edge in require_pairs(swaps, "swaps"):
            u, v = min(edge), max(edge)
            if (u, v) not in self.edges:
                raise DrawingError(f"{[u, v]} is not an edge of the drawing")
            points[u], points[v] = points[v], points[u]
        return Drawing.unchecked(tuple(points), self.edges)

    def moved(self, points: Points) -> "Drawing":
        """Return the same graph drawn on other `points`."""
        return Drawing(points, self.edges)

    def graph(self) -> "networkx.Graph":
        """Return the graph as a networkx graph with nodes 0 to n - 1. The attribute `point` of a node is its point.

        >>> Drawing(((0, 0), (1, 0), (0, 1)), ((0, 1),)).graph().nodes[1]
        {'point': (1, 0)}
        """
        import networkx

        graph = networkx.Graph()
        graph.add_nodes_from((vertex, {"point": point}) for vertex, point in enumerate(self.points))
        graph.add_edges_from(self.edges)
        return graph


def _integer_pairs(pairs: Iterable[Sequence[int]], name: str) -> tuple[tuple[int, int], ...]:
    """Convert pairs of integers to tuples.

    Raises DrawingError with the location of the first value that is not a pair of integers.
    """
    result = []
    for index, pair in enumerate(require_list(pairs, name)):
        try:
            first, second = pair
        except (TypeError, ValueError):
            raise DrawingError("not a pair of integers", (name, index)) from None
        if not type(first) is type(second) is int:
            first, second = (_integer(number, (name, index, axis)) for axis, number in enumerate((first, second)))
        result.append((first, second))
    return tuple(result)


def _integer(number: object, place: Place) -> int:
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise DrawingError(f"{number!r} is not an integer", place)
    return integer_of(number)


def integer_points(points: Sequence[Sequence[Number]], decimals: int | None = None) -> Points:
    """Convert `points` to integer coordinates.

    If there are decimals, all coordinates are multiplied by the smallest power of ten that makes them integers. If a
    number of `decimals` is given, the coordinates are rounded first, as :func:`round_points` does. Raises DrawingError,
    before any arithmetic, if a number is not finite, is too large or has too many decimals.

    >>> integer_points([[Decimal("1.50"), 2]])
    ((15, 20),)
    """
    points = list(require_list(points, "points"))
    if len(points) > MAX_POINTS:
        raise DrawingError(f"{len(points)} points given; 1 to {MAX_POINTS} are allowed", ("points",))
    for place, point in enumerate(points):
        if isinstance(point, str) or not isinstance(point, Sequence):
            raise DrawingError("not a pair of numbers", ("points", place))
    if all(len(point) == 2 and _is_within(point[0]) and _is_within(point[1]) for point in points):
        return tuple((x, y) for x, y in points)  # type: ignore[misc]
    if decimals is not None:
        points = round_points(points, decimals)
    most = _most_decimals(points)
    scaled = _scaled(points, most)
    for index, point in enumerate(scaled):
        for axis, coordinate in enumerate(point):
            if abs(coordinate) > MAX_COORDINATE:
                fitting = _fitting_decimals(scaled, most)
                scale = f" (all coordinates times 10^{most}, to make them whole)" if most else ""
                remedy = f"; at most {fitting} decimals fit: round the coordinates, such as with `round`: {fitting}"
                raise DrawingError(
                    f"a coordinate is outside -2^30 to 2^30: {coordinate}{scale}{remedy if fitting >= 0 else ''}",
                    ("points", index, axis),
                )
    return scaled


def round_points(points: Sequence[Sequence[Number]], decimals: int) -> list[tuple[Decimal, Decimal]]:
    """Round the coordinates of `points` to a number of `decimals`, halves to the even digit.

    Raises DrawingError if the turn of three points changes, which is decided exactly. Cost: O(n^3) for n points.

    >>> round_points([[Decimal("0.1234"), 2], [3, 4]], 2)
    [(Decimal('0.12'), Decimal('2.00')), (Decimal('3.00'), Decimal('4.00'))]
    >>> round_points([[Decimal("0.0004"), 0], [0, 1], [0, 2]], 3)
    Traceback (most recent call last):
    ...
    ludex.games.planarity.drawing.DrawingError: round: with 3 decimals, the turn of points 0, 1 and 2 changes; give 4
    """
    most = _most_decimals(points)
    exact = _scaled(points, most)
    rounded = _rounded(exact, decimals - most)
    changed = None if decimals >= most else _changed_turn(exact, rounded)
    if changed is not None:
        larger = range(decimals + 1, min(_fitting_decimals(exact, most), most) + 1)
        better = next((more for more in larger if _changed_turn(exact, _rounded(exact, more - most)) is None), None)
        remedy = "no number of decimals that fits keeps all turns" if better is None else f"give {better}"
        u, v, w = changed
        raise DrawingError(
            f"with {decimals} decimals, the turn of points {u}, {v} and {w} changes; {remedy}", ("round",)
        )
    return [(Decimal(x).scaleb(-decimals), Decimal(y).scaleb(-decimals)) for x, y in rounded]


def _rounded(points: Points, digits: int) -> Points:
    """Multiply coordinates by 10 to the power of `digits`, and round them to integers."""
    factor = Fraction(10) ** digits
    return tuple((round(x * factor), round(y * factor)) for x, y in points)


def _changed_turn(points: Points, others: Points) -> tuple[int, int, int] | None:
    """Return the indices of three points whose turn is another one among `others`, or None."""
    for triple in combinations(range(len(points)), 3):
        before, after = (orientation(*(known[index] for index in triple)) for known in (points, others))
        if (before > 0, before < 0) != (after > 0, after < 0):
            return triple
    return None


def _fitting_decimals(points: Points, decimals: int) -> int:
    """Return the largest number of decimals to which coordinates can be rounded; negative if they are too large.

    `points` are the coordinates multiplied by 10 to the power of `decimals`.
    """
    for fewer in range(decimals, -1, -1):
        numbers = list(chain.from_iterable(_rounded(points, fewer - decimals)))
        zeros = 10 ** next((count for count in range(fewer) if gcd(*numbers) % 10 ** (count + 1)), fewer)
        if all(abs(number) <= MAX_COORDINATE * zeros for number in numbers):
            return fewer
    return -1


def _is_within(number: Number) -> bool:
    return type(number) is int and -MAX_COORDINATE <= number <= MAX_COORDINATE


def _placed_numbers(points: Sequence[Sequence[Number]]) -> Iterable[tuple[Number, Place]]:
    for index, point in enumerate(points):
        if len(point) != 2:
            raise DrawingError(f"a point must have two coordinates, not {len(point)}", ("points", index))
        for axis, number in enumerate(point):
            yield number, ("points", index, axis)


def _most_decimals(points: Sequence[Sequence[Number]]) -> int:
    return max((_decimals(number, place) for number, place in _placed_numbers(points)), default=0)


def _decimals(number: Number, place: Place) -> int:
    """Return the number of decimals of a number, ignoring trailing zeros."""
    if isinstance(number, int):
        if abs(number) > MAX_COORDINATE:
            raise DrawingError("a coordinate is outside -2^30 to 2^30", place)
        return 0
    if not isinstance(number, Decimal):
        raise DrawingError(f"{number!r} is neither an integer nor a Decimal; only these are exact", place)
    if not number.is_finite():
        raise DrawingError(f"a coordinate is not a number: {number}", place)
    if not number:
        return 0
    if number.adjusted() > _MOST_DIGITS:
        raise DrawingError("a coordinate is outside -2^30 to 2^30", place)
    _, digits, exponent = number.as_tuple()
    significant = "".join(map(str, digits)).rstrip("0")
    decimals = -(int(exponent) + len(digits) - len(significant))
    if decimals > MAX_DECIMALS:
        raise DrawingError(f"a coordinate has {decimals} decimals; at most {MAX_DECIMALS} are allowed", place)
    return max(decimals, 0)


def _scaled(points: Sequence[Sequence[Number]], decimals: int) -> Points:
    # Fractions are exact, whereas decimal arithmetic would round to the precision of its context.
    return tuple((int(Fraction(x) * 10**decimals), int(Fraction(y) * 10**decimals)) for x, y in points)


def describe_excess(edges: Sized) -> str | None:
    """Return an error message if there are more than MAX_EDGES `edges`, and None otherwise."""
    return f"{len(edges)} edges given; at most {MAX_EDGES} are allowed" if len(edges) > MAX_EDGES else None


def _sorted_edges(edges: Iterable[Edge], vertices: int) -> tuple[Edge, ...]:
    seen: dict[Edge, int] = {}
    for index, (u, v) in enumerate(edges):
        for end in (u, v):
            if not 0 <= end < vertices:
                raise DrawingError(
                    f"vertex {end} does not exist: the vertices are 0 to {vertices - 1}", ("edges", index)
                )
        if u == v:
            raise DrawingError(f"the edge joins vertex {u} to itself", ("edges", index))
        first = seen.setdefault((min(u, v), max(u, v)), index)
        if first != index:
            raise DrawingError(f"edge {[u, v]} occurs twice, first as edge {first}", ("edges", index))
    return tuple(sorted(seen))


def closed_neighbourhoods(drawing: Drawing) -> list[int]:
    """Return, for each vertex of a `drawing`, the set of the vertex and its neighbours, as the bits of an integer.

    >>> closed_neighbourhoods(Drawing(((0, 0), (1, 0), (0, 1)), ((0, 1),)))
    [3, 3, 4]
    """
    sets = [1 << vertex for vertex in range(drawing.vertices)]
    for u, v in drawing.edges:
        sets[u] |= 1 << v
        sets[v] |= 1 << u
    return sets


def number_array(points: Sequence[Point], edges: Sequence[Edge]) -> "numpy.ndarray":
    """Return an int64 array of shape `(n + m, 2)` whose rows are the `points`, followed by the `edges`.

    Creating one array is faster than creating two arrays.
    """
    import numpy as np

    rows = (*points, *edges)
    return np.fromiter(chain.from_iterable(rows), np.int64, 2 * len(rows)).reshape(-1, 2)
