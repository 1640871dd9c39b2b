"""Text formats for graphs: graph6, sparse6 and digraph6, node-link JSON, GraphML, DOT and DIMACS.

- graph6 and digraph6 are one-line formats of undirected and directed graphs. Vertices are numbered in the order of the
  graph. Colours, attributes and groups, such as the hypernodes of a hypergraph, are lost. A digraph6 text consists of
  '&', the number of vertices, and the adjacency matrix row by row, with six bits per character; the code of each
  character is its value plus 63. Source: B. McKay, "graph6 and sparse6 graph formats", formats.txt.
- GraphML is an XML format with typed attributes: node and edge attributes are numbers, booleans or strings, and node
  names are written as strings.
- DOT is the format of Graphviz, in which groups of nodes (hypernodes) become clusters.
- DIMACS is the format of shortest paths, `p sp VERTICES ARCS` and then `a FROM TO 1` for each arc. Lines that begin
  with `c` are comments. The format numbers vertices from 1, but the functions here number them from 0.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ludex.engine.faults import Fault
from ludex.engine.notation import MAX_GRAPH6_VERTICES, NOT_READ, Notation, graph6_size, notation_of, without_header
from ludex.engine.text_lines import split_lines
from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx


def write_graph6(vertices: int, edges: Iterable[tuple[int, int]]) -> str:
    """Write a graph with at most MAX_GRAPH6_VERTICES `vertices`, numbered from 0, and these `edges` as graph6.

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


def read_graph(text: str) -> "networkx.Graph":
    """Parse a `text` in graph6 or sparse6. The graph has the vertices 0, 1, ...

    Raises GraphError if the text is in another format, which the message names, or is invalid.

    >>> sorted(read_graph("Bg").edges), sorted(read_graph(":Bd").edges)
    ([(0, 1), (1, 2)], [(0, 1), (1, 2)])
    """
    import networkx

    notation = notation_of(text)
    if notation in NOT_READ:
        raise GraphError(f"{notation.value} is not read: {NOT_READ[notation]}")
    line = without_header(text)
    if not line or not all("?" <= character <= "~" for character in line[notation is Notation.SPARSE6 :]):
        raise GraphError("a graph6 text must have characters from '?' to '~' only, and at least one")
    if (vertices := graph6_size(line[notation is Notation.SPARSE6 :])[0]) > MAX_GRAPH6_VERTICES:
        raise GraphError(f"the text is a graph of {vertices:,} vertices; the limit is {MAX_GRAPH6_VERTICES}")
    read = networkx.from_sparse6_bytes if notation is Notation.SPARSE6 else networkx.from_graph6_bytes
    try:
        graph = read(line.encode("ascii"))
    except IndexError as error:
        raise GraphError("not a graph in graph6: the number of vertices is incomplete") from error
    except (networkx.NetworkXError, ValueError) as error:
        raise GraphError(f"not a graph in graph6: {error}") from error
    if graph.is_multigraph():
        raise GraphError("the sparse6 text has an edge twice; each edge must occur once")
    return graph


_SHIFT = 63
_CHARACTERS = bytes((_SHIFT + sextet) % 256 for sextet in range(256))


def write_digraph6(graph: "networkx.DiGraph") -> str:
    """Write a directed `graph`, which may have loops, as digraph6.

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
    """Encode a number of vertices as sextets.

    A number up to 62 is one sextet. Greater numbers are '~' and three sextets or, if these do not suffice, '~~' and six
    sextets.
    """
    if size < 63:
        return [size]
    if size < 258048:
        return [63, *(size >> shift & 63 for shift in (12, 6, 0))]
    return [63, 63, *(size >> shift & 63 for shift in (30, 24, 18, 12, 6, 0))]


Arc = tuple[int, int]


def write_digraph(vertices: int, arcs: Sequence[Arc]) -> str:
    r"""Write a directed graph with this number of `vertices` and these `arcs` as DIMACS text.

    >>> write_digraph(2, [(0, 1)])
    'p sp 2 1\na 1 2 1\n'
    """
    return "\n".join([f"p sp {vertices} {len(arcs)}", *(f"a {u + 1} {v + 1} 1" for u, v in arcs)]) + "\n"


def read_digraph(text: str) -> tuple[int, list[Arc]]:
    r"""Parse DIMACS `text` into the number of vertices and the arcs. Raises Fault if a line is invalid.

    >>> read_digraph("c two vertices\np sp 2 1\na 1 2 1\n")
    (2, [(0, 1)])
    """
    vertices: int | None = None
    arcs: list[Arc] = []
    for number, line in enumerate(split_lines(text), start=1):
        match line.split():
            case [] | ["c", *_]:
                continue
            case ["p", "sp", size, _] if vertices is None and size.isdecimal():
                vertices = int(size)
            case ["a", u, v, _] if vertices is not None and u.isdecimal() and v.isdecimal():
                arcs.append((int(u) - 1, int(v) - 1))
            case _:
                raise Fault(f"line {number}: not 'p sp VERTICES ARCS' and then 'a FROM TO 1', but {line[:40]!r}")
    if vertices is None:
        raise Fault("the header is missing; a directed graph begins with a line 'p sp VERTICES ARCS'")
    return vertices, arcs


def write_graphml(graph: "networkx.Graph") -> str:
    """Write a `graph` or digraph as a GraphML document.

    Raises GraphError if an attribute has a type that GraphML does not support.

    >>> import networkx
    >>> '<edge source="0" target="1" />' in write_graphml(networkx.DiGraph([(0, 1)]))
    True
    """
    import networkx

    if graph.is_multigraph():  # The key of an edge becomes its id, which no two edges of a document may share.
        numbered = networkx.create_empty_copy(graph)
        ends = enumerate(graph.edges(data=True))
        numbered.add_edges_from((tail, head, number, attributes) for number, (tail, head, attributes) in ends)
        graph = numbered
    try:
        return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *networkx.generate_graphml(graph), ""])
    except networkx.NetworkXError as error:
        raise GraphError(str(error)) from None


def write_dot(
    graph: "networkx.Graph", group: str | None = None, label: str | None = None, edge_label: str | None = None
) -> str:
    r"""Write a `graph` or digraph as DOT text.

    `group` is the node attribute by which nodes are grouped, `label` is the node attribute shown on nodes, and
    `edge_label` is the edge attribute shown on edges. Each of these attributes can be None.

    >>> import networkx
    >>> pair = networkx.DiGraph([(0, 1)])
    >>> pair.nodes[0]["hypernode"], pair.nodes[1]["hypernode"] = 0, 1
    >>> print(write_dot(pair, group="hypernode"))
    digraph {
      subgraph "cluster_0" {
        label="0";
        "0";
      }
      subgraph "cluster_1" {
        label="1";
        "1";
      }
      "0" -> "1";
    }
    """
    kind, arrow = ("digraph", "->") if graph.is_directed() else ("graph", "--")
    groups: dict[Hashable, list[str]] = {}
    for node, attributes in graph.nodes(data=True):
        named = f" [label={_quote(attributes[label])}]" if label in attributes else ""
        groups.setdefault(attributes.get(group), []).append(f"{_quote(node)}{named};")
    lines = [f"{kind} {{"]
    for name, nodes in groups.items():
        if name is None:
            lines += [f"  {node}" for node in nodes]
        else:
            lines += [f"  subgraph {_quote(f'cluster_{name}')} {{", f"    label={_quote(name)};"]
            lines += [*(f"    {node}" for node in nodes), "  }"]
    for tail, head, attributes in graph.edges(data=True):
        named = f" [label={_quote(attributes[edge_label])}]" if edge_label in attributes else ""
        lines.append(f"  {_quote(tail)} {arrow} {_quote(head)}{named};")
    return "\n".join([*lines, "}"])


def _quote(name: object) -> str:
    return '"' + str(name).replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_node_link(graph: "networkx.DiGraph") -> str:
    """Write a digraph `graph`, whose arcs have no attributes, as node-link JSON, the format of networkx and d3.

    The text is built without creating an object for each arc, because a hundred thousand arcs take a few megabytes as
    text, but fifty megabytes as objects.

    >>> import networkx
    >>> json.loads(write_node_link(networkx.DiGraph([(0, 1)])))["edges"]
    [{'source': 0, 'target': 1}]
    """
    names = {node: json.dumps(node) for node in graph}
    nodes = ", ".join(json.dumps({**attributes, "id": node}) for node, attributes in graph.nodes(data=True))
    arcs = ", ".join(f'{{"source": {names[tail]}, "target": {names[head]}}}' for tail, head in graph.edges)
    return f'{{"directed": true, "multigraph": false, "graph": {{}}, "nodes": [{nodes}], "edges": [{arcs}]}}'


def _dot(graph: "networkx.DiGraph") -> str:
    return write_dot(graph, group="hypernode", label="code")


def _digraph6(graph: "networkx.DiGraph") -> str:
    return write_digraph6(graph) + "\n"


FORMATS: "Mapping[str, tuple[str, Callable[[networkx.DiGraph], str]]]" = {
    "node-link": ("application/json", write_node_link),
    "graphml": ("application/graphml+xml", write_graphml),
    "dot": ("text/vnd.graphviz; charset=utf-8", _dot),
    "digraph6": ("text/plain; charset=us-ascii", _digraph6),
}
"""The media type and the writer for each digraph format.

In DOT, nodes are grouped by their attribute `hypernode` and show their attribute `code`.
"""


def write_graph(graph: "networkx.DiGraph", form: str) -> str:
    r"""Write a digraph `graph` in the format `form`, one of FORMATS.

    >>> import networkx
    >>> write_graph(networkx.DiGraph([(0, 1)]), "digraph6")
    '&AO\n'
    """
    return FORMATS[form][1](graph)
