"""Facts about drawings, graphs, point sets, packs, censuses and collections."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import isqrt

from ludex_check_claims.canonical_graphs import canonical_numbers
from ludex_check_claims.documents import PACK_FACTS
from ludex_check_claims.game_checks import Facts, names
from ludex_check_claims.group_order import group_order
from ludex_check_claims.planarity.drawings import Drawing, Edge, Points, connected_parts, hull_of, neighbours, swapped
from ludex_check_claims.planarity.planar_graphs import is_planar
from ludex_check_claims.verdicts import Clock, Export, Json, NotChecked

_GRID = 10_000
_MOST_STEPS = 500
_MOST_MOVES = 12_000
"""Planarity is only recomputed if there are at most so many pairs of an edge and a vertex."""


def _drawn(document: Json, export: Export, _clock: Clock) -> Mapping[str, Json]:
    drawing, points = Drawing(document), document["drawing"]["points"]
    return {
        "vertices": drawing.n,
        "edges": len(drawing.edges),
        "crossings": len(drawing.crossings(tuple(range(drawing.n)))),
        "hull": len(hull_of(points)),
        "grid_delta": _grid_delta(points),
        "optimal_solutions": _optimal_solutions(drawing, document["min_swaps"], Clock(export, 20, _MOST_STEPS)),
    }


def _grid_delta(points: Points) -> int:
    """Return the least distance of a point from a point or line, in 10,000ths of the side of the enclosing square."""
    if len(points) < 2:
        return _GRID
    side = max(max(axis) - min(axis) for axis in zip(*points, strict=True))
    squares = []
    for (ax, ay), (bx, by) in combinations(points, 2):
        length = (bx - ax) ** 2 + (by - ay) ** 2
        areas = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) ** 2 for x, y in points]
        least = min((area for area in areas if area), default=length**2)
        squares.append(_GRID**2 * min(least, length**2) // (length * side * side))
    return isqrt(min(squares))


def _optimal_solutions(drawing: Drawing, swaps: int | None, clock: Clock) -> Json:
    """Count the plane arrangements that the minimum number of swaps reaches, and the sequences that lead there."""
    if swaps is None:
        return {"arrangements": None, "sequences": None}
    sequences = Counter([tuple(range(drawing.n))])
    try:
        for _ in range(swaps):
            longer: Counter[tuple[int, ...]] = Counter()
            for at, number in sequences.items():
                clock.tick()
                for edge in drawing.edges:
                    longer[swapped(at, edge)] += number
            sequences = longer
    except NotChecked as reason:
        return reason
    plane = [number for at, number in sequences.items() if not drawing.crossings(at)]
    return {"arrangements": len(plane), "sequences": sum(plane)}


def _graph(document: Json, _export: Export, clock: Clock) -> Mapping[str, Json]:
    n, edges = document["vertices"], [(min(edge), max(edge)) for edge in document["edge_list"]]
    degrees = sorted((sum(v in edge for edge in edges) for v in range(n)), reverse=True)
    parts = connected_parts(n, edges)
    components = len(parts) + degrees.count(0)
    forest = len(edges) == n - components
    return {
        "graph6": _graph6(n, edges),
        "edges": len(edges),
        "degrees": degrees,
        "min_degree": min(degrees),
        "max_degree": max(degrees),
        "components": components,
        "connected": components == 1,
        "planar": _planar(n, edges),
        "outerplanar": _planar(n + 1, [*edges, *((v, n) for v in range(n))]),
        "tree": forest and components == 1,
        "forest": forest,
        "bipartite": _is_bipartite(n, edges),
        "girth": _girth(n, edges),
        "automorphisms": group_order(n, canonical_numbers([0] * n, edges, clock).automorphisms, clock),
    }


def _graph6(n: int, edges: Sequence[Edge]) -> str:
    there = set(edges)
    bits = [(u, v) in there for v in range(n) for u in range(v)]
    bits += [False] * (-len(bits) % 6)
    values = [n] if n < 63 else [63, n >> 12, n >> 6 & 63, n & 63]
    values += [int("".join(map(str, map(int, bits[at : at + 6]))), 2) for at in range(0, len(bits), 6)]
    return "".join(chr(63 + value) for value in values)


def _planar(n: int, edges: Sequence[Edge]) -> Json:
    return is_planar(n, edges) if n * len(edges) <= _MOST_MOVES else NotChecked("the graph is too large")


def _is_bipartite(n: int, edges: Sequence[Edge]) -> bool:
    """Return whether no part of the graph, with two copies of each vertex, contains both copies of a vertex."""
    doubled = [edge for u, v in edges for edge in ((u, v + n), (v, u + n))]
    return all(v + n not in members for members, _ in connected_parts(2 * n, doubled) for v in members)


def _girth(n: int, edges: Sequence[Edge]) -> int | None:
    """Return the length of a shortest cycle: an edge, and a shortest path between its ends without it."""
    found = []
    for edge in edges:
        joined, layer, seen, length = neighbours([other for other in edges if other != edge]), {edge[0]}, {edge[0]}, 0
        while layer and edge[1] not in layer:
            layer = {u for v in layer for u in joined.get(v, ())} - seen
            seen |= layer
            length += 1
        found += [length + 1] if layer else []
    return min(found, default=None)


def _points(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    return {"points": len(document["representative"]), "hull": len(hull_of(document["representative"]))}


METHODS = (
    "the drawing is plane|every plane arrangement that fewer swaps could reach has been ruled out|every arrangement "
    "that swaps can reach (was examined|has a crossing, as an exhaustive search shows)|the search ended before (it "
    "found a plane arrangement, or proved that there is none|its proof; the swaps lead to a plane drawing, but fewer "
    "may suffice)|(the graph is not planar|the points are in convex position and the graph is not outerplanar|there "
    "are [0-9]+ edges, but at most 3n - 3 - hull = [0-9]+ can be drawn without a crossing on [0-9]+ points with "
    "[0-9]+ on the hull)(, on the vertices [0-9]+(, [0-9]+)*)?|orbits of all arrangements of each graph on each point"
    " set|the recorded point sets have this many order types, and there are no more abstract order types|the "
    "canonical forms of the crossings were compared for one point set of each order type|Burnside's lemma: the mean "
    "number of labelled graphs that a (permutation|symmetry of a crossing type) maps to itself(, added up over all "
    "crossing types)?"
)
_MINIMUM = names("min_swaps", "proved", "evidence", "lower_bound", "reason", "reachable")
_FLAGS = names("proved", "reachable")
FACTS = {
    "planarity-level": Facts(names("drawing"), {"planarity.minimum-swaps": _MINIMUM}, _drawn, _FLAGS),
    "planarity-census-class": Facts(names("drawing"), {"planarity.minimum-swaps": _MINIMUM}, _drawn, _FLAGS),
    "planarity-order-type": Facts(names("representative"), of=_points),
    "planarity-x-type": Facts(names("representative"), of=_points),
    "planarity-graph": Facts(names("vertices", "edge_list"), of=_graph),
    "planarity-pack": PACK_FACTS,
    "planarity-census": Facts(
        names("vertices", "max_edges"),
        {"planarity.census": names("classes", "largest_min_swaps", "distribution", "by_edges")},
    ),
    "planarity-collection": Facts(
        names("collection", "points"), {"planarity.collection-size": names("size", "counted_by", "shares")}
    ),
}
