"""Counts of the crossings of a graph's arrangements on fixed positions.

The following arguments are the same in all functions:

arrangement : int64 (n)
    The position of each vertex.
adjacency : uint64 (n)
    The bit set of the neighbours of each vertex.
edges : int64 (m, 2)
    The two ends of each edge.
left : uint64 (n, n)
    The set of the positions to the left of each directed segment, as written by `segments.blocked_ends`.
at : int64 (n)
    For each vertex, the number of crossings of the edges at this vertex.
"""

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, contains, least, single

ALL = 1 << 62
"""A number that is greater than every number of crossings."""


@compiled_subroutine
def crosses(u, w, x, y, without, arrangement, left):
    """Return whether the edges uw and xy cross, where xy has no end at the vertex `without`. See the module."""
    i, j, k, m = arrangement[u], arrangement[w], arrangement[x], arrangement[y]
    side = left[i, j]
    if contains(side, k) == contains(side, m) or x in (u, w, without) or y in (u, w, without):
        return False
    other_side = left[k, m]
    return contains(other_side, i) != contains(other_side, j)


@compiled
def crossings_at(u, without, most, arrangement, adjacency, edges, left):
    """Count the crossings of the edges at vertex `u`, but ignore all edges at the vertex `without`.

    If `without` is -1, no edges are ignored. The count ends when it exceeds `most`. For the other arguments, see the
    module.
    """
    crossings = 0
    neighbours = adjacency[u]
    while neighbours:
        w = least(neighbours)
        neighbours &= neighbours - ONE
        if w == without:
            continue
        for e in range(len(edges)):
            if crosses(u, w, edges[e, 0], edges[e, 1], without, arrangement, left):
                crossings += 1
                if crossings > most:
                    return crossings
    return crossings


@compiled
def crossings_at_both(u, v, most, arrangement, adjacency, edges, left):
    """Count the crossings in which an edge at vertex `u` or at vertex `v` takes part.

    The count ends when it exceeds `most`. For the other arguments, see the module.
    """
    at_u = crossings_at(u, -1, most, arrangement, adjacency, edges, left)
    return at_u if at_u > most else at_u + crossings_at(v, u, most - at_u, arrangement, adjacency, edges, left)


@compiled
def crossings_of(arrangement, adjacency, edges, left):
    """Count all crossings of an `arrangement`. For the other arguments, see the module."""
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    total = 0
    for u in range(len(adjacency)):
        total += crossings_at(u, -1, ALL, arrangement, adjacency, edges, left)
    return total // 4


@compiled
def crossings_of_each(arrangements, adjacency, edges, left, crossings):
    """Count the crossings of each arrangement. For the other arguments, see the module.

    `arrangements`, int64 (k, n), has an arrangement in each row. `crossings`, int64 (k), receives the counts.
    """
    for i in range(len(arrangements)):
        crossings[i] = crossings_of(arrangements[i], adjacency, edges, left)


@compiled
def rises(moves, arrangement, adjacency, edges, left, risen):
    """Compute by how much the number of crossings would rise if two vertices were exchanged, for each of the `moves`.

    `moves`, int64 (k, 2), lists pairs of vertices. The function writes the differences to `risen`, int64 (k). A
    difference is negative if the move removes crossings. The `arrangement` is the same after the call as before. For
    the other arguments, see the module.
    """
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for e in range(len(moves)):
        u, v = moves[e, 0], moves[e, 1]
        before = crossings_at_both(u, v, ALL, arrangement, adjacency, edges, left)
        risen[e] = crossings_after(u, v, ALL, arrangement, adjacency, edges, left) - before


@compiled
def crossings_after(u, v, most, arrangement, adjacency, edges, left):
    """Count the crossings of the edges at `u` and `v`, as :func:`crossings_at_both`, if these vertices were exchanged.

    The `arrangement` is the same after the call as before.
    """
    arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
    crossings = crossings_at_both(u, v, most, arrangement, adjacency, edges, left)
    arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
    return crossings


@compiled
def count_at_each(arrangement, adjacency, edges, left, at):
    """Write `at`. For the arguments, see the module."""
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for u in range(len(at)):
        at[u] = crossings_at(u, -1, ALL, arrangement, adjacency, edges, left)


@compiled
def crossings_before(u, v, arrangement, adjacency, edges, left, at):
    """Count the crossings of the edges at `u` and `v`, as :func:`crossings_at_both`, from the counts in `at`.

    A crossing of the edge uv, or of an edge at u and an edge at v, is included in both counts.
    """
    twice = 0
    if adjacency[u] & single(v, adjacency[u]):
        for e in range(len(edges)):
            twice += crosses(u, v, edges[e, 0], edges[e, 1], -1, arrangement, left)
    of_u = adjacency[u]
    while of_u:
        w = least(of_u)
        of_u &= of_u - ONE
        of_v = adjacency[v]
        while of_v and w != v:
            x = least(of_v)
            of_v &= of_v - ONE
            twice += crosses(u, w, v, x, -1, arrangement, left)
    return at[u] + at[v] - twice


@compiled
def add_crossings_at(u, without, change, arrangement, adjacency, edges, left, at):
    """Add `change` to the count in `at` of each end of two edges that cross, if one of them is at vertex `u`.

    Edges at the vertex `without` are ignored. For the other arguments, see the module.
    """
    neighbours = adjacency[u]
    while neighbours:
        w = least(neighbours)
        neighbours &= neighbours - ONE
        for e in range(len(edges)):
            if w != without and crosses(u, w, edges[e, 0], edges[e, 1], without, arrangement, left):
                for end in (u, w, edges[e, 0], edges[e, 1]):
                    at[end] += change


@compiled
def exchange(u, v, arrangement, adjacency, edges, left, at):
    """Exchange the vertices `u` and `v` in an `arrangement`, and update the counts in `at`. See the module."""
    for change in (-1, 1):
        add_crossings_at(u, -1, change, arrangement, adjacency, edges, left, at)
        add_crossings_at(v, u, change, arrangement, adjacency, edges, left, at)
        if change < 0:
            arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
