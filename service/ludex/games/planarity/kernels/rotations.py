"""The compiled least labelling of a rotation system: which segments of a point set cross, up to names, with a graph.

The rotation of a point lists the others around it, counter-clockwise or clockwise. All rotations together are, up to
their common sense, the same information as which segments between the points cross. A labelling begins with a directed
segment and a sense: its tail is 0, and the others are numbered in the rotation of the tail, the head first.

These arguments are the same in all functions, for n points and m edges:

numbers : int64 (n + m, 2)
    The points, then the edges.
table : int64 (5n + 2 + k, n)
    n rows of rotations counter-clockwise, n clockwise; 2n rows of the places of the points in these; n rows for the
    least form, row i the rotation at label i by labels, beginning at label 0; of the present labelling, the labels of
    the points and the points by label; the labels of the points in the first k labellings that have the least form.
rows : uint64 (4, n)
    Neighbours as bits: of each point by number, by place counter-clockwise, by place clockwise; of each label in the
    least form.
sense : int
    0 for counter-clockwise, 1 for clockwise.
comparison : int
    How the form of the present labelling compares with the least one so far: LESS, EQUAL or GREATER.
form : uint8
    Room for the least form as bytes.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

# How a labelling's form compares with the least one.
LESS = -1
EQUAL = 0
GREATER = 1


@compiled
def comes_before(numbers, centre, a, b):
    """Tell whether point `a` comes before `b` counter-clockwise around `centre`, from the direction of the x axis on.

    `numbers`: see the module.
    """
    ax, ay = numbers[a, 0] - numbers[centre, 0], numbers[a, 1] - numbers[centre, 1]
    bx, by = numbers[b, 0] - numbers[centre, 0], numbers[b, 1] - numbers[centre, 1]
    above = ay > 0 or (ay == 0 and ax > 0)
    if above != (by > 0 or (by == 0 and bx > 0)):
        return above
    return ax * by - ay * bx > 0


@compiled
def write_rotations(numbers, table):
    """Sort the other points around each one, by insertion, and note their places, in both senses. See the module."""
    n = table.shape[1]
    last = n - 2
    for centre in range(n):
        filled = 0
        for other in range(n):
            if other == centre:
                continue
            place = filled
            while place > 0 and comes_before(numbers, centre, other, table[centre, place - 1]):
                table[centre, place] = table[centre, place - 1]
                place -= 1
            table[centre, place] = other
            filled += 1
        for place in range(filled):
            other = table[centre, place]
            table[n + centre, last - place] = other
            table[2 * n + centre, other] = place
            table[3 * n + centre, other] = last - place


@compiled
def write_rows(numbers, table, rows):
    """Write the neighbours of each point, by number and by places in its two rotations. See the module."""
    n = rows.shape[1]
    for v in range(n):
        for kind in range(3):
            rows[kind, v] = 0
    for i in range(n, numbers.shape[0]):
        for tail, head in ((numbers[i, 0], numbers[i, 1]), (numbers[i, 1], numbers[i, 0])):
            rows[0, tail] |= bit(head)
            rows[1, tail] |= bit(table[2 * n + tail, head])
            rows[2, tail] |= bit(table[3 * n + tail, head])


@compiled
def is_connected(rows):
    """Tell whether the graph is connected. `rows`: see the module."""
    n = rows.shape[1]
    reached, grown = np.uint64(0), ONE
    while grown != reached:
        reached = grown
        for v in range(n):
            if reached >> np.uint64(v) & ONE:
                grown |= rows[0, v]
    return reached == ALL >> np.uint64(64 - n)


@compiled
def is_star(rows):
    """Tell whether a connected graph is a star: one vertex touches every edge, each other vertex has one edge.

    `rows`: see the module.
    """
    n = rows.shape[1]
    centres = leaves = 0
    for v in range(n):
        row = rows[0, v]
        if row == (ALL >> np.uint64(64 - n)) ^ bit(v):
            centres += 1
        elif row & (row - ONE) == 0:
            leaves += 1
    return centres == 1 and leaves == n - 1


@compiled
def first_row(ring, start, length):
    """Return the neighbours of a tail by their labels, if the head is at place `start` of the tail's rotation.

    `ring` is its neighbours by places, as bits, `length` the number of places.
    """
    turned = ring >> np.uint64(start)
    if start:
        turned |= ring << np.uint64(length - start)
    return (turned & (ALL >> np.uint64(64 - length))) << ONE


@compiled
def row_by_labels(neighbours, table):
    """Return `neighbours`, as bits, by their labels in the present labelling. `table`: see the module."""
    label = 5 * table.shape[1]
    row = np.uint64(0)
    v = 0
    while neighbours:
        if neighbours & ONE:
            row |= bit(table[label, v])
        neighbours >>= ONE
        v += 1
    return row


@compiled
def compare_rotation(i, sense, table, comparison):
    """Compare the rotation at label `i` with the least form's, and write it from the place at which it is less.

    Returns the new comparison. The other arguments: see the module.
    """
    n = table.shape[1]
    label, point = 5 * n, 5 * n + 1
    rotation = sense * n + table[point, i]
    place = table[2 * n + rotation, table[point, 0]]
    for j in range(1, n - 1):
        place = place + 1 if place < n - 2 else 0
        read = table[label, table[rotation, place]]
        if comparison == EQUAL and read != table[4 * n + i, j]:
            if read > table[4 * n + i, j]:
                return GREATER
            comparison = LESS
        if comparison == LESS:
            table[4 * n + i, j] = read
    return comparison


@compiled
def compare_labelling(sense, table, rows, comparison):
    """Compare the present labelling with the least form, and write its own if it is less.

    It goes label by label from 1 on, the neighbours and then the rotation: most labellings end at label 1. Returns the
    new comparison. The arguments: see the module.
    """
    n = rows.shape[1]
    point = 5 * n + 1
    for i in range(1, n):
        row = row_by_labels(rows[0, table[point, i]], table)
        if comparison == EQUAL and row != rows[3, i]:
            if row > rows[3, i]:
                return GREATER
            comparison = LESS
        if comparison == LESS:
            rows[3, i] = row
        comparison = compare_rotation(i, sense, table, comparison)
        if comparison == GREATER:
            return GREATER
    return comparison


@compiled
def least_first_row(rows):
    """Return the least neighbours of a tail by their labels, over all labellings. `rows`: see the module."""
    n = rows.shape[1]
    found = ALL
    for sense in range(2):
        for tail in range(n):
            for start in range(n - 1):
                found = min(found, first_row(rows[1 + sense, tail], start, n - 1))
    return found


@compiled
def write_labelling(rotation, start, table):
    """Label the points from a tail's rotation, row `rotation` of `table`, and the head's place `start` in it."""
    n = table.shape[1]
    label, point = 5 * n, 5 * n + 1
    tail = rotation % n
    table[label, tail] = 0
    table[point, 0] = tail
    place = start
    for i in range(1, n):
        v = table[rotation, place]
        table[label, v] = i
        table[point, i] = v
        place = place + 1 if place < n - 2 else 0


@compiled
def least_labelling(table, rows):
    """Find the least form over all labellings: neighbours of 0, then label by label. Returns how many have it.

    The arguments: see the module. Cost: 2n(n - 1) labellings of at most O(n^2) each; nearly all end early.
    """
    n = rows.shape[1]
    label, first_kept = 5 * n, 5 * n + 2
    rows[3, 0] = least_first_row(rows)
    found = 0
    for rotation in range(2 * n):
        sense, tail = rotation // n, rotation % n
        for start in range(n - 1):
            if first_row(rows[1 + sense, tail], start, n - 1) != rows[3, 0]:
                continue
            write_labelling(rotation, start, table)
            comparison = compare_labelling(sense, table, rows, EQUAL if found else LESS)
            if comparison == GREATER:
                continue
            if comparison == LESS:
                found = 0
            if first_kept + found < table.shape[0]:
                for v in range(n):
                    table[first_kept + found, v] = table[label, v]
            found += 1
    return found


@compiled
def write_form(table, rows, form):
    """Write the least form as bytes: for each label its neighbours, low byte first, and its rotation (but for 0).

    The arguments: see the module.
    """
    n = rows.shape[1]
    place = 0
    for i in range(n):
        row = rows[3, i]
        for _ in range(8):
            form[place] = row & np.uint64(255)
            row >>= np.uint64(8)
            place += 1
        for j in range(1, n - 1 if i else 0):
            form[place] = table[4 * n + i, j]
            place += 1


@compiled
def least_form(numbers, any_graph, table, rows, form):
    """Write the least form of at least four points with a graph. Returns how many labellings have it.

    Unless `any_graph`, it returns 0 at once if the graph is not connected or is a star: any other connected one has two
    edges without a common end. The other arguments: see the module.
    """
    write_rotations(numbers, table)
    write_rows(numbers, table, rows)
    if not any_graph and (not is_connected(rows) or is_star(rows)):
        return 0
    found = least_labelling(table, rows)
    write_form(table, rows, form)
    return found
