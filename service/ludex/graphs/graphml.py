"""GraphML, an XML format of graphs with typed attributes.

Node and edge attributes are numbers, truth values or texts, and so written with their GraphML types. Node names become
texts in the file; :func:`read_graphml` reads them back as whole numbers where all are such.
"""

from typing import TYPE_CHECKING

from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx


def write_graphml(graph: "networkx.Graph") -> str:
    """Write a graph or digraph as an XML document. Raises GraphError for attributes that GraphML has no type for.

    >>> import networkx
    >>> '<edge source="0" target="1" />' in write_graphml(networkx.DiGraph([(0, 1)]))
    True
    """
    import networkx

    try:
        return "\n".join(networkx.generate_graphml(graph)) + "\n"
    except (TypeError, networkx.NetworkXError) as error:
        raise GraphError(f"no GraphML: {error}") from error


def read_graphml(text: str) -> "networkx.Graph":
    """Read a document that :func:`write_graphml` wrote. Raises GraphError for a text that is no GraphML.

    For files of one's own making: the XML parser is not hardened against entity bombs.
    """
    from xml.etree.ElementTree import ParseError

    import networkx

    try:
        graph = networkx.parse_graphml(text)
    except (ParseError, ValueError, KeyError, networkx.NetworkXError) as error:
        raise GraphError(f"not a graph in GraphML: {error}") from error
    if all(name.isdecimal() for name in graph):
        return networkx.relabel_nodes(graph, int)
    return graph
