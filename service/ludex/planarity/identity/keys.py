"""Keys of levels, order types, x-types and graphs: hashes of canonical forms."""

from collections.abc import Iterable, Sequence

from ludex.engine.keys import content_key
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.identity.graph import canonical_graph
from ludex.planarity.identity.order_type import canonical_order_type
from ludex.planarity.identity.rotation_system import least_connected_form
from ludex.planarity.identity.swap_class_of_parts import canonical_parts
from ludex.planarity.identity.x_type import canonical_x_type
from ludex.planarity.points import Point

LEVEL, CENSUS_CLASS, ORDER_TYPE, X_TYPE, GRAPH = "level", "census", "ordertype", "xtype", "graph"
"""What is hashed before the canonical form of an object of each kind. They never change."""


def swap_key(drawing: Drawing) -> bytes:
    """Return the key of a drawing's swap class."""
    least = least_connected_form(drawing.points, drawing.edges)
    return content_key(LEVEL, canonical_parts(drawing).form if least is None else least[0])


def order_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of an order type, up to reflection."""
    return content_key(ORDER_TYPE, canonical_order_type(points).form)


def x_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of an x-type."""
    return content_key(X_TYPE, canonical_x_type(points).form)


def graph_key(vertices: int, edges: Iterable[Edge]) -> bytes:
    """Return the key of a graph up to isomorphism."""
    return content_key(GRAPH, canonical_graph(vertices, edges).form)
