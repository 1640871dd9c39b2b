"""Checks that recount the members of complete collections: order types, crossing types, swap classes and graphs.

Order types are listed as signotopes. Point 0 is on the hull, and the other points are numbered counter-clockwise around
it. Then all triples (0, j, k) turn left, and among the triples of any a < b < c < d, in lexicographic order, the turn
changes at most once (S. Felsner, H. Weil, "Sweeps, arrangements and signotopes", 2001). For n <= 8, point sets realise
all signotopes (J. E. Goodman, R. Pollack, 1980). The number of connected graphs that a permutation fixes follows from
the logarithm of the cycle index of all graphs (F. Harary, E. Palmer, "Graphical Enumeration", 1973, section 4.2).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import factorial, gcd, prod

from ludex_check_claims.planarity.labels import least_rotations, rotations
from ludex_check_claims.planarity.planar_graphs import count_planar_graphs
from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, require

Triple = tuple[int, int, int]
Turns = Mapping[Triple, bool]
Cycles = tuple[int, ...]
Polynomial = list[Fraction]
"""Counts indexed by number of edges, starting with 0."""


def collection_size(claim: Json, document: Json, export: Export) -> str:
    """Recount the members of a collection, both in total and for each value of the collection's property."""
    require(document.get("kind") == "planarity-collection", "the subject must be a collection")
    require(claim["proved"] and claim["lower"] is None and claim["upper"] is None, "a collection must have no bounds")
    sort, _, number = document["collection"].rpartition("-")
    known = sort in COUNTS and number in tuple("2345678")
    require(known and document["points"] == int(number), "there is no such collection")
    counted_by, count = COUNTS[sort]
    counted = count(document["points"], Clock(export, 240))
    shares = [[value, counted[value]] for value in sorted(counted) if counted[value]]
    size = sum(members for _, members in shares)
    require(claim["value"] == {"members": size, f"by_{counted_by}": shares}, f"the collection has {size} members")
    stated = document["size"], document["counted_by"], document["shares"]
    require(stated == (size, counted_by, shares), "the claim and the document differ")
    return RECOMPUTED


def _order_types(n: int, clock: Clock) -> Mapping[int, int]:
    """Count order types by number of points on the hull."""
    return Counter(len(_hull(n, turns)) for turns in _all_turns(n, clock))


def _x_types(n: int, clock: Clock) -> Mapping[int, int]:
    """Count crossing types by number of crossings. Four points in convex position have one crossing."""
    found: dict[tuple[int, ...], int] = {}
    for turns in _all_turns(n, clock):
        clock.tick()
        form = tuple(least_rotations(rotations(n, partial(_left, turns)), ())[0])
        found.setdefault(form, sum(len(_hull(4, _restricted(turns, four))) == 4 for four in combinations(range(n), 4)))
    return Counter(found.values())


def _swap_classes(n: int, clock: Clock) -> Mapping[int, int]:
    """Count swap classes by number of edges.

    For each crossing type, the swap classes are the orbits of connected graphs under the symmetries of the crossing
    type. Stars are not counted.
    """
    groups: dict[tuple[int, ...], tuple[Cycles, ...]] = {}
    for turns in _all_turns(n, clock):
        clock.tick()
        form, orders = least_rotations(rotations(n, partial(_left, turns)), ())
        first = orders[0]
        symmetries = [dict(zip(first, order, strict=True)) for order in orders]
        groups.setdefault(tuple(form), tuple(sorted(map(_cycles, symmetries))))
    fixed = _connected(n)
    total: Counter[int] = Counter()
    for group, x_types in Counter(groups.values()).items():
        for edges in range(n * (n - 1) // 2 + 1):
            graphs = sum(fixed[cycles][edges] - (edges == n - 1) * cycles.count(1) for cycles in group)
            require(graphs % len(group) == 0, "the number of orbits is not an integer")
            total[edges] += int(graphs) // len(group) * x_types
    return total


def _graphs(n: int, _clock: Clock) -> Mapping[int, int]:
    """Count graphs without isolated vertices by number of edges."""
    return {
        edges: int(sum(graphs[edges] / _order(cycles) for cycles, graphs in _fixed(n).items()))
        - int(sum(graphs[edges] / _order(cycles) for cycles, graphs in _fixed(n - 1).items() if edges < len(graphs)))
        for edges in range(n * (n - 1) // 2 + 1)
    }


COUNTS: Mapping[str, tuple[str, Callable[[int, Clock], Mapping[int, int]]]] = {
    "order-types": ("hull", _order_types),
    "x-types": ("crossings", _x_types),
    "swap-classes": ("edges", _swap_classes),
    "graphs": ("edges", _graphs),
    "planar-graphs": ("edges", count_planar_graphs),
}


def _all_turns(n: int, clock: Clock) -> list[Turns]:
    """Return the turns of one point set of each order type, up to reflection."""
    triples = list(combinations(range(1, n), 3))
    turns: dict[Triple, bool] = {(0, j, k): True for j, k in combinations(range(1, n), 2)}
    found: dict[tuple[bool, ...], Turns] = {}

    def extend(place: int) -> None:
        clock.tick()
        if place == len(triples):
            found.setdefault(_least_form(n, turns), dict(turns))
            return
        a, b, c = triples[place]
        for turn in (True, False):
            turns[a, b, c] = turn
            # The last triple of a quadruple is decided after the other three triples.
            if all(_changes(turns, (first, a, b, c)) < 2 for first in range(1, a)):
                extend(place + 1)
        del turns[a, b, c]

    extend(0)
    return list(found.values())


def _changes(turns: Turns, quadruple: Sequence[int]) -> int:
    a, b, c, d = quadruple
    return sum(x != y for x, y in pairwise((turns[a, b, c], turns[a, b, d], turns[a, c, d], turns[b, c, d])))


def _left(turns: Turns, a: int, b: int, c: int) -> bool:
    i, j, k = sorted((a, b, c))
    return turns[i, j, k] ^ (a > b) ^ (a > c) ^ (b > c)


def _hull(n: int, turns: Turns) -> dict[int, list[int]]:
    """Map each point on the convex hull to the other points, in counter-clockwise order around the point."""
    found = {}
    for first in range(n):
        others = [point for point in range(n) if point != first]
        before = {q: sum(_left(turns, first, p, q) for p in others if p != q) for q in others}
        if len(set(before.values())) == n - 1:
            found[first] = sorted(others, key=before.__getitem__)
    return found


def _least_form(n: int, turns: Turns) -> tuple[bool, ...]:
    return min(
        tuple(_left(turns, i, j, k) != mirrored for i, j, k in combinations((first, *others[::sense]), 3))
        for first, others in _hull(n, turns).items()
        for mirrored, sense in ((False, 1), (True, -1))
    )


def _restricted(turns: Turns, points: Sequence[int]) -> Turns:
    places = combinations(range(len(points)), 3)
    return {(i, j, k): turns[points[i], points[j], points[k]] for i, j, k in places}


def _cycles(permutation: Mapping[int, int]) -> Cycles:
    lengths, seen = [], set()
    for start in permutation:
        length, place = 0, start
        while place not in seen:
            seen.add(place)
            length, place = length + 1, permutation[place]
        lengths += [length] if length else []
    return tuple(sorted(lengths))


def _partitions(n: int, least: int = 1) -> Iterator[Cycles]:
    if n == 0:
        yield ()
    for part in range(least, n + 1):
        yield from ((part, *rest) for rest in _partitions(n - part, part))


def _order(cycles: Cycles) -> int:
    """Return the number of permutations that commute with a permutation whose cycles have these lengths."""
    return prod(length**number * factorial(number) for length, number in Counter(cycles).items())


def _fixed(n: int) -> dict[Cycles, Polynomial]:
    """Count the labelled graphs that a permutation fixes.

    The result maps the cycle lengths of the permutation to the numbers of graphs, which are indexed by the number of
    edges.
    """
    found = {}
    for cycles in _partitions(n):
        orbits = [length for length in cycles for _ in range((length - 1) // 2)]
        orbits += [length // 2 for length in cycles if length % 2 == 0]
        orbits += [a * b // gcd(a, b) for a, b in combinations(cycles, 2) for _ in range(gcd(a, b))]
        graphs = [Fraction(1)] + [Fraction(0)] * (n * (n - 1) // 2)
        for orbit in orbits:
            graphs = [number + (graphs[edges - orbit] if edges >= orbit else 0) for edges, number in enumerate(graphs)]
        found[cycles] = graphs
    return found


def _connected(n: int) -> dict[Cycles, Polynomial]:
    """Count the connected labelled graphs that a permutation fixes, in the form of :func:`_fixed`."""
    most = n * (n - 1) // 2 + 1
    index = [
        {cycles: [number / _order(cycles) for number in graphs] for cycles, graphs in _fixed(size).items()}
        for size in range(n + 1)
    ]
    # The terms of degree d of the logarithm follow from `d * index[d] == sum(k * logarithm[k] * index[d - k])`.
    logarithm: list[dict[Cycles, Polynomial]] = [{}]
    for degree in range(1, n + 1):
        terms = {cycles: list(graphs) for cycles, graphs in index[degree].items()}
        for k in range(1, degree):
            for left, graphs in logarithm[k].items():
                for right, others in index[degree - k].items():
                    term = terms[tuple(sorted((*left, *right)))]
                    for i, number in enumerate(graphs):
                        for j, other in enumerate(others) if number else ():
                            term[i + j] -= number * other * k / degree
        logarithm.append(terms)
    # The logarithm also counts k copies of a connected graph that a permutation moves cyclically. These terms are
    # removed by Möbius inversion.
    connected = {cycles: [Fraction(0)] * most for cycles in _partitions(n)}
    for copies, sign in ((1, 1), (2, -1), (3, -1), (5, -1), (6, 1), (7, -1)):
        if n % copies:
            continue
        for cycles, graphs in logarithm[n // copies].items():
            term = connected[tuple(length * copies for length in cycles)]
            for edges, number in enumerate(graphs):
                term[edges * copies] += sign * number / copies
    return {cycles: [number * _order(cycles) for number in graphs] for cycles, graphs in connected.items()}
