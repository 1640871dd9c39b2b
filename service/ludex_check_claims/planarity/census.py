"""A check of the census of Swap Planarity. It recounts the classes of arrangements of each graph on each point set."""

from collections import Counter
from itertools import combinations, permutations
from math import factorial

from ludex_check_claims.planarity.drawings import connected_parts, cross, has_disjoint, swapped
from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, NotChecked, require

Arrangement = tuple[int, ...]

LABELLED_CONNECTED_GRAPHS = {4: 38, 5: 728, 6: 26704}
"""These numbers are from the On-Line Encyclopedia of Integer Sequences, A001187."""
X_TYPES = {4: 2, 5: 3, 6: 15}
"""The number of order types, where order types with the same crossings count as one.

Source: A. Pilz and E. Welzl, "Order on Order Types", 2015.
"""


def census(claim: Json, document: Json, export: Export) -> str:
    """Recount the classes for every graph and every point set. The classes are orbits of arrangements."""
    value, certificate, n = claim["value"], claim["certificate"], document["vertices"]
    require(document.get("kind") == "planarity-census", "the subject must be a census")
    require(claim["proved"] and claim["lower"] is None and claim["upper"] is None, "a census must have no bounds")
    shown = [[share["min_swaps"], share["classes"]] for share in document["distribution"]]
    require(
        value["by_minimum"] == shown and value["classes"] == document["classes"], "the claim and the document differ"
    )
    if certificate is None:
        raise NotChecked("the census has no certificate")
    require(n in X_TYPES, f"a census of {n} points is not supported")
    clock = Clock(export, 240)
    graphs = _graphs(certificate, n)
    point_sets = _point_sets(certificate, n)
    stated = {tuple(of_class): number for *of_class, number in certificate["classes"]}
    require(len(stated) == len(certificate["classes"]), "a row of the census is repeated")
    counted: Counter[tuple[int, int, int | None, int]] = Counter()
    for graph, (edges, renamings) in enumerate(graphs):
        for points, (crossing, moves) in enumerate(point_sets):
            for minimum, keeping in _classes(edges, renamings, crossing, moves, n, clock):
                counted[graph, points, minimum, keeping] += 1
    require(dict(counted) == stated, "the number of classes is wrong")
    minima: Counter[int | None] = Counter()
    for (_, _, minimum, _), classes in counted.items():
        minima[minimum] += classes
    ascending = sorted(minima, key=lambda minimum: (minimum is None, minimum or 0))
    require(value["by_minimum"] == [[minimum, minima[minimum]] for minimum in ascending], "the sums are wrong")
    require(value["classes"] == sum(minima.values()), "the sum is wrong")
    by_edges: dict[int, Counter[int | None]] = {}
    for (graph, _, minimum, _), classes in counted.items():
        by_edges.setdefault(len(graphs[graph][0]), Counter())[minimum] += classes
    require(
        document["by_edges"]
        == [
            {"edges": edges, "classes": of_edges.total(), "largest_min_swaps": _largest(of_edges)}
            for edges, of_edges in sorted(by_edges.items())
        ],
        "the shares by number of edges are wrong",
    )
    require(document["largest_min_swaps"] == _largest(minima), "the largest minimum is wrong")
    return RECOMPUTED


def _largest(minima: Counter[int | None]) -> int | None:
    return max((minimum for minimum in minima if minimum is not None), default=None)


def _graphs(certificate: Json, n: int) -> list[tuple[list[tuple[int, int]], list[Arrangement]]]:
    """Return the edges and the symmetries of each graph of a census.

    Require that the certificate lists every connected graph with two disjoint edges exactly once, up to isomorphism.
    """
    found, forms = [], set()
    every = list(permutations(range(n)))
    for listed, symmetries in certificate["graphs"]:
        edges = [(min(edge), max(edge)) for edge in listed]
        fits = all(len(edge) == 2 and 0 <= min(edge) < max(edge) < n for edge in listed)
        require(fits and len(set(edges)) == len(edges), "a graph has the wrong edges")
        images = {way: frozenset(tuple(sorted((way[u], way[v]))) for u, v in edges) for way in every}
        own = frozenset(edges)
        renamings = [way for way, image in images.items() if image == own]
        require(len(renamings) == symmetries, "a graph has the wrong number of symmetries")
        is_member = len(connected_parts(n, edges)[0][0]) == n and has_disjoint(edges)
        require(is_member, "a graph does not belong to the census")
        forms.add(min(tuple(sorted(image)) for image in images.values()))
        found.append((edges, renamings))
    require(len(forms) == len(found), "two graphs are isomorphic")
    # Among the labelled connected graphs, the n stars have no two disjoint edges.
    labelled = sum(factorial(n) // len(renamings) for _, renamings in found)
    require(labelled == LABELLED_CONNECTED_GRAPHS[n] - n, "graphs are missing")
    return found


Crossing = frozenset[frozenset[frozenset[int]]]


def _point_sets(certificate: Json, n: int) -> list[tuple[Crossing, list[Arrangement]]]:
    """Return the pairs of crossing segments and the symmetries of each point set.

    Require that the certificate has exactly one point set for every x-type.
    """
    found, forms = [], set()
    every = list(permutations(range(n)))
    for points, symmetries in certificate["point_sets"]:
        require(len(points) == n and all(len(point) == 2 for point in points), "a point set has the wrong points")
        pairs = combinations(combinations(range(n), 2), 2)
        crossing = {(s, t) for s, t in pairs if not {*s} & {*t} and cross(points, s, t)}
        images = {way: tuple(sorted(_moved(pair, way) for pair in crossing)) for way in every}
        own = images[tuple(range(n))]
        moves = [way for way, image in images.items() if image == own]
        require(len(moves) == symmetries, "a point set has the wrong number of symmetries")
        forms.add(min(images.values()))
        found.append((frozenset(frozenset(map(frozenset, pair)) for pair in crossing), moves))
    require(len(forms) == len(found) == X_TYPES[n], "the point sets do not cover all x-types")
    return found


def _moved(pair: tuple[tuple[int, int], tuple[int, int]], way: Arrangement) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted(way[point] for point in segment)) for segment in pair))


def _classes(
    edges: list[tuple[int, int]],
    renamings: list[Arrangement],
    crossing: Crossing,
    moves: list[Arrangement],
    n: int,
    clock: Clock,
) -> list[tuple[int | None, int]]:
    """Return the minimum number of swaps and the number of symmetries of each class of arrangements of a graph."""
    number = {frozenset(pair): place for place, pair in enumerate(combinations(range(n), 2))}
    met = [0] * len(number)
    for segment, other in map(tuple, crossing):
        met[number[segment]] |= 1 << number[other]
        met[number[other]] |= 1 << number[segment]
    number_of = [[number.get(frozenset((a, b)), 0) for b in range(n)] for a in range(n)]
    distance: dict[Arrangement, int] = {}
    for at in permutations(range(n)):
        clock.tick()
        segments = [number_of[at[u]][at[v]] for u, v in edges]
        there = sum(1 << segment for segment in segments)
        if not any(met[segment] & there for segment in segments):
            distance[at] = 0
    layer = list(distance)
    while layer:
        following = []
        for at in layer:
            for edge in edges:
                moved = swapped(at, edge)
                if moved not in distance:
                    distance[moved] = distance[at] + 1
                    following.append(moved)
        layer = following
    seen: set[Arrangement] = set()
    found = []
    for at in permutations(range(n)):
        if at in seen:
            continue
        orbit: set[Arrangement] = set()
        for way in renamings:
            clock.tick()
            renamed = [at[v] for v in way]
            orbit.update(tuple([move[point] for point in renamed]) for move in moves)
        require(len({distance.get(arrangement) for arrangement in orbit}) == 1, "a class has different minima")
        seen |= orbit
        found.append((distance.get(at), len(renamings) * len(moves) // len(orbit)))
    require(len(seen) == factorial(n), "the sizes of the classes do not add up to n!")
    return found
