"""The compiled search for the least labelling of a rotation system with a graph, and colour refinement of graphs.

The least labelling determines which segments of a point set cross, up to renaming the points.

The rotation of a point lists all other points in the order in which they lie around it, counter-clockwise or clockwise.
Two point sets have the same pairs of crossing segments if and only if their rotations are the same, possibly all
reversed. A labelling is given by a directed segment and a sense (counter-clockwise or clockwise). The tail of the
segment gets label 0. All other points are numbered in the order of the rotation of the tail, starting with the head.

The following arguments are the same in all functions, for n points and m edges:

numbers : int64 (n + m, 2)
    The points, then the edges.
table : int64 (5n + 2 + k, n)
    The rows are, in order:

    - n rows with the counter-clockwise rotations, and n rows with the clockwise rotations;
    - 2n rows with the indices of the points in these rotations;
    - n rows with the least form: row i is the rotation of the point with label i, written with labels and beginning
      with label 0;
    - one row with the labels of the points in the current labelling, and one row with the points in the order of these
      labels;
    - k rows with the labels of the points in the first k labellings that have the least form.
rows : uint64 (4, n)
    Sets of neighbours as bits. Row 0 contains the numbers of the neighbours of each point. Row 1 contains their indices
    in the counter-clockwise rotation of the point, and row 2 contains their indices in its clockwise rotation. Row 3
    contains the labels of the neighbours of each label in the least form.
sense : int
    0 for counter-clockwise, 1 for clockwise.
comparison : int
    How the form of the current labelling compares with the least form so far: LESS, EQUAL or GREATER.
form : uint8
    Room for the least form as bytes.

Colour refinement distinguishes vertices of a graph by their neighbourhoods. Arrays of sets of positions or vertices are
in the form that the kernels use (see :mod:`ludex.engine.kernels.bits`).
"""

import numpy as np
import numpy.typing as npt

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, empty, low_word, single
from ludex.engine.kernels.random_numbers import mixed

# How the form of a labelling compares with the least form.
LESS = -1
EQUAL = 0
GREATER = 1


@compiled
def comes_before(numbers, centre, a, b):
    """Return whether `a` comes before `b` in counter-clockwise order around `centre`, starting from the x axis.

    For `numbers`, see the module.
    """
    ax, ay = numbers[a, 0] - numbers[centre, 0], numbers[a, 1] - numbers[centre, 1]
    bx, by = numbers[b, 0] - numbers[centre, 0], numbers[b, 1] - numbers[centre, 1]
    above = ay > 0 or (ay == 0 and ax > 0)
    if above != (by > 0 or (by == 0 and bx > 0)):
        return above
    return ax * by - ay * bx > 0


@compiled
def write_rotations(numbers, table):
    """Write the rotations of all points and the indices of the points in these rotations. See the module.

    The method is insertion sort.
    """
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
    """Write the first three of the `rows`: the sets of the neighbours of each point. See the module."""
    n = rows.shape[1]
    for v in range(n):
        for kind in range(3):
            rows[kind, v] = empty(rows[kind, v])
    for i in range(n, numbers.shape[0]):
        for tail, head in ((numbers[i, 0], numbers[i, 1]), (numbers[i, 1], numbers[i, 0])):
            rows[0, tail] |= single(head, rows[0, tail])
            rows[1, tail] |= single(table[2 * n + tail, head], rows[1, tail])
            rows[2, tail] |= single(table[3 * n + tail, head], rows[2, tail])


@compiled_subroutine
def first_members(count, like):
    """Return the set of the numbers below `count`, which is at least 1, as a set of the same kind as `like`."""
    last = single(count - 1, like)
    return last | (last - ONE)


@compiled
def is_connected(rows):
    """Return whether the graph is connected. For `rows`, see the module."""
    n = rows.shape[1]
    reached, grown = empty(rows[0, 0]), single(0, rows[0, 0])
    while grown != reached:
        reached = grown
        for v in range(n):
            if reached & single(v, reached):
                grown |= rows[0, v]
    return reached == first_members(n, reached)


@compiled
def is_star(rows):
    """Return whether a connected graph is a star: all edges share one vertex.

    For `rows`, see the module.
    """
    n = rows.shape[1]
    centres = leaves = 0
    for v in range(n):
        row = rows[0, v]
        if row == first_members(n, row) ^ single(v, row):
            centres += 1
        elif not row & (row - ONE):
            leaves += 1
    return centres == 1 and leaves == n - 1


@compiled_subroutine
def first_row(ring, start, length):
    """Return the labels of the neighbours of a tail as bits, if the head is at index `start` of the tail's rotation.

    The bits of `ring` are the indices of the neighbours in the rotation, and `length` is the length of the rotation.
    """
    turned = ring >> np.uint64(start)
    if start:
        turned |= ring << np.uint64(length - start)
    return (turned & first_members(length, turned)) << ONE


@compiled_subroutine
def row_by_labels(neighbours, table):
    """Return the labels of a set of `neighbours` in the current labelling, as bits. For `table`, see the module."""
    label = 5 * table.shape[1]
    row = empty(neighbours)
    v = 0
    while neighbours:
        if neighbours & ONE:
            row |= single(table[label, v], row)
        neighbours >>= ONE
        v += 1
    return row


@compiled
def compare_rotation(i, sense, table, comparison):
    """Compare the rotation of the point with label `i` with the least form. Replace the latter if it is greater.

    Returns the new comparison. For the other arguments, see the module.
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
    """Compare the form of the current labelling with the least form. Replace the least form if the new form is less.

    The comparison begins with label 1, and compares the neighbours and then the rotation of each label. Most
    comparisons end at label 1. Returns the new comparison. For the arguments, see the module.
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
    """Return the smallest result of `first_row` over all labellings. For `rows`, see the module."""
    n = rows.shape[1]
    found = ~empty(rows[1, 0])
    for sense in range(2):
        for tail in range(n):
            for start in range(n - 1):
                row = first_row(rows[1 + sense, tail], start, n - 1)
                found = min(found, row)
    return found


@compiled
def write_labelling(rotation, start, table):
    """Label the points in the order of the tail's rotation, starting with the head.

    `rotation` is the number of the row of `table` that contains this rotation, and `start` is the index of the head.
    For `table`, see the module.
    """
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
    """Find the least form over all labellings, and return the number of labellings that have this form.

    Forms are compared by the neighbours of label 0 first, and then label by label. Cost: there are 2n(n - 1)
    labellings. The comparison of a labelling takes O(n^2) time at worst, but nearly all comparisons end early. For the
    arguments, see the module.
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
    """Write the least form as bytes.

    For each label, the function writes the set of neighbours (8 bytes for each word, low byte first) and then the
    rotation. The rotation of label 0 is left out. For the arguments, see the module.
    """
    n = rows.shape[1]
    row_bytes = (len(form) - (n - 1) * (n - 2)) // n
    place = 0
    for i in range(n):
        row = rows[3, i]
        for _ in range(row_bytes):
            form[place] = low_word(row) & np.uint64(255)
            row >>= np.uint64(8)
            place += 1
        for j in range(1, n - 1 if i else 0):
            form[place] = table[4 * n + i, j]
            place += 1


@compiled
def least_form(numbers, any_graph, table, rows, form):
    """Write the least form of at least four points and a graph. Return the number of labellings that have this form.

    Unless `any_graph` is true, the function returns 0 immediately if the graph is not connected or is a star. Every
    other connected graph has two edges without a common end. For the other arguments, see the module.
    """
    rows = as_sets(rows, 2)
    write_rotations(numbers, table)
    write_rows(numbers, table, rows)
    if not any_graph and (not is_connected(rows) or is_star(rows)):
        return 0
    found = least_labelling(table, rows)
    write_form(table, rows, form)
    return found


@compiled
def are_told_apart(edges, colours):
    """Return whether colour refinement gives all vertices different colours.

    If so, the identity is the only automorphism of the graph. `edges` is int64 (m, 2), and `colours`, uint64 (2, n), is
    scratch space. In each round, the new colour of a vertex is a hash of its previous colour and of the colours of its
    neighbours. No automorphism maps a vertex to a vertex of a different colour. The converse does not hold: there may
    be no automorphism between two vertices of the same colour.
    """
    n = colours.shape[1]
    for v in range(n):
        colours[0, v] = 1
    before = 1
    while before < n:
        for v in range(n):
            colours[1, v] = colours[0, v] * np.uint64(3)
        for edge in range(len(edges)):
            u, v = edges[edge, 0], edges[edge, 1]
            colours[1, u] += mixed(colours[0, v])
            colours[1, v] += mixed(colours[0, u])
        different = 0
        for v in range(n):
            colours[0, v] = mixed(colours[1, v])
            for w in range(v):
                if colours[0, w] == colours[0, v]:
                    break
            else:
                different += 1
        if different <= before:
            return False
        before = different
    return True


Sets = npt.NDArray[np.uint64]

_WORD = 64
MAX_WORDS = 2


def words_for(members: int) -> int:
    """Return the number of words of a set of up to `members` members, which is at most 128."""
    return 1 if members <= _WORD else 2


def empty_sets(shape: tuple[int, ...], words: int) -> Sets:
    """Return an array of empty sets of this `shape`. If a set has two words, the array has another axis for them."""
    return np.zeros(shape if words == 1 else (*shape, words), dtype=np.uint64)


def sets_of(members: npt.NDArray[np.bool_], words: int) -> Sets:
    """Return an array of sets. The last axis of `members` contains whether each number is a member of the set.

    >>> sets_of(np.eye(3, dtype=np.bool_), 1), sets_of(np.ones(65, dtype=np.bool_), 2).tolist()
    (array([1, 2, 4], dtype=uint64), [18446744073709551615, 1])
    """
    packed = np.packbits(members, axis=-1, bitorder="little")
    padded = np.zeros((*packed.shape[:-1], 8 * words), dtype=np.uint8)
    padded[..., : packed.shape[-1]] = packed
    sets = padded.view("<u8").astype(np.uint64, copy=False)
    return sets[..., 0] if words == 1 else sets
