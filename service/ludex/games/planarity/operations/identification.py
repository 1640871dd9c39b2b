"""Identification of drawings and points: their invariants and the labels of their classes."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.document import DocumentPart
from ludex.catalogue.kinds.kind import named, prepare
from ludex.catalogue.objects.derived_links import order_of
from ludex.catalogue.objects.reading import document_of, find_key
from ludex.catalogue.objects.store_result import Duplicate
from ludex.catalogue.objects.storing import store as store_one
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.invariants import DrawingInvariants, drawing_invariants
from ludex.games.planarity.kinds import GRAPH, ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.document_parts import Pairs
from ludex.games.planarity.operations.levels import identify_level
from ludex.games.planarity.points import Points, require_general_position
from ludex.graphs.canonical import matching_from_orders


class IdentifiedPoints(DocumentPart):
    """The order type of points, up to reflection.

    `representative` is the stored point set of this order type, and entry i of `matching` is the point of the
    representative that corresponds to point i; both are null if the order type is not stored. `stored` is true if the
    order type is stored after the call, and `created` is true if this call stored it. `duplicate_of` is null if the
    order type was not stored before.
    """

    label: str
    x_type: str
    points: int
    hull: int
    representative: Pairs | None
    matching: list[int] | None
    stored: bool
    created: bool
    duplicate_of: Duplicate | None


def identify_points(
    catalogue: Catalogue, points: Points, *, store: bool = False, budget: Budget | None = None
) -> IdentifiedPoints:
    """Return the order type of points and, with `store`, store it with these points as its representative if it is new.

    Raises PointsError if the points are not in general position.
    """
    require_general_position(points)
    entry = prepare(ORDER_TYPE, points, budget)
    created = False
    if store:
        with catalogue.writing() as writer:
            created = store_one(writer, entry).created
    with catalogue.reading() as reader:
        stored_points = find_key(reader, ORDER_TYPE, entry.key)
    document = None if stored_points is None else document_of(ORDER_TYPE, stored_points)
    matching = None
    if document is not None:
        matching = list(matching_from_orders(entry.order or (), order_of(ORDER_TYPE, document) or ()))
    return IdentifiedPoints(
        **entry.document.model_dump(include={"label", "x_type", "points", "hull"}),
        representative=None if document is None else document.representative,
        matching=matching,
        stored=document is not None,
        created=created,
        duplicate_of=Duplicate(ORDER_TYPE.view.duplicate_relation, matching)
        if document is not None and not created
        else None,
    )


class NamedInvariants(DrawingInvariants):
    """The invariants of a drawing, and the labels of its classes, whether they are stored or not.

    `graph` is the label of the class of graphs isomorphic to the graph of the drawing. `order_type` and `x_type` are
    the labels of its points, up to reflection, and `level` is the label of its class of swap-equivalent drawings.
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
