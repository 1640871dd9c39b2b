"""The compiled search for the least labelling of an order type with a graph.

Labellings are compared by the neighbours of each label first, then by the orientations of triples.

A labelling begins with a vertex of the hull, which gets label 0. The other points are numbered counter-clockwise
around it. A mirrored labelling numbers these points clockwise, and treats right turns as left turns.

The following arguments are the same in all functions, for n points and m edges:

numbers : int64 (n + m, 2)
    The points, then the edges.
least : uint64
    The set of the neighbours of each point (n words), followed by the least form. The least form consists of two parts.
    The first part is the set of the neighbours of each label (n words). The second part has a word for each pair of
    labels 0 < i < j < n - 1, which is the set of the labels k > j for which i, j, k make a left turn. Triples with
    label 0 always make a left turn and are left out.
orders : int64 (4, n)
    Row BEST contains the labels of the points in the first labelling that has the least form. Row LABEL contains the
    labels of the points in the current labelling. Row POINT contains the points of the current labelling, in the order
    of their labels. Row HULL contains the vertices of the hull.
mirrored : bool
    Whether the current labelling is mirrored.
comparison : int
    How the form of the current labelling compares with the least form so far: LESS, EQUAL or GREATER.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, as_sets, empty, single
from ludex.games.planarity.kernels.crossing_counts import left_of

BEST = 0
LABEL = 1
POINT = 2
HULL = 3

# How the form of a labelling compares with the least form.
LESS = -1
EQUAL = 0
GREATER = 1


@compiled
def write_hull(numbers, orders):
    """Write the vertices of the hull in counter-clockwise order and return their number. See the module.

    The method is gift wrapping.
    """
    n = orders.shape[1]
    first = 0
    for v in range(1, n):
        if numbers[v, 0] < numbers[first, 0] or (
            numbers[v, 0] == numbers[first, 0] and numbers[v, 1] < numbers[first, 1]
        ):
            first = v
    size, v = 0, first
    while size == 0 or v != first:
        orders[HULL, size] = v
        size += 1
        following = first if v != first or n == 1 else (1 if first == 0 else 0)
        for other in range(n):
            if other not in (v, following) and left_of(numbers, v, other, following):
                following = other
        v = following
    return size


@compiled
def write_points(numbers, first, orders):
    """Label the points in counter-clockwise order around `first`, which is a vertex of the hull and gets label 0.

    The method is insertion sort. For `numbers` and `orders`, see the module.
    """
    orders[POINT, 0] = first
    filled = 1
    for other in range(orders.shape[1]):
        if other == first:
            continue
        place = filled
        while place > 1 and left_of(numbers, first, other, orders[POINT, place - 1]):
            orders[POINT, place] = orders[POINT, place - 1]
            place -= 1
        orders[POINT, place] = other
        filled += 1


@compiled
def reverse_points(orders):
    """Reverse the order of the labels from counter-clockwise to clockwise. The point with label 0 keeps its label.

    For `orders`, see the module.
    """
    low, high = 1, orders.shape[1] - 1
    while low < high:
        orders[POINT, low], orders[POINT, high] = orders[POINT, high], orders[POINT, low]
        low += 1
        high -= 1


@compiled
def compare_neighbours(least, orders, comparison):
    """Compare the neighbours of each label with those of the least form. Replace the latter if they are greater.

    Returns the new comparison. For the arguments, see the module.
    """
    n = orders.shape[1]
    for i in range(n):
        neighbours = least[orders[POINT, i]]
        row = empty(neighbours)
        v = 0
        while neighbours:
            if neighbours & ONE:
                row |= single(orders[LABEL, v], row)
            neighbours >>= ONE
            v += 1
        if comparison == EQUAL and row != least[n + i]:
            if row > least[n + i]:
                return GREATER
            comparison = LESS
        if comparison == LESS:
            least[n + i] = row
    return comparison


@compiled
def compare_orientations(numbers, mirrored, least, orders, comparison):
    """Compare the orientations of triples with those of the least form. Replace the latter if they are greater.

    Returns the new comparison. For the arguments, see the module.
    """
    n = orders.shape[1]
    place = 2 * n
    for i in range(1, n - 2):
        for j in range(i + 1, n - 1):
            word = empty(least[place])
            for k in range(j + 1, n):
                if left_of(numbers, orders[POINT, i], orders[POINT, j], orders[POINT, k]) != mirrored:
                    word |= single(k, word)
            if comparison == EQUAL and word != least[place]:
                if word > least[place]:
                    return GREATER
                comparison = LESS
            if comparison == LESS:
                least[place] = word
            place += 1
    return comparison


@compiled
def compare_labelling(numbers, mirrored, least, orders, comparison):
    """Compare the form of the current labelling with the least form. Replace the least form if the new form is less.

    Returns the new comparison. For the arguments, see the module.
    """
    for i in range(orders.shape[1]):
        orders[LABEL, orders[POINT, i]] = i
    comparison = compare_neighbours(least, orders, comparison)
    if comparison != GREATER:
        comparison = compare_orientations(numbers, mirrored, least, orders, comparison)
    if comparison == LESS:
        for v in range(orders.shape[1]):
            orders[BEST, v] = orders[LABEL, v]
    return comparison


@compiled
def least_order_type(numbers, reflection, least, orders):
    """Find the least form over all labellings, and return the number of vertices of the hull.

    The search includes the mirrored labellings if `reflection` is true. For `numbers`, `least` and `orders`, see the
    module. Cost: at most two labellings for each vertex of the hull. The comparison of a labelling takes O(n^3) time at
    worst, but most comparisons end early.
    """
    least = as_sets(least, 1)
    for v in range(orders.shape[1]):
        least[v] = empty(least[v])
    for i in range(orders.shape[1], numbers.shape[0]):
        u, v = numbers[i, 0], numbers[i, 1]
        least[u] |= single(v, least[u])
        least[v] |= single(u, least[v])
    size = write_hull(numbers, orders)
    comparison = LESS
    for place in range(size):
        write_points(numbers, orders[HULL, place], orders)
        compare_labelling(numbers, False, least, orders, comparison)
        comparison = EQUAL
        if reflection:
            reverse_points(orders)
            compare_labelling(numbers, True, least, orders, comparison)
    return size
