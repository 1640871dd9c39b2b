"""Graphs of levels and census classes up to isomorphism, and filters for their subgraphs and supergraphs."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import Field

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    DocumentFilter,
    DocumentFilterError,
    Identity,
    Kind,
    LabelledIdentity,
    ObjectContent,
    ParsedPattern,
    View,
)
from ludex.catalogue.lists.filters import range_text
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.games.planarity.document_parts import Pairs
from ludex.games.planarity.graph import GRAPH as TAG
from ludex.games.planarity.graph import Graph, is_subgraph
from ludex.games.planarity.identity.invariants import GraphInvariants, graph_invariants
from ludex.graphs.canonical import GraphError, canonical_form_of_simple
from ludex.graphs.embedding import EmbeddingTooHard
from ludex.graphs.formats import read_graph, write_graph6

if TYPE_CHECKING:
    import networkx

CONTAINS, CONTAINED_IN = "contains", "contained_in"


class Edges(Protocol):
    """The fields of a graph document that the filters read."""

    label: str
    vertices: int
    edge_list: list[tuple[int, int]]


Fits = Callable[[Edges], bool]


def _parse_filters(parameters: Mapping[str, str]) -> ParsedPattern[Edges]:
    filters: dict[str, list[Any]] = {}
    tests: list[Fits] = []
    for name, text in parameters.items():
        graph = _read_pattern(name, text)
        for fact, number in (
            ("vertices", graph.vertices),
            ("edges", len(graph.edges)),
            ("max_degree", _max_degree(graph)),
        ):
            bounds = (number, None) if name == CONTAINS else (None, number)
            filters.setdefault(fact, []).append(range_text(*bounds))
        tests.append(_test(name, graph))
    return ParsedPattern(filters, lambda document: all(test(document) for test in tests))


def _max_degree(graph: Graph) -> int:
    ends = [end for edge in graph.edges for end in edge]
    return max(map(ends.count, ends), default=0)


def _test(name: str, graph: Graph) -> Fits:
    def fits(document: Edges) -> bool:
        candidate = Graph(document.vertices, tuple(document.edge_list))
        try:
            return is_subgraph(graph, candidate) if name == CONTAINS else is_subgraph(candidate, graph)
        except EmbeddingTooHard as error:
            raise DocumentFilterError(name, f"{error}: {document.label}") from None

    return fits


def _read_pattern(name: str, text: str) -> Graph:
    try:
        read = read_graph(text)
        return Graph(len(read), tuple((min(edge), max(edge)) for edge in read.edges))
    except GraphError as error:
        raise DocumentFilterError(name, str(error)) from None


SUBGRAPHS: DocumentFilter[Edges] = DocumentFilter(
    {
        CONTAINS: "Only graphs with this subgraph (graph6), induced or not.",
        CONTAINED_IN: "Only subgraphs of this graph (graph6), induced or not.",
    },
    _parse_filters,
)


class CanonicalGraphDocument(Document):
    """A graph with canonical vertex numbers.

    The numbers of vertices and edges are declared in this class so that documents list them before `edge_list`.
    """

    kind: Literal["planarity-graph"] = "planarity-graph"
    graph6: str
    vertices: int
    edges: int
    edge_list: Pairs = Field(description="Edges between canonical vertex numbers, which count from 0.")


class GraphDocument(GraphInvariants, CanonicalGraphDocument):
    """A graph with canonical vertex numbers, and its invariants."""


def _identify(graph: Graph, _budget: Budget) -> Identity:
    canonical = canonical_form_of_simple(graph.vertices, graph.edges)
    return Identity(content_key(TAG, canonical.form), (graph.vertices, len(graph.edges)), canonical.order)


def _write(graph: Graph, named: LabelledIdentity) -> ObjectContent[GraphDocument]:
    order = named.order or ()
    canonical = Graph(graph.vertices, tuple((order[u], order[v]) for u, v in graph.edges), graph.drawn_plane)
    return ObjectContent(_document(named.label, canonical))


@lru_cache(maxsize=1024)
def _document(label: str, graph: Graph) -> GraphDocument:
    """Return the document of a graph with canonical vertex numbers.

    Cost: milliseconds, to compute the invariants of the graph.
    """
    invariants = graph_invariants(graph.vertices, graph.edges, planar=graph.drawn_plane or None)
    return GraphDocument(
        label=label,
        graph6=write_graph6(graph.vertices, graph.edges),
        edge_list=list(graph.edges),
        **dict(invariants),
    )


def _networkx(document: GraphDocument) -> "networkx.Graph":
    return read_graph(document.graph6)


def _draw(document: GraphDocument) -> str:
    from ludex.pictures.graphs import graph_svg

    return graph_svg(_networkx(document))


GRAPH: Kind[Graph, GraphDocument] = Kind(
    name="planarity-graph",
    address="planarity/graphs",
    model=GraphDocument,
    identify=_identify,
    write=_write,
    read=lambda document, _claims: Graph(document.vertices, tuple(document.edge_list)),
    view=View(
        about="Graphs of levels and census classes, up to isomorphism.",
        name="Graph of {} vertices and {} edges",
        duplicate_relation="graph",
        texts={"graph6": lambda graph: graph.graph6},
        picture=_draw,
        document_filter=SUBGRAPHS,
        graph=_networkx,
    ),
)
