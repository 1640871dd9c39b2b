"""Canonical orders and automorphisms of coloured graphs by igraph's BLISS. The edges are arrays, int64 (m, 2).

For a graph with a million edges, lists of tuples would take several times as much memory and time. The arguments of the
functions are those of :class:`ludex.graphs.canonical.ColouredGraph`, and are not validated. The module imports igraph,
networkx and NumPy at its top. Use it as `graphs.bliss`, so that it is imported when it is first needed.

Graphs on which networkx algorithms stop when a budget is exhausted are here as well, since they also need a library
that takes long to import.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain

import igraph
import networkx
import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget

Edges = npt.NDArray[np.int64]

# The rule by which BLISS chooses the cell to split. The canonical form depends on this rule and on the pinned release
# of igraph. schema/canonical-forms.md defines the form, and tests compare it with another implementation.
_SPLITTING = "fl"
_SEVEN_BITS = 127
# From this number of edges on, compiled code is used.
_FEW = 100
# The number of edges that are converted to tuples at a time.
_BLOCK = 4096


def edge_array(*lists: Sequence[tuple[int, int]] | Edges) -> Edges:
    """Return an array of the edges in all `lists`."""
    return np.concatenate([np.asarray(edges, dtype=np.int64).reshape(-1, 2) for edges in lists])


def canonical_order(
    colours: Sequence[int], edges: Edges, groups: Sequence[Sequence[int]] = (), directed: bool = False
) -> tuple[int, ...]:
    """Return the canonical number of each vertex. Vertices are sorted by colour, and then by the order of BLISS."""
    size = len(colours)
    if not size:
        return ()
    graph, encoded_colours = _encode(colours, edges, groups, directed)
    # the vertex at each position, as `permute_vertices` expects
    vertices = [v for v in graph.canonical_permutation(sh=_SPLITTING, color=encoded_colours) if v < size]
    vertices.sort(key=colours.__getitem__)
    order = [0] * size
    for place, v in enumerate(vertices):
        order[v] = place
    return tuple(order)


def simple_form(vertices: int, edges: Sequence[tuple[int, int]]) -> tuple[bytes, tuple[int, ...]] | None:
    """Return the numbers that describe the edges of an uncoloured graph as bytes, and the canonical order.

    The bytes are those of :func:`numbers_of_edges`. Return None if the edges do not form a simple graph, or if a number
    does not fit into seven bits. Most of the time is spent in BLISS.
    """
    if not 0 < vertices <= _SEVEN_BITS:
        return None
    try:
        graph = igraph.Graph(n=vertices, edges=edges)
    except (igraph.InternalError, TypeError, ValueError, OverflowError):
        return None
    if graph.vcount() > vertices:
        return None
    permutation = graph.canonical_permutation(sh=_SPLITTING)
    if len(edges) >= _FEW:
        from ludex.graphs.kernels.forms import write_edges

        ends = np.frombuffer(bytearray(chain.from_iterable(edges)), np.uint8)
        places, pairs = np.zeros((3, vertices + 1), np.int64), np.empty((2, len(edges)), np.uint8)
        placed, written = np.empty(vertices, np.uint8), np.empty(vertices + len(edges), np.uint8)
        simple = write_edges(ends, np.frombuffer(bytes(permutation), np.uint8), places, pairs, placed, written)
        return (written.tobytes(), tuple(placed.tobytes())) if simple else None
    order = [0] * vertices
    for place, v in enumerate(permutation):
        order[v] = place
    heads: list[list[int]] = [[] for _ in order]
    for u, v in edges:
        a, b = order[u], order[v]
        if a < b:
            heads[a].append(b)
        elif a > b:
            heads[b].append(a)
        else:
            return None
    numbers = bytearray()
    for some in heads:
        numbers.append(len(some))
        some.sort()
        last = 0
        for head in some:
            if head == last:
                return None
            numbers.append(head - last)
            last = head
    return bytes(numbers), tuple(order)


def automorphism_generators(
    colours: Sequence[int], edges: Edges, groups: Sequence[Sequence[int]] = (), directed: bool = False
) -> list[tuple[int, ...]]:
    """Return permutations that generate the automorphism group. The identity may be among them."""
    size = len(colours)
    if not size:
        return []
    graph, encoded_colours = _encode(colours, edges, groups, directed)
    generators = graph.automorphism_group(sh=_SPLITTING, color=encoded_colours)
    return list(dict.fromkeys(tuple(generator[:size]) for generator in generators))


def count_automorphisms(colours: Sequence[int], edges: Edges) -> int:
    """Return the order of the automorphism group.

    >>> count_automorphisms([0] * 4, np.array([(0, 1), (1, 2), (2, 3), (3, 0)]))
    8
    """
    graph, encoded_colours = _encode(colours, edges, (), False)
    return int(graph.count_automorphisms(sh=_SPLITTING, color=encoded_colours))


def numbers_of_edges(edges: Edges, order: Sequence[int], directed: bool = False) -> Edges:
    """Return the numbers that describe the edges of a graph whose vertices have the canonical numbers in `order`.

    For each vertex, in this order, these are the number of edges that begin there, the smallest head, and the
    differences between successive heads. An undirected edge begins at its end with the smaller number.

    >>> numbers_of_edges(np.array([(0, 1), (2, 1), (2, 3)]), (0, 2, 1, 3)).tolist()
    [1, 2, 2, 2, 1, 0, 0]
    """
    size = len(order)
    ends = np.array(order, dtype=np.int64)[edges]
    if not directed:
        ends.sort(axis=1)
    codes = ends[:, 0] * size + ends[:, 1]
    codes.sort()
    first = np.searchsorted(codes, np.arange(size) * size)
    heads = codes % max(size, 1)
    previous = np.concatenate([[0], heads])[:-1]
    previous[first[first < len(codes)]] = 0
    return np.insert(heads - previous, first, np.diff(first, append=len(codes)))


def _encode(
    colours: Sequence[int], edges: Edges, groups: Sequence[Sequence[int]], directed: bool
) -> tuple[igraph.Graph, list[int]]:
    """Convert a coloured graph to an undirected igraph graph. Return this graph and the colours of its vertices.

    The original vertices come before the additional vertices.
    """
    size = len(colours)
    rank = {colour: number for number, colour in enumerate(sorted(set(colours)))}
    encoded_colours = [rank[colour] for colour in colours]
    more: list[tuple[int, int]] = []
    if directed:
        encoded_colours += [len(rank)] * size + [len(rank) + 1] * size
        edges = edges + np.array([size, 2 * size])
        more += [(v, side * size + v) for v in range(size) for side in (1, 2)]
    more += [(v, number) for number, group in enumerate(groups, start=len(encoded_colours)) for v in group]
    encoded_colours += [len(rank) + 2] * len(groups)
    return igraph.Graph(n=len(encoded_colours), edges=chain(_pairs(edges), more)), encoded_colours


def _pairs(edges: Edges) -> Iterator[tuple[int, int]]:
    """Yield the edges as tuples. Only a block of them is in memory at a time."""
    blocks = (edges[start : start + _BLOCK].T.tolist() for start in range(0, len(edges), _BLOCK))
    return chain.from_iterable(zip(*block, strict=True) for block in blocks)


class BudgetedGraph(networkx.Graph):  # type: ignore[misc] # networkx has no types
    """A graph that checks a `budget` whenever an algorithm lists neighbours.

    Raises BudgetExhausted.

    >>> graph = BudgetedGraph(Budget(0.0))
    >>> graph.add_edge(0, 1)
    >>> networkx.max_weight_matching(graph)
    Traceback (most recent call last):
    ...
    ludex.engine.budget.BudgetExhausted: the search ended early: time
    """

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self._budget = budget

    def neighbors(self, n: Hashable) -> Iterator[Hashable]:
        """Check the budget, and return the neighbours of a vertex `n`."""
        self._budget.check()
        neighbours: Iterator[Hashable] = super().neighbors(n)
        return neighbours
