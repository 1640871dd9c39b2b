"""Delaunay triangulations by trying every circle through three points, in fractions. Imports nothing from ludex."""

from fractions import Fraction
from itertools import combinations


def _circle(p, q, r):
    """Return the centre of the circle through three points, and its squared radius."""
    (ax, ay), (bx, by), (cx, cy) = p, q, r
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = Fraction(a * (by - cy) + b * (cy - ay) + c * (ay - by), d)
    y = Fraction(a * (cx - bx) + b * (ax - cx) + c * (bx - ax), d)
    return x, y, (ax - x) ** 2 + (ay - y) ** 2


def empty_circles(points):
    """Return, for each three points whose circle has no point inside, their indices and those on the circle."""
    found = []
    for triple in combinations(range(len(points)), 3):
        x, y, radius = _circle(*(points[i] for i in triple))
        powers = [(px - x) ** 2 + (py - y) ** 2 - radius for px, py in points]
        if min(powers) >= 0:
            found.append((triple, [i for i, power in enumerate(powers) if power == 0]))
    return found


def delaunay(points):
    """Return the edges of the Delaunay triangulation of points with no four on an empty circle."""
    return sorted({edge for triple, _ in empty_circles(points) for edge in combinations(triple, 2)})


def crosses(p, q, r, s):
    """Tell whether the open segments pq and rs meet, by the parameters of the common point of their lines."""
    d = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    if not d:
        return False
    t = Fraction((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0]), d)
    u = Fraction((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0]), d)
    return 0 < t < 1 and 0 < u < 1


def is_plane(points, edges):
    """Tell whether no two edges cross."""
    return not any(crosses(*(points[i] for i in (*e, *f))) for e, f in combinations(edges, 2) if not set(e) & set(f))


def flips(points, edges):
    """Return every triangulation of the points that results if another edge replaces one of the edges."""
    pairs = set(combinations(range(len(points)), 2)) - set(edges)
    kept = [(set(edges) - {edge}, new) for edge in edges for new in pairs]
    made = [tuple(sorted(rest | {new})) for rest, new in kept if is_plane(points, sorted(rest | {new}))]
    return set(made)
