"""Streaming export of the catalogue, or of the matches of a pattern, in the graph formats of other programs."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sqlalchemy import literal, select, tuple_

from ludex.catalogue.graph.following import MOST_NODES, Node
from ludex.catalogue.graph.matching import match
from ludex.catalogue.graph.patterns import Pattern
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget, BudgetExhausted

if TYPE_CHECKING:
    import networkx

_CHUNK = 5000
_GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="kind" for="node" attr.name="kind" attr.type="string" />
  <key id="relation" for="edge" attr.name="relation" attr.type="string" />
  <key id="place" for="edge" attr.name="place" attr.type="long" />
  <graph edgedefault="directed">"""


class Link(NamedTuple):
    """A link, given by the labels of its two ends and the forward name of its relation."""

    source: str
    relation: str
    target: str
    place: int


@dataclass(frozen=True, slots=True)
class Exported:
    """Objects and links to export. Each iterable can be read only once: first the objects, then the links."""

    nodes: Iterable[Node]
    links: Iterable[Link]

    def graph(self) -> "networkx.MultiDiGraph":
        """Return a networkx graph.

        The nodes are labels with the attribute `kind`. The edges have the attributes `relation` and `place`.
        """
        import networkx

        made = networkx.MultiDiGraph()
        made.add_nodes_from((node.label, {"kind": node.kind}) for node in self.nodes)
        made.add_edges_from(
            (link.source, link.target, {"relation": link.relation, "place": link.place}) for link in self.links
        )
        return made


def everything(reader: Reader) -> Exported:
    """Return the whole catalogue as a graph. At most a few thousand objects or links are in memory at a time."""
    return Exported(_every_node(reader), _every_link(reader))


def of_matches(reader: Reader, pattern: Pattern) -> Exported:
    """Return the objects in all matches of a pattern, and the links between them that the pattern requires.

    Raises BudgetExhausted ('memory') if there are more than `MOST_NODES` objects.
    """
    nodes: dict[str, Node] = {}
    links: dict[Link, None] = {}
    after = None
    while True:
        found = match(reader, pattern, after=after, limit=1000, budget=Budget())
        for matched in found.items:
            nodes |= {node.label: node for node in matched.values()}
            for source, relation, target in pattern.links:
                declared, backwards = reader.registry.directed[relation]
                ends = (matched[source].label, matched[target].label)
                start, end = ends[::-1] if backwards else ends
                links[Link(start, declared.name, end, 0)] = None
        if len(nodes) > MOST_NODES:
            raise BudgetExhausted("memory")
        after = found.after
        if after is None:
            return Exported(nodes.values(), links)


def graphml(part: Exported) -> Iterator[str]:
    """Yield the lines of a GraphML document."""
    yield _GRAPHML
    for node in part.nodes:
        yield f'    <node id={quoteattr(node.label)}><data key="kind">{escape(node.kind)}</data></node>'
    for link in part.links:
        data = f'<data key="relation">{escape(link.relation)}</data><data key="place">{link.place}</data>'
        yield f"    <edge source={quoteattr(link.source)} target={quoteattr(link.target)}>{data}</edge>"
    yield "  </graph>\n</graphml>"


def node_link(part: Exported) -> Iterator[str]:
    """Yield the lines of a node-link document, for `networkx.node_link_graph(..., edges="edges")`."""
    yield '{"directed":true,"multigraph":true,"graph":{},"nodes":['
    yield from _joined(json.dumps({"id": node.label, "kind": node.kind}) for node in part.nodes)
    yield '],"edges":['
    numbered = (
        {"source": link.source, "target": link.target, "key": number, "relation": link.relation, "place": link.place}
        for number, link in enumerate(part.links)
    )
    yield from _joined(json.dumps(item) for item in numbered)
    yield "]}"


def csv_lines(part: Exported) -> Iterator[str]:
    """Yield a CSV header, and a row for each link. A row includes the kinds of both ends.

    Objects without links do not appear.
    """
    kinds = {node.label: node.kind for node in part.nodes}
    yield "source,source_kind,relation,target,target_kind,place"
    for link in part.links:
        text = StringIO()
        ends = (link.source, kinds[link.source], link.relation, link.target, kinds[link.target], link.place)
        csv.writer(text, lineterminator="").writerow(ends)
        yield text.getvalue()


FORMATS: Mapping[str, Callable[[Exported], Iterator[str]]] = {
    "graphml": graphml,
    "node-link": node_link,
    "csv": csv_lines,
}


def _joined(texts: Iterable[str]) -> Iterator[str]:
    """Yield texts as lines, with a comma after each line except the last."""
    last = None
    for text in texts:
        if last is not None:
            yield f"{last},"
        last = text
    if last is not None:
        yield last


def _every_node(reader: Reader) -> Iterator[Node]:
    node, last = tables.node, 0
    while True:
        rows = select(node.c.id, node.c.label, node.c.kind).where(node.c.id > last).order_by(node.c.id).limit(_CHUNK)
        found = reader.connection.execute(rows).all()
        for row in found:
            yield Node(row.id, row.label, reader.registry.kind_name(row.kind))
        if len(found) < _CHUNK:
            return
        last = found[-1].id


def _every_link(reader: Reader) -> Iterator[Link]:
    link, source, target = tables.link, tables.node.alias(), tables.node.alias()
    key = (link.c.source, link.c.relation, link.c.target, link.c.place)
    chosen = select(*key, source.c.label, target.c.label)
    chosen = chosen.join(source, source.c.id == link.c.source).join(target, target.c.id == link.c.target)
    last: tuple[int, ...] = (0, 0, 0, 0)
    while True:
        rows = chosen.where(tuple_(*key) > tuple_(*map(literal, last))).order_by(*key).limit(_CHUNK)
        found = reader.connection.execute(rows).all()
        for row in found:
            yield Link(row[4], reader.registry.relation_of_number[row[1]].name, row[5], row[3])
        if len(found) < _CHUNK:
            return
        last = tuple(found[-1][:4])
