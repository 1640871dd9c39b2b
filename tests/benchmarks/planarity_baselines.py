"""Swap Planarity in the plain ways that ours is measured against; they share no code with it but the data classes."""

import random
from collections.abc import Sequence
from itertools import combinations

import igraph
import numpy as np
from numba import njit
from scipy.spatial import Delaunay

from ludex.games.planarity.drawing import Drawing
from ludex.graphs.canonical import ColouredGraph

Point = tuple[int, int]
Edge = tuple[int, int]


@njit
def turn(p, q, r):
    """Return twice the signed area of a triangle."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


@njit
def cross(p, q, r, s):
    """Tell whether two segments cross."""
    return (turn(p, q, r) > 0) != (turn(p, q, s) > 0) and (turn(r, s, p) > 0) != (turn(r, s, q) > 0)


@njit
def crossing_table(points):
    """Return for all places i, j, k, l whether the segments ij and kl cross: a help for searches of all kinds."""
    n = len(points)
    table = np.zeros((n, n, n, n), dtype=np.bool_)
    for i in range(n):
        for j in range(n):
            for k in range(n):
                for m in range(n):
                    different = i not in (j, k, m) and j not in (k, m) and k != m
                    table[i, j, k, m] = different and cross(points[i], points[j], points[k], points[m])
    return table


def brute_force(drawing: Drawing) -> tuple[int, int]:
    """Return the minimum swaps, and how many sequences of so many end plane, as the paper's section 4.4 does.

    That is by all sequences of 0, 1, 2, ... swaps; none comes twice in a row, which leaves m (m - 1)^(s - 1) of s.
    """
    table = crossing_table(np.array(drawing.points)).tolist()
    edges, places = drawing.edges, list(range(drawing.vertices))
    pairs = [(*one, *other) for one, other in combinations(edges, 2)]

    def solutions(swaps: int, last: Edge | None) -> int:
        if not swaps:
            return not any(table[places[a]][places[b]][places[c]][places[d]] for a, b, c, d in pairs)
        found = 0
        for edge in edges:
            if edge != last:
                u, v = edge
                places[u], places[v] = places[v], places[u]
                found += solutions(swaps - 1, edge)
                places[u], places[v] = places[v], places[u]
        return found

    swaps = 0
    while not (found := solutions(swaps, None)):
        swaps += 1
    return swaps, found


def compiled_brute_force(drawing: Drawing) -> tuple[int, int]:
    """Answer as `brute_force` does, compiled."""
    return compiled_fewest_moves(drawing, drawing.edges)


def compiled_fewest_moves(drawing: Drawing, moves: Sequence[Edge]) -> tuple[int, int]:
    """Answer as `brute_force` does, compiled, where the `moves` are the pairs of vertices that may exchange places."""
    edges, pairs = np.array(drawing.edges, dtype=np.int64), np.array(moves, dtype=np.int64)
    count, found = _all_sequences(crossing_table(np.array(drawing.points)), edges, pairs, drawing.vertices)
    return int(count), int(found)


@njit
def _all_sequences(table, edges, moves, n):
    places = np.arange(n)
    chosen = np.full(64, -1)
    swaps = found = 0
    while not found:
        depth = 0
        while depth >= 0:
            if depth == swaps:
                found += _is_plane(table, edges, places)
                depth -= 1
                continue
            if chosen[depth] >= 0:
                u, v = moves[chosen[depth]]
                places[u], places[v] = places[v], places[u]
            chosen[depth] += 1
            if depth and chosen[depth] == chosen[depth - 1]:
                chosen[depth] += 1
            if chosen[depth] >= len(moves):
                chosen[depth] = -1
                depth -= 1
                continue
            u, v = moves[chosen[depth]]
            places[u], places[v] = places[v], places[u]
            depth += 1
        swaps += 1
    return swaps - 1, found


@njit
def _is_plane(table, edges, places):
    for e in range(len(edges)):
        a, b = places[edges[e, 0]], places[edges[e, 1]]
        for f in range(e + 1, len(edges)):
            if table[a, b, places[edges[f, 0]], places[edges[f, 1]]]:
                return False
    return True


def order_type_graph(points: Sequence[Point]) -> ColouredGraph:
    """Return a coloured graph that is isomorphic for equal order types, up to reflection, and only for those.

    Each line through two points has a vertex for each of its sides, linked to the points there.
    """
    n = len(points)
    colours, links = [0] * n, []
    for i, j in combinations(range(n), 2):
        line = len(colours)
        colours += [1, 2, 2]
        links += [(i, line), (j, line), (line, line + 1), (line, line + 2)]
        for k in range(n):
            if k not in (i, j):
                links.append((k, line + 1 + (turn(points[i], points[j], points[k]) > 0)))
    return ColouredGraph(tuple(colours), tuple(links))


def swap_graph(drawing: Drawing) -> ColouredGraph:
    """Return a coloured graph that is isomorphic for swap-equivalent drawings of connected graphs, no stars."""
    n = drawing.vertices
    segments = list(combinations(range(n), 2))
    colours = [0] * n + [1 if segment in drawing.edges else 2 for segment in segments]
    links = [(end, n + number) for number, segment in enumerate(segments) for end in segment]
    for (a, one), (b, other) in combinations(enumerate(segments), 2):
        p, q, r, s = (drawing.points[end] for end in one + other)
        if not set(one) & set(other) and cross(p, q, r, s):
            links.append((n + a, n + b))
    return ColouredGraph(tuple(colours), tuple(links))


def bliss_form(graph: igraph.Graph) -> tuple[list[int], list[Edge]]:
    """Return the colours and edges of a graph in the order of igraph's BLISS."""
    colours = graph.vs["colour"]
    order = graph.canonical_permutation(sh="fl", color=colours)
    return sorted(colours), sorted(graph.permute_vertices(order).get_edgelist())


def as_igraph(graph: ColouredGraph) -> igraph.Graph:
    """Return a coloured graph as igraph takes it."""
    made = igraph.Graph(n=len(graph.colours), edges=graph.edges)
    made.vs["colour"] = graph.colours
    return made


def straightforward_level(vertices: int, edges: int, swaps: int, delta: float, seed: int) -> int:
    """Generate a level as the paper describes it, in plain Python, and return its minimum: the one asked for.

    Points by rejection, Delaunay's triangulation, removal of edges, random swaps, the minimum by brute force.
    """
    source = random.Random(seed)
    while True:
        points = _points(vertices, delta, source)
        kept = _thinned(Delaunay(points).simplices, edges, source)
        if kept is None:
            continue
        drawing = Drawing(tuple(points), tuple(kept))
        for _ in range(swaps):
            drawing = drawing.swapped(source.choice(drawing.edges))
        if brute_force(drawing)[0] == swaps:
            return swaps


def _points(n: int, delta: float, source: random.Random) -> list[Point]:
    least = delta * 10_000
    points: list[Point] = []
    while len(points) < n:
        point = (source.randrange(10_001), source.randrange(10_001))
        if point not in points and all(_height(point, *pair) >= least for pair in combinations(points, 2)):
            points.append(point)
    return points


def _height(p: Point, q: Point, r: Point) -> float:
    sides = ((q[0] - p[0], q[1] - p[1]), (r[0] - p[0], r[1] - p[1]), (r[0] - q[0], r[1] - q[1]))
    longest = max(x * x + y * y for x, y in sides) ** 0.5
    return abs(turn(p, q, r)) / longest if longest else 0.0


def _thinned(triangles: np.ndarray, m: int, source: random.Random) -> list[Edge] | None:
    edges = sorted({(int(min(e)), int(max(e))) for t in triangles for e in combinations(t, 2)})
    degree = [sum(v in edge for edge in edges) for v in range(int(triangles.max()) + 1)]
    source.shuffle(edges)
    kept = list(edges)
    for u, v in edges:
        if len(kept) > m and degree[u] > 1 and degree[v] > 1:
            kept.remove((u, v))
            degree[u] -= 1
            degree[v] -= 1
    return kept if len(kept) == m else None
