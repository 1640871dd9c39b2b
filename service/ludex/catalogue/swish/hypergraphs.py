"""Stored hypergraphs: one for each class of isomorphic positions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, store_many
from ludex.catalogue.tables import HypergraphRow, PositionRow
from ludex.swish.identity.hypergraph import CanonicalHypergraph, canonical_hypergraph
from ludex.swish.junctions import HypergraphError
from ludex.swish.position import Position


@dataclass(frozen=True, slots=True)
class StoredHypergraph:
    """A stored hypergraph, how many stored positions have it, and the label of the first of them."""

    id: int
    label: str
    form: bytes
    nodes: int
    arcs: int
    hypernodes: int
    positions: int
    first_position: str | None


def hypergraph_of(position: Position) -> CanonicalHypergraph | None:
    """Return the canonical hypergraph of a position, or None where it has none. Compute it before the transaction."""
    try:
        return canonical_hypergraph(position)
    except HypergraphError:
        return None


def store_hypergraphs(
    session: Session, hypergraphs: Iterable[CanonicalHypergraph]
) -> dict[bytes, Stored[HypergraphRow]]:
    """Store hypergraphs in bulk and return the row of each by its key."""
    return store_many(
        session,
        HypergraphRow,
        (
            {
                "key": hypergraph.key,
                "label": hypergraph.label,
                "form": hypergraph.form,
                "nodes": hypergraph.nodes,
                "arcs": hypergraph.arcs,
                "hypernodes": hypergraph.hypernodes,
            }
            for hypergraph in hypergraphs
        ),
        keep_order=True,
    )


def _load(session: Session, rows: Sequence[HypergraphRow]) -> list[StoredHypergraph]:
    having: dict[int, tuple[int, str]] = {}
    for part in chunks([row.id for row in rows]):
        counted = (
            select(PositionRow.hypergraph_id, func.count().label("positions"), func.min(PositionRow.id).label("first"))
            .where(PositionRow.hypergraph_id.in_(part))
            .group_by(PositionRow.hypergraph_id)
            .subquery()
        )
        named = select(counted.c.hypergraph_id, counted.c.positions, PositionRow.label).join(
            PositionRow, PositionRow.id == counted.c.first
        )
        having |= {hypergraph: (count, label) for hypergraph, count, label in session.execute(named)}
    return [
        StoredHypergraph(
            row.id,
            row.label,
            row.form,
            row.nodes,
            row.arcs,
            row.hypernodes,
            *having.get(row.id, (0, None)),
        )
        for row in rows
    ]


def _of_position(label: str) -> ColumnElement[bool]:
    return HypergraphRow.id.in_(select(PositionRow.hypergraph_id).where(PositionRow.label == label))


HYPERGRAPHS: Collection[HypergraphRow, StoredHypergraph] = Collection(
    name="hypergraphs",
    model=HypergraphRow,
    load=_load,
    equal={"hypernodes": HypergraphRow.hypernodes, "arcs": HypergraphRow.arcs, "nodes": HypergraphRow.nodes},
    ranges={"hypernodes": HypergraphRow.hypernodes, "arcs": HypergraphRow.arcs, "nodes": HypergraphRow.nodes},
    related={"position": _of_position},
    sorts={"arcs": HypergraphRow.arcs, "hypernodes": HypergraphRow.hypernodes},
)
