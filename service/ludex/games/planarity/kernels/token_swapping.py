"""Layers of arrangements at a distance from a target and perhaps at one from the start, and the shortest ways through.

A swap along a graph's edge uv exchanges the positions of u and v: token swapping with positions as tokens (Yamanaka et
al., "Swapping labeled tokens on graphs", 2015). There are two lower bounds on the swaps that are left: half the sum of
the distances that positions are from home, and the exchanges of any two vertices that lead home, n less the number of
cycles. The first is good on sparse graphs, the second on dense ones.

These arguments are the same in all functions:

row, rows, lower_rows, next_rows : uint64 (words), uint64 (rows, words)
    Arrangements as packed words, one byte for the position of each vertex.
costs, next_costs : int64 (rows, 2)
    Of each row the sum of the distances, and the number of exchanges that lead home.
table : int32 (slots)
    A hash table of rows: the number of a row, or EMPTY. The number of slots is a power of two.
moves : int64 (k, 2)
    The pairs of vertices that can be swapped.
distances : int64 (n, n)
    The number of moves from vertex to vertex.
swaps : int
    The number of swaps that are left: what both bounds allow is kept.
begin, end : int
    The rows to work on: from `begin` to `end` - 1.
scratch : uint64 (words)
    Room for a row.
"""

import numpy as np

from ludex.engine.compilation import compiled

EMPTY = -1

_BYTE = np.uint64(255)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_DIGIT = np.uint64(0xFFFFFFFF)


@compiled
def position_of(row, vertex):
    """Return the position of a `vertex` in a `row`."""
    return np.int64((row[vertex >> 3] >> np.uint64(8 * (vertex & 7))) & _BYTE)


@compiled
def swap(row, u, v, swapped):
    """Write to `swapped` the `row` after vertices `u` and `v` have exchanged places."""
    for w in range(len(row)):
        swapped[w] = row[w]
    difference = np.uint64(position_of(row, u) ^ position_of(row, v))
    swapped[u >> 3] ^= difference << np.uint64(8 * (u & 7))
    swapped[v >> 3] ^= difference << np.uint64(8 * (v & 7))


@compiled
def slot_of(row, rows, table):
    """Return the slot of the `table` of `rows` that holds a `row`, or the empty slot in which it belongs."""
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
    """Enter the first `count` of `rows`, all different, into an empty `table` that has room."""
    for i in range(count):
        table[slot_of(rows[i], rows, table)] = i


@compiled
def sum_after(row, total, u, v, distances):
    """Return the sum of distances, `total` before, after `u` and `v` have exchanged places in a `row`.

    `distances`: see the module.
    """
    p, q = position_of(row, u), position_of(row, v)
    return total - distances[u, p] - distances[v, q] + distances[u, q] + distances[v, p]


@compiled
def in_one_cycle(row, u, v):
    """Tell whether `u` and `v` are in one cycle of the permutation that a `row` is: their exchange splits it."""
    at = position_of(row, u)
    while at != u:
        if at == v:
            return True
        at = position_of(row, at)
    return False


@compiled
def expand(rows, costs, begin, end, moves, distances, swaps, next_rows, next_costs, table, count):
    """Write the neighbours of rows `begin` to `end` - 1 that are kept, each once.

    They go to `next_rows` and `next_costs`; count[0], int64 (1), is their number. Returns the first row that was not
    expanded for lack of room: `next_rows` needs len(moves) free rows for each row, and the `table` twice as many slots
    as `next_rows` has rows. The other arguments: see the module.
    """
    for i in range(begin, end):
        if count[0] + len(moves) > len(next_rows):
            return i
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            total = sum_after(rows[i], costs[i, 0], u, v, distances)
            if total > 2 * swaps:
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
def count_ways(rows, costs, begin, end, moves, distances, swaps, lower_rows, lower_ways, table, ways, scratch):
    """Write for rows `begin` to `end` - 1 the number of shortest ways from the start.

    `lower_rows` are those of the layer one swap nearer to the start, `swaps` away from it, and `table` is theirs;
    `lower_ways` are their numbers. `ways`, uint64 (rows, digits), is written, in digits of 32 bits, least first. The
    other arguments: see the module.
    """
    digits = ways.shape[1]
    for i in range(begin, end):
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            if sum_after(rows[i], costs[i, 0], u, v, distances) > 2 * swaps:
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
    """Write for each row and each move the row of the next layer that the move leads to, EMPTY if there is none.

    `followers`, int32 (rows, k), is written; `table` is that of `next_rows`. The other arguments: see the module.
    """
    for i in range(len(rows)):
        for e in range(len(moves)):
            swap(rows[i], moves[e, 0], moves[e, 1], scratch)
            followers[i, e] = table[slot_of(scratch, next_rows, table)]
