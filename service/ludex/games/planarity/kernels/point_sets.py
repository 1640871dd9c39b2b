"""Compiled searches for point sets in delta-general position on the integer grid.

All computations are exact in 64 bits for coordinates below 2^14, because a squared cross product is then below 2^58.
The following arguments are the same in all functions:

points : int64 (n, 2)
    The coordinates of the points.
delta_squared : int
    The square of delta, in squared units of the grid.
grid : int
    The number of grid points on a side.
state : int64 (STATE_SIZE)
    The state of a search between two calls.
random : uint64 (1)
    The state of the random number generator.
lines : int64 (LINES_SIZE, n (n - 1) / 2)
    A column for each pair of points p > q, in lexicographic order. The pairs of the first p points are the first
    columns.
"""

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.random_numbers import first_below, next_bits, second_below

# Entries of `state`.
PLACED = 0
ATTEMPTS = 1
SINCE_RESTART = 2
RESTARTS = 3
REFUSED = 4
# The three points of the narrowest triple start at this index.
TRIPLE = 5
# The numbers of narrow triples of these three points start at this index.
NARROW = 8
STATE_SIZE = 11

# The rows of `lines`: the coordinates of p and q, the square of their distance, and their indices.
PX, PY, QX, QY, SQUARED, P, Q = range(7)
LINES_SIZE = 7

# The number of columns between two comparisons of the count of narrow triples with its limit.
_COLUMNS = 64

# If the ratio of two rounded quotients is less than this number, their order may be wrong.
CLOSE = 1 + 1e-9


@compiled
def is_narrow(x, y, p, q, delta_squared, points):
    """Return whether (x, y), point `p` and point `q` form a narrow triple.

    In a narrow triple, one of the points is nearer than delta to the line through the other two points.
    For `delta_squared` and `points`, see the module.
    """
    px = points[p, 0] - x
    py = points[p, 1] - y
    qx = points[q, 0] - x
    qy = points[q, 1] - y
    cross = px * qy - py * qx
    if cross == 0:
        return True
    dx = px - qx
    dy = py - qy
    longest = max(px * px + py * py, qx * qx + qy * qy, dx * dx + dy * dy)
    return cross * cross < delta_squared * longest


@compiled
def is_near(x, y, p, delta_squared, points):
    """Return whether (x, y) is equal to point `p`, or nearer than delta to this point.

    For `delta_squared` and `points`, see the module.
    """
    dx = points[p, 0] - x
    dy = points[p, 1] - y
    distance = dx * dx + dy * dy
    return distance == 0 or distance < delta_squared


@compiled
def fits(x, y, placed, delta_squared, points):
    """Return whether the first `placed` points remain in delta-general position if (x, y) is added to them.

    For `delta_squared` and `points`, see the module.
    """
    if placed == 1:
        return not is_near(x, y, 0, delta_squared, points)
    for p in range(placed):
        for q in range(p):
            if is_narrow(x, y, p, q, delta_squared, points):
                return False
    return True


@compiled
def grow(steps, limit, restart, grid, delta_squared, points, state, random):
    """Place points by rejection sampling: try random points, keep those that fit, and stop when all points are placed.

    After `restart` attempts, the sampling restarts without any placed points. The function returns after `steps`
    attempts, or when state[ATTEMPTS] reaches `limit`. Returns True if all points are placed. For the other arguments,
    see the module.
    """
    for _ in range(steps):
        if state[PLACED] == len(points):
            return True
        if state[ATTEMPTS] >= limit:
            return False
        if state[SINCE_RESTART] >= restart:
            state[SINCE_RESTART] = 0
            state[PLACED] = 0
            state[RESTARTS] += 1
        state[ATTEMPTS] += 1
        state[SINCE_RESTART] += 1
        bits = next_bits(random)
        x = first_below(bits, grid)
        y = second_below(bits, grid)
        placed = state[PLACED]
        if fits(x, y, placed, delta_squared, points):
            points[placed, 0] = x
            points[placed, 1] = y
            state[PLACED] = placed + 1
    return state[PLACED] == len(points)


@compiled_subroutine
def narrow_in_columns(x, y, without, begin, end, delta_squared, lines):
    """Count the narrow triples of (x, y) and a pair in the columns `begin` to `end` - 1 of `lines`.

    Pairs that contain the point `without` are not counted. The loop has no branches, and its index is unsigned, so that
    the compiler uses vector instructions. For the other arguments, see the module.
    """
    count = 0
    for k in range(np.uint64(begin), np.uint64(end)):
        px = lines[PX, k] - x
        py = lines[PY, k] - y
        qx = lines[QX, k] - x
        qy = lines[QY, k] - y
        cross = px * qy - py * qx
        longest = max(lines[SQUARED, k], px * px + py * py, qx * qx + qy * qy)
        narrow = (cross == 0) | (cross * cross < delta_squared * longest)
        if narrow & (lines[P, k] != without) & (lines[Q, k] != without):
            count += 1
    return count


@compiled
def narrow_triples(point, x, y, enough, delta_squared, points, lines):
    """Count the narrow triples that contain `point` if this point is moved to (x, y).

    The function stops early when the count is greater than `enough`. If there are only two points, the function counts
    near pairs instead. For the other arguments, see the module.
    """
    if len(points) == 2:
        return 1 if is_near(x, y, 1 - point, delta_squared, points) else 0
    pairs = lines.shape[1]
    count = 0
    for begin in range(0, pairs, _COLUMNS):
        count += narrow_in_columns(x, y, point, begin, min(begin + _COLUMNS, pairs), delta_squared, lines)
        if count > enough:
            break
    return count


@compiled
def height_of(p, q, r, points):
    """Return the squared height of a triple of `points` over its longest side.

    The result is a rounded float, which is only used to compare triples.
    """
    ax = points[q, 0] - points[p, 0]
    ay = points[q, 1] - points[p, 1]
    bx = points[r, 0] - points[p, 0]
    by = points[r, 1] - points[p, 1]
    cross = ax * by - ay * bx
    longest = max(ax * ax + ay * ay, bx * bx + by * by, (ax - bx) ** 2 + (ay - by) ** 2)
    # If all three points are equal, the length of the longest side is 0.
    return float(cross) * float(cross) / float(max(longest, 1))


@compiled
def pair_index(p, q):
    """Return the index of the pair p > q in `lines`."""
    return p * (p - 1) // 2 + q


@compiled
def update_point(point, points, lines):
    """Update the `lines` of all pairs that contain a moved `point`. See the module."""
    for other in range(len(points)):
        if other == point:
            continue
        p = max(point, other)
        q = min(point, other)
        k = pair_index(p, q)
        lines[PX, k], lines[PY, k] = points[p, 0], points[p, 1]
        lines[QX, k], lines[QY, k] = points[q, 0], points[q, 1]
        lines[SQUARED, k] = (points[p, 0] - points[q, 0]) ** 2 + (points[p, 1] - points[q, 1]) ** 2
        lines[P, k], lines[Q, k] = p, q


@compiled
def find_narrowest_triple(points, lines, state):
    """Write the triple of `points` with the smallest height to state[TRIPLE:].

    When the function is called, state[TRIPLE:] contains some triple, whose height limits the search: a point that forms
    no triple of at most this height with two points before it is skipped. For the other arguments, see the module.
    """
    limit = height_of(state[TRIPLE], state[TRIPLE + 1], state[TRIPLE + 2], points)
    least = np.inf
    for p in range(2, len(points)):
        x, y = points[p, 0], points[p, 1]
        if not narrow_in_columns(x, y, p, 0, pair_index(p, 0), np.int64(limit) + 1, lines):
            continue
        for q in range(p):
            for r in range(q):
                height = height_of(p, q, r, points)
                if height < least:
                    least = height
                    state[TRIPLE] = p
                    state[TRIPLE + 1] = q
                    state[TRIPLE + 2] = r
        limit = min(limit, least)


@compiled
def place_all(grid, points, random):
    """Move every point to a random position on the grid. For the arguments, see the module."""
    for p in range(len(points)):
        bits = next_bits(random)
        points[p, 0] = first_below(bits, grid)
        points[p, 1] = second_below(bits, grid)


@compiled
def moved(coordinate, bits, reach, grid):
    """Move a `coordinate` by a random distance of at most `reach`, clamp it to the `grid`, and return it.

    The 64 random `bits` determine the distance.
    """
    return min(max(coordinate + second_below(bits, 2 * reach + 1) - reach, 0), grid - 1)


@compiled
def narrow_triples_of(point, delta_squared, points, lines):
    """Count the narrow triples of a `point` at its current position. For the other arguments, see the module."""
    x, y = points[point, 0], points[point, 1]
    return narrow_triples(point, x, y, lines.shape[1], delta_squared, points, lines)


@compiled
def repair(steps, limit, restart, grid, delta_squared, points, lines, state, random):
    """Remove the narrow triples by hill climbing: move a random point of the narrowest triple again and again.

    A move must not increase the number of narrow triples that contain the point. Attempts alternate between any
    position on the grid and a position near the point. After `restart` attempts, the search restarts with random
    points. The function returns after `steps` attempts, or when state[ATTEMPTS] reaches `limit`. Returns True if no
    triple is narrow. For the other arguments, see the module.
    """
    n = len(points)
    for _ in range(steps):
        if state[PLACED] == 0 or state[SINCE_RESTART] >= restart:
            place_all(grid, points, random)
            for p in range(n):
                update_point(p, points, lines)
            state[RESTARTS] += state[PLACED] > 0
            state[PLACED] = n
            state[SINCE_RESTART] = 0
            state[REFUSED] = 0
            # With fewer than three points, the triple remains (0, 0, 0), so only the first point moves.
            for corner in range(3):
                state[TRIPLE + corner] = 2 - corner if n > 2 else 0
        if state[REFUSED] == 0:
            find_narrowest_triple(points, lines, state)
            for corner in range(3):
                state[NARROW + corner] = narrow_triples_of(state[TRIPLE + corner], delta_squared, points, lines)
            if state[NARROW] == 0 and state[NARROW + 1] == 0:
                return True
        if state[ATTEMPTS] >= limit:
            return False
        state[ATTEMPTS] += 1
        state[SINCE_RESTART] += 1
        state[REFUSED] += 1
        corner = first_below(next_bits(random), 3)
        point = state[TRIPLE + corner]
        bits = next_bits(random)
        if state[REFUSED] % 2:
            x = first_below(bits, grid)
            y = second_below(bits, grid)
        else:
            reach = grid >> (2 + second_below(bits, 7))
            x = moved(points[point, 0], next_bits(random), reach, grid)
            y = moved(points[point, 1], next_bits(random), reach, grid)
        enough = state[NARROW + corner]
        if narrow_triples(point, x, y, enough, delta_squared, points, lines) <= enough:
            points[point, 0] = x
            points[point, 1] = y
            update_point(point, points, lines)
            state[REFUSED] = 0
    return False


@compiled
def narrowest_triples(points, narrowest):
    """Write the candidates for the narrowest triple of `points` to `narrowest`, and return the number of candidates.

    The pairs of points are processed in turn. The narrowest triple over a pair is a candidate if it may be narrower
    than all previous triples. The narrowest triple of all is therefore a candidate despite rounding, and there are few
    other candidates. A row of `narrowest`, int64 (n (n - 1) / 2, 3), contains twice the area of the triple's triangle
    and the two coordinates of the vector between the two points of the pair. There must be at least 3 `points`, in
    general position. They may have any coordinates that a drawing may have, so twice an area is below 2^63.
    """
    n = len(points)
    found = 0
    least = np.inf
    for i in range(n):
        for j in range(i + 1, n):
            dx, dy = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
            nearest = -1
            for k in range(n):
                if k not in (i, j):
                    area = abs(dx * (points[k, 1] - points[i, 1]) - dy * (points[k, 0] - points[i, 0]))
                    if nearest < 0 or area < nearest:
                        nearest = area
            # This is approximately the square of the smallest height of a triangle over the side from i to j.
            width = float(nearest) ** 2 / (float(dx) ** 2 + float(dy) ** 2)
            if width <= least * CLOSE:
                narrowest[found, 0], narrowest[found, 1], narrowest[found, 2] = nearest, dx, dy
                found += 1
                least = min(least, width)
    return found
