"""digraph6: McKay's one-line text of a directed graph. Vertices are numbered in the order that the graph lists them.

It holds the arcs only: colours, attributes and groups, such as the hypernodes of a hypergraph, are lost.

Format: '&', the number of vertices, and the adjacency matrix row by row, six bits a character, each character 63 more
than its value. Source: B. McKay, "graph6 and sparse6 graph formats", formats.txt.
"""

from typing import TYPE_CHECKING

from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx

_SHIFT = 63
_HEADER = ">>digraph6<<"
_CHARACTERS = bytes((_SHIFT + sextet) % 256 for sextet in range(256))


def write_digraph6(graph: "networkx.DiGraph") -> str:
    """Write a directed graph, loops allowed. Raises GraphError for an undirected graph or a multigraph.

    Cost: n^2 / 6 characters for n vertices.

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


def read_digraph6(text: str) -> "networkx.DiGraph":
    """Read a directed graph; its vertices are 0, 1, ... Raises GraphError for a text that is no digraph6.

    >>> sorted(read_digraph6("&DI?AO?").edges)
    [(0, 2), (0, 4), (3, 1), (3, 4)]
    """
    import networkx

    line = text.strip().removeprefix(_HEADER)
    if not line.startswith("&"):
        raise GraphError("a digraph6 text begins with '&'")
    sextets = [ord(character) - _SHIFT for character in line[1:]]
    if not sextets or not all(0 <= sextet < 64 for sextet in sextets):
        raise GraphError("a digraph6 text has characters from '?' to '~' only")
    size, matrix = _read_size(sextets)
    if len(matrix) != -(-size * size // 6):
        raise GraphError(f"{size} vertices need {-(-size * size // 6)} characters, not {len(matrix)}")
    if size * size % 6 and matrix[-1] & ((1 << -size * size % 6) - 1):
        raise GraphError("the last character has bits beyond the matrix")
    graph = networkx.empty_graph(size, networkx.DiGraph)
    for place, sextet in enumerate(matrix):
        if sextet:
            bits = (6 * place + k for k in range(6) if sextet & 32 >> k)
            graph.add_edges_from(divmod(bit, size) for bit in bits)
    return graph


def _text(sextets: bytes | bytearray | list[int]) -> str:
    return bytes(sextets).translate(_CHARACTERS).decode("ascii")


def _size_sextets(size: int) -> list[int]:
    """Write a number of vertices: one sextet up to 62, else '~' and three, else '~~' and six."""
    if size < 63:
        return [size]
    if size < 258048:
        return [63, *(size >> shift & 63 for shift in (12, 6, 0))]
    return [63, 63, *(size >> shift & 63 for shift in (30, 24, 18, 12, 6, 0))]


def _read_size(sextets: list[int]) -> tuple[int, list[int]]:
    """Read the number of vertices; return it and what follows."""
    marks = 2 if sextets[:2] == [63, 63] else 1 if sextets[0] == 63 else 0
    length = (1, 3, 6)[marks]
    digits = sextets[marks : marks + length]
    if len(digits) < length:
        raise GraphError("the number of vertices is cut off")
    size = 0
    for digit in digits:
        size = size << 6 | digit
    return size, sextets[marks + length :]
