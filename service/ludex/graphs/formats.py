"""Text formats in which graphs are exported to other programs: node-link JSON, GraphML, DOT and DIMACS.

GraphML is an XML format with typed attributes: node and edge attributes are numbers, booleans or strings, and node
names are written as strings. DOT is the format of Graphviz, in which groups of nodes (hypernodes) become clusters.
DIMACS is the format of shortest paths, `p sp VERTICES ARCS` and then `a FROM TO 1` for each arc; it numbers vertices
from 1, the functions number them from 0, and lines that begin with `c` are comments. For graph6 and digraph6 see
:mod:`ludex.graphs.graph6`.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from ludex.engine.faults import Fault
from ludex.graphs.canonical import GraphError
from ludex.graphs.graph6 import write_digraph6

if TYPE_CHECKING:
    import networkx

Arc = tuple[int, int]


def write_digraph(vertices: int, arcs: Sequence[Arc]) -> str:
    r"""Return a directed graph with a number of `vertices` and these `arcs` as DIMACS text.

    >>> write_digraph(2, [(0, 1)])
    'p sp 2 1\na 1 2 1\n'
    """
    return "\n".join([f"p sp {vertices} {len(arcs)}", *(f"a {u + 1} {v + 1} 1" for u, v in arcs)]) + "\n"


def read_digraph(text: str) -> tuple[int, list[Arc]]:
    r"""Return the number of vertices and the arcs in a DIMACS `text`. Raises Fault, which names the invalid line.

    >>> read_digraph("c two vertices\np sp 2 1\na 1 2 1\n")
    (2, [(0, 1)])
    """
    vertices: int | None = None
    arcs: list[Arc] = []
    for number, line in enumerate(text.splitlines(), start=1):
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
        raise Fault("no header: a directed graph begins with a line 'p sp VERTICES ARCS'")
    return vertices, arcs


_TYPES = {bool: "boolean", int: "long", float: "double", str: "string"}
_OPENING = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"""


def write_graphml(graph: "networkx.Graph") -> str:
    """Return a `graph` or digraph as a GraphML document.

    Raises GraphError for attribute types that GraphML does not have.

    >>> import networkx
    >>> '<edge source="0" target="1" />' in write_graphml(networkx.DiGraph([(0, 1)]))
    True
    """
    keys: dict[tuple[str, str, str], str] = {}
    direction = "directed" if graph.is_directed() else "undirected"
    lines = [f'  <graph edgedefault="{direction}">']
    for node, attributes in graph.nodes(data=True):
        lines.append(_element("node", f"id={quoteattr(str(node))}", attributes, keys))
    for tail, head, attributes in graph.edges(data=True):
        ends = f"source={quoteattr(str(tail))} target={quoteattr(str(head))}"
        lines.append(_element("edge", ends, attributes, keys))
    declared = [
        f'  <key id="{key}" for="{domain}" attr.name={quoteattr(name)} attr.type="{kind}" />'
        for (domain, name, kind), key in keys.items()
    ]
    return "\n".join([_OPENING, *declared, *lines, "  </graph>", "</graphml>", ""])


def _element(domain: str, identity: str, attributes: Mapping[str, Any], keys: dict[tuple[str, str, str], str]) -> str:
    """Return a node or an edge as XML, and declare a key for each attribute and type in `keys`."""
    if not attributes:
        return f"    <{domain} {identity} />"
    data = []
    for name, value in attributes.items():
        kind = _TYPES.get(type(value))
        if kind is None:
            raise GraphError(f"GraphML has no type for attribute {name}, a {type(value).__name__}")
        key = keys.setdefault((domain, str(name), kind), f"d{len(keys)}")
        shown = str(value).lower() if isinstance(value, bool) else escape(str(value))
        data.append(f'<data key="{key}">{shown}</data>')
    return f"    <{domain} {identity}>{''.join(data)}</{domain}>"


def write_dot(
    graph: "networkx.Graph", group: str | None = None, label: str | None = None, edge_label: str | None = None
) -> str:
    r"""Return a `graph` or digraph as DOT text.

    `group` is the node attribute by which nodes are grouped, `label` the node attribute shown on nodes, and
    `edge_label` the edge attribute shown on edges. None disables each of them.

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
    """Return a digraph `graph`, whose arcs have no attributes, as node-link JSON, the format of networkx and d3.

    The text is built without an object for each arc: a hundred thousand arcs take a few megabytes as text, but fifty as
    objects.

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
"""The media type and the writer of each format of digraphs.

DOT groups nodes by their `hypernode` and shows their `code`.
"""


def write_graph(graph: "networkx.DiGraph", form: str) -> str:
    r"""Return a digraph `graph` in the format `form`, one of FORMATS.

    >>> import networkx
    >>> write_graph(networkx.DiGraph([(0, 1)]), "digraph6")
    '&AO\n'
    """
    return FORMATS[form][1](graph)
