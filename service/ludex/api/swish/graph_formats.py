"""Digraphs in the formats of other programs."""

from typing import TYPE_CHECKING

from ludex.api.models import Answer

if TYPE_CHECKING:
    import networkx

MEDIA_TYPES = {
    "node-link": "application/json",
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "digraph6": "text/plain; charset=us-ascii",
}


def with_node_link(answer: Answer, node_link: str) -> str:
    """Return an answer as JSON, with a graph, written as `node-link`, as its last field `node_link`.

    The graph is a text from the start: models of a hundred thousand arcs would take a hundred megabytes.
    """
    return f'{answer.model_dump_json()[:-1]},"node_link":{node_link}}}'


def written(graph: "networkx.DiGraph", form: str) -> str:
    """Return a graph written in one of the formats of MEDIA_TYPES."""
    if form == "node-link":
        from ludex.graphs.node_link import node_link_text

        return node_link_text(graph)
    if form == "graphml":
        from ludex.graphs.graphml import write_graphml

        return write_graphml(graph)
    if form == "dot":
        from ludex.graphs.dot import write_dot

        return write_dot(graph, group="hypernode", label="code")
    from ludex.graphs.digraph6 import write_digraph6

    return write_digraph6(graph) + "\n"
