"""The effect of each move on the crossings and on the lengths of the edges, for many arrangements of a graph.

The function draws and erases edges in `drawn`, a set of positions for each position: the positions joined to it. A
segment is counted against a whole set at a time, which takes a tenth of the time of counting it against each edge (see
`crossing_counts`, which describes `adjacency` and `edges`). The following arguments are the same in all functions:

moves : int64 (k, 2)
    Pairs of vertices that can be exchanged.
lengths : float64 (n, n)
    The length of the segment between two positions.
blocked : uint64 (n, n, n)
    As written by `segments.blocked_ends`.
drawn : uint64 (n)
    The set of the positions to which each position is joined.
"""

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, empty, least, single, size


@compiled_subroutine
def crossings_of_segment(i, j, blocked, drawn):
    """Count the drawn edges that cross the segment from position `i` to position `j`. See the module."""
    ends = 0
    for k in range(len(drawn)):
        ends += size(blocked[i, j, k] & drawn[k])
    return ends // 2


@compiled_subroutine
def toggle_edges(u, without, position, arrangement, adjacency, drawn):
    """Draw or erase the edges of vertex `u` as if it were at a `position`, except the edge to the vertex `without`.

    An edge is drawn if it is not drawn yet, and erased otherwise. For the other arguments, see the module.
    """
    others = adjacency[u] & ~single(without, adjacency[u])
    while others:
        p = arrangement[least(others)]
        others &= others - ONE
        drawn[position] ^= single(p, others)
        drawn[p] ^= single(position, others)


@compiled_subroutine
def crossings_of_edges(u, without, position, arrangement, adjacency, blocked, drawn):
    """Count the crossings of vertex `u`, as if it were at a `position`, with the drawn edges.

    The edge to the vertex `without` is not counted. For the other arguments, see the module.
    """
    crossings = 0
    others = adjacency[u] & ~single(without, adjacency[u])
    while others:
        crossings += crossings_of_segment(position, arrangement[least(others)], blocked, drawn)
        others &= others - ONE
    return crossings


@compiled_subroutine
def length_of_edges(u, without, position, arrangement, adjacency, lengths):
    """Return the total length of the edges of vertex `u`, as if it were at a `position`.

    The edge to the vertex `without` is left out. For the other arguments, see the module.
    """
    total = 0.0
    others = adjacency[u] & ~single(without, adjacency[u])
    while others:
        total += lengths[position, arrangement[least(others)]]
        others &= others - ONE
    return total


@compiled
def effects(arrangements, moves, adjacency, edges, blocked, lengths, drawn, risen, longer):
    """Compute the effects of each of the `moves` on each of the `arrangements`, int64 (rows, n).

    `risen`, int64 (rows, k), receives the increase of the number of crossings, and `longer`, float64 (rows, k), the
    increase of the total length of the edges. `drawn` is scratch space. For the other arguments, see the module.
    """
    adjacency, blocked, drawn = as_sets(adjacency, 1), as_sets(blocked, 3), as_sets(drawn, 1)
    for i in range(len(arrangements)):
        at = arrangements[i]
        for p in range(len(drawn)):
            drawn[p] = empty(drawn[p])
        for e in range(len(edges)):
            p, q = at[edges[e, 0]], at[edges[e, 1]]
            drawn[p] |= single(q, drawn[p])
            drawn[q] |= single(p, drawn[q])
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            p, q = at[u], at[v]
            before = crossings_of_edges(u, v, p, at, adjacency, blocked, drawn)
            toggle_edges(u, v, p, at, adjacency, drawn)
            before += crossings_of_edges(v, u, q, at, adjacency, blocked, drawn)
            toggle_edges(v, u, q, at, adjacency, drawn)
            after = crossings_of_edges(u, v, q, at, adjacency, blocked, drawn)
            toggle_edges(u, v, q, at, adjacency, drawn)
            after += crossings_of_edges(v, u, p, at, adjacency, blocked, drawn)
            toggle_edges(u, v, q, at, adjacency, drawn)
            toggle_edges(u, v, p, at, adjacency, drawn)
            toggle_edges(v, u, q, at, adjacency, drawn)
            risen[i, e] = after - before
            length = length_of_edges(u, v, q, at, adjacency, lengths) + length_of_edges(v, u, p, at, adjacency, lengths)
            length -= length_of_edges(u, v, p, at, adjacency, lengths)
            longer[i, e] = length - length_of_edges(v, u, q, at, adjacency, lengths)
