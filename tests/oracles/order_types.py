"""Order types by signotopes: the orientations of n points that are sorted around a vertex of the hull.

Imports nothing from ludex. If point 0 is on the hull and the others are numbered counter-clockwise around it, all
triples (0, j, k) with j < k turn left, and among the triples of any a < b < c < d, in lexicographic order, the turn
changes at most once (S. Felsner, H. Weil, "Sweeps, arrangements and signotopes", 2001). The systems of turns with this
property are those of the pseudo-configurations of points, which point sets realise for n <= 8.
"""

from itertools import combinations, pairwise, permutations


def signotopes(n):
    """Yield the turns (True: left) of all triples of points 1 to n - 1, as mappings."""
    triples = list(combinations(range(1, n), 3))
    turns = {}

    def extend(place):
        if place == len(triples):
            yield dict(turns)
            return
        *_, last = triple = triples[place]
        for turn in (True, False):
            turns[triple] = turn
            quadruples = (tuple(sorted((*triple, other))) for other in range(1, last) if other not in triple)
            if all(changes_once(turns, quadruple) for quadruple in quadruples):
                yield from extend(place + 1)
        del turns[triple]

    return extend(0)


def changes_once(turns, quadruple):
    signs = [turns.get(triple) for triple in combinations(quadruple, 3)]
    decided = [sign for sign in signs if sign is not None]
    return sum(a != b for a, b in pairwise(decided)) <= 1


def order_types(n):
    """Return the least forms of all order types of n points, up to reflection."""
    return {
        least_form(n, {triple: turns.get(triple, True) for triple in combinations(range(n), 3)})
        for turns in signotopes(n)
    }


def turns_of(points):
    """Return the turns of all triples of points in the plane."""
    return {
        (i, j, k): (points[j][0] - points[i][0]) * (points[k][1] - points[i][1])
        > (points[j][1] - points[i][1]) * (points[k][0] - points[i][0])
        for i, j, k in combinations(range(len(points)), 3)
    }


def left(turns, a, b, c):
    return turns[tuple(sorted((a, b, c)))] ^ (a > b) ^ (a > c) ^ (b > c)


def least_form(n, turns):
    """Return the least list of turns over all numberings from a hull vertex, around it in either direction."""
    forms = []
    for first in range(n):
        others = [point for point in range(n) if point != first]
        before = {q: sum(left(turns, first, p, q) for p in others if p != q) for q in others}
        if sorted(before.values()) != list(range(n - 1)):  # not on the hull
            continue
        around = sorted(others, key=before.get)
        for mirrored in (False, True):
            numbering = [first, *(around[::-1] if mirrored else around)]
            forms.append(tuple(left(turns, *triple) != mirrored for triple in combinations(numbering, 3)))
    return min(forms)


def crossings(n, turns):
    """Return the pairs of segments that cross."""
    return {
        frozenset((frozenset((i, j)), frozenset((k, m))))
        for i, j in combinations(range(n), 2)
        for k, m in combinations(range(n), 2)
        if not {i, j} & {k, m}
        and left(turns, i, j, k) != left(turns, i, j, m)
        and left(turns, k, m, i) != left(turns, k, m, j)
    }


def symmetries(n, crossing):
    """Return the permutations of n points that preserve which segments cross."""
    return [
        images
        for images in permutations(range(n))
        if all(
            frozenset(frozenset(images[point] for point in segment) for segment in pair) in crossing
            for pair in crossing
        )
    ]


def x_type_form(n, crossing):
    """Return the least list of crossings over all numberings."""
    return min(
        sorted(sorted(sorted(images[point] for point in segment) for segment in pair) for pair in crossing)
        for images in permutations(range(n))
    )
