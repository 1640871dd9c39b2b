"""Graphs of levels and census classes, one for each class of isomorphic graphs."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.games.planarity.graph import GRAPH as TAG
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.invariants import GraphInvariants, graph_invariants
from ludex.games.planarity.kinds.containing import SUBGRAPHS
from ludex.games.planarity.kinds.drawn import Pairs
from ludex.graphs.canonical import ColouredGraph, canonical_form
from ludex.graphs.graph6 import read_graph6, write_graph6

if TYPE_CHECKING:
    import networkx


class CanonicalGraph(Document):
    """A graph with canonical vertex numbers. The size is declared here so that documents list it before the edges."""

    kind: Literal["planarity-graph"] = "planarity-graph"
    graph6: str
    vertices: int
    edges: int
    edge_list: Pairs = Field(description="Edges between canonical vertex numbers, which count from 0.")


class GraphDocument(GraphInvariants, CanonicalGraph):
    """A graph with canonical vertex numbers, and its invariants."""


def _identify(graph: Graph, _budget: Budget) -> Identity:
    canonical = canonical_form(ColouredGraph((0,) * graph.vertices, graph.edges))
    return Identity(content_key(TAG, canonical.form), (graph.vertices, len(graph.edges)), canonical.order)


def _write(graph: Graph, named: LabelledIdentity) -> ObjectContent[GraphDocument]:
    order = named.order or ()
    canonical = Graph(graph.vertices, tuple((order[u], order[v]) for u, v in graph.edges), graph.drawn_plane)
    return ObjectContent(_document(named.label, canonical))


@lru_cache(maxsize=1024)
def _document(label: str, graph: Graph) -> GraphDocument:
    """Return the document of a graph with canonical vertex numbers. Cost: milliseconds, for its invariants."""
    invariants = graph_invariants(graph.vertices, graph.edges, planar=graph.drawn_plane or None)
    return GraphDocument(
        label=label,
        graph6=write_graph6(graph.vertices, graph.edges),
        edge_list=list(graph.edges),
        **dict(invariants),
    )


def _networkx(document: GraphDocument) -> "networkx.Graph":
    return read_graph6(document.graph6)


def _draw(document: GraphDocument) -> str:
    from ludex.pictures.graphs import graph_svg

    return graph_svg(_networkx(document))


def _read(document: GraphDocument, _claims: Sequence[Claim]) -> Graph:
    return Graph(document.vertices, tuple(document.edge_list))


GRAPH: Kind[Graph, GraphDocument] = Kind(
    name="planarity-graph",
    address="planarity/graphs",
    model=GraphDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Graphs of levels and census classes, up to isomorphism.",
        same="graph",
        texts={"graph6": lambda graph: graph.graph6},
        picture=_draw,
        document_filter=SUBGRAPHS,
        graph=_networkx,
    ),
)
