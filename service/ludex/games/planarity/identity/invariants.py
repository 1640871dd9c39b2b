"""Invariants of graphs and of drawings, computed without a search.

The invariants of graphs include degrees, planarity, girth and the exact number of automorphisms. The invariants of
drawings add the crossings and the convex hull.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludex.engine.fact import Fact
from ludex.games.planarity import kernels
from ludex.games.planarity.crossings import count_crossings, crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge, number_array
from ludex.games.planarity.points import hull, interior
from ludex.graphs.canonical import ColouredGraph, automorphism_generators

_FEWEST_NOT_PLANAR = 9
"""The number of edges of K3,3. Every non-planar graph contains a subdivision of K3,3 or of K5, which has ten edges."""


_FURTHER = Fact(leading=False)


class GraphInvariants(BaseModel):
    """Properties that isomorphic graphs share.

    A tree is connected, but a forest need not be. A graph without edges is a forest. `automorphisms` may have about
    ninety digits.
    """

    model_config = ConfigDict(frozen=True)

    vertices: Annotated[int, Fact(synonyms=("nodes",))] = Field(description="Number of vertices.")
    edges: Annotated[int, Fact()] = Field(description="Number of edges.")
    degrees: Annotated[tuple[int, ...], Fact()] = Field(description="Degrees of the vertices in descending order.")
    min_degree: Annotated[int, Fact(leading=False, synonyms=("minimum degree", "least degree"))] = Field(
        description="Least degree of a vertex."
    )
    max_degree: Annotated[int, Fact(leading=False, synonyms=("maximum degree", "greatest degree", "degree"))] = Field(
        description="Greatest degree of a vertex."
    )
    components: Annotated[int, _FURTHER] = Field(description="Number of connected components.")
    connected: Annotated[bool, Fact(leading=False, opposites=("disconnected", "unconnected"))] = Field(
        description="Whether every two vertices are joined by a path."
    )
    planar: Annotated[bool, Fact(leading=False, opposites=("nonplanar",))] = Field(
        description="Whether it can be drawn without crossings."
    )
    outerplanar: Annotated[bool, _FURTHER] = Field(
        description="Whether it can be drawn without crossings so that all vertices are on the outer face."
    )
    tree: Annotated[bool, _FURTHER] = Field(description="Whether it is connected and has no cycle.")
    forest: Annotated[bool, _FURTHER] = Field(description="Whether it has no cycle.")
    bipartite: Annotated[bool, Fact(leading=False, synonyms=("two colourable", "2 colourable"))] = Field(
        description="Whether the vertices can be coloured with two colours so that the ends of every edge differ."
    )
    girth: Annotated[int | None, _FURTHER] = Field(
        description="Length of a shortest cycle. No value if there is no cycle."
    )
    automorphisms: Annotated[int, Fact(natural=True)] = Field(
        description="Number of automorphisms: renumberings of the vertices that preserve the edges."
    )


def graph_invariants(vertices: int, edges: Iterable[Edge], *, planar: bool | None = None) -> GraphInvariants:
    """Return the invariants of the simple graph with `vertices` vertices, at least one, and these `edges`.

    Pass `planar` if you know whether the graph is planar, for instance from a plane drawing. This saves the planarity
    test, which takes longer than everything else. Cost: usually milliseconds, and up to about a second for
    very many automorphisms.

    >>> found = graph_invariants(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> found.degrees, found.outerplanar, found.girth, found.automorphisms
    ((2, 2, 2, 2), True, 4, 8)
    """
    joined = {(min(edge), max(edge)) for edge in edges}
    neighbours = [0] * vertices
    for u, v in joined:
        neighbours[u] |= 1 << v
        neighbours[v] |= 1 << u
    size = len(joined)
    degrees = tuple(sorted((bits.bit_count() for bits in neighbours), reverse=True))
    components, bipartite = _parts(neighbours)
    forest = size == vertices - components
    return GraphInvariants(
        vertices=vertices,
        edges=size,
        degrees=degrees,
        min_degree=degrees[-1],
        max_degree=degrees[0],
        components=components,
        connected=components == 1,
        planar=_is_planar(vertices, joined) if planar is None else planar,
        outerplanar=_is_outerplanar(vertices, joined),
        tree=forest and components == 1,
        forest=forest,
        bipartite=bipartite,
        girth=None if forest else _girth(neighbours),
        automorphisms=_automorphisms(vertices, joined),
    )


def degrees(vertices: int, edges: Iterable[Edge]) -> tuple[int, ...]:
    """Return the degrees of the graph with `vertices` vertices and these `edges` in descending order.

    >>> degrees(3, [(0, 1), (1, 2)])
    (2, 1, 1)
    """
    count = Counter(v for edge in edges for v in edge)
    return tuple(sorted((count[v] for v in range(vertices)), reverse=True))


def count_automorphisms(vertices: int, edges: Iterable[Edge]) -> int:
    """Return the exact number of automorphisms of the graph with `vertices` vertices and these `edges`.

    The function fixes one vertex after another until no symmetry is left. The number of automorphisms is the product of
    the sizes of the orbits of the fixed vertices (a chain of stabilizers). Cost: one search for generators for each
    fixed vertex. Most graphs need no search, because colour refinement distinguishes all vertices.

    >>> count_automorphisms(30, []) == 265252859812191058636308480000000
    True
    """
    return _automorphisms(vertices, {(min(edge), max(edge)) for edge in edges})


def _automorphisms(vertices: int, joined: Collection[Edge]) -> int:
    if _are_told_apart(vertices, joined):
        return 1
    pairs = tuple(combinations(range(vertices), 2))
    # The complement of a dense graph has the same automorphisms and fewer edges.
    listed = tuple(pair for pair in pairs if (pair in joined) == (2 * len(joined) <= len(pairs)))
    colours = [0] * vertices
    total, fixed = 1, 0
    while generators := automorphism_generators(ColouredGraph(tuple(colours), listed)):
        moved = next(v for v in range(vertices) if any(generator[v] != v for generator in generators))
        total *= _orbit_size(moved, generators)
        fixed += 1
        colours[moved] = fixed
    return total


def _are_told_apart(vertices: int, edges: Collection[Edge]) -> bool:
    """Return whether colour refinement distinguishes all vertices, so that there is only one automorphism."""
    import numpy as np

    return bool(
        kernels.rotations.are_told_apart(number_array((), tuple(edges)), np.empty((2, vertices), dtype=np.uint64))
    )


def _orbit_size(vertex: int, generators: list[tuple[int, ...]]) -> int:
    reached = {vertex}
    waiting = [vertex]
    while waiting:
        images = {generator[waiting[-1]] for generator in generators}
        waiting.pop()
        waiting += images - reached
        reached |= images
    return len(reached)


def _parts(neighbours: Sequence[int]) -> tuple[int, bool]:
    """Return the number of connected components and whether the graph is bipartite."""
    left, components, bipartite = (1 << len(neighbours)) - 1, 0, True
    while left:
        components += 1
        layer = left & -left
        while layer:
            left &= ~layer
            around = 0
            for v in _members(layer):
                bipartite &= not neighbours[v] & layer
                around |= neighbours[v]
            layer = around & left
    return components, bipartite


def _is_planar(vertices: int, edges: Collection[Edge]) -> bool:
    """Return whether a graph is planar.

    A graph with too few edges to contain a subdivision of K5 or K3,3 needs no test, and neither does a graph with too
    many edges to be planar.
    """
    if len(edges) < _FEWEST_NOT_PLANAR:
        return True
    if vertices >= 3 and len(edges) > 3 * vertices - 6:
        return False
    import networkx

    planar: bool = networkx.check_planarity(networkx.Graph(list(edges)))[0]
    return planar


def _is_outerplanar(vertices: int, edges: Collection[Edge]) -> bool:
    """Return whether a graph is outerplanar: whether it stays planar if a vertex adjacent to all vertices is added."""
    if vertices >= 2 and len(edges) > 2 * vertices - 3:
        return False
    return _is_planar(vertices + 1, [*edges, *((vertices, v) for v in range(vertices))])


def _girth(neighbours: Sequence[int]) -> int:
    """Return the length of a shortest cycle of a graph that has a cycle.

    The method is a breadth-first search from each vertex.
    """
    if any(around & neighbours[w] for around in neighbours for w in _members(around)):
        return 3
    return min(length for v in range(len(neighbours)) if (length := _shortest_closed(v, neighbours)) is not None)


def _shortest_closed(start: int, neighbours: Sequence[int]) -> int | None:
    """Return the length of the first closed walk that a breadth-first search from a vertex finds, or None.

    This is either the length of a shortest cycle or greater than the girth.
    """
    layer = seen = 1 << start
    depth = 0
    while layer:
        following = twice = 0
        for v in _members(layer):
            if neighbours[v] & layer:
                return 2 * depth + 1
            twice |= following & neighbours[v] & ~seen
            following |= neighbours[v] & ~seen
        if twice:
            return 2 * depth + 2
        layer = following
        seen |= following
        depth += 1
    return None


def _members(bits: int) -> Iterable[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


MAX_CROSSING_PAIRS = 20_000


class DrawingInvariants(GraphInvariants):
    """The invariants of a drawing and of its graph.

    `degrees` are in descending order. `planar` means that the graph can be drawn without crossings on some set of
    points. `girth` is the length of a shortest cycle, or null if there are no cycles. `crossing_pairs` are the pairs of
    edges that cross, or null if there are more than 20,000. `plane` means that no two edges of this drawing cross.
    `hull` and `interior` count the points on the convex hull and inside it; `hull_vertices` are in counter-clockwise
    order.
    """

    drawing: Drawing
    crossings: int
    crossing_pairs: tuple[tuple[Edge, Edge], ...] | None
    plane: bool
    hull: int
    interior: int
    hull_vertices: tuple[int, ...]
    interior_vertices: tuple[int, ...]


def drawing_invariants(drawing: Drawing) -> DrawingInvariants:
    """Return the invariants of a `drawing`. Cost: milliseconds.

    >>> found = drawing_invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.hull_vertices
    (1, True, (0, 2, 1, 3))
    """
    crossings = count_crossings(drawing)
    outside, inside = hull(drawing.points), interior(drawing.points)
    return DrawingInvariants(
        **graph_invariants(drawing.vertices, drawing.edges).model_dump(),
        drawing=drawing,
        crossings=crossings,
        crossing_pairs=tuple(crossing_pairs(drawing)) if crossings <= MAX_CROSSING_PAIRS else None,
        plane=not crossings,
        hull=len(outside),
        interior=len(inside),
        hull_vertices=outside,
        interior_vertices=inside,
    )
