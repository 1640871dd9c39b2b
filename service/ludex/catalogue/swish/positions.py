"""Stored positions, with their hypergraphs, and the look-up of those that are isomorphic to a given one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, insert_links, store_many
from ludex.catalogue.swish.cards import deck_ids, has_card, read_card, store_cards
from ludex.catalogue.swish.hypergraphs import store_hypergraphs
from ludex.catalogue.swish.placing import canonical_copies
from ludex.catalogue.tables import (
    SWISH_GAME,
    CardRow,
    DealRow,
    HypergraphRow,
    LargestSwishRow,
    PositionCardRow,
    PositionRow,
    SwishPositionRow,
    SwishRow,
)
from ludex.swish.card import Symmetry
from ludex.swish.identity.hypergraph import CanonicalHypergraph
from ludex.swish.identity.keys import position_key, position_label
from ludex.swish.position import Position


@dataclass(frozen=True, slots=True)
class StoredLargest:
    """The size of a position's largest swish (0: none), whether it is proved, and the label of one such swish."""

    size: int
    proved: bool
    swish: str | None


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A stored position: its canonical cards in order, and what is known of it.

    `hypergraph` is a label; `hypergraph_order` gives for each card its hypernode in the canonical hypergraph.
    """

    id: int
    label: str
    symmetry: Symmetry
    height: int
    width: int
    distinct_cards: int
    codes: tuple[str, ...]
    hypergraph: str | None
    hypergraph_order: tuple[int, ...] | None
    largest: StoredLargest | None

    @property
    def position(self) -> Position:
        """Return the position, canonical."""
        return Position(tuple(read_card(code) for code in self.codes), self.symmetry)


def store_position(
    session: Session, position: Position, hypergraph: CanonicalHypergraph | None = None
) -> Stored[PositionRow]:
    """Store a position, with the hypergraph of these very cards where it has one; compute it before the transaction."""
    return store_positions(session, [(position, hypergraph)])[0]


def store_positions(
    session: Session, items: Sequence[tuple[Position, CanonicalHypergraph | None]]
) -> list[Stored[PositionRow]]:
    """Store positions in bulk, in the order given. Of equal ones the first may be created, the others are not."""
    keys = [position_key(position) for position, _ in items]
    graphs = store_hypergraphs(session, [hypergraph for _, hypergraph in items if hypergraph is not None])
    first = dict(zip(reversed(keys), reversed(items), strict=True))
    values = [_values(key, *first[key], graphs) for key in dict.fromkeys(keys)]
    stored = store_many(session, PositionRow, values, keep_order=True)
    created = {key: first[key][0] for key, row in stored.items() if row.created}
    _link_cards(session, [(stored[key].row.id, position) for key, position in created.items()])
    _add_hypergraphs(session, [(stored[key].row, *item) for key, item in first.items()], graphs)
    answers = []
    for key in keys:
        answers.append(Stored(stored[key].row, created.pop(key, None) is not None))
    return answers


def _values(
    key: bytes,
    position: Position,
    hypergraph: CanonicalHypergraph | None,
    graphs: dict[bytes, Stored[HypergraphRow]],
) -> dict[str, Any]:
    return {
        "key": key,
        "label": position_label(position),
        "game": SWISH_GAME,
        "symmetry": str(position.symmetry),
        "height": position.height,
        "width": position.width,
        "cards": len(position.cards),
        "distinct_cards": len(canonical_copies(position)),
        "hypergraph_id": None if hypergraph is None else graphs[hypergraph.key].row.id,
        "hypergraph_order": None if hypergraph is None else _order(position, hypergraph),
    }


def _order(position: Position, hypergraph: CanonicalHypergraph) -> list[int]:
    return [hypergraph.card_order[index] for index in position.canonical_order()]


def _link_cards(session: Session, positions: Sequence[tuple[int, Position]]) -> None:
    for symmetry in Symmetry:
        of_symmetry = [(row_id, position) for row_id, position in positions if position.symmetry is symmetry]
        cards = store_cards(session, {card for _, position in of_symmetry for card in position.cards}, symmetry)
        insert_links(
            session,
            PositionCardRow,
            ["position_id", "first_index"],
            [
                {"position_id": row_id, "index": first, "card_id": cards[card].row.id, "copies": copies}
                for row_id, position in of_symmetry
                for card, first, copies in canonical_copies(position)
            ],
        )


def _add_hypergraphs(
    session: Session,
    items: Sequence[tuple[PositionRow, Position, CanonicalHypergraph | None]],
    graphs: dict[bytes, Stored[HypergraphRow]],
) -> None:
    # A position that was stored without its hypergraph gets it now.
    for row, position, hypergraph in items:
        if row.hypergraph_id is None and hypergraph is not None:
            row.hypergraph_id = graphs[hypergraph.key].row.id
            row.hypergraph_order = _order(position, hypergraph)
    session.flush()


def isomorphic_positions(
    session: Session, hypergraph: CanonicalHypergraph, limit: int = 100
) -> list[tuple[StoredPosition, tuple[int, ...]]]:
    """Return the stored positions with this hypergraph, the oldest first, each with a matching.

    The matching lists, for card i of the cards that the hypergraph was made of, its card of the stored position.
    """
    having = HypergraphRow.key == hypergraph.key
    rows = session.scalars(
        select(PositionRow).join(HypergraphRow).where(having).order_by(PositionRow.id).limit(limit)
    ).all()
    found = []
    for stored in _load(session, rows):
        card_of = {hypernode: index for index, hypernode in enumerate(stored.hypergraph_order or ())}
        found.append((stored, tuple(card_of[hypernode] for hypernode in hypergraph.card_order)))
    return found


def position_codes(session: Session, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the notations of the canonical cards of positions, in order, copies included, by the positions' ids."""
    codes: dict[int, list[str]] = {position: [] for position in ids}
    for part in chunks(ids):
        linked = (
            select(PositionCardRow.position_id, CardRow.code, PositionCardRow.copies)
            .join(CardRow, CardRow.id == PositionCardRow.card_id)
            .where(PositionCardRow.position_id.in_(part))
            .order_by(PositionCardRow.position_id, PositionCardRow.index)
        )
        for position, code, copies in session.execute(linked):
            codes[position].extend([code] * copies)
    return {position: tuple(listed) for position, listed in codes.items()}


def _load(session: Session, rows: Sequence[PositionRow]) -> list[StoredPosition]:
    codes = position_codes(session, [row.id for row in rows])
    graphs: dict[int, str] = {}
    largest: dict[int, StoredLargest] = {}
    for part in chunks(rows):
        graph_ids = {row.hypergraph_id for row in part if row.hypergraph_id is not None}
        labels = select(HypergraphRow.id, HypergraphRow.label).where(HypergraphRow.id.in_(graph_ids))
        graphs |= dict(session.execute(labels).all())
        known = (
            select(LargestSwishRow.position_id, LargestSwishRow.size, LargestSwishRow.proved, SwishRow.label)
            .outerjoin(SwishRow, SwishRow.id == LargestSwishRow.swish_id)
            .where(LargestSwishRow.position_id.in_([row.id for row in part]))
        )
        largest |= {
            position: StoredLargest(size, proved, swish) for position, size, proved, swish in session.execute(known)
        }
    return [
        StoredPosition(
            id=row.id,
            label=row.label,
            symmetry=Symmetry(row.symmetry),
            height=row.height,
            width=row.width,
            distinct_cards=row.distinct_cards,
            codes=codes[row.id],
            hypergraph=None if row.hypergraph_id is None else graphs[row.hypergraph_id],
            hypergraph_order=None if row.hypergraph_order is None else tuple(row.hypergraph_order),
            largest=largest.get(row.id),
        )
        for row in rows
    ]


def _with_largest(statement: Select[Any]) -> Select[Any]:
    return statement.outerjoin(LargestSwishRow, LargestSwishRow.position_id == PositionRow.id)


def _dealt_from(deck: str) -> ColumnElement[bool]:
    return PositionRow.id.in_(select(DealRow.position_id).where(DealRow.deck_id.in_(deck_ids(deck))))


def _with_hypergraph(label: str) -> ColumnElement[bool]:
    return PositionRow.hypergraph_id.in_(select(HypergraphRow.id).where(HypergraphRow.label == label))


def _with_swish(label: str) -> ColumnElement[bool]:
    having = select(SwishPositionRow.position_id).join(SwishRow, SwishRow.id == SwishPositionRow.swish_id)
    return PositionRow.id.in_(having.where(SwishRow.label == label))


POSITIONS: Collection[PositionRow, StoredPosition] = Collection(
    name="positions",
    model=PositionRow,
    load=_load,
    equal={
        "height": PositionRow.height,
        "width": PositionRow.width,
        "symmetry": PositionRow.symmetry,
        "cards": PositionRow.cards,
        "distinct_cards": PositionRow.distinct_cards,
        "largest": LargestSwishRow.size,
        "largest_proved": LargestSwishRow.proved,
    },
    ranges={
        "height": PositionRow.height,
        "width": PositionRow.width,
        "cards": PositionRow.cards,
        "distinct_cards": PositionRow.distinct_cards,
        "largest": LargestSwishRow.size,
    },
    related={
        "card": has_card(PositionRow.id, PositionCardRow.position_id, PositionCardRow.card_id),
        "deck": _dealt_from,
        "hypergraph": _with_hypergraph,
        "swish": _with_swish,
    },
    # A position whose largest swish is not known comes first.
    sorts={"cards": PositionRow.cards, "largest": func.coalesce(LargestSwishRow.size, -1)},
    joined=_with_largest,
)
