"""The keys of graphs and point sets, each from its tag and its canonical form."""

from collections.abc import Iterable, Sequence

from ludex.engine.keys import content_key
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.graph import GRAPH, canonical_graph
from ludex.games.planarity.identity.order_type import ORDER_TYPE, X_TYPE, canonical_order_type, canonical_x_type
from ludex.games.planarity.points import Point


def graph_key(vertices: int, edges: Iterable[Edge]) -> bytes:
    """Return the key of a graph, up to isomorphism."""
    return content_key(GRAPH, canonical_graph(vertices, edges).form)


def order_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of the order type of points, up to reflection."""
    return content_key(ORDER_TYPE, canonical_order_type(points).form)


def x_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of the x-type of points."""
    return content_key(X_TYPE, canonical_x_type(points).form)
