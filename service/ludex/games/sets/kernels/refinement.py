"""Colour refinement of points with partitions, and the canonical coordinates of points in a given order.

Three arguments are the same in all functions. `blocks`, an array of shape (points, partitions) and type uint8, contains
the block of each point in each partition. `colours`, of shape (points,) and type uint64, contains the colour of each
point. `order`, of shape (points,) and type int32, lists the points in some order. Colours are hashes that depend only
on the structure of the partitions. Sorting by colour therefore gives the same result for every numbering of the points.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import mixed

_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)


@compiled
def refine(blocks, zero_differs, colours, sums, seen, order):
    """Refine the colours of the points by the colours in their blocks until the number of colours no longer grows.

    For each partition, the new colour of a point depends on the colours in the block of the point and on the colours in
    all other blocks. Blocks are interchangeable, except that block 0 differs from all other blocks if `zero_differs` is
    true. `sums`, of shape (blocks,), and `seen`, of shape (points,), both of type uint64, are scratch space. After the
    call, `order` is sorted by colour. Returns the number of colours. For `blocks` and `colours`, see the module. Cost:
    a round takes about 5 ns for each point and partition. There are usually three rounds.
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
    """Add to `seen` a hash, for each point, of the colours in the blocks of partition `k`.

    For the other arguments, see :func:`refine`.
    """
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
    """Return where the smallest cell of more than one point begins and ends in `order`, or (0, 0) if there is none.

    A cell consists of all points of one colour. Among several smallest cells, the first one is returned. `order` must
    be sorted by colour.
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
    """Write the coordinates of points of AG(d, 3) in the frame of the first independent points in `order`.

    The first point is the origin, and each point that is not in the span of the points before it becomes the next unit
    vector. `vectors`, of shape (points, d) and type int8, contains the points, which must span d dimensions. The result
    is written to `coordinates`, of shape (points, d) and type uint8, with rows in the order of `order`.

    Three arrays are scratch space. `basis`, of shape (d + 1, d) and type int8, is for reduced vectors. `pivots`, of
    shape (d,) and type int32, is for the column of the leading 1 of each reduced vector. `combination`, of shape (d, d)
    and type int8, is for the reduced vectors as combinations of unit vectors.
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

    `digits`, of shape (cards, p) and type int8, contains the values of the cards. The result is written to `renamed`,
    of shape (p, cards) and type uint8. It has a row for each property and a column for each card in `order`.
    `number_of`, of shape (v,) and type int8, is scratch space.
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
