"""The invariants of a drawing, with the labels of its classes."""

from ludex.catalogue.kinds.kind import named
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.invariants import DrawingInvariants, drawing_invariants
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.order_type import ORDER_TYPE, X_TYPE
from ludex.games.planarity.operations.levels import identify_level


class NamedInvariants(DrawingInvariants):
    """The invariants of a drawing, and the labels of its classes, whether they are stored or not.

    `graph` is the label of its class of isomorphic graphs, `order_type` and `x_type` are those of its points up to
    reflection, and `level` is that of its class of swap-equivalent drawings.
    """

    graph: str
    order_type: str
    x_type: str
    level: str


def invariants(drawing: Drawing) -> NamedInvariants:
    """Return the invariants of a drawing. Nothing is stored. Cost: milliseconds.

    >>> found = invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.x_type
    (1, True, 'planarity-x-type-4-ioalihpbuzfclff2')
    """
    return NamedInvariants(
        **dict(drawing_invariants(drawing)),
        graph=named(GRAPH, Graph(drawing.vertices, drawing.edges)).label,
        order_type=named(ORDER_TYPE, drawing.points).label,
        x_type=named(X_TYPE, drawing.points).label,
        level=identify_level(drawing).label,
    )
