"""Colour refinement of points under partitions, and the canonical coordinates of points in a given order.

These arguments are the same in all functions: `blocks` is uint8 (points, partitions), the block of each point in each
partition. `colours` is uint64 (points). `order` is int32 (points), the points in some order. Colours are hashes that
depend on nothing but the structure, so they sort in the same way for any numbering of the points.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import mixed

_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)


@compiled
def refine(blocks, zero_differs, colours, sums, seen, order):
    """Colour each point by what it sees in every partition, until there are no more new colours.

    A point sees the colours in its block, and those of the other blocks. Blocks have no names; but if `zero_differs`,
    block 0 is told from the others. `sums`, uint64 (blocks), and `seen`, uint64 (points), are scratch. `order` is left
    sorted by colour. Returns the number of colours. `blocks` and `colours`: see the module. Cost: a round takes points
    times partitions, some 5 ns each; there are mostly three rounds.
    """
    points = colours.shape[0]
    cells = sort(colours, order)
    while cells < points:
        for i in range(points):
            seen[i] = 0
        for k in range(blocks.shape[1]):
            _look(blocks, k, zero_differs, colours, sums, seen)
        for i in range(points):
            colours[i] = mixed(colours[i] * _STEP + seen[i])
        now = sort(colours, order)
        if now <= cells:
            break
        cells = now
    return cells


@compiled
def _look(blocks, k, zero_differs, colours, sums, seen):
    """Add to each point what it sees in partition `k`. The other arguments: see :func:`refine`."""
    for block in range(sums.shape[0]):
        sums[block] = 0
    for i in range(colours.shape[0]):
        sums[blocks[i, k]] += mixed(colours[i] + _STEP)
    whole = np.uint64(0)
    for block in range(sums.shape[0]):
        if sums[block]:
            sums[block] = mixed(sums[block] + (_B if zero_differs and block == 0 else _A))
            whole += sums[block]
    whole = mixed(whole)
    for i in range(colours.shape[0]):
        seen[i] += mixed(whole ^ sums[blocks[i, k]])


@compiled
def sort(colours, order):
    """Sort the points of `order` by their `colours` (Shell's sort, Ciura's gaps); return the number of colours."""
    points = order.shape[0]
    for gap in (1750, 701, 301, 132, 57, 23, 10, 4, 1):
        for i in range(gap, points):
            point = order[i]
            colour = colours[point]
            j = i
            while j >= gap and colours[order[j - gap]] > colour:
                order[j] = order[j - gap]
                j -= gap
            order[j] = point
    cells = 1 if points else 0
    for i in range(1, points):
        if colours[order[i]] != colours[order[i - 1]]:
            cells += 1
    return cells


@compiled
def smallest_cell(colours, order):
    """Return the begin and the end in `order` of the first of the smallest cells of more than one point; 0, 0 for none.

    A cell is the points with one of the `colours`; `order` is sorted by them.
    """
    points = order.shape[0]
    best, fewest = 0, points + 1
    start = 0
    for i in range(1, points + 1):
        if i == points or colours[order[i]] != colours[order[start]]:
            if 1 < i - start < fewest:
                best, fewest = start, i - start
            start = i
    return (best, best + fewest) if fewest <= points else (0, 0)


@compiled
def fingerprint(colours):
    """Return a hash of the `colours`, the same for any order of them."""
    total = np.uint64(0)
    for i in range(colours.shape[0]):
        total += mixed(colours[i] + _A)
    return total


@compiled
def affine_coordinates(vectors, order, basis, pivots, combination, coordinates):
    """Write the coordinates of points of AG(d, 3) in the frame of the first points in `order` that span it.

    `vectors` is int8 (points, d), spanning d dimensions. `coordinates`, uint8 (points, d), is written, its rows in the
    order given. The first point is the origin; each that is not in the span of those before it is the next unit vector.
    Scratch: `basis`, int8 (d + 1, d), for reduced vectors; `pivots`, int32 (d), for the places of their leading ones;
    `combination`, int8 (d, d), for the sums of unit vectors that they are.
    """
    d = vectors.shape[1]
    origin = order[0]
    rank = 0
    for row in range(order.shape[0]):
        for k in range(d):
            basis[rank, k] = (vectors[order[row], k] - vectors[origin, k]) % 3
            coordinates[row, k] = 0
        for b in range(rank):
            factor = basis[rank, pivots[b]]
            if factor:
                for k in range(d):
                    basis[rank, k] = (basis[rank, k] - factor * basis[b, k]) % 3
                    coordinates[row, k] = (coordinates[row, k] + factor * combination[b, k]) % 3
        for pivot in range(d):
            lead = basis[rank, pivot]
            if lead:
                # The inverse of 2 is 2.
                for k in range(d):
                    basis[rank, k] = lead * basis[rank, k] % 3
                    unit = 1 if k == rank else 0
                    combination[rank, k] = lead * (unit - np.int8(coordinates[row, k])) % 3
                    coordinates[row, k] = unit
                pivots[rank] = pivot
                rank += 1
                break


@compiled
def values_by_appearance(digits, order, number_of, renamed):
    """Name the values of each property 0, 1, ... as they appear in an `order` of the cards.

    `digits` is int8 (cards, p). `renamed`, uint8 (p, cards), is written: a row for each property, in the order given.
    `number_of`, int8 (v), is scratch.
    """
    for k in range(digits.shape[1]):
        for value in range(number_of.shape[0]):
            number_of[value] = -1
        named = 0
        for row in range(order.shape[0]):
            value = digits[order[row], k]
            if number_of[value] < 0:
                number_of[value] = named
                named += 1
            renamed[k, row] = number_of[value]
