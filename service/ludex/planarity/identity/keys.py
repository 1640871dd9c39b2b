"""Keys and labels of levels, order types, x-types and graphs."""

from collections.abc import Iterable, Sequence

from ludex.engine.keys import content_key
from ludex.labels import label
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.identity.graph import CanonicalGraph, canonical_graph
from ludex.planarity.identity.order_type import canonical_order_type
from ludex.planarity.identity.rotation_system import least_connected_form
from ludex.planarity.identity.swap_class_of_parts import canonical_parts
from ludex.planarity.identity.x_type import canonical_x_type
from ludex.planarity.points import Point, hull


def swap_key(drawing: Drawing) -> bytes:
    """Return the key of a drawing's swap class."""
    least = least_connected_form(drawing.points, drawing.edges)
    form = canonical_parts(drawing).form if least is None else least[0]
    return content_key("level", form)


def level_label(drawing: Drawing) -> str:
    """Return the label of a drawing's swap class: kind, vertices, edges, hash.

    >>> level_label(Drawing(((0, 0), (1, 0), (0, 1)), ((0, 1),)))[:10]
    'level-3-1-'
    """
    return label("level", (drawing.vertices, len(drawing.edges)), swap_key(drawing))


def order_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of an order type, up to reflection."""
    return content_key("ordertype", canonical_order_type(points).form)


def order_type_label(points: Sequence[Point]) -> str:
    """Return the label of an order type: kind, points, vertices of the hull, hash.

    >>> order_type_label([(0, 0), (1, 0), (0, 1)])[:13]
    'ordertype-3-3'
    """
    return label("ordertype", (len(points), len(hull(points))), order_type_key(points))


def x_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of an x-type."""
    return content_key("xtype", canonical_x_type(points).form)


def x_type_label(points: Sequence[Point]) -> str:
    """Return the label of an x-type: kind, points, hash.

    >>> x_type_label([(0, 0), (1, 0), (0, 1)])[:7]
    'xtype-3'
    """
    return label("xtype", (len(points),), x_type_key(points))


def graph_key(vertices: int, edges: Iterable[Edge]) -> bytes:
    """Return the key of a graph up to isomorphism."""
    return key_of_graph(canonical_graph(vertices, edges))


def graph_label(vertices: int, edges: Iterable[Edge]) -> str:
    """Return the label of a graph: kind, vertices, edges, hash.

    >>> graph_label(3, [(0, 1), (1, 2)]) == graph_label(3, [(0, 1), (0, 2)])
    True
    """
    canonical = canonical_graph(vertices, edges)
    return label("graph", (vertices, len(canonical.edges)), key_of_graph(canonical))


def key_of_graph(canonical: CanonicalGraph) -> bytes:
    """Return the key of a graph whose canonical form is known."""
    return content_key("graph", canonical.form)
