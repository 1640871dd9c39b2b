"""Digraphs in the formats of other programs."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx

MEDIA_TYPES = {
    "node-link": "application/json",
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "digraph6": "text/plain; charset=us-ascii",
}


def node_link(graph: "networkx.DiGraph") -> dict[str, Any]:
    """Return the node-link form of a graph, as networkx reads it back."""
    from ludex.graphs.node_link import write_node_link

    return write_node_link(graph)


def written(graph: "networkx.DiGraph", form: str) -> str:
    """Return a graph written in one of the formats of MEDIA_TYPES."""
    if form == "node-link":
        return json.dumps(node_link(graph))
    if form == "graphml":
        from ludex.graphs.graphml import write_graphml

        return write_graphml(graph)
    if form == "dot":
        from ludex.graphs.dot import write_dot

        return write_dot(graph, group="hypernode", label="code")
    from ludex.graphs.digraph6 import write_digraph6

    return write_digraph6(graph) + "\n"
