"""Invariants of graphs: degrees, parts, planarity, trees, girth, and the exact number of automorphisms."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludex.engine.fact import Fact
from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Edge, number_array
from ludex.graphs.canonical import ColouredGraph, automorphism_generators

_FEWEST_NOT_PLANAR = 9
"""The edges of K3,3; K5 has ten. Any graph that is not planar has a subdivision of one of them."""


_FURTHER = Fact(leading=False)


class GraphInvariants(BaseModel):
    """What isomorphic graphs have in common.

    A tree is connected; a forest need not be. The graph without edges is a forest. `automorphisms` may have some ninety
    digits.
    """

    model_config = ConfigDict(frozen=True)

    vertices: Annotated[int, Fact()] = Field(description="How many vertices it has.")
    edges: Annotated[int, Fact()] = Field(description="How many edges it has.")
    degrees: Annotated[tuple[int, ...], Fact()] = Field(description="The degrees of its vertices, falling.")
    min_degree: Annotated[int, _FURTHER] = Field(description="The least degree of a vertex.")
    max_degree: Annotated[int, _FURTHER] = Field(description="The greatest degree of a vertex.")
    components: Annotated[int, _FURTHER] = Field(description="How many connected components it has.")
    connected: Annotated[bool, _FURTHER] = Field(description="Whether a path joins any two vertices.")
    planar: Annotated[bool, _FURTHER] = Field(description="Whether it can be drawn without crossings.")
    outerplanar: Annotated[bool, _FURTHER] = Field(
        description="Whether it can be drawn without crossings, all vertices on the outer face."
    )
    tree: Annotated[bool, _FURTHER] = Field(description="Whether it is connected and has no cycle.")
    forest: Annotated[bool, _FURTHER] = Field(description="Whether it has no cycle.")
    bipartite: Annotated[bool, _FURTHER] = Field(
        description="Whether two colours suffice for its vertices, those of an edge different."
    )
    girth: Annotated[int | None, _FURTHER] = Field(description="The length of a shortest cycle; null: there is none.")
    automorphisms: Annotated[int, Fact(natural=True)] = Field(
        description="How many ways to renumber its vertices keep its edges."
    )


def graph_invariants(vertices: int, edges: Iterable[Edge], *, planar: bool | None = None) -> GraphInvariants:
    """Return the invariants of the simple graph with `vertices` vertices, at least one, and these `edges`.

    `planar`: whether it is, if that is known, as by a plane drawing; the test for it takes longer than all the rest.
    Cost: milliseconds, up to some 0.2 s for 64 vertices with very many automorphisms.

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
    """Return the degrees of the graph with `vertices` vertices and these `edges`, descending.

    >>> degrees(3, [(0, 1), (1, 2)])
    (2, 1, 1)
    """
    count = Counter(v for edge in edges for v in edge)
    return tuple(sorted((count[v] for v in range(vertices)), reverse=True))


def count_automorphisms(vertices: int, edges: Iterable[Edge]) -> int:
    """Return the exact number of automorphisms of the graph with `vertices` vertices and these `edges`.

    It is the product of the orbits along a chain of stabilizers. Cost: one search for generators for each vertex that
    must be fixed until no symmetry is left; none for most graphs, whose vertices their degrees tell apart, or those of
    their neighbours, and so on.

    >>> count_automorphisms(30, []) == 265252859812191058636308480000000
    True
    """
    return _automorphisms(vertices, {(min(edge), max(edge)) for edge in edges})


def _automorphisms(vertices: int, joined: Collection[Edge]) -> int:
    if _are_told_apart(vertices, joined):
        return 1
    pairs = tuple(combinations(range(vertices), 2))
    # The complement has the same automorphisms, and if the graph is dense, fewer edges.
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
    """Tell whether each vertex differs from the others by its degree, those of its neighbours, and so on."""
    import numpy as np

    return bool(
        kernels.symmetries.are_told_apart(number_array((), tuple(edges)), np.empty((2, vertices), dtype=np.uint64))
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
    """Return the number of connected components, and whether the graph is bipartite, by layers as sets of bits."""
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
    """Tell whether a graph can be drawn without crossings.

    Too few edges for a subdivision of K5 or K3,3, or too many, decide at once.
    """
    if len(edges) < _FEWEST_NOT_PLANAR:
        return True
    if vertices >= 3 and len(edges) > 3 * vertices - 6:
        return False
    import networkx

    planar: bool = networkx.check_planarity(networkx.Graph(list(edges)))[0]
    return planar


def _is_outerplanar(vertices: int, edges: Collection[Edge]) -> bool:
    """Tell whether a graph is planar with all vertices at the outer face: still planar with a vertex joined to all."""
    if vertices >= 2 and len(edges) > 2 * vertices - 3:
        return False
    return _is_planar(vertices + 1, [*edges, *((vertices, v) for v in range(vertices))])


def _girth(neighbours: Sequence[int]) -> int:
    """Return the length of a shortest cycle of a graph that has one, by layers around each vertex, as sets of bits."""
    if any(around & neighbours[w] for around in neighbours for w in _members(around)):
        return 3
    return min(length for v in range(len(neighbours)) if (length := _shortest_closed(v, neighbours)) is not None)


def _shortest_closed(start: int, neighbours: Sequence[int]) -> int | None:
    """Return the length at which the layers around a vertex first meet: a cycle's length, or more than the girth."""
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
