"""graph6: McKay's one-line text of an undirected graph. Vertices are numbered in the order that the graph lists them.

Colours, attributes and groups are not kept. Source: B. McKay, "graph6 and sparse6 graph formats", formats.txt.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx

_HEADER = ">>graph6<<"


def graph6_of(vertices: int, edges: Iterable[tuple[int, int]]) -> str:
    """Write the graph with some `vertices`, at most 64, numbered from 0, and these `edges`, pairs of different ones.

    >>> graph6_of(3, [(0, 1), (2, 1)])
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
    """Tell whether a text has the form of one graph of at most 64 vertices in graph6; no JSON and no label has.

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
    """Read a graph from its `text`; the vertices are 0, 1, ... Raises GraphError if the text is not graph6.

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
