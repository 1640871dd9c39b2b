"""Which stored levels a drawing is, or shares something with: by relation, with matchings; and a level's neighbours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from ludex.catalogue.database import Database
from ludex.catalogue.listing import After, Page, page
from ludex.catalogue.planarity.levels import LEVELS, StoredLevel, load_levels, read_drawing
from ludex.catalogue.storing import chunks
from ludex.catalogue.tables import GraphRow, LevelRow, OrderTypeRow, XTypeRow
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.graphs.isomorphism import through
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.canonical import CanonicalDrawing
from ludex.planarity.identity.equivalence import Relation, classes, relation_form

_KINDS = {
    Relation.SWAP: "level",
    Relation.GRAPH: "graph",
    Relation.POINT_SET: "ordertype",
    Relation.X_TYPE: "xtype",
}
_KEYS = {
    Relation.SWAP: LevelRow.key,
    Relation.ORDER_TYPE: LevelRow.key,
    Relation.GRAPH: GraphRow.key,
    Relation.POINT_SET: OrderTypeRow.key,
    Relation.X_TYPE: XTypeRow.key,
}


@dataclass(frozen=True, slots=True)
class Sought:
    """A drawing to look for: its canonical form under a relation, and the key under which the catalogue finds it."""

    relation: Relation
    canonical: CanonicalDrawing
    key: bytes

    def matching_to(self, level: StoredLevel) -> tuple[int, ...] | None:
        """Return, for each vertex, the vertex of a stored level's drawing that it matches, None if they differ."""
        canonical = relation_form(level.drawing, self.relation)
        same = canonical.form == self.canonical.form
        return through(self.canonical.order, canonical.order) if same else None


@dataclass(frozen=True, slots=True)
class FoundClass:
    """A class of equivalent drawings of a batch, and the labels of the stored levels that are equivalent too.

    `matchings[k][i]` is the vertex of the drawing members[k] for vertex i of the drawing members[0].
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]
    levels: tuple[str, ...]


class Nearness(StrEnum):
    """What neighbours share: the graph; the order type of the points; the state space.

    The state space is the same where the graph is and, for a connected graph, the x-type.
    """

    GRAPH = "graph"
    ORDER_TYPE = "order-type"
    STATE_SPACE = "state-space"


def seek(drawing: Drawing, relation: Relation = Relation.SWAP) -> Sought:
    """Prepare the look-up of a drawing: call it before the session. Cost: one or two canonical forms."""
    canonical = relation_form(drawing, relation)
    if relation is not Relation.ORDER_TYPE:
        return Sought(relation, canonical, content_key(_KINDS[relation], canonical.form))
    # Drawings of the same order type and graph are swap-equivalent: the catalogue has one level for all of them.
    swap_class = relation_form(drawing, Relation.SWAP)
    return Sought(relation, canonical, content_key(_KINDS[Relation.SWAP], swap_class.form))


def matching_levels(
    session: Session, sought: Sought, after: After | None = None, limit: int = 100
) -> Page[tuple[StoredLevel, tuple[int, ...]]]:
    """Return a page of the stored levels that are equivalent to a drawing, the oldest first, each with a matching.

    The matching lists, for vertex i of the drawing sought, its vertex of the stored drawing. By `swap` and `order-type`
    there is one level at most.
    """
    statement = _joined(select(LevelRow), sought.relation).where(_KEYS[sought.relation] == sought.key)
    rows = page(session, statement, [LevelRow.id], after, limit=limit)
    matched = [(level, sought.matching_to(level)) for level in load_levels(session, rows.items)]
    return Page([(level, matching) for level, matching in matched if matching is not None], rows.after)


def levels_by_key(session: Session, keys: Iterable[bytes]) -> dict[bytes, StoredLevel]:
    """Return the stored levels with these keys, as :func:`seek` finds them by swap-equivalence."""
    found: dict[bytes, StoredLevel] = {}
    for part in chunks(sorted(set(keys))):
        rows = session.scalars(select(LevelRow).where(LevelRow.key.in_(part))).all()
        found.update(zip([row.key for row in rows], load_levels(session, rows), strict=True))
    return found


def dedup(
    database: Database,
    drawings: Sequence[Drawing],
    relation: Relation,
    limit: int = 100,
    budget: Budget | None = None,
) -> list[FoundClass]:
    """Sort drawings into classes of equivalent ones, each with at most `limit` stored levels that are in it too.

    Cost: two canonical forms each; then one query for each thousand classes. Raises BudgetExhausted.
    """
    found = classes(drawings, relation, budget)
    sought = []
    for one in found:
        if budget is not None:
            budget.check()
        sought.append(seek(drawings[one.members[0]], relation))
    with database.reading() as session:
        levels = _equivalent_labels(session, sought, relation, limit)
    return [FoundClass(one.members, one.matchings, levels[index]) for index, one in enumerate(found)]


def neighbours(
    session: Session, level: StoredLevel, nearness: Nearness, after: After | None = None, limit: int = 100
) -> Page[StoredLevel]:
    """Return a page of the other levels that are near a level, the oldest first."""
    if nearness is Nearness.ORDER_TYPE:
        filters = {"order_type": level.order_type}
    elif nearness is Nearness.STATE_SPACE and level.connected:
        filters = {"graph": level.graph, "x_type": level.x_type}
    else:
        filters = {"graph": level.graph}
    others = LEVELS.select(filters).where(LevelRow.id != level.id)
    rows = page(session, others, [LevelRow.id], after, limit=limit)
    return Page(load_levels(session, rows.items), rows.after)


def _joined(statement: Select[tuple[LevelRow]], relation: Relation) -> Select[tuple[LevelRow]]:
    if relation is Relation.GRAPH:
        return statement.join(GraphRow, GraphRow.id == LevelRow.graph_id)
    if relation in (Relation.POINT_SET, Relation.X_TYPE):
        statement = statement.join(OrderTypeRow, OrderTypeRow.id == LevelRow.order_type_id)
    if relation is Relation.X_TYPE:
        statement = statement.join(XTypeRow, XTypeRow.id == OrderTypeRow.x_type_id)
    return statement


def _equivalent_labels(
    session: Session, sought: Sequence[Sought], relation: Relation, limit: int
) -> list[tuple[str, ...]]:
    """Return, for each drawing sought, the labels of the levels with its key, the oldest first, at most `limit`."""
    rows: dict[bytes, list[LevelRow]] = {one.key: [] for one in sought}
    for keys in chunks(list(rows)):
        key = _KEYS[relation].label("sought_key")
        rank = func.row_number().over(partition_by=key, order_by=LevelRow.id).label("place")
        ranked = _joined(select(LevelRow), relation).where(key.in_(keys))
        first = ranked.with_only_columns(LevelRow.id, key, rank).subquery()
        statement = select(LevelRow, first.c.sought_key).join(first, first.c.id == LevelRow.id)
        for row, of in session.execute(statement.where(first.c.place <= limit).order_by(LevelRow.id)):
            rows[of].append(row)
    if relation is not Relation.ORDER_TYPE:
        return [tuple(row.label for row in rows[one.key]) for one in sought]
    return [tuple(row.label for row in rows[one.key] if _is_of(row, one)) for one in sought]


def _is_of(row: LevelRow, sought: Sought) -> bool:
    return relation_form(read_drawing(row.drawing), sought.relation).form == sought.canonical.form
