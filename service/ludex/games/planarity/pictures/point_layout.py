"""The layout of points in a picture. Points are placed far enough apart to be readable.

A point set in a narrow strip is stretched across the strip. Only affine maps are used, so the crossings, the convex
hull and the order type do not change.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist, hypot

from ludex.games.planarity.points import Point

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
