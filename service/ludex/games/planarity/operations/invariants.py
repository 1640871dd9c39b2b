"""The invariants of a drawing, with the labels of the classes that it is in."""

from ludex.catalogue.kinds.kind import named
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.drawing_invariants import DrawingInvariants, drawing_invariants
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.order_type import ORDER_TYPE, X_TYPE
from ludex.games.planarity.operations.levels import class_of


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
