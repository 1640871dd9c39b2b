"""Keys of drawings and point sets, slowly: every labelling is written whole, and the least is taken.

Imports nothing from ludex. Directions are compared by fractions of slopes, not by orientations of triples.
"""

from base64 import b32encode
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations

from tests.oracles.small_drawings import turn


def key(kind, form):
    return b"\x01" + blake2b(kind.encode() + b"\0" + form, digest_size=32).digest()


def label(kind, invariants, hashed):
    return "-".join([kind, *map(str, invariants), b32encode(hashed[1:]).decode().lower()[:16]])


def direction(centre, point):
    """Return what ascends with the angle from the x axis: the half plane and the slope in it, turned by a quarter."""
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    upper = dy > 0 or (dy == 0 and dx > 0)
    return (0 if upper else 1, Fraction(-dx, dy) if dy else Fraction(-(10**30)))


def rotations(points, sense):
    """Return the other points around each one, counter-clockwise for sense 1, clockwise for -1."""
    n = len(points)
    return [
        sorted((i for i in range(n) if i != v), key=lambda i, v=v: direction(points[v], points[i]))[::sense]
        for v in range(n)
    ]


def turned(listed, first):
    """Return a cyclic list from one of its members on."""
    place = listed.index(first)
    return listed[place:] + listed[:place]


def word(n, members):
    """Return a set of labels as bytes, for a drawing of n points."""
    return members.to_bytes(8 if n <= 64 else 16, "little")


def neighbour_rows(edges, labels):
    rows = [0] * len(labels)
    for u, v in edges:
        rows[labels[u]] |= 1 << labels[v]
        rows[labels[v]] |= 1 << labels[u]
    return rows


def rotation_form(points, edges):
    """Return the least form of a rotation system with a graph, and how many labellings have it."""
    n = len(points)
    forms = []
    for sense in (1, -1):
        around = rotations(points, sense)
        for tail in range(n):
            for head in around[tail]:
                listed = [tail, *turned(around[tail], head)]
                labels = {v: number for number, v in enumerate(listed)}
                rows = neighbour_rows(edges, labels)
                entries = [[labels[w] for w in turned(around[v], tail)[1:]] for v in listed[1:]]
                forms.append([rows[0], *zip(rows[1:], entries, strict=True)])
    first, *others = least = min(forms)
    written = word(n, first) + b"".join(word(n, row) + bytes(read) for row, read in others)
    return bytes([n]) + written, forms.count(least)


def is_connected_with_disjoint_edges(n, edges):
    part = {0}
    for _ in range(n):
        part |= {v for edge in edges if part & set(edge) for v in edge}
    return len(part) == n and any(not set(a) & set(b) for a, b in combinations(edges, 2))


def level_key(points, edges):
    """Return the key of a connected graph's drawing that has two edges without a common end."""
    assert is_connected_with_disjoint_edges(len(points), edges)
    return key("level", rotation_form(points, edges)[0])


def x_type_key(points):
    return key("xtype", rotation_form(points, ())[0] if len(points) > 3 else bytes([len(points)]))


def hull(points):
    """Return the points that have all others on one side of a line to some other point."""
    n = len(points)
    if n < 3:
        return list(range(n))
    return [
        v
        for v in range(n)
        if any(
            all(turn(points[v], points[w], points[u]) > 0 for u in range(n) if u not in (v, w))
            for w in range(n)
            if w != v
        )
    ]


def order_type_form(points, edges=None, reflection=True):
    n = len(points)
    forms = []
    for mirrored in (False, True)[: 1 + reflection]:
        laid = [(-x, y) for x, y in points] if mirrored else list(points)
        for first in hull(laid):
            # All others are within a half plane, which the first of them, and no other, leaves on its left.
            others = [i for i in range(n) if i != first]
            listed = [
                first,
                *sorted(others, key=lambda i: sum(turn(laid[first], laid[j], laid[i]) > 0 for j in others)),
            ]
            labels = {v: number for number, v in enumerate(listed)}
            words = neighbour_rows(edges, labels) if edges is not None else []
            forms.append(
                words
                + [
                    sum(1 << k for k in range(j + 1, n) if turn(*(laid[listed[i]] for i in (i, j, k))) > 0)
                    for i, j in combinations(range(1, n - 1), 2)
                ]
            )
    return bytes([n]) + b"".join(word(n, members) for members in min(forms))


def order_type_key(points):
    return key("ordertype", order_type_form(points))


def graph_key(n, canonical_edges):
    """Return the key of a graph whose canonical edges are known: colour 0 for all, then the greater neighbours."""
    numbers = [0, n, *[0] * n]
    for u in range(n):
        greater = sorted(max(edge) for edge in canonical_edges if min(edge) == u)
        numbers += [len(greater), *[b - a for a, b in zip([0, *greater], greater, strict=False)]]
    numbers.append(0)
    assert all(number < 128 for number in numbers)
    return key("graph", bytes(numbers))
