"""The formats in which graphs are exported to other programs."""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ludex.graphs.dot import write_dot
from ludex.graphs.graph6 import write_digraph6
from ludex.graphs.graphml import write_graphml

if TYPE_CHECKING:
    import networkx


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
