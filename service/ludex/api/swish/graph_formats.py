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
    import networkx

    form: dict[str, Any] = networkx.node_link_data(graph, edges="edges")
    return form


def written(graph: "networkx.DiGraph", form: str) -> str:
    """Return a graph written in one of the formats of MEDIA_TYPES."""
    if form == "node-link":
        return json.dumps(node_link(graph))
    if form == "graphml":
        import networkx

        return "\n".join(networkx.generate_graphml(graph)) + "\n"
    from ludex.graphs import codecs

    return codecs.dot(graph) if form == "dot" else codecs.digraph6(graph) + "\n"
