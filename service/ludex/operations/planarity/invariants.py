"""The invariants of a drawing, with the labels of the classes that it is in."""

from ludex.catalogue.kind import named
from ludex.catalogue.kinds.planarity.graph import GRAPH
from ludex.catalogue.kinds.planarity.order_type import ORDER_TYPE, X_TYPE
from ludex.operations.planarity.levels import class_of
from ludex.planarity.drawing import Drawing
from ludex.planarity.graph import Graph
from ludex.planarity.identity.drawing_invariants import DrawingInvariants, drawing_invariants


class NamedInvariants(DrawingInvariants):
    """The invariants of a drawing, and the labels of the classes that it is in, stored or not.

    `graph` is that of the class of isomorphic graphs, `order_type` and `x_type` those of its points, up to reflection,
    and `level` that of the class of swap-equivalent drawings.
    """

    graph: str
    order_type: str
    x_type: str
    level: str


def invariants(drawing: Drawing) -> NamedInvariants:
    """Compute the invariants of a drawing. Nothing is stored. Cost: milliseconds.

    >>> found = invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.x_type
    (1, True, 'planarity-x-type-4-ioalihpbuzfclff2')
    """
    found = drawing_invariants(drawing)
    return NamedInvariants(
        **dict(found),
        graph=named(GRAPH, Graph(drawing.vertices, drawing.edges)).label,
        order_type=named(ORDER_TYPE, drawing.points).label,
        x_type=named(X_TYPE, drawing.points).label,
        level=class_of(drawing).label,
    )
