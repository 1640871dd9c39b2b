"""All graphs with at most eight vertices and without isolated vertices, up to isomorphism.

Graphs with up to seven vertices are listed by networkx: R. Read and R. Wilson, "An Atlas of Graphs" (1998). Every graph
with eight vertices arises from a graph with seven vertices by adding a vertex whose degree is the largest in the new
graph.

Families of graphs on fixed point sets: exact distances of all arrangements, and exact crossing counts.

For each graph of a family, one breadth-first search from all plane arrangements finds the minimum number of swaps of
every arrangement of the graph on its point set. In convex position, rotating the points changes no crossing. In this
case, only arrangements with the first vertex on the first point are searched.

The searches of the larger graphs take minutes, so the results are recorded in the file ``graph_families.json``. Each
row contains the fields of a :class:`Distances` that :func:`search_distances` returned.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations
from math import factorial
from types import MappingProxyType
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.graph import Graph, canonical_graph
from ludex.games.planarity.points import Points, segments_cross

MAX_LISTED = 8
_ATLAS = 7


@cache
def small_graphs(n: int, planar: bool = False) -> tuple[Graph, ...]:
    """Return the graphs with `n` vertices (1 to 8) and without isolated vertices, up to isomorphism.

    If `planar` is true, the result contains only planar graphs. Cost: a second for n up to 7, and a minute for n = 8,
    but only once in a process.

    >>> [len(small_graphs(n)) for n in range(1, 6)], len(small_graphs(5, planar=True))
    ([0, 1, 2, 7, 23], 22)
    """
    if not 1 <= n <= MAX_LISTED:
        raise ValueError(f"graphs can be listed for 1 to {MAX_LISTED} vertices, not {n}")
    return tuple(graph for graph in _graphs(n) if not planar or nx.check_planarity(nx.Graph(graph.edges))[0])


@cache
def _graphs(n: int) -> tuple[Graph, ...]:
    if n <= _ATLAS:
        atlas = (graph for graph in nx.graph_atlas_g() if len(graph) == n)
        return tuple(Graph(n, tuple(graph.edges)) for graph in atlas if all(degree for _, degree in graph.degree))
    return tuple(_extended())


def _extended() -> Iterator[Graph]:
    """Yield the graphs with eight vertices."""
    known: set[bytes] = set()
    for graph in nx.graph_atlas_g():
        if len(graph) != _ATLAS:
            continue
        degrees = dict(graph.degree)
        for size in range(max(degrees.values()), _ATLAS + 1):
            for joined in combinations(range(_ATLAS), size):
                # In the new graph, no vertex is isolated, and no vertex has a larger degree than the new vertex.
                if all(0 < degrees[v] + (v in joined) <= size for v in degrees):
                    found = canonical_graph(_ATLAS + 1, (*graph.edges, *((v, _ATLAS) for v in joined)))
                    if found.form not in known:
                        known.add(found.form)
                        yield Graph(_ATLAS + 1, found.edges)


MAX_ARRANGEMENTS = 40_000_000
"""The maximum number of arrangements in a search. The search takes about 120 bytes per arrangement."""

_CHUNK = 1 << 16


def convex_points(n: int) -> Points:
    """Return `n` points in convex position, in order around the hull.

    >>> convex_points(4)
    ((0, 0), (1, 1), (2, 4), (3, 9))
    """
    return tuple((x, x * x) for x in range(n))


def wheel_points(n: int) -> Points:
    """Return one point, followed by `n` - 1 points in convex position around it.

    The first point is slightly off the centre of the polygon. Otherwise, it would be collinear with two opposite
    corners if the number of corners is even.
    """
    corners = n - 1
    angles = 2 * np.pi * np.arange(corners) / corners
    ring = zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True)
    return ((37, 53), *((round(100_000 * x), round(100_000 * y)) for x, y in ring))


def pole_points(n: int) -> Points:
    """Return two points, followed by a slightly bent row of `n` - 2 points between them.

    >>> pole_points(5)
    ((0, 1000), (1, -1000), (-2, 4), (0, 0), (2, 4))
    """
    row = n - 2
    return ((0, 1000), (1, -1000), *((2 * i - row + 1, (2 * i - row + 1) ** 2) for i in range(row)))


def path_edges(n: int) -> tuple[Edge, ...]:
    """Return the edges of the path with `n` vertices."""
    return tuple((i, i + 1) for i in range(n - 1))


def cycle_edges(n: int) -> tuple[Edge, ...]:
    """Return the edges of the cycle with `n` vertices."""
    return (*path_edges(n), (0, n - 1))


def fan_edges(n: int) -> tuple[Edge, ...]:
    """Return the edges of the fan with `n` vertices: the path 1, ..., n - 1, and vertex 0 joined to its vertices."""
    return (*((0, i) for i in range(1, n)), *((i, i + 1) for i in range(1, n - 1)))


def wheel_edges(n: int) -> tuple[Edge, ...]:
    """Return the edges of the wheel with `n` vertices: the cycle 1, ..., n - 1, and vertex 0 joined to its vertices."""
    return (*fan_edges(n), (1, n - 1))


def ladder_edges(n: int) -> tuple[Edge, ...]:
    """Return the edges of the ladder with `n` vertices: two paths with n / 2 vertices, joined by n / 2 rungs.

    Raises ValueError for odd `n`.
    """
    if n % 2:
        raise ValueError(f"a ladder must have an even number of vertices, not {n}")
    half = n // 2
    rails = (edge for i in range(half - 1) for edge in ((i, i + 1), (half + i, half + i + 1)))
    return (*rails, *((i, half + i) for i in range(half)))


def two_to_all_edges(n: int) -> tuple[Edge, ...]:
    """Return the edges of the complete bipartite graph with parts of 2 and `n` - 2 vertices."""
    return tuple((u, v) for u in (0, 1) for v in range(2, n))


@dataclass(frozen=True, slots=True)
class Family:
    """A family of graphs on point sets. There is one graph for each number of vertices `least + k * step`.

    `convex` is true if the points are in convex position.
    """

    name: str
    edges: Callable[[int], tuple[Edge, ...]]
    points: Callable[[int], Points]
    least: int
    step: int = 1

    @property
    def convex(self) -> bool:
        """Return whether the points are in convex position."""
        return self.points is convex_points


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            Family("path", path_edges, convex_points, 2),
            Family("cycle", cycle_edges, convex_points, 3),
            Family("fan", fan_edges, convex_points, 3),
            Family("ladder", ladder_edges, convex_points, 4, 2),
            Family("wheel", wheel_edges, wheel_points, 4),
            Family("two-to-all", two_to_all_edges, pole_points, 4),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Distances:
    """The minima of all arrangements of a graph on a point set.

    `by_minimum[k]` is the number of arrangements with the minimum k, and `unreachable` is the number of arrangements
    from which no plane arrangement can be reached. `hardest` is an arrangement with the largest minimum, given by the
    index of the point of each vertex.
    """

    vertices: int
    by_minimum: tuple[int, ...]
    unreachable: int
    hardest: tuple[int, ...]

    @property
    def largest_minimum(self) -> int:
        """Return the largest minimum over all arrangements."""
        return len(self.by_minimum) - 1

    def plane_drawings(self, symmetries: int) -> int:
        """Return the number of plane drawings. Drawings with the same segments count as one.

        `symmetries` is the number of automorphisms of the graph.
        """
        return self.by_minimum[0] // symmetries


def search_distances(family: Family, n: int, budget: Budget | None = None) -> Distances:
    """Return the minima of all arrangements of the graph with `n` vertices of a family.

    Parameters
    ----------
    family : Family
        A family of connected graphs.
    n : int
        The number of vertices.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    Distances
        The numbers of arrangements by minimum. They count all n! arrangements.

    Raises
    ------
    ValueError
        If the family has no such graph, the graph has too many arrangements, or none of the arrangements is plane.
    BudgetExhausted
        If the budget ends.

    Notes
    -----
    For m edges, the time is proportional to `n! m`, or to `(n - 1)! m` if the points are in convex position. The search
    takes about 50 bytes of memory for each arrangement, and four bytes for each arrangement and edge.

    Examples
    --------
    >>> search_distances(FAMILIES["cycle"], 6).by_minimum
    (12, 72, 252, 348, 36)
    """
    budget = budget or Budget()
    if n < family.least or (n - family.least) % family.step:
        raise ValueError(f"the family {family.name} has no graph with {n} vertices")
    states = factorial(n - 1 if family.convex else n)
    if states > MAX_ARRANGEMENTS:
        raise ValueError(f"{n} vertices have {states:,} arrangements; at most {MAX_ARRANGEMENTS:,} are supported")
    edges = family.edges(n)
    places = _arrangements(n, family.convex)
    keys = _keys(places)
    cross = _crossing_pairs(family.points(n))
    plane = np.concatenate([_is_plane(part, edges, cross) for part in _chunks(places)])
    after = []
    for u, v in edges:
        budget.check()
        swapped = places.copy()
        swapped[:, [u, v]] = places[:, [v, u]]
        if family.convex:
            swapped = (swapped - swapped[:, :1]) % n
        after.append(np.searchsorted(keys, _keys(swapped)).astype(np.int32))
    reached = np.zeros(len(places), np.bool_)
    frontier = np.flatnonzero(plane)
    reached[frontier] = True
    counts, last = [], frontier
    while len(frontier):
        budget.check()
        budget.count(len(frontier))
        counts.append(len(frontier))
        last = frontier
        near = np.zeros(len(places), np.bool_)
        for column in after:
            near[column[frontier]] = True
        frontier = np.flatnonzero(near & ~reached)
        reached[frontier] = True
    if not counts:
        raise ValueError(f"no arrangement of the graph with {n} vertices of the family {family.name} is plane")
    turns = n if family.convex else 1
    return Distances(
        n,
        tuple(turns * count for count in counts),
        factorial(n) - turns * sum(counts),
        tuple(int(place) for place in places[last[0]]),
    )


def fewest_crossings(n: int) -> int:
    """Return the minimum number of crossings of the complete bipartite graph K(n, n) on points in convex position.

    The function tries all choices of the points of one part. Cost: C(2n-1, n) times C(2n, 4) operations.

    >>> [fewest_crossings(n) for n in (1, 2, 3)]
    [0, 0, 3]
    """
    return min(_two_part_crossings((0, *rest), 2 * n) for rest in combinations(range(1, 2 * n), n - 1))


def _two_part_crossings(part: tuple[int, ...], points: int) -> int:
    """Return the number of crossings among the edges from one part to all other points, in convex position.

    Among the segments of four points in convex position, only the diagonals cross.
    """
    first = [place in set(part) for place in range(points)]
    return sum(first[a] != first[c] and first[b] != first[d] for a, b, c, d in combinations(range(points), 4))


@dataclass(frozen=True, slots=True)
class RecordedResults:
    """The results in the file ``graph_families.json``.

    `distances` contains the results of each family, sorted by number of vertices. `fewest_crossings` contains the
    results of :func:`fewest_crossings` for n = 1, 2, ....
    """

    distances: Mapping[str, tuple[Distances, ...]]
    fewest_crossings: tuple[int, ...]


@cache
def recorded_results() -> RecordedResults:
    """Return the recorded results."""
    text = files("ludex.games.planarity.study").joinpath("graph_families.json").read_text("utf-8")
    return TypeAdapter(RecordedResults).validate_json(text)


def _arrangements(n: int, fixed: bool) -> NDArray[np.int8]:
    """Return all arrangements of n vertices in lexicographic order.

    If `fixed` is true, only the arrangements with the first vertex at 0 are included.
    """
    table: Any = np.zeros((1, 0), np.int8)
    free = n - 1 if fixed else n
    for size in range(1, free + 1):
        # Insert a first entry, and increase all entries that are not smaller by one.
        rows = [
            np.concatenate([np.full((len(table), 1), first, np.int8), table + (table >= first)], axis=1)
            for first in range(size)
        ]
        table = np.concatenate(rows).astype(np.int8)
    if fixed:
        table = np.concatenate([np.zeros((len(table), 1), np.int8), table + 1], axis=1)
    return table  # type: ignore[no-any-return]


def _keys(places: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return a number for each arrangement. Numbers compare in the same way as the arrangements, lexicographically."""
    n = places.shape[1]
    keys = np.zeros(len(places), np.int64)
    for column in range(n):
        keys = keys * n + places[:, column]
    return keys


def _crossing_pairs(points: Points) -> NDArray[np.bool_]:
    """Return a Boolean array whose element [a, b, c, d] states whether segment ab crosses segment cd."""
    n = len(points)
    cross = np.zeros((n, n, n, n), np.bool_)
    for four in combinations(range(n), 4):
        for a, b, c, d in permutations(four):
            cross[a, b, c, d] = segments_cross(points[a], points[b], points[c], points[d])
    return cross


def _chunks(places: NDArray[np.int8]) -> list[NDArray[np.int8]]:
    return [places[start : start + _CHUNK] for start in range(0, len(places), _CHUNK)]


def _is_plane(places: NDArray[np.int8], edges: tuple[Edge, ...], cross: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether each arrangement is plane, as a Boolean array."""
    plane = np.ones(len(places), np.bool_)
    for (a, b), (c, d) in combinations(edges, 2):
        if not {a, b} & {c, d}:
            plane &= ~cross[places[:, a], places[:, b], places[:, c], places[:, d]]
    return plane
