"""Triangulations of points in general position, represented by the set of neighbours of each point.

The following arguments are the same in all functions. The module :mod:`ludex.engine.kernels.bits` describes sets:

points : int64 (n, 2)
    The coordinates of the points.
neighbours : uint64 (n)
    The set of neighbours of each point.
waiting : int64 (rows, 2)
    Scratch space for edges that are still to be processed.
"""

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, least, single
from ludex.engine.kernels.random_numbers import below, next_bits
from ludex.games.planarity.kernels.segments import left_of

MAX_SPREAD = 1 << 15
"""The coordinates in `delaunay` must differ by less than this number.

Each of the three products in `in_circle` is then below 2^61.
"""


@compiled_subroutine
def join(u, v, neighbours):
    """Add an edge between `u` and `v`. For `neighbours`, see the module."""
    neighbours[u] |= single(v, neighbours[u])
    neighbours[v] |= single(u, neighbours[v])


@compiled_subroutine
def flip(u, v, a, b, neighbours):
    """Replace the edge between `u` and `v` by an edge between `a` and `b`. For `neighbours`, see the module."""
    neighbours[u] &= ~single(v, neighbours[u])
    neighbours[v] &= ~single(u, neighbours[v])
    join(a, b, neighbours)


@compiled
def list_edges(neighbours, edges):
    """Write the edges (u, v) with u < v to `edges`, in ascending order, and return their number.

    `edges` is int64 (rows, 2), with enough rows. For `neighbours`, see the module.
    """
    neighbours = as_sets(neighbours, 1)
    count = 0
    for u in range(len(neighbours)):
        others = neighbours[u]
        while others:
            v = least(others)
            others &= others - ONE
            if u < v:
                edges[count, 0], edges[count, 1] = u, v
                count += 1
    return count


@compiled
def left_apex(u, v, points, neighbours):
    """Return the third vertex of the triangle to the left of the edge from `u` to `v`, or -1 if there is no triangle.

    The apex is the first common neighbour in counter-clockwise order around u, starting from v. The triangle formed by
    u, v and any other common neighbour on this side would contain the apex. For the other arguments, see the module.
    """
    neighbours = as_sets(neighbours, 1)
    common = neighbours[u] & neighbours[v]
    apex = -1
    while common:
        w = least(common)
        common &= common - ONE
        if left_of(points, u, v, w) and (apex < 0 or left_of(points, u, w, apex)):
            apex = w
    return apex


@compiled_subroutine
def in_circle(p, q, r, s, points):
    """Return whether `s` lies inside the circle through `p`, `q` and `r`, which make a left turn. The test is exact.

    The numbers are indices of `points`, whose coordinates must not differ too much (see MAX_SPREAD).
    """
    x, y = points[s, 0], points[s, 1]
    ax, ay = points[p, 0] - x, points[p, 1] - y
    bx, by = points[q, 0] - x, points[q, 1] - y
    cx, cy = points[r, 0] - x, points[r, 1] - y
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return a * (bx * cy - by * cx) - b * (ax * cy - ay * cx) + c * (ax * by - ay * bx) > 0


@compiled_subroutine
def sweep(order, points, neighbours, chain):
    """Triangulate `points` from left to right: join each point to the visible hull vertices of the previous points.

    `order`, int64 (n), lists the points by x and then by y. `chain`, int64 (n), is scratch space for the lower hull of
    the previous points and, in a second pass, for their upper hull. For `neighbours`, see the module.
    """
    for upper in (False, True):
        size = 0
        for new in order:
            if size:
                join(chain[size - 1], new, neighbours)
            while size > 1 and left_of(points, chain[size - 2], chain[size - 1], new) == upper:
                size -= 1
                join(chain[size - 1], new, neighbours)
            chain[size] = new
            size += 1


@compiled
def delaunay(order, points, neighbours, chain, waiting):
    """Write the Delaunay triangulation of `points` to `neighbours`, whose sets must be empty.

    After a sweep, flips make every circumcircle empty (C. Lawson, "Software for C1 surface interpolation", 1977). An
    edge that a flip has removed never returns, so there are at most n (n - 1) / 2 flips. Each flip adds three edges to
    `waiting`, which therefore needs 3 n (n - 1) / 2 rows. For `order` and `chain`, see `sweep`.
    """
    neighbours = as_sets(neighbours, 1)
    sweep(order, points, neighbours, chain)
    count = list_edges(neighbours, waiting)
    while count:
        count -= 1
        u, v = waiting[count, 0], waiting[count, 1]
        if not neighbours[u] & single(v, neighbours[u]):
            continue
        left, right = left_apex(u, v, points, neighbours), left_apex(v, u, points, neighbours)
        if left < 0 or right < 0 or not in_circle(u, v, left, right, points):
            continue
        flip(u, v, left, right, neighbours)
        for end in (u, v):
            for apex in (left, right):
                waiting[count, 0], waiting[count, 1] = end, apex
                count += 1


@compiled
def flip_randomly(flips, points, neighbours, waiting, random):
    """Make this number of random `flips`, each drawn uniformly from all possible flips. Stop if no flip is possible.

    An edge can be flipped if the two triangles at the edge form a convex quadrilateral. `waiting` needs a row for each
    edge. `random`, uint64 (1), is the state of the random numbers. For the other arguments, see the module.
    """
    neighbours = as_sets(neighbours, 1)
    for _ in range(flips):
        count = list_edges(neighbours, waiting)
        flipped = False
        while not flipped:
            if not count:
                return
            place = below(next_bits(random), np.uint64(count))
            u, v = waiting[place, 0], waiting[place, 1]
            count -= 1
            for later in range(place, count):
                waiting[later, 0], waiting[later, 1] = waiting[later + 1, 0], waiting[later + 1, 1]
            left, right = left_apex(u, v, points, neighbours), left_apex(v, u, points, neighbours)
            if left >= 0 and right >= 0:
                flipped = left_of(points, left, right, v) and not left_of(points, left, right, u)
        flip(u, v, left, right, neighbours)
