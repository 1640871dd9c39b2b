"""graph6 and digraph6: McKay's one-line text formats of undirected and directed graphs.

Vertices are numbered in the order of the graph. Colours, attributes and groups, such as the hypernodes of a hypergraph,
are lost. digraph6 is '&', the number of vertices, and the adjacency matrix row by row, six bits a character; each
character is 63 more than its value. Source: B. McKay, "graph6 and sparse6 graph formats", formats.txt.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx

_HEADER = ">>graph6<<"


def write_graph6(vertices: int, edges: Iterable[tuple[int, int]]) -> str:
    """Return the graph with at most 64 `vertices`, numbered from 0, and these `edges` as graph6.

    >>> write_graph6(3, [(0, 1), (2, 1)])
    'Bg'
    """
    size = vertices * (vertices - 1) // 2
    groups = -(-size // 6)
    bits = 0
    for u, v in edges:
        low, high = (u, v) if u < v else (v, u)
        bits |= 1 << (6 * groups - 1 - (high * (high - 1) // 2 + low))
    head = chr(vertices + 63) if vertices <= 62 else f"~{chr(63)}{chr((vertices >> 6) + 63)}{chr((vertices & 63) + 63)}"
    return head + "".join(chr((bits >> 6 * group & 63) + 63) for group in reversed(range(groups)))


def is_graph6(text: str) -> bool:
    """Return whether a text has the form of a graph of at most 64 vertices in graph6. No JSON text and no label does.

    >>> is_graph6("Bg"), is_graph6("@"), is_graph6("planarity"), is_graph6("[]")
    (True, True, False, False)
    """
    line = text.strip().removeprefix(_HEADER)
    if not line or not all("?" <= character <= "~" for character in line):
        return False
    vertices = ord(line[0]) - 63
    head = 1
    if vertices == 63:
        if len(line) < 4:
            return False
        vertices, head = 0, 4
        for character in line[1:4]:
            vertices = vertices << 6 | ord(character) - 63
    return vertices <= 64 and len(line) == head + -(-vertices * (vertices - 1) // 12)


def read_graph6(text: str) -> "networkx.Graph":
    """Return the graph in a graph6 `text`, with vertices 0, 1, ... Raises GraphError for any other text.

    >>> sorted(read_graph6("Bg").edges)
    [(0, 1), (1, 2)]
    """
    import networkx

    line = text.strip().removeprefix(_HEADER)
    if not line or not all("?" <= character <= "~" for character in line):
        raise GraphError("a graph6 text has characters from '?' to '~' only, and at least one")
    try:
        return networkx.from_graph6_bytes(line.encode("ascii"))
    except (networkx.NetworkXError, ValueError, IndexError) as error:
        raise GraphError(f"not a graph in graph6: {error}") from error


_SHIFT = 63
_CHARACTERS = bytes((_SHIFT + sextet) % 256 for sextet in range(256))


def write_digraph6(graph: "networkx.DiGraph") -> str:
    """Return a directed `graph`, with loops allowed, as digraph6.

    Raises GraphError for an undirected graph or a multigraph. Cost: n^2 / 6 characters for n vertices.

    >>> import networkx
    >>> digraph = networkx.empty_graph(5, networkx.DiGraph)
    >>> digraph.add_edges_from([(0, 2), (0, 4), (3, 1), (3, 4)])
    >>> write_digraph6(digraph)
    '&DI?AO?'
    """
    if not graph.is_directed() or graph.is_multigraph():
        raise GraphError("digraph6 supports only directed graphs without multiple arcs")
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
    """Encode a number of vertices: one sextet up to 62, otherwise '~' and three, or '~~' and six."""
    if size < 63:
        return [size]
    if size < 258048:
        return [63, *(size >> shift & 63 for shift in (12, 6, 0))]
    return [63, 63, *(size >> shift & 63 for shift in (30, 24, 18, 12, 6, 0))]
