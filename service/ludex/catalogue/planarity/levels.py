"""Stored levels: the lists of them, and the next one to play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, case, func, literal, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection, Filters, page
from ludex.catalogue.planarity.drawn import related_to, with_graph
from ludex.catalogue.planarity.graphs import GRAPH_INVARIANTS, GRAPH_RANGES
from ludex.catalogue.planarity.order_types import read_points
from ludex.catalogue.storing import chunks
from ludex.catalogue.tables import (
    GraphRow,
    LevelRow,
    Natural,
    OrderTypeRow,
    PackLevelRow,
    PackRow,
    XTypeRow,
)
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.points import Points

if TYPE_CHECKING:
    from ludex.planarity.study.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class StoredLevel:
    """A stored level: its first drawing, what is known of its solutions, and the labels of what it belongs to.

    `delta` counts 10,000ths of the side of the bounding square. `min_swaps` is None where no plane drawing can be
    reached (`proved`) or none is known; where it is not proved it is an upper bound. `swaps` is a solution of so many
    swaps. `arrangements` and `sequences` count the optimal solutions, where they are counted.
    """

    id: int
    label: str
    points: Points
    edge_list: tuple[Edge, ...]
    vertices: int
    edges: int
    crossings: int
    hull: int
    delta: int
    min_swaps: int | None
    proved: bool
    lower_bound: int
    reason: str
    swaps: tuple[Edge, ...] | None
    arrangements: int | None
    sequences: int | None
    difficulty: "Difficulty | None"
    graph: str
    connected: bool
    order_type: str
    x_type: str
    provenance: dict[str, Any]
    source: str
    starting: bool

    @property
    def drawing(self) -> Drawing:
        """Return the drawing."""
        return Drawing(self.points, self.edge_list)

    @property
    def grade(self) -> int | None:
        """Return the grade of the level, None where its difficulty is not known."""
        return None if self.difficulty is None else self.difficulty.grade


MEASURES = ("orders", "crossings_must_rise", "steepest_descent", "independent_swaps", "grade")
"""The columns of a difficulty besides the numbers of optimal arrangements and sequences, which a solution has too."""


def read_edges(numbers: Sequence[Sequence[int]]) -> tuple[Edge, ...]:
    """Return the edges, or swaps, that a row holds."""
    return tuple((u, v) for u, v in numbers)


def read_drawing(document: dict[str, Any]) -> Drawing:
    """Return the drawing that a row holds. Raises DrawingError where it is none."""
    return Drawing(read_points(document["points"]), read_edges(document["edges"]))


def read_difficulty(row: LevelRow) -> "Difficulty | None":
    """Return the difficulty that a row holds, or None where it is not known."""
    from ludex.planarity.study.difficulty import Difficulty

    if row.grade is None or row.arrangements is None or row.sequences is None:
        return None
    measures = {name: getattr(row, name) for name in MEASURES}
    return Difficulty(final_drawings=row.arrangements, sequences=row.sequences, **measures)


def load_levels(session: Session, rows: Sequence[LevelRow]) -> list[StoredLevel]:
    """Return the levels of rows, with two statements for each thousand."""
    graphs: dict[int, tuple[str, bool]] = {}
    types: dict[int, tuple[str, str]] = {}
    for part in chunks(rows):
        graph = select(GraphRow.id, GraphRow.label, GraphRow.connected)
        for row_id, label, connected in session.execute(graph.where(GraphRow.id.in_({row.graph_id for row in part}))):
            graphs[row_id] = (label, connected)
        order_type = select(OrderTypeRow.id, OrderTypeRow.label, XTypeRow.label).join(XTypeRow)
        wanted = OrderTypeRow.id.in_({row.order_type_id for row in part})
        for row_id, label, x_label in session.execute(order_type.where(wanted)):
            types[row_id] = (label, x_label)
    return [_stored(row, *graphs[row.graph_id], *types[row.order_type_id]) for row in rows]


def _stored(row: LevelRow, graph: str, connected: bool, order_type: str, x_type: str) -> StoredLevel:
    return StoredLevel(
        id=row.id,
        label=row.label,
        points=read_points(row.drawing["points"]),
        edge_list=read_edges(row.drawing["edges"]),
        vertices=row.vertices,
        edges=row.edges,
        crossings=row.crossings,
        hull=row.hull,
        delta=row.delta,
        min_swaps=row.min_swaps,
        proved=row.proved,
        lower_bound=row.lower_bound,
        reason=row.reason,
        swaps=None if row.swaps is None else read_edges(row.swaps),
        arrangements=row.arrangements,
        sequences=row.sequences,
        difficulty=read_difficulty(row),
        graph=graph,
        connected=connected,
        order_type=order_type,
        x_type=x_type,
        provenance=row.provenance,
        source=row.source,
        starting=row.starting,
    )


def _in_pack(slug: str) -> ColumnElement[bool]:
    return LevelRow.id.in_(select(PackLevelRow.level_id).join(PackRow).where(PackRow.slug == slug))


# Null where it is not known whether a plane drawing can be reached.
_REACHABLE = case((LevelRow.min_swaps.is_not(None), literal(True)), (LevelRow.proved, literal(False)), else_=None)
_UNKNOWN_COUNT = literal(-1, Natural())
# What is not known comes first.
_GRADE = func.coalesce(LevelRow.grade, -1)

_OWN = {
    "vertices": LevelRow.vertices,
    "edges": LevelRow.edges,
    "crossings": LevelRow.crossings,
    "hull": LevelRow.hull,
    "delta": LevelRow.delta,
    "min_swaps": LevelRow.min_swaps,
    "arrangements": LevelRow.arrangements,
    "sequences": LevelRow.sequences,
    "orders": LevelRow.orders,
    "independent_swaps": LevelRow.independent_swaps,
    "grade": LevelRow.grade,
}

LEVELS: Collection[LevelRow, StoredLevel] = Collection(
    name="levels",
    model=LevelRow,
    load=load_levels,
    equal={
        **_OWN,
        "proved": LevelRow.proved,
        "reachable": _REACHABLE,
        "crossings_must_rise": LevelRow.crossings_must_rise,
        "steepest_descent": LevelRow.steepest_descent,
        "source": LevelRow.source,
        "starting": LevelRow.starting,
        **GRAPH_INVARIANTS,
    },
    ranges={**_OWN, **GRAPH_RANGES},
    related={**related_to(LevelRow), "pack": _in_pack},
    sorts={
        "vertices": LevelRow.vertices,
        "edges": LevelRow.edges,
        "crossings": LevelRow.crossings,
        "hull": LevelRow.hull,
        "delta": LevelRow.delta,
        "min_swaps": func.coalesce(LevelRow.min_swaps, -1),
        "grade": _GRADE,
        "arrangements": func.coalesce(LevelRow.arrangements, _UNKNOWN_COUNT),
        "sequences": func.coalesce(LevelRow.sequences, _UNKNOWN_COUNT),
        "orders": func.coalesce(LevelRow.orders, _UNKNOWN_COUNT),
    },
    joined=with_graph(LevelRow),
)


def next_level(
    session: Session, after: StoredLevel | None = None, filters: Filters | None = None
) -> StoredLevel | None:
    """Return the next graded level under filters, by grade and then by age; the first where none came before.

    With the filter `pack` it is the next of a pack. Levels without a grade are passed over. Raises ListingError.
    """
    graded = LEVELS.select(filters or {}).where(LevelRow.grade.is_not(None))
    place = None if after is None else (-1 if after.grade is None else after.grade, after.id)
    rows = page(session, graded, [LevelRow.grade, LevelRow.id], place, limit=1).items
    return load_levels(session, rows)[0] if rows else None
