"""GraphML, an XML format of graphs with typed attributes.

Node and edge attributes are numbers, booleans or strings and are written with their GraphML types. Node names are
written as strings.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from ludex.graphs.canonical import GraphError

if TYPE_CHECKING:
    import networkx

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
            raise GraphError(f"no GraphML: {name} is a {type(value).__name__}")
        key = keys.setdefault((domain, str(name), kind), f"d{len(keys)}")
        shown = str(value).lower() if isinstance(value, bool) else escape(str(value))
        data.append(f'<data key="{key}">{shown}</data>')
    return f"    <{domain} {identity}>{''.join(data)}</{domain}>"
