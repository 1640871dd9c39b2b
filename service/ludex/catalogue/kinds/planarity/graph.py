"""Graphs: one for each class of isomorphic graphs that a level or a class of the census has."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ludex.catalogue.claim import Claim
from ludex.catalogue.document import Document, Fact
from ludex.catalogue.kind import Identity, Kind, Named, View, Written
from ludex.catalogue.kinds.planarity.containing import SUBGRAPHS
from ludex.catalogue.kinds.planarity.drawn import Pairs
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.graphs.canonical import ColouredGraph, canonical_form
from ludex.planarity.graph import Graph
from ludex.planarity.identity.graph import GRAPH as TAG

if TYPE_CHECKING:
    import networkx

_FURTHER = Fact(leading=False)


class GraphDocument(Document):
    """A graph in canonical numbers, and its invariants."""

    kind: Literal["planarity-graph"] = "planarity-graph"
    graph6: str
    vertices: Annotated[int, Fact()] = Field(description="How many vertices it has.")
    edges: Annotated[int, Fact()] = Field(description="How many edges it has.")
    edge_list: Pairs = Field(description="In canonical numbers, from 0.")
    degrees: Annotated[list[int], Fact()] = Field(description="The degrees of its vertices, falling.")
    min_degree: Annotated[int, _FURTHER] = Field(description="The least degree of a vertex.")
    max_degree: Annotated[int, _FURTHER] = Field(description="The greatest degree of a vertex.")
    components: Annotated[int, _FURTHER] = Field(description="How many connected components it has.")
    connected: Annotated[bool, _FURTHER] = Field(description="Whether a path joins any two vertices.")
    planar: Annotated[bool, _FURTHER] = Field(description="Whether it can be drawn without crossings.")
    outerplanar: Annotated[bool, _FURTHER] = Field(
        description="Whether it can be drawn without crossings, all vertices on the outer face."
    )
    tree: Annotated[bool, _FURTHER] = Field(description="Whether it is connected and has no cycle.")
    forest: Annotated[bool, _FURTHER] = Field(description="Whether it has no cycle.")
    bipartite: Annotated[bool, _FURTHER] = Field(
        description="Whether two colours suffice for its vertices, those of an edge different."
    )
    girth: Annotated[int | None, _FURTHER] = Field(description="The length of a shortest cycle; null: there is none.")
    automorphisms: Annotated[int, Fact(natural=True)] = Field(
        description="How many ways to renumber its vertices keep its edges."
    )


def _identify(graph: Graph, _budget: Budget) -> Identity:
    canonical = canonical_form(ColouredGraph((0,) * graph.vertices, graph.edges))
    return Identity(content_key(TAG, canonical.form), (graph.vertices, len(graph.edges)), canonical.order)


def _write(graph: Graph, named: Named) -> Written[GraphDocument]:
    order = named.order or ()
    canonical = Graph(graph.vertices, tuple((order[u], order[v]) for u, v in graph.edges), graph.drawn_plane)
    return Written(_document(named.label, canonical))


@lru_cache(maxsize=1024)
def _document(label: str, graph: Graph) -> GraphDocument:
    """Return the document of a graph in canonical numbers. Cost: milliseconds, for its invariants."""
    from ludex.graphs.graph6 import graph6_of
    from ludex.planarity.identity.invariants import graph_invariants

    found = graph_invariants(graph.vertices, graph.edges, planar=graph.drawn_plane or None)
    invariants = {name: getattr(found, name) for name in type(found).__slots__}
    return GraphDocument(
        label=label,
        graph6=graph6_of(graph.vertices, graph.edges),
        edge_list=list(graph.edges),
        **invariants | {"degrees": list(invariants["degrees"])},
    )


def _networkx(document: GraphDocument) -> "networkx.Graph":
    from ludex.graphs.graph6 import read_graph6

    return read_graph6(document.graph6)


def _draw(document: GraphDocument) -> str:
    from ludex.pictures.graphs import graph_svg

    return graph_svg(_networkx(document))


def _read(document: GraphDocument, _claims: Sequence[Claim]) -> Graph:
    return Graph(document.vertices, tuple(document.edge_list))


GRAPH: Kind[Graph, GraphDocument] = Kind(
    name="planarity-graph",
    number=41,
    address="planarity/graphs",
    model=GraphDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="The graphs of stored levels.",
        same="graph",
        texts={"graph6": lambda graph: graph.graph6},
        picture=_draw,
        document_filter=SUBGRAPHS,
        graph=_networkx,
    ),
)
