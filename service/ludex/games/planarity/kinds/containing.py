"""Filters of graphs by their subgraphs and supergraphs."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ludex.catalogue.kinds.document_filter import DocumentFilter, DocumentFilterError, ParsedPattern
from ludex.catalogue.lists.filters import range_text
from ludex.games.planarity.drawing import MAX_VERTICES
from ludex.games.planarity.graph import Graph, is_subgraph
from ludex.graphs.canonical import GraphError
from ludex.graphs.embedding import EmbeddingTooHard
from ludex.graphs.graph6 import read_graph6

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
        graph = _read(name, text)
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


def _read(name: str, text: str) -> Graph:
    try:
        read = read_graph6(text)
    except GraphError as error:
        raise DocumentFilterError(name, str(error)) from None
    if not 1 <= len(read) <= MAX_VERTICES:
        raise DocumentFilterError(name, f"{len(read)} vertices, 1 to {MAX_VERTICES} are possible")
    return Graph(len(read), tuple((min(edge), max(edge)) for edge in read.edges))


SUBGRAPHS: DocumentFilter[Edges] = DocumentFilter(
    {
        CONTAINS: "Only graphs with this subgraph (graph6), induced or not.",
        CONTAINED_IN: "Only subgraphs of this graph (graph6), induced or not.",
    },
    _parse_filters,
)
