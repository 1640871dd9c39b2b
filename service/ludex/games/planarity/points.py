"""Points with integer coordinates: orientation, general position and convex hull, in exact integer arithmetic.

Source: "Swap Planarity", section 4.2; M. de Berg et al., "Computational Geometry", chapter 1 (convex hull by one
sweep).
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from ludex.engine.faults import Fault, Place

MAX_COORDINATE = 2**30
"""The largest absolute value of a coordinate.

With this bound, twice the area of a triangle is at most 2^62 and fits into 64 bits.
"""

MAX_POINTS = 128
"""The largest number of points. The compiled searches represent a set of points by at most two words of 64 bits."""

Point = tuple[int, int]
Points = tuple[Point, ...]


class PointsError(Fault):
    """Invalid points. `place` locates the error: ("points", 3) or ("points", 3, 0)."""

    def __init__(self, message: str, place: Place = ("points",)) -> None:
        super().__init__(message, place)


def orientation(p: Point, q: Point, r: Point) -> int:
    """Return twice the signed area of the triangle `p`, `q`, `r`. It is positive if the points make a left turn.

    >>> orientation((0, 0), (1, 0), (0, 1))
    1
    """
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def segments_cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Return whether the open segments from `p` to `q` and from `r` to `s` cross.

    The four points must be distinct and in general position.

    >>> segments_cross((0, 0), (2, 2), (0, 2), (3, 0)), segments_cross((0, 0), (1, 0), (0, 1), (5, 7))
    (True, False)
    """
    return (orientation(p, q, r) > 0) != (orientation(p, q, s) > 0) and (orientation(r, s, p) > 0) != (
        orientation(r, s, q) > 0
    )


def require_general_position(points: Sequence[Point]) -> None:
    """Raise PointsError unless `points` are 1 to 128 distinct points within the bounds and no three are collinear.

    Cost: O(n^2) directions are compared as reduced fractions.

    >>> require_general_position([(0, 0), (1, 1), (2, 2)])
    Traceback (most recent call last):
    ...
    ludex.games.planarity.points.PointsError: points/2: points 0, 1 and 2 are on a line
    """
    if not 1 <= len(points) <= MAX_POINTS:
        raise PointsError(f"{len(points)} points given; 1 to {MAX_POINTS} are allowed")
    first_indices: dict[Point, int] = {}
    for index, (x, y) in enumerate(points):
        for axis, coordinate in enumerate((x, y)):
            if abs(coordinate) > MAX_COORDINATE:
                raise PointsError(f"a coordinate is outside -2^30 to 2^30: {coordinate}", ("points", index, axis))
        same = first_indices.setdefault((x, y), index)
        if same != index:
            raise PointsError(f"points {same} and {index} are the same: {[x, y]}", ("points", index))
    for i, (x, y) in enumerate(points):
        # Division rounds correctly, so equal slopes have equal quotients. If all quotients differ, as they usually do,
        # no two slopes are equal.
        slopes = {(b - y) / (a - x) if a != x else None for a, b in points[i + 1 :]}
        if len(slopes) == len(points) - i - 1:
            continue
        seen: dict[tuple[int, int], int] = {}
        for j in range(i + 1, len(points)):
            dx, dy = points[j][0] - x, points[j][1] - y
            divisor = gcd(dx, dy)
            if dx < 0 or (dx == 0 and dy < 0):
                divisor = -divisor
            other = seen.setdefault((dx // divisor, dy // divisor), j)
            if other != j:
                raise PointsError(f"points {i}, {other} and {j} are on a line", ("points", j))


def hull(points: Sequence[Point]) -> tuple[int, ...]:
    """Return the indices of the `points` on the convex hull, in counter-clockwise order.

    The first index is that of the smallest point, compared by x and then by y. The points must be in general position.
    Cost: `O(n log n)`.

    >>> hull([(4, 3), (0, 0), (3, 9), (8, 0)])
    (1, 3, 2)
    """
    return _hull(tuple(map(tuple, points)))


@lru_cache(maxsize=64)
def _hull(points: Points) -> tuple[int, ...]:
    """Return the hull. Results are cached: the label, order type and document of a drawing need the same hull."""
    ordered = sorted(range(len(points)), key=points.__getitem__)
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(points, ordered), _chain(points, ordered[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _chain(points: Sequence[Point], ordered: list[int]) -> list[int]:
    chain: list[int] = []
    for index in ordered:
        x, y = points[index]
        while len(chain) >= 2:
            # The orientation is written out because this loop dominates the cost of a hull.
            (ax, ay), (bx, by) = points[chain[-2]], points[chain[-1]]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0:
                break
            chain.pop()
        chain.append(index)
    return chain


def interior(points: Sequence[Point]) -> tuple[int, ...]:
    """Return the indices of the `points` inside the convex hull, in ascending order.

    >>> interior([(4, 3), (0, 0), (3, 9), (8, 0)])
    (0,)
    """
    outside = set(hull(points))
    return tuple(index for index in range(len(points)) if index not in outside)
