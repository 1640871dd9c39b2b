"""DOT, the format of Graphviz. Groups of nodes (hypernodes) become clusters. Writing only."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx


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
        named = f" [label={_quoted(attributes[label])}]" if label in attributes else ""
        groups.setdefault(attributes.get(group), []).append(f"{_quoted(node)}{named};")
    lines = [f"{kind} {{"]
    for name, nodes in groups.items():
        if name is None:
            lines += [f"  {node}" for node in nodes]
        else:
            lines += [f"  subgraph {_quoted(f'cluster_{name}')} {{", f"    label={_quoted(name)};"]
            lines += [*(f"    {node}" for node in nodes), "  }"]
    for tail, head, attributes in graph.edges(data=True):
        named = f" [label={_quoted(attributes[edge_label])}]" if edge_label in attributes else ""
        lines.append(f"  {_quoted(tail)} {arrow} {_quoted(head)}{named};")
    return "\n".join([*lines, "}"])


def _quoted(name: object) -> str:
    return '"' + str(name).replace("\\", "\\\\").replace('"', '\\"') + '"'
