"""A depth-first search for the plane arrangements of a graph on a point set, which places constrained vertices first.

Arrangement a puts vertex v at position a[v]. The search bounds the sum of the distances that the vertices move in the
graph. It keeps two kinds of sets:

- For each vertex that is not placed yet, the feasible positions: at these positions, the edges from the vertex to
  placed vertices would cross nothing.
- For each position, the visible positions: the segment to a visible position crosses no placed edge.

A position is feasible for a vertex only if each neighbour that is not placed has a feasible position that is visible
from there (arc consistency: A. Mackworth, "Consistency in networks of relations", 1977). If a position is feasible for
only one vertex, this vertex has no other feasible position.

The following arguments are the same in all functions. The module :mod:`ludex.engine.kernels.bits` describes sets:

adjacency, within, distances, blocked
    As in :class:`ludex.games.planarity.solving.state_space.StateSpace`.
state : int64 (STATE_SIZE)
    The state of the search. Its indices are the constants DEPTH to EXCHANGES.
frames : uint64 (n + 1, FRAME_SIZE + 2 * n)
    The remaining choices at each depth. A row begins with the columns FREE to FARTHER, followed by the set of feasible
    positions of each vertex and the set of visible positions from each position.
counters : int64 (n + 1, COUNTER_SIZE)
    Two numbers for each depth: the columns MOVED and CHOSEN.
arrangement : int64 (n)
    The positions of the vertices that are placed.
least_distances : int64 (n)
    Scratch space: the distance of each vertex to its nearest feasible position.
limit : int
    The largest sum of distances or, if state[EXCHANGES] is set, twice the largest number of exchanges.

Triangulations of points in general position, represented by the set of neighbours of each point.

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
from ludex.engine.kernels.bits import ONE, as_sets, empty, least, single, size
from ludex.engine.kernels.random_numbers import below, next_bits
from ludex.games.planarity.kernels.crossing_counts import left_of
from ludex.games.planarity.kernels.token_swapping import close_chains, cost_of_arc, count_unclosable

# The return values of `advance`.
OUT_OF_STEPS = 0
FULL = 1
EXHAUSTED = 2

# Indices in the `state` array. DEPTH is the current depth, or -1 if the search is over. FOUND is the number of rows
# written in this call, and STEPS is the number of placements made in this call. CUT is 1 if the limit has excluded
# anything so far. If EXCHANGES is set, all distances are 0 or 1, and the limit applies to exchanges of any two
# vertices (see `exchange_chains`).
DEPTH = 0
FOUND = 1
CUT = 2
STEPS = 3
EXCHANGES = 4
STATE_SIZE = 5

# The first columns of the `frames` array, which contain sets. FREE: the positions without a vertex. LEFT: the vertices
# without a position. CANDIDATES: the positions still to be tried for the chosen vertex. LONE: the positions that are
# feasible for only one vertex. FARTHER: the free positions that, for every vertex, are at least 1 farther away than the
# nearest feasible position of this vertex. The next two columns are the same with at least 2 and at least 3.
FREE = 0
LEFT = 1
CANDIDATES = 2
LONE = 3
FARTHER = 4
_FARTHER_COLUMNS = 3
FRAME_SIZE = FARTHER + _FARTHER_COLUMNS

# Columns of the `counters` array: the cost of the placements so far, and the vertex that is placed next.
MOVED = 0
CHOSEN = 1
COUNTER_SIZE = 2

# The maximum number of rounds of narrowing at each depth. Further rounds rarely exclude anything.
_ROUNDS = 3
# The weight of a position in the choice of the next vertex. For each step by which the position is farther away than
# the nearest feasible position, the weight is multiplied by a factor (in 1024ths): far positions are excluded early.
_WEIGHT = 1 << 16
_FARTHER_WEIGHT = 870
# More than any rank.
_WORST_RANK = 1 << 62
# The additional weight of a placed neighbour in the choice of the next vertex. Every neighbour has weight 1.
_PLACED = 8


@compiled_subroutine
def nearest(reach, within, vertex):
    """Return the distance from a `vertex` to the nearest position in the set `reach`, or n if the set is empty.

    For `within`, see the module.
    """
    n = within.shape[1]
    for distance in range(n):
        if within[vertex, distance] & reach:
            return distance
    return n


@compiled_subroutine
def distance_left(depth, within, frames, least_distances):
    """Return a lower bound on the total distance that the vertices not yet placed at a `depth` must move.

    The bound is the sum of two parts. Each vertex contributes the distance to its nearest feasible position. Some
    vertex must move to each free position, so each free position contributes the smallest extra distance with which a
    vertex gets there. The result is -1 if a vertex has no feasible position, or if a free position is feasible for no
    vertex. For the other arguments, see the module.
    """
    n = len(within)
    free = frames[depth, FREE]
    left = frames[depth, LEFT]
    reached = reached_twice = empty(free)
    bound = 0
    for more in range(_FARTHER_COLUMNS):
        frames[depth, FARTHER + more] = free
    while left:
        v = least(left)
        left &= left - ONE
        feasible = frames[depth, FRAME_SIZE + v]
        reached_twice |= reached & feasible
        reached |= feasible
        distance = nearest(feasible, within, v)
        if distance == n:
            return -1
        bound += distance
        least_distances[v] = distance
        for more in range(_FARTHER_COLUMNS):
            frames[depth, FARTHER + more] &= ~(feasible & within[v, min(n - 1, distance + more)])
    if free & ~reached:
        return -1
    frames[depth, LONE] = free & ~reached_twice
    for more in range(_FARTHER_COLUMNS):
        bound += size(frames[depth, FARTHER + more])
    return bound


@compiled_subroutine
def near_enough(depth, slack, vertex, feasible, within, frames, least_distances):
    """Return those of the `feasible` positions of a `vertex` that increase the lower bound by at most `slack`.

    For the other arguments, see the module.
    """
    n = len(within)
    reach = least_distances[vertex] + slack
    near = within[vertex, min(n - 1, reach)]
    for more in range(_FARTHER_COLUMNS):
        near |= frames[depth, FARTHER + more] & within[vertex, min(n - 1, reach + more + 1)]
    return feasible & near


@compiled_subroutine
def narrow_by_distance(depth, limit, within, state, frames, counters, arrangement, least_distances):
    """Remove the positions that are too far away at a `depth`. Return whether the search can continue from there.

    The search cannot continue if the lower bound exceeds the limit, if a vertex has no feasible position, or if a free
    position is feasible for no vertex. For the arguments, see the module.
    """
    bound = distance_left(depth, within, frames, least_distances)
    if bound < 0:
        return False
    free = frames[depth, FREE]
    feasible_positions = frames[depth, FRAME_SIZE:]
    if state[EXCHANGES]:
        bound += count_unclosable(free, frames[depth, LEFT], feasible_positions, arrangement)
    slack = limit - counters[depth, MOVED] - bound
    if slack < 0:
        state[CUT] = 1
        return False
    left = frames[depth, LEFT]
    while left:
        v = least(left)
        left &= left - ONE
        feasible = frames[depth, FRAME_SIZE + v]
        near = near_enough(depth, slack, v, feasible, within, frames, least_distances)
        if near != feasible:
            state[CUT] = 1
        if near & frames[depth, LONE]:
            near &= frames[depth, LONE]
        frames[depth, FRAME_SIZE + v] = near
    if state[EXCHANGES] and not slack:
        # If the last vertex of a chain does not close the chain, the cost rises by one, except at a position in
        # `others`, which the bound already counts.
        others = frames[depth, FARTHER]
        if close_chains(free, frames[depth, LEFT], others, feasible_positions, arrangement):
            state[CUT] = 1
    return True


@compiled_subroutine
def narrow_by_view(depth, adjacency, frames):
    """Remove each position from which no feasible position of some neighbour is visible. Return whether any is removed.

    The function returns early if a vertex has no feasible position left, which `distance_left` then detects. For the
    arguments, see the module.
    """
    n = len(adjacency)
    left = frames[depth, LEFT]
    waiting = left
    removed = False
    while waiting:
        v = least(waiting)
        waiting &= waiting - ONE
        neighbours = adjacency[v] & left
        if not neighbours:
            continue
        unseen = empty(neighbours)
        others = neighbours
        while others:
            unseen |= frames[depth, FRAME_SIZE + least(others)]
            others &= others - ONE
        positions = frames[depth, FRAME_SIZE + v]
        while positions and unseen:
            unseen &= ~frames[depth, FRAME_SIZE + n + least(positions)]
            positions &= positions - ONE
        if not unseen:
            continue
        while neighbours:
            w = least(neighbours)
            neighbours &= neighbours - ONE
            feasible = frames[depth, FRAME_SIZE + w]
            if feasible & unseen:
                removed = True
                frames[depth, FRAME_SIZE + w] = feasible & ~unseen
                if not feasible & ~unseen:
                    return True
    return removed


@compiled_subroutine
def rank_of(depth, vertex, least_rank, adjacency, within, frames, least_distances):
    """Return the rank of a `vertex`. The search places the vertex with the smallest rank next.

    The rank is the total weight of the feasible positions, divided by the weight of the neighbours. The sum stops as
    soon as the rank is at least `least_rank`, so a result that is not less than `least_rank` may be too small. For the
    other arguments, see the module.
    """
    n = len(within)
    candidates = frames[depth, FRAME_SIZE + vertex]
    distance = least_distances[vertex]
    neighbours = adjacency[vertex]
    divisor = 1 + size(neighbours) + _PLACED * size(neighbours & ~frames[depth, LEFT])
    enough = least_rank * divisor if least_rank < _WORST_RANK else _WORST_RANK
    weight = _WEIGHT
    rank = 0
    counted = empty(candidates)
    while counted != candidates and distance < n and rank < enough:
        near = candidates & within[vertex, distance]
        rank += weight * size(near & ~counted)
        counted = near
        weight = weight * _FARTHER_WEIGHT >> 10
        distance += 1
    return rank // divisor


@compiled_subroutine
def open_frame(depth, limit, adjacency, within, state, frames, counters, arrangement, least_distances):
    """Narrow the feasible positions at a `depth`, and choose the vertex with the smallest rank as the next vertex.

    If the bound is exceeded or a vertex has no feasible position, there are no candidates. Choosing the vertex by rank
    made the searches two to ten times shorter than choosing the vertex with the fewest candidates. For the arguments,
    see the module.
    """
    adjacency, within, frames = as_sets(adjacency, 1), as_sets(within, 2), as_sets(frames, 2)
    frames[depth, CANDIDATES] = empty(frames[depth, FREE])
    for _ in range(_ROUNDS):
        if not narrow_by_distance(depth, limit, within, state, frames, counters, arrangement, least_distances):
            return
        if not narrow_by_view(depth, adjacency, frames):
            break
    least_rank: int | np.int64 = np.int64(_WORST_RANK)  # not a literal, for which `rank_of` would be compiled again
    left = frames[depth, LEFT]
    while left:
        v = least(left)
        left &= left - ONE
        candidates = frames[depth, FRAME_SIZE + v]
        rank = 0
        if size(candidates) > 1:
            rank = rank_of(depth, v, least_rank, adjacency, within, frames, least_distances)
        if rank < least_rank:
            least_rank = rank
            counters[depth, CHOSEN] = v
            frames[depth, CANDIDATES] = candidates


@compiled
def open_root(positions, limit, adjacency, within, state, frames, counters, arrangement, least_distances):
    """Write the frame of depth 0, and complete it with `open_frame`.

    `positions`, uint64 (n), contains the set of allowed positions of each vertex, of which the vertex can also reach
    only those in its component. For the other arguments, see the module.
    """
    positions, all_within, all_frames = as_sets(positions, 1), as_sets(within, 2), as_sets(frames, 2)
    n = len(positions)
    everything = empty(positions[0])
    for v in range(n):
        everything |= single(v, everything)
    all_frames[0, FREE] = everything
    all_frames[0, LEFT] = everything
    for v in range(n):
        all_frames[0, FRAME_SIZE + v] = positions[v] & all_within[v, n - 1]
        all_frames[0, FRAME_SIZE + n + v] = everything & ~single(v, everything)
    open_frame(0, limit, adjacency, within, state, frames, counters, arrangement, least_distances)


@compiled_subroutine
def place(depth, vertex, position, cost, adjacency, blocked, frames, counters, arrangement):
    """Put a `vertex` at a `position`, and write the frame of the next depth. `open_frame` then completes this frame.

    Returns False as soon as a vertex has no feasible position. `cost` is added to the cost of the placements. For the
    other arguments, see the module.
    """
    n = len(adjacency)
    deeper = depth + 1
    free, left = frames[depth, FREE], frames[depth, LEFT]
    free &= ~single(position, free)
    left &= ~single(vertex, left)
    frames[deeper, FREE] = free
    frames[deeper, LEFT] = left
    counters[deeper, MOVED] = counters[depth, MOVED] + cost
    arrangement[vertex] = position
    for p in range(FRAME_SIZE + n, FRAME_SIZE + 2 * n):
        frames[deeper, p] = frames[depth, p]
    placed = adjacency[vertex] & ~left
    has_edges = placed != empty(placed)
    while placed:
        end = arrangement[least(placed)]
        placed &= placed - ONE
        for p in range(n):
            frames[deeper, FRAME_SIZE + n + p] &= ~blocked[position, end, p]
    while left:
        w = least(left)
        left &= left - ONE
        feasible = frames[depth, FRAME_SIZE + w] & free
        # If this placement has drawn an edge, the edge can hide positions from any placed neighbour of w.
        placed = adjacency[w] & ~frames[deeper, LEFT] if has_edges else adjacency[w] & single(vertex, left)
        while placed:
            feasible &= frames[deeper, FRAME_SIZE + n + arrangement[least(placed)]]
            placed &= placed - ONE
        if not feasible:
            return False
        frames[deeper, FRAME_SIZE + w] = feasible
    return True


@compiled
def advance(
    steps,
    limit,
    adjacency,
    within,
    distances,
    blocked,
    state,
    frames,
    counters,
    arrangement,
    found,
    least_distances,
):
    """Continue the search until `found` is full, no choice is left, or `steps` placements have been made.

    Returns FULL, EXHAUSTED or OUT_OF_STEPS, respectively. `found`, int64 (rows, n), receives the plane arrangements.
    The function sets state[CUT] if the limit excludes anything. Before the first call, the caller calls
    `open_root`. For the other arguments, see the module.
    """
    adjacency, within = as_sets(adjacency, 1), as_sets(within, 2)
    blocked, frames = as_sets(blocked, 3), as_sets(frames, 2)
    n = len(adjacency)
    state[FOUND] = 0
    state[STEPS] = 0
    while state[DEPTH] >= 0:
        depth = state[DEPTH]
        candidates = frames[depth, CANDIDATES]
        if not candidates:
            state[DEPTH] = depth - 1
            continue
        if state[STEPS] >= steps:
            return OUT_OF_STEPS
        if depth == n - 1 and state[FOUND] == len(found):
            return FULL
        state[STEPS] += 1
        vertex = counters[depth, CHOSEN]
        position = least(candidates & within[vertex, nearest(candidates, within, vertex)])
        frames[depth, CANDIDATES] = candidates & ~single(position, candidates)
        if depth == n - 1:
            arrangement[vertex] = position
            for v in range(n):
                found[state[FOUND], v] = arrangement[v]
            state[FOUND] += 1
            continue
        cost = distances[vertex, position]
        if state[EXCHANGES]:
            cost = cost_of_arc(vertex, position, frames[depth, FREE], frames[depth, LEFT], arrangement)
        if place(depth, vertex, position, cost, adjacency, blocked, frames, counters, arrangement):
            state[DEPTH] = depth + 1
            open_frame(depth + 1, limit, adjacency, within, state, frames, counters, arrangement, least_distances)
    return EXHAUSTED


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
