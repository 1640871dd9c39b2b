"""The plane arrangements of a graph on a point set, by depth-first search, most constrained vertex first.

Arrangement a puts vertex v at position a[v]. For each vertex that is not placed yet, the search keeps the set of
positions at which its edges to placed vertices would cross no edge. The search limits the sum of the distances that the
vertices move in the graph.

The following arguments are the same in all functions. Sets are represented by the bits of a word:

adjacency, within, distances, blocked
    As in :class:`ludex.games.planarity.solving.state_space.StateSpace`.
state : int64 (STATE_SIZE)
    The state of the search, with the indices below.
frames : uint64 (n + 1, FRAME_SIZE + n)
    For each depth, what is left to try: the columns below, then the feasible positions of each vertex.
counters : int64 (n + 1, COUNTER_SIZE)
    For each depth, the columns below.
segments : int64 (rows, 2)
    The positions of the ends of the edges that are placed, with a row for each edge and an additional row.
arrangement : int64 (n)
    The positions of the vertices that are placed.
least_distances : int64 (n)
    Scratch space: the distance of each vertex to its nearest feasible position.
limit : int
    The largest sum of distances.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit, least, size

# The return values of `advance`.
OUT_OF_STEPS = 0
FULL = 1
EXHAUSTED = 2

# Indices in the `state` array. DEPTH is -1 if the search is over. FOUND and STEPS count the rows written and the
# placements made in this call. CUT states whether the limit has excluded anything so far.
DEPTH = 0
FOUND = 1
CUT = 2
STEPS = 3
STATE_SIZE = 4

# The first columns of the `frames` array. The feasible positions of each vertex follow. Column FARTHER has the free
# positions for which every vertex must move at least 1 farther than to its nearest feasible position. The columns after
# it have those for which every vertex must move at least 2 and 3 farther.
FREE = 0
LEFT = 1
CANDIDATES = 2
FARTHER = 3
_FARTHER_COLUMNS = 3
FRAME_SIZE = FARTHER + _FARTHER_COLUMNS

# Columns of the `counters` array.
MOVED = 0
SEGMENTS = 1
CHOSEN = 2
COUNTER_SIZE = 3


@compiled
def nearest(reach, within, vertex):
    """Return the least distance from a `vertex` to a position in the set `reach`, or n if the set is empty.

    For `within`, see the module.
    """
    n = within.shape[1]
    for distance in range(n):
        if within[vertex, distance] & reach:
            return distance
    return n


@compiled
def distance_left(depth, within, frames, least_distances):
    """Return a lower bound on the total distance moved by the vertices that are not yet placed at a `depth`.

    The bound is a sum over the vertices and over the free positions. Each vertex contributes the distance to its
    nearest feasible position. Some vertex must move to each free position, so each position contributes the least extra
    distance that a vertex needs to get there. The result is -1 if a vertex has no feasible position, or if no vertex
    can move to a free position. For the other arguments, see the module.
    """
    n = len(within)
    free = frames[depth, FREE]
    left = frames[depth, LEFT]
    reached = np.uint64(0)
    bound = 0
    for more in range(_FARTHER_COLUMNS):
        frames[depth, FARTHER + more] = free
    while left:
        v = least(left)
        left &= left - ONE
        feasible = frames[depth, FRAME_SIZE + v] & free
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
    for more in range(_FARTHER_COLUMNS):
        bound += size(frames[depth, FARTHER + more])
    return bound


@compiled
def near_enough(depth, slack, vertex, feasible, within, frames, least_distances):
    """Return the `feasible` positions of a `vertex` that increase the bound by at most `slack`.

    For the other arguments, see the module.
    """
    n = len(within)
    reach = least_distances[vertex] + slack
    near = within[vertex, min(n - 1, reach)]
    for more in range(_FARTHER_COLUMNS):
        near |= frames[depth, FARTHER + more] & within[vertex, min(n - 1, reach + more + 1)]
    return feasible & near


@compiled
def open_frame(depth, limit, adjacency, within, state, frames, counters, least_distances):
    """Choose the next vertex at a `depth`, by fewest candidates, then most placed neighbours, then most neighbours.

    If the bound is too large, or if a vertex has no feasible position, there are no candidates. Choosing by placed
    neighbours among equally constrained vertices made the searches about ten times shorter. For the other arguments,
    see the module.
    """
    n = len(within)
    frames[depth, CANDIDATES] = 0
    bound = distance_left(depth, within, frames, least_distances)
    slack = limit - counters[depth, MOVED] - bound
    if bound < 0:
        return
    if slack < 0:
        state[CUT] = 1
        return
    free = frames[depth, FREE]
    least_rank = 4096 * (n + 1)
    left = frames[depth, LEFT]
    while left:
        v = least(left)
        left &= left - ONE
        feasible = frames[depth, FRAME_SIZE + v] & free
        candidates = near_enough(depth, slack, v, feasible, within, frames, least_distances)
        if candidates != feasible:
            state[CUT] = 1
        neighbours = adjacency[v]
        rank = 4096 * size(candidates) - 64 * size(neighbours & ~frames[depth, LEFT]) - size(neighbours)
        if rank < least_rank:
            least_rank = rank
            counters[depth, CHOSEN] = v
            frames[depth, CANDIDATES] = candidates


@compiled
def place(depth, vertex, position, adjacency, distances, blocked, frames, counters, segments, arrangement):
    """Put a `vertex` at a `position`, and make the frame of the next depth after `depth`, without choosing its vertex.

    For the other arguments, see the module.
    """
    deeper = depth + 1
    frames[deeper, FREE] = frames[depth, FREE] & ~bit(position)
    left = frames[depth, LEFT] & ~bit(vertex)
    frames[deeper, LEFT] = left
    counters[deeper, MOVED] = counters[depth, MOVED] + distances[vertex, position]
    arrangement[vertex] = position
    before = counters[depth, SEGMENTS]
    after = before
    neighbours = adjacency[vertex] & ~left
    while neighbours:
        segments[after, 0], segments[after, 1] = position, arrangement[least(neighbours)]
        neighbours &= neighbours - ONE
        after += 1
    counters[deeper, SEGMENTS] = after
    crossed = np.uint64(0)
    for s in range(before):
        crossed |= blocked[segments[s, 0], segments[s, 1], position]
    while left:
        w = least(left)
        left &= left - ONE
        feasible = frames[depth, FRAME_SIZE + w]
        if adjacency[w] & bit(vertex):
            feasible &= ~crossed
        if after > before:
            neighbours = adjacency[w] & ~frames[depth, LEFT]
            while neighbours:
                end = arrangement[least(neighbours)]
                neighbours &= neighbours - ONE
                for s in range(before, after):
                    feasible &= ~blocked[segments[s, 0], segments[s, 1], end]
        frames[deeper, FRAME_SIZE + w] = feasible


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
    segments,
    arrangement,
    found,
    least_distances,
):
    """Continue the search until `found` is full, nothing is left to try, or `steps` placements have been made.

    Returns OUT_OF_STEPS, FULL or EXHAUSTED. `found`, int64 (rows, n), receives arrangements. state[CUT] is set if the
    limit excluded anything. The caller prepares the frame of depth 0, including its choice, before the search begins.
    For the other arguments, see the module.
    """
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
        frames[depth, CANDIDATES] = candidates & ~bit(position)
        if depth == n - 1:
            arrangement[vertex] = position
            for v in range(n):
                found[state[FOUND], v] = arrangement[v]
            state[FOUND] += 1
            continue
        place(depth, vertex, position, adjacency, distances, blocked, frames, counters, segments, arrangement)
        state[DEPTH] = depth + 1
        open_frame(depth + 1, limit, adjacency, within, state, frames, counters, least_distances)
    return EXHAUSTED
