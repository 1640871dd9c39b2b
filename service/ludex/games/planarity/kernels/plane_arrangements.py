"""The plane arrangements of a graph on a point set, by depth-first search, most constrained vertex first.

Arrangement a puts vertex v at position a[v]. For each vertex that is not placed yet, the search keeps the set of the
positions at which its edges to placed vertices would cross nothing. It bounds the sum of the distances that the
vertices move in the graph.

These arguments are the same in all functions; sets are bits of a word:

adjacency, within, distances, blocked
    As in :class:`ludex.games.planarity.solving.state_space.StateSpace`.
state : int64 (STATE_SIZE)
    Where the search is, by the places below.
frames : uint64 (n + 1, FRAME_SIZE + n)
    What is left to try at each depth: the columns below, then the feasible positions of each vertex.
counters : int64 (n + 1, COUNTER_SIZE)
    For each depth the columns below.
segments : int64 (rows, 2)
    The positions of the ends of the edges that are placed; a row for each edge, and one more.
arrangement : int64 (n)
    The positions of the vertices that are placed.
least_distances : int64 (n)
    Scratch: the distance of each vertex to its nearest feasible position.
limit : int
    The largest sum of distances.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit, least, size

# What `advance` returns.
OUT_OF_STEPS = 0
FULL = 1
EXHAUSTED = 2

# Places in the `state` array. DEPTH is -1 if the search is over. FOUND and STEPS count the rows written
# and the placements made in this call. CUT tells whether the limit ever left something out.
DEPTH = 0
FOUND = 1
CUT = 2
STEPS = 3
STATE_SIZE = 4

# The first columns of the `frames` array; the feasible positions of each vertex follow. FARTHER and the columns after
# it have the free positions that cost any vertex 1, 2, 3 more, at least, than its nearest feasible position does.
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
    """Return the least distance of a position in the set `reach` from a `vertex`; n if the set is empty.

    `within`: see the module.
    """
    n = within.shape[1]
    for distance in range(n):
        if within[vertex, distance] & reach:
            return distance
    return n


@compiled
def distance_left(depth, within, frames, least_distances):
    """Return a lower bound on the distances that the vertices still to be placed at a `depth` move.

    It is the sum over the vertices of the distance to the nearest feasible position, and over the free positions of
    what any vertex must go farther to get there: some vertex must. It is -1 if a vertex has no such position, or a free
    position no such vertex. The other arguments: see the module.
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
    """Return the `feasible` positions of a `vertex` that cost at most `slack` more than the bound has counted.

    The other arguments: see the module.
    """
    n = len(within)
    reach = least_distances[vertex] + slack
    near = within[vertex, min(n - 1, reach)]
    for more in range(_FARTHER_COLUMNS):
        near |= frames[depth, FARTHER + more] & within[vertex, min(n - 1, reach + more + 1)]
    return feasible & near


@compiled
def open_frame(depth, limit, adjacency, within, state, frames, counters, least_distances):
    """Choose the next vertex at a `depth`: fewest candidates, then most placed neighbours, then most neighbours.

    It gets no candidates if the bound or a vertex forbids to go on. Among equally constrained vertices, the choice by
    placed neighbours made the searches some ten times shorter. The other arguments: see the module.
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
    """Put a `vertex` at a `position`: make the frame of the depth after `depth`, without its choice.

    The other arguments: see the module.
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
    """Go on with the search until the rows of `found` are full or nothing is left: at most `steps` placements.

    Returns OUT_OF_STEPS, FULL or EXHAUSTED. `found`, int64 (rows, n), receives arrangements. state[CUT] is set if the
    limit left something out. The frame of depth 0 is ready (its choice too) when the search begins. The other
    arguments: see the module.
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
