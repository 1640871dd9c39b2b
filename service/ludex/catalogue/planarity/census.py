"""The stored census: classes of swap-equivalent drawings of all connected graphs on few points, a list of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, literal, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.planarity.drawn import related_to, with_graph
from ludex.catalogue.planarity.graphs import GRAPH_INVARIANTS, GRAPH_RANGES
from ludex.catalogue.planarity.levels import read_edges
from ludex.catalogue.planarity.order_types import read_points
from ludex.catalogue.planarity.preparing import PreparedDrawing, prepare_drawing
from ludex.catalogue.planarity.storing_levels import drawing_values, store_links
from ludex.catalogue.storing import Stored, chunks, store_many
from ludex.catalogue.tables import CensusClassRow, GraphRow, Natural, OrderTypeRow, XTypeRow
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.points import Points


@dataclass(frozen=True, slots=True)
class PreparedClass:
    """A class of the census that is ready to be stored: a drawing of it, its minimum swaps and counted solutions.

    `min_swaps` is None where no plane drawing can be reached.
    """

    prepared: PreparedDrawing
    min_swaps: int | None
    arrangements: int | None
    sequences: int | None


@dataclass(frozen=True, slots=True)
class StoredClass:
    """A stored class of the census: a drawing of it, its minimum swaps, and the labels of what it belongs to."""

    id: int
    label: str
    points: Points
    edge_list: tuple[Edge, ...]
    vertices: int
    edges: int
    crossings: int
    min_swaps: int | None
    arrangements: int | None
    sequences: int | None
    graph: str
    order_type: str
    x_type: str

    @property
    def drawing(self) -> Drawing:
        """Return the drawing."""
        return Drawing(self.points, self.edge_list)


def prepare_class(
    drawing: Drawing,
    min_swaps: int | None,
    arrangements: int | None,
    sequences: int | None,
    *,
    graph_stored: bool = False,
) -> PreparedClass:
    """Compute all that is stored of a class: call it before the transaction. Cost: milliseconds.

    For `graph_stored` see :func:`ludex.catalogue.planarity.preparing.prepare_drawing`.
    """
    prepared = prepare_drawing(drawing, "census", graph_stored=graph_stored)
    return PreparedClass(prepared, min_swaps, arrangements, sequences)


def store_classes(session: Session, classes: Sequence[PreparedClass]) -> list[Stored[CensusClassRow]]:
    """Store classes of the census in bulk, in the order given; a class that comes again is not created again."""
    links = store_links(session, [one.prepared for one in classes])
    rows = [
        {
            **drawing_values(one.prepared, links),
            "min_swaps": one.min_swaps,
            "arrangements": one.arrangements,
            "sequences": one.sequences,
        }
        for one in classes
    ]
    stored = store_many(session, CensusClassRow, rows, keep_order=True)
    new = {key for key, row in stored.items() if row.created}
    answers = []
    for one in classes:
        answers.append(Stored(stored[one.prepared.key].row, one.prepared.key in new))
        new.discard(one.prepared.key)
    return answers


def _load(session: Session, rows: Sequence[CensusClassRow]) -> list[StoredClass]:
    graphs: dict[int, str] = {}
    types: dict[int, tuple[str, str]] = {}
    for part in chunks(rows):
        graph = select(GraphRow.id, GraphRow.label).where(GraphRow.id.in_({row.graph_id for row in part}))
        graphs |= dict(session.execute(graph).all())
        order_type = select(OrderTypeRow.id, OrderTypeRow.label, XTypeRow.label).join(XTypeRow)
        wanted = OrderTypeRow.id.in_({row.order_type_id for row in part})
        for row_id, label, x_label in session.execute(order_type.where(wanted)):
            types[row_id] = (label, x_label)
    return [
        StoredClass(
            id=row.id,
            label=row.label,
            points=read_points(row.drawing["points"]),
            edge_list=read_edges(row.drawing["edges"]),
            vertices=row.vertices,
            edges=row.edges,
            crossings=row.crossings,
            min_swaps=row.min_swaps,
            arrangements=row.arrangements,
            sequences=row.sequences,
            graph=graphs[row.graph_id],
            order_type=types[row.order_type_id][0],
            x_type=types[row.order_type_id][1],
        )
        for row in rows
    ]


_UNKNOWN_COUNT = literal(-1, Natural())

_OWN = {
    "vertices": CensusClassRow.vertices,
    "edges": CensusClassRow.edges,
    "crossings": CensusClassRow.crossings,
    "min_swaps": CensusClassRow.min_swaps,
    "arrangements": CensusClassRow.arrangements,
    "sequences": CensusClassRow.sequences,
}

CENSUS: Collection[CensusClassRow, StoredClass] = Collection(
    name="classes of the census",
    model=CensusClassRow,
    load=_load,
    equal={**_OWN, **GRAPH_INVARIANTS},
    ranges={**_OWN, **GRAPH_RANGES},
    related=related_to(CensusClassRow),
    sorts={
        "vertices": CensusClassRow.vertices,
        "edges": CensusClassRow.edges,
        "crossings": CensusClassRow.crossings,
        # What cannot be made plane comes first.
        "min_swaps": func.coalesce(CensusClassRow.min_swaps, -1),
        "arrangements": func.coalesce(CensusClassRow.arrangements, _UNKNOWN_COUNT),
        "sequences": func.coalesce(CensusClassRow.sequences, _UNKNOWN_COUNT),
    },
    joined=with_graph(CensusClassRow),
)
