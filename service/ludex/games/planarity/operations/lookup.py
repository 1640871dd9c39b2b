"""Which stored levels a drawing is, or shares something with; and drawings sorted into classes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import named
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import Shown, find_key
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.equivalence import Relation, classes, relation_form
from ludex.games.planarity.identity.swap_class import LEVEL as TAG
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.kinds import GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.drawn_class import drawing_of
from ludex.games.planarity.operations.classes import DrawingClass
from ludex.graphs.isomorphism import through


@dataclass(frozen=True, slots=True)
class MatchingLevels:
    """Stored levels that are equivalent to a drawing, the oldest first.

    `matchings[k][i]` is the vertex of the drawing of `items[k]` for vertex i of the drawing sought.
    """

    items: tuple[Shown, ...]
    matchings: tuple[tuple[int, ...], ...]


def matching_levels(
    catalogue: Catalogue,
    drawing: Drawing,
    relation: Relation = Relation.SWAP,
    *,
    limit: int = 100,
    budget: Budget | None = None,
) -> MatchingLevels:
    """Return the stored levels that are equivalent to a drawing, at most `limit`. Nothing is stored.

    By `swap` and `order-type` there is one at most. Cost: a canonical form, and one for each level found.
    """
    budget = budget or Budget()
    sought = relation_form(drawing, relation)
    filters = _filters(drawing, relation)
    with catalogue.reading() as reader:
        if filters is None:
            key = content_key(TAG, sought.form) if relation is Relation.SWAP else swap_key(drawing)
            known = find_key(reader, LEVEL, key)
            found = [] if known is None else [known]
        else:
            found = page(reader, LEVEL, filters, limit=limit, whole=True).items
    items, matchings = [], []
    for one in found:
        budget.check()
        drawn = drawing_of(one)
        form = sought if drawn == drawing else relation_form(drawn, relation)
        if form.form == sought.form:
            items.append(one)
            matchings.append(through(sought.order, form.order))
    return MatchingLevels(tuple(items), tuple(matchings))


def dedup(
    catalogue: Catalogue | None,
    drawings: Sequence[Drawing],
    relation: Relation = Relation.SWAP,
    *,
    limit: int = 100,
    budget: Budget | None = None,
) -> tuple[DrawingClass, ...]:
    """Sort drawings into classes of equivalent ones, each with at most `limit` labels of stored levels.

    Without a catalogue no stored levels are named. Classes come in the order of their first members. Raises
    BudgetExhausted.
    """
    budget = budget or Budget()
    found = classes(drawings, relation, budget)
    labels: list[tuple[str, ...]] = [()] * len(found)
    if catalogue is not None:
        firsts = [drawings[one.members[0]] for one in found]
        labels = list(_stored_labels(catalogue, firsts, relation, limit, budget))
    return tuple(DrawingClass(one.members, one.matchings, stored) for one, stored in zip(found, labels, strict=True))


def _stored_labels(
    catalogue: Catalogue, drawings: Sequence[Drawing], relation: Relation, limit: int, budget: Budget
) -> Iterator[tuple[str, ...]]:
    """Yield for each drawing the labels of the stored levels that are equivalent, at most `limit`, the oldest first."""
    for drawing in drawings:
        budget.check()
        filters = _filters(drawing, relation)
        if filters is None:
            found = list(matching_levels(catalogue, drawing, relation).items)
        else:
            with catalogue.reading() as reader:
                found = page(reader, LEVEL, filters, limit=limit).items
        yield tuple(one.label for one in found)


def _filters(drawing: Drawing, relation: Relation) -> dict[str, str] | None:
    """Return the filter of the levels that share what a relation compares; None if these are one level at most.

    Drawings of the same order type and graph are swap-equivalent: the catalogue has one level for all of them.
    """
    if relation is Relation.GRAPH:
        return {"graph": named(GRAPH, Graph(drawing.vertices, drawing.edges)).label}
    if relation is Relation.POINT_SET:
        return {"order_type": named(ORDER_TYPE, drawing.points).label}
    if relation is Relation.X_TYPE:
        return {"x_type": named(X_TYPE, drawing.points).label}
    return None
