"""Layers of arrangements at a distance from a target and perhaps at one from the start, and the shortest ways through.

A swap along a graph's edge uv exchanges the positions of u and v: token swapping with positions as tokens (Yamanaka et
al., "Swapping labeled tokens on graphs", 2015). An arrangement is a row of 64-bit words, one byte for each vertex.
Half the sum of the distances that positions are from home is a lower bound of the swaps that are left.
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
    """Return where a vertex is."""
    return np.int64((row[vertex >> 3] >> np.uint64(8 * (vertex & 7))) & _BYTE)


@compiled
def swap(row, u, v, swapped):
    """Write the row after u and v have exchanged places."""
    for w in range(len(row)):
        swapped[w] = row[w]
    difference = np.uint64(position_of(row, u) ^ position_of(row, v))
    swapped[u >> 3] ^= difference << np.uint64(8 * (u & 7))
    swapped[v >> 3] ^= difference << np.uint64(8 * (v & 7))


@compiled
def slot_of(row, rows, table):
    """Return the slot of the table that holds a row, or the empty slot where it belongs."""
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
    """Enter the first rows, all different, into an empty table that has room."""
    for i in range(count):
        table[slot_of(rows[i], rows, table)] = i


@compiled
def sum_after(row, total, u, v, distances):
    """Return the sum of distances once u and v have exchanged places."""
    p, q = position_of(row, u), position_of(row, v)
    return total - distances[u, p] - distances[v, q] + distances[u, q] + distances[v, p]


@compiled
def expand(rows, sums, begin, end, moves, distances, limit, next_rows, next_sums, table, count):
    """Write the neighbours of rows begin to end - 1 whose sums are within the limit, each once; count[0] are there.

    Return the first row that was not expanded, for want of room: next_rows needs len(moves) free rows for each, the
    table twice as many slots as next_rows has rows.
    """
    for i in range(begin, end):
        if count[0] + len(moves) > len(next_rows):
            return i
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            total = sum_after(rows[i], sums[i], u, v, distances)
            if total > limit:
                continue
            made = next_rows[count[0]]
            swap(rows[i], u, v, made)
            slot = slot_of(made, next_rows, table)
            if table[slot] == EMPTY:
                table[slot] = count[0]
                next_sums[count[0]] = total
                count[0] += 1
    return end


@compiled
def count_ways(rows, sums, begin, end, moves, distances, limit, lower_rows, lower_ways, table, ways, scratch):
    """Write for rows begin to end - 1 the number of shortest ways from the start, in digits of 32 bits, least first.

    The rows below are those of the layer one swap nearer to the start; their sums are within the limit.
    """
    digits = ways.shape[1]
    for i in range(begin, end):
        for e in range(len(moves)):
            u, v = moves[e, 0], moves[e, 1]
            if sum_after(rows[i], sums[i], u, v, distances) > limit:
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
    """Write for each row and each move the row of the next layer that the move leads to, EMPTY where there is none."""
    for i in range(len(rows)):
        for e in range(len(moves)):
            swap(rows[i], moves[e, 0], moves[e, 1], scratch)
            followers[i, e] = table[slot_of(scratch, next_rows, table)]
