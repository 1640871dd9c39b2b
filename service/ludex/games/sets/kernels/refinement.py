"""Colour refinement of points under partitions, and the canonical coordinates of points in a given order.

The following arguments are the same in all functions: `blocks`, uint8 (points, partitions), is the block of each point
in each partition. `colours` is uint64 (points). `order`, int32 (points), lists the points in some order. Colours are
hashes that depend only on the structure, so their order does not depend on the numbering of the points.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import mixed

_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)


@compiled
def refine(blocks, zero_differs, colours, sums, seen, order):
    """Refine the colour of each point by the colours in its blocks until the number of colours no longer grows.

    For each partition, the new colour of a point depends on the colours in its own block and on those in the other
    blocks. Blocks are interchangeable, except that block 0 is distinguished if `zero_differs`. `sums`, uint64 (blocks),
    and `seen`, uint64 (points), are scratch space. After the call, `order` is sorted by colour. Returns the number of
    colours. For `blocks` and `colours`, see the module. Cost: a round takes about 5 ns for each point and partition.
    There are usually three rounds.
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
    """Add the colours in partition `k` to each point. For the other arguments, see :func:`refine`."""
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
    """Sort the points of `order` by their `colours` (Shell's sort, Ciura's gaps), and return the number of colours."""
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
    """Return where the first smallest cell of more than one point begins and ends in `order`, or (0, 0) for none.

    A cell consists of the points with the same colour in `colours`. `order` is sorted by colour.
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
    """Return a hash of the `colours` that does not depend on their order."""
    total = np.uint64(0)
    for i in range(colours.shape[0]):
        total += mixed(colours[i] + _A)
    return total


@compiled
def affine_coordinates(vectors, order, basis, pivots, combination, coordinates):
    """Write the coordinates of points of AG(d, 3) in the frame of the first points in `order` that span it.

    `vectors` is int8 (points, d) and spans d dimensions. The result is written to `coordinates`, uint8 (points, d),
    with rows in the given order. The first point is the origin, and each point that is not in the span of the points
    before it becomes the next unit vector. Three arrays are scratch space: `basis`, int8 (d + 1, d), for reduced
    vectors; `pivots`, int32 (d), for the columns of their leading ones; and `combination`, int8 (d, d), for the reduced
    vectors as combinations of unit vectors.
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
                # Modulo 3, the inverse of 2 is 2.
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
    """Rename the values of each property to 0, 1, ... in the order in which they appear in an `order` of the cards.

    `digits` is int8 (cards, p). The result is written to `renamed`, uint8 (p, cards), with a row for each property, in
    the given order. `number_of`, int8 (v), is scratch space.
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
