"""Layers of arrangements by distance from the targets or from the start, and shortest paths through the layers.

A swap along an edge uv exchanges the positions of u and v. This is token swapping with positions as tokens (Yamanaka et
al., "Swapping labeled tokens on graphs", 2015). The number of remaining swaps has two lower bounds. The first bound is
half the sum of the distances of the positions from home, and is good for sparse graphs. The second bound is the number
of exchanges of any two vertices that bring all positions home, which is n minus the number of cycles. It is good for
dense graphs.

The following arguments are the same in all functions:

row : uint64 (words)
    An arrangement as packed words. The position of each vertex takes one byte.
rows, lower_rows, next_rows : uint64 (rows, words)
    Arrangements in the same form, one in each row.
costs, next_costs : int64 (rows, 2)
    For each row, the sum of the distances from home, and the number of exchanges that bring all positions home.
table : int32 (slots)
    A hash table of rows. Each slot contains the index of a row or EMPTY. The number of slots is a power of two.
moves : int64 (k, 2)
    The pairs of vertices that can be swapped.
distances : int64 (n, n)
    The number of moves from vertex to vertex, or weighted distances (see `balanced_distances`).
swaps : int
    The number of remaining swaps. A row is kept only if neither of its lower bounds is greater than this number.
limit : int
    The largest sum of distances for which the first bound is not greater than `swaps`: two units for each swap.
begin, end : int
    The rows to process, from `begin` to `end` - 1.
scratch : uint64 (words)
    Scratch space for a row.

Chains and cycles of a partial arrangement, for a lower bound on the number of exchanges of any two vertices.

If vertex v is placed at position a[v], there is an arc from v to the vertex that is initially at this position. The
arcs of the vertices that move form cycles and open chains. Each new arc begins a chain, extends a chain, joins two
chains, or closes a chain to a cycle. An arrangement with M moved vertices and C cycles needs M - C exchanges (see
`cycles`). A partial arrangement with M moved vertices, C cycles and K chains costs 2(M - C) - K half exchanges so far.
Therefore an arc costs 1 if it begins a chain, 2 if it extends a chain, 3 if it joins two chains, and 1 if it closes a
cycle.

Consider a cycle that is made of k chains and of t vertices that have no position yet. It has k + t new arcs, and making
it costs another 3k + 2t - 2 half exchanges. This cost is at least k + t, which is one for each new arc. It is even at
least k + t plus one for each of the k chains, unless the cycle consists of a single chain (k = 1, t = 0).

`free` is the set of the positions without a vertex, and `left` is the set of the vertices without a position.
`arrangement`, int64 (n), contains the positions of the placed vertices.

The effect of each move on the crossings and on the lengths of the edges, for many arrangements of a graph.

The function draws and erases edges in `drawn`, a set of positions for each position: the positions joined to it. A
segment is counted against a whole set at a time, which takes a tenth of the time of counting it against each edge (see
`crossing_counts`, which describes `adjacency` and `edges`). The following arguments are the same in all functions:

moves : int64 (k, 2)
    Pairs of vertices that can be exchanged.
lengths : float64 (n, n)
    The length of the segment between two positions.
blocked : uint64 (n, n, n)
    As written by `crossing_counts.blocked_ends`.
drawn : uint64 (n)
    The set of the positions to which each position is joined.
"""

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, empty, least, single, size

EMPTY = -1

_BYTE = np.uint64(255)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_DIGIT = np.uint64(0xFFFFFFFF)


@compiled_subroutine
def position_of(row, vertex):
    """Return the position of a `vertex` in a `row`."""
    return np.int64((row[vertex >> 3] >> np.uint64(8 * (vertex & 7))) & _BYTE)


@compiled_subroutine
def swap(row, u, v, swapped):
    """Write to `swapped` the arrangement in `row` after vertices `u` and `v` have exchanged places."""
    for w in range(len(row)):
        swapped[w] = row[w]
    difference = np.uint64(position_of(row, u) ^ position_of(row, v))
    swapped[u >> 3] ^= difference << np.uint64(8 * (u & 7))
    swapped[v >> 3] ^= difference << np.uint64(8 * (v & 7))


@compiled_subroutine
def slot_of(row, rows, table):
    """Return the slot of a `row` in the `table` of `rows`, or the empty slot into which the row would be inserted."""
    mask = np.int64(len(table) - 1)
    mixed = np.uint64(0)
    for word in row:
        mixed = (mixed ^ word) * _MIX
        mixed ^= mixed >> _SHIFT
    slot = np.int64(mixed & np.uint64(mask))
    while table[slot] != EMPTY:
        other = table[slot]
        same = True
        for w in range(len(row)):
            if rows[other, w] != row[w]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & mask
    return slot


@compiled
def insert(rows, count, table):
    """Insert the first `count` of the `rows`, which must all differ, into an empty `table` that is large enough."""
    for i in range(count):
        table[slot_of(rows[i], rows, table)] = i


@compiled_subroutine
def sum_after(row, total, u, v, distances):
    """Return the sum of distances after `u` and `v` have exchanged places in a `row`.

    `total` is the sum before the exchange. For `distances`, see the module.
    """
    p, q = position_of(row, u), position_of(row, v)
    return total - distances[u, p] - distances[v, q] + distances[u, q] + distances[v, p]


@compiled_subroutine
def in_one_cycle(row, u, v):
    """Return whether `u` and `v` are in the same cycle of the permutation in a `row`.

    If so, exchanging them splits the cycle. Otherwise, exchanging them joins two cycles.
    """
    at = position_of(row, u)
    while at != u:
        if at == v:
            return True
        at = position_of(row, at)
    return False


@compiled
def write_costs(arrangements, distances, seen, costs):
    """Write the costs of `arrangements`, int64 (rows, n), whose rows contain the positions of the vertices.

    `seen`, bool (n), is scratch space. For `distances` and `costs`, see the module.
    """
    n = arrangements.shape[1]
    for row in range(len(arrangements)):
        total = cycles = 0
        for v in range(n):
            total += distances[v, arrangements[row, v]]
            seen[v] = False
        for start in range(n):
            if not seen[start]:
                cycles += 1
                v = start
                while not seen[v]:
                    seen[v] = True
                    v = arrangements[row, v]
        costs[row, 0], costs[row, 1] = total, n - cycles


@compiled
def expand(rows, costs, begin, end, moves, distances, swaps, limit, next_rows, next_costs, table, count):
    """Write the neighbours of rows `begin` to `end` - 1, without duplicates and without those that a bound excludes.

    The function appends the neighbours to `next_rows` and `next_costs`, inserts them into `table`, and updates their
    number in count[0], int64 (1). It stops at a row if fewer than len(moves) rows of `next_rows` are free, and returns
    the number of this row, or `end`. The `table` must have at least twice as many slots as `next_rows` has rows. For
    the other arguments, see the module.
    """
    for i in range(begin, end):
        if count[0] + len(moves) > len(next_rows):
            return i
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            total = sum_after(rows[i], costs[i, 0], u, v, distances)
            if total > limit:
                continue
            exchanges = costs[i, 1] + (-1 if in_one_cycle(rows[i], u, v) else 1)
            if exchanges > swaps:
                continue
            made = next_rows[count[0]]
            swap(rows[i], u, v, made)
            slot = slot_of(made, next_rows, table)
            if table[slot] == EMPTY:
                table[slot] = count[0]
                next_costs[count[0], 0], next_costs[count[0], 1] = total, exchanges
                count[0] += 1
    return end


@compiled
def count_ways(rows, costs, begin, end, moves, distances, limit, lower_rows, lower_ways, table, ways, scratch):
    """Count the shortest paths from the start to each of the rows `begin` to `end` - 1.

    `lower_rows` are the rows of the layer that is one swap nearer to the start, `table` is the hash table of these
    rows, and `lower_ways` contains the numbers of shortest paths to them. The function writes the counts to `ways`,
    uint64 (rows, digits), in digits of 32 bits, least significant first. For the other arguments, see the module.
    """
    digits = ways.shape[1]
    for i in range(begin, end):
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            if sum_after(rows[i], costs[i, 0], u, v, distances) > limit:
                continue
            swap(rows[i], u, v, scratch)
            below = table[slot_of(scratch, lower_rows, table)]
            if below != EMPTY:
                carry = np.uint64(0)
                for digit in range(digits):
                    carry += ways[i, digit] + lower_ways[below, digit]
                    ways[i, digit] = carry & _DIGIT
                    carry >>= np.uint64(32)


@compiled
def follow(rows, moves, next_rows, table, scratch, followers):
    """Look up the result of each move of each row in the next layer.

    `followers[i, e]` receives the number of the row of `next_rows` that results from applying move e to row i, or EMPTY
    if there is no such row (int32, shape (rows, k)). `table` is the hash table of `next_rows`. For the other arguments,
    see the module.
    """
    for i in range(len(rows)):
        for e in range(len(moves)):
            swap(rows[i], moves[e, 0], moves[e, 1], scratch)
            followers[i, e] = table[slot_of(scratch, next_rows, table)]


@compiled_subroutine
def chain_end(vertex, left, arrangement):
    """Follow the chain from `vertex` to its end, and return the last vertex, which has no position yet.

    The chain must not be a cycle. For the other arguments, see the module.
    """
    while not left & single(vertex, left):
        vertex = arrangement[vertex]
    return vertex


@compiled_subroutine
def cost_of_arc(vertex, position, free, left, arrangement):
    """Return the cost of placing a `vertex` at a `position`, in half exchanges.

    The cost is 0 if the vertex stays at its initial position. For the other arguments, see the module.
    """
    if vertex == position:
        return 0
    ends_chain = not free & single(vertex, free)
    begins_chain = not left & single(position, left)
    if ends_chain and begins_chain:
        return 1 if chain_end(position, left, arrangement) == vertex else 3
    return 2 if ends_chain or begins_chain else 1


@compiled_subroutine
def count_unclosable(free, left, feasible, arrangement):
    """Count the chains that cannot be closed, because the closing position is not feasible for the last vertex.

    `feasible`, uint64 (n), contains the set of the feasible positions of each vertex. For the other arguments, see the
    module.
    """
    count = 0
    starts = free & ~left
    while starts:
        start = least(starts)
        starts &= starts - ONE
        if not feasible[chain_end(start, left, arrangement)] & single(start, free):
            count += 1
    return count


@compiled_subroutine
def close_chains(free, left, others, feasible, arrangement):
    """Restrict the feasible positions of the last vertices of chains, so that all chains that can be closed are closed.

    The last vertex of such a chain may only move to the position that closes the chain, or to a position in the set
    `others`. `feasible`, uint64 (n), contains the set of the feasible positions of each vertex. The function removes
    positions from these sets, and returns whether it has removed any. For the other arguments, see the module.
    """
    reduced = False
    starts = free & ~left
    while starts:
        start = least(starts)
        starts &= starts - ONE
        end = chain_end(start, left, arrangement)
        closing = single(start, free)
        if feasible[end] & closing and feasible[end] & ~(closing | others):
            feasible[end] &= closing | others
            reduced = True
    return reduced


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
