"""Node-link JSON, which networkx and d3 read: {"directed", "multigraph", "graph", "nodes", "edges"}."""

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx


def node_link_text(graph: "networkx.DiGraph") -> str:
    """Return the document of a digraph `graph`, whose arcs have no attributes, as JSON text.

    The arcs are never held as objects: a hundred thousand take a few megabytes as text, and fifty as objects.

    >>> import networkx
    >>> json.loads(node_link_text(networkx.DiGraph([(0, 1)])))["edges"]
    [{'source': 0, 'target': 1}]
    """
    names = {node: json.dumps(node) for node in graph}
    nodes = ", ".join(json.dumps({**attributes, "id": node}) for node, attributes in graph.nodes(data=True))
    arcs = ", ".join(f'{{"source": {names[tail]}, "target": {names[head]}}}' for tail, head in graph.edges)
    return f'{{"directed": true, "multigraph": false, "graph": {{}}, "nodes": [{nodes}], "edges": [{arcs}]}}'
