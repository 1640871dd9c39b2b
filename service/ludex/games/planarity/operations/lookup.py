"""Find the labels of the classes of drawings and points, and find stored levels that are equivalent to a drawing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import identify_value, prepare
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.links import order_of
from ludex.catalogue.objects.reading import ObjectView, document_of, find_key
from ludex.catalogue.objects.store_result import Duplicate
from ludex.catalogue.objects.storing import store as store_one
from ludex.engine.budget import Budget
from ludex.engine.fact import DocumentPart
from ludex.engine.keys import content_key
from ludex.games.planarity.document_parts import Pairs
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.equivalence import EquivalenceRelation, classes, relation_form
from ludex.games.planarity.identity.invariants import DrawingInvariants, drawing_invariants
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.kinds import GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.level import drawing_of
from ludex.games.planarity.operations.classes import DrawingClass
from ludex.games.planarity.operations.levels import identify_level
from ludex.games.planarity.points import Points, require_general_position
from ludex.graphs.canonical import matching_from_orders


class IdentifiedPoints(DocumentPart):
    """The order type of points, up to reflection.

    `representative` is the stored point set of this order type, and entry i of `matching` is the point of the
    representative that corresponds to point i; both are null if the order type is not stored after the call. `stored`
    is true if the order type is stored after the call, and `created` is true if this call stored it. `duplicate_of` is
    null if the order type was not stored before.
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
    """Return the order type of points. If `store` is true and the order type is new, store it with these points.

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

    `graph` is the label of the isomorphism class of the drawing's graph. `order_type` and `x_type` are the labels of
    its points, up to reflection. `level` is the label of its class of swap-equivalent drawings.
    """

    graph: str
    order_type: str
    x_type: str
    level: str


def invariants(drawing: Drawing, budget: Budget | None = None) -> NamedInvariants:
    """Return the invariants of a drawing. Nothing is stored. Raises BudgetExhausted. Cost: milliseconds.

    >>> found = invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.x_type
    (1, True, 'planarity-x-type-4-ioalihpbuzfclff2')
    """
    budget = budget or Budget()
    found = drawing_invariants(drawing)
    budget.check()
    graph = identify_value(GRAPH, Graph(drawing.vertices, drawing.edges)).label
    budget.check()
    order_type, x_type = identify_value(ORDER_TYPE, drawing.points).label, identify_value(X_TYPE, drawing.points).label
    budget.check()
    level = identify_level(drawing).label
    return NamedInvariants(**dict(found), graph=graph, order_type=order_type, x_type=x_type, level=level)


@dataclass(frozen=True, slots=True)
class MatchingLevels:
    """Stored levels that are equivalent to a drawing, sorted from the oldest.

    `matchings[k][i]` is the vertex of the drawing of `items[k]` that matches vertex i of the given drawing.
    """

    items: tuple[ObjectView, ...]
    matchings: tuple[tuple[int, ...], ...]


def matching_levels(
    catalogue: Catalogue,
    drawing: Drawing,
    relation: EquivalenceRelation = EquivalenceRelation.SWAP,
    *,
    limit: int = 100,
    budget: Budget | None = None,
) -> MatchingLevels:
    """Return at most `limit` stored levels that are equivalent to a drawing. Nothing is stored.

    Under the relations `swap` and `order-type`, there is at most one such level. Cost: one canonical form for the
    drawing, plus one for each level found.
    """
    budget = budget or Budget()
    canonical = relation_form(drawing, relation)
    filters = _filters(drawing, relation)
    with catalogue.reading() as reader:
        if filters is None:
            key = content_key(TAG, canonical.form) if relation is EquivalenceRelation.SWAP else swap_key(drawing)
            known = find_key(reader, LEVEL, key)
            levels = [] if known is None else [known]
        else:
            levels = page(reader, LEVEL, filters, limit=limit, whole=True).items
    items, matchings = [], []
    for level in levels:
        budget.check()
        stored_drawing = drawing_of(level)
        form = canonical if stored_drawing == drawing else relation_form(stored_drawing, relation)
        if form.form == canonical.form:
            items.append(level)
            matchings.append(matching_from_orders(canonical.order, form.order))
    return MatchingLevels(tuple(items), tuple(matchings))


def dedup(
    catalogue: Catalogue | None,
    drawings: Sequence[Drawing],
    relation: EquivalenceRelation = EquivalenceRelation.SWAP,
    *,
    limit: int = 100,
    budget: Budget | None = None,
) -> tuple[DrawingClass, ...]:
    """Partition drawings into equivalence classes. Each class includes the labels of at most `limit` stored levels.

    Without a catalogue, the classes include no labels. The classes are sorted by their first members. Raises
    BudgetExhausted.
    """
    budget = budget or Budget()
    groups = classes(drawings, relation, budget)
    labels: list[tuple[str, ...]] = [()] * len(groups)
    if catalogue is not None:
        firsts = [drawings[members.members[0]] for members in groups]
        labels = list(_stored_labels(catalogue, firsts, relation, limit, budget))
    return tuple(
        DrawingClass(members.members, members.matchings, stored) for members, stored in zip(groups, labels, strict=True)
    )


def _stored_labels(
    catalogue: Catalogue, drawings: Sequence[Drawing], relation: EquivalenceRelation, limit: int, budget: Budget
) -> Iterator[tuple[str, ...]]:
    """Yield, for each drawing, the labels of at most `limit` equivalent stored levels, sorted from the oldest."""
    for drawing in drawings:
        budget.check()
        filters = _filters(drawing, relation)
        if filters is None:
            levels = list(matching_levels(catalogue, drawing, relation).items)
        else:
            with catalogue.reading() as reader:
                levels = page(reader, LEVEL, filters, limit=limit).items
        yield tuple(level.label for level in levels)


def _filters(drawing: Drawing, relation: EquivalenceRelation) -> dict[str, str] | None:
    """Return the filter for levels that are equivalent to a drawing, or None if there is at most one such level.

    Drawings of the same order type and graph are swap-equivalent, so the catalogue has one level for all of them.
    """
    if relation is EquivalenceRelation.GRAPH:
        return {"graph": identify_value(GRAPH, Graph(drawing.vertices, drawing.edges)).label}
    if relation is EquivalenceRelation.POINT_SET:
        return {"order_type": identify_value(ORDER_TYPE, drawing.points).label}
    if relation is EquivalenceRelation.X_TYPE:
        return {"x_type": identify_value(X_TYPE, drawing.points).label}
    return None
