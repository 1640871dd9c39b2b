"""digraph6: McKay's one-line text of a directed graph. Vertices are numbered in the order that the graph lists them.

It holds the arcs only: colours, attributes and groups, such as the hypernodes of a hypergraph, are lost. Format: '&',
the number of vertices, and the adjacency matrix row by row, six bits a character; each character is 63 more than its
value. Source: B. McKay, "graph6 and sparse6 graph formats", formats.txt.
"""

from typing import TYPE_CHECKING

from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx

_SHIFT = 63
_CHARACTERS = bytes((_SHIFT + sextet) % 256 for sextet in range(256))


def write_digraph6(graph: "networkx.DiGraph") -> str:
    """Write a directed `graph`, loops allowed.

    Raises GraphError for an undirected graph or a multigraph. Cost: n^2 / 6 characters for n vertices.

    >>> import networkx
    >>> digraph = networkx.empty_graph(5, networkx.DiGraph)
    >>> digraph.add_edges_from([(0, 2), (0, 4), (3, 1), (3, 4)])
    >>> write_digraph6(digraph)
    '&DI?AO?'
    """
    if not graph.is_directed() or graph.is_multigraph():
        raise GraphError("digraph6 holds directed graphs without multiple arcs")
    index = {vertex: number for number, vertex in enumerate(graph)}
    size = len(index)
    sextets = bytearray(-(-size * size // 6))
    for tail, head in graph.edges:
        bit = index[tail] * size + index[head]
        sextets[bit // 6] |= 32 >> bit % 6
    return "&" + _text(_size_sextets(size)) + _text(sextets)


def _text(sextets: bytes | bytearray | list[int]) -> str:
    return bytes(sextets).translate(_CHARACTERS).decode("ascii")


def _size_sextets(size: int) -> list[int]:
    """Write a number of vertices: one sextet up to 62, else '~' and three, else '~~' and six."""
    if size < 63:
        return [size]
    if size < 258048:
        return [63, *(size >> shift & 63 for shift in (12, 6, 0))]
    return [63, 63, *(size >> shift & 63 for shift in (30, 24, 18, 12, 6, 0))]
