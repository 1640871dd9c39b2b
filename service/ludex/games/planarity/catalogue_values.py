"""The Swap Planarity value types that a catalogue accepts: drawings, points, graphs and packs of levels."""

import sys
from collections.abc import Sequence
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity
from ludex.catalogue.objects.reading import document_of, find
from ludex.catalogue.objects.store_result import Stored
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import LEVEL
from ludex.games.planarity.kinds import GRAPH, ORDER_TYPE, PACK
from ludex.games.planarity.kinds.level import identify_class
from ludex.games.planarity.operations.levels import store_level
from ludex.games.planarity.operations.lookup import identify_points
from ludex.games.planarity.points import Points, require_general_position
from ludex.games.planarity.requests.packs import PACKS
from ludex.requests.packs import pack_value
from ludex.requests.values import StoredValue, Value


def _add_drawing(catalogue: Catalogue, drawing: Drawing, budget: Budget, _find: str | None) -> StoredValue:
    stored = store_level(catalogue, drawing, budget)
    return StoredValue(stored, stored.matching)


def _add_points(catalogue: Catalogue, points: Points, budget: Budget, _find: str | None) -> StoredValue:
    identified = identify_points(catalogue, _points(points), store=True, budget=budget)
    with catalogue.reading() as reader:
        found = find(reader, identified.label, ORDER_TYPE)
    document = document_of(ORDER_TYPE, found)
    stored = Stored(found.id, ORDER_TYPE, identified.label, identified.created, document)
    return StoredValue(stored, None if identified.matching is None else tuple(identified.matching))


def _identify_drawing(drawing: Drawing, _budget: Budget) -> Identity:
    return identify_class(LEVEL, drawing)


def _identify_points(points: Points, budget: Budget) -> Identity:
    pairs = _points(points)
    require_general_position(pairs)
    return ORDER_TYPE.identify(pairs, budget)


def _identify_graph(graph: Any, budget: Budget) -> Identity:  # noqa: ANN401 - a graph of networkx or of this package
    return GRAPH.identify(graph if isinstance(graph, Graph) else _graph(graph), budget)


def _points(points: Sequence[Sequence[int]]) -> Points:
    """Convert points to tuples of two integers."""
    return tuple((x, y) for x, y in points)


def _graph(graph: Any) -> Graph:  # noqa: ANN401 - networkx has no types
    """Convert a networkx graph to a Graph. The nodes are numbered in the order of the networkx graph."""
    number = {vertex: place for place, vertex in enumerate(graph)}
    return Graph(len(number), tuple((number[u], number[v]) for u, v in graph.edges()))


def _is_point_list(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) > 0
        and all(
            isinstance(point, list | tuple) and len(point) == 2 and all(type(x) is int for x in point)
            for point in value
        )
    )


def _is_graph(value: object) -> bool:
    # A value can only be a networkx graph if networkx has been imported.
    networkx = sys.modules.get("networkx")
    simple = networkx is not None and isinstance(value, networkx.Graph)
    return isinstance(value, Graph) or (simple and not value.is_directed() and not value.is_multigraph())  # type: ignore[attr-defined]


VALUES = (
    Value(
        "planarity.Drawing",
        lambda value: isinstance(value, Drawing),
        "planarity-level",
        _identify_drawing,
        _add_drawing,
    ),
    pack_value(PACKS, PACK),
    Value("list of points", _is_point_list, "planarity-order-type", _identify_points, _add_points),
    Value("networkx.Graph", _is_graph, "planarity-graph", _identify_graph),
)
