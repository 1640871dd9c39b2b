"""The formats in which graphs are written for other programs."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ludex.graphs.digraph6 import write_digraph6
from ludex.graphs.dot import write_dot
from ludex.graphs.graphml import write_graphml
from ludex.graphs.node_link import node_link_text

if TYPE_CHECKING:
    import networkx


def _node_link(graph: "networkx.DiGraph") -> str:
    return node_link_text(graph)


def _graphml(graph: "networkx.DiGraph") -> str:
    return write_graphml(graph)


def _dot(graph: "networkx.DiGraph") -> str:
    return write_dot(graph, group="hypernode", label="code")


def _digraph6(graph: "networkx.DiGraph") -> str:
    return write_digraph6(graph) + "\n"


FORMATS: "Mapping[str, tuple[str, Callable[[networkx.DiGraph], str]]]" = {
    "node-link": ("application/json", _node_link),
    "graphml": ("application/graphml+xml", _graphml),
    "dot": ("text/vnd.graphviz; charset=utf-8", _dot),
    "digraph6": ("text/plain; charset=us-ascii", _digraph6),
}
"""For each format of digraphs its media type, and what writes it.

DOT draws the nodes of a `hypernode` together, and writes their `code`.
"""


def written(graph: "networkx.DiGraph", form: str) -> str:
    r"""Return a digraph `graph` in the format `form`, one of FORMATS.

    >>> import networkx
    >>> written(networkx.DiGraph([(0, 1)]), "digraph6")
    '&AO\n'
    """
    return FORMATS[form][1](graph)
