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
"""

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine

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
