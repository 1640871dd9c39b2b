"""Stored positions of SET: classes under the symmetries that keep sets, each shown by the cards stored first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, literal, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.sets.cards import has_card, linked_codes, store_cards
from ludex.catalogue.sets.decks import within_deck
from ludex.catalogue.storing import insert_links, store_many
from ludex.catalogue.tables import SET_GAME, FoundSetPositionRow, FoundSetRow, Natural, PositionCardRow, SetPositionRow
from ludex.engine.budget import Budget
from ludex.graphs.isomorphism import through
from ludex.sets.deck import Deck
from ludex.sets.identity.canonical import canonical_position
from ludex.sets.identity.keys import class_key, class_label
from ludex.sets.position import Position, PositionError

MAX_STORED_CARDS = 4096


@dataclass(frozen=True, slots=True)
class PreparedPosition:
    """A position with its key, and what is known of its sets: how many, whether there is one; None: not known.

    `order` gives for each card its number in the canonical form.
    """

    position: Position
    order: tuple[int, ...]
    key: bytes
    label: str
    sets: int | None = None
    has_set: bool | None = None


def prepare_position(
    position: Position, budget: Budget | None = None, *, sets: int | None = None, has_set: bool | None = None
) -> PreparedPosition:
    """Prepare a position for the catalogue: call it before the session. Cost: its canonical form.

    Raises PositionTooLarge where the form is beyond reach, PositionError beyond MAX_STORED_CARDS, BudgetExhausted.
    """
    if len(position.cards) > MAX_STORED_CARDS:
        raise PositionError(f"{len(position.cards):,} cards: a stored position has at most {MAX_STORED_CARDS:,}")
    canonical = canonical_position(position, budget)
    return PreparedPosition(
        position=position,
        order=canonical.order,
        key=class_key("setposition", canonical),
        label=class_label("setposition", position.deck, canonical),
        sets=sets,
        has_set=has_set if sets is None else sets > 0,
    )


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A stored position: the cards of the class that were stored first, in that order, and what is known of its sets.

    `order` gives for each card its number in the canonical form.
    """

    id: int
    label: str
    properties: int
    values: int
    codes: tuple[str, ...]
    order: tuple[int, ...]
    sets: int | None
    has_set: bool | None

    @property
    def deck(self) -> Deck:
        """Return the whole deck of its cards' properties and values."""
        return Deck(self.properties, self.values)

    @property
    def cards(self) -> int:
        """Return the number of cards."""
        return len(self.codes)

    @property
    def position(self) -> Position:
        """Return the position."""
        return Position.from_codes(self.deck, self.codes)

    def matching_from(self, order: tuple[int, ...]) -> tuple[int, ...]:
        """Return, for each card of an equivalent position of this canonical order, its card here, both by index."""
        return through(order, self.order)


class StoredClass(NamedTuple):
    """A row, whether this call made it, and for each card of what was sent its card there, both by index."""

    row: SetPositionRow
    created: bool
    matching: tuple[int, ...]


def store_position(session: Session, prepared: PreparedPosition) -> StoredClass:
    """Store a position, or find the stored one of its class."""
    return store_positions(session, [prepared])[0]


def store_positions(session: Session, items: Sequence[PreparedPosition]) -> list[StoredClass]:
    """Store positions in bulk, in the order given. Of equivalent ones the first may be created, the others are not.

    A class that is stored keeps its cards; what was not known of its sets is filled in.
    """
    first = {one.key: one for one in reversed(items)}
    values = [_values(first[key]) for key in dict.fromkeys(one.key for one in items)]
    stored = store_many(session, SetPositionRow, values, keep_order=True)
    created = {key for key, row in stored.items() if row.created}
    _link_cards(session, [(stored[key].row.id, first[key].position) for key in created])
    answers = []
    for one in items:
        row = stored[one.key].row
        _fill_in(row, one)
        answers.append(StoredClass(row, one.key in created, through(one.order, tuple(row.canonical_order))))
        created.discard(one.key)
    session.flush()
    return answers


def _values(one: PreparedPosition) -> dict[str, Any]:
    return {
        "key": one.key,
        "label": one.label,
        "game": SET_GAME,
        "properties": one.position.deck.properties,
        "values": one.position.deck.values,
        "cards": len(one.position.cards),
        "canonical_order": list(one.order),
        "sets": one.sets,
        "has_set": one.has_set,
    }


def _link_cards(session: Session, positions: Sequence[tuple[int, Position]]) -> None:
    for deck in dict.fromkeys(position.deck for _, position in positions):
        of_deck = [(row_id, position) for row_id, position in positions if position.deck == deck]
        cards = store_cards(session, deck, {card for _, position in of_deck for card in position.cards})
        links = [
            {"position_id": row_id, "index": index, "card_id": cards[card].row.id, "copies": 1}
            for row_id, position in of_deck
            for index, card in enumerate(position.cards)
        ]
        insert_links(session, PositionCardRow, ["position_id", "first_index"], links)


def _fill_in(row: SetPositionRow, one: PreparedPosition) -> None:
    if row.sets is None and one.sets is not None:
        row.sets = one.sets
    if row.has_set is None and one.has_set is not None:
        row.has_set = one.has_set


def load_positions(session: Session, rows: Sequence[SetPositionRow]) -> list[StoredPosition]:
    """Return the stored positions of rows."""
    codes = linked_codes(
        session, PositionCardRow.position_id, PositionCardRow.index, PositionCardRow.card_id, [row.id for row in rows]
    )
    return [
        StoredPosition(
            id=row.id,
            label=row.label,
            properties=row.properties,
            values=row.values,
            codes=codes[row.id],
            order=tuple(row.canonical_order),
            sets=row.sets,
            has_set=row.has_set,
        )
        for row in rows
    ]


def _with_set(label: str) -> ColumnElement[bool]:
    having = select(FoundSetPositionRow.position_id).join(FoundSetRow, FoundSetRow.id == FoundSetPositionRow.set_id)
    return SetPositionRow.id.in_(having.where(FoundSetRow.label == label))


POSITIONS: Collection[SetPositionRow, StoredPosition] = Collection(
    name="positions",
    model=SetPositionRow,
    load=load_positions,
    equal={
        "properties": SetPositionRow.properties,
        "values": SetPositionRow.values,
        "cards": SetPositionRow.cards,
        "sets": SetPositionRow.sets,
        "has_set": SetPositionRow.has_set,
    },
    ranges={
        "properties": SetPositionRow.properties,
        "values": SetPositionRow.values,
        "cards": SetPositionRow.cards,
        "sets": SetPositionRow.sets,
    },
    related={
        "card": has_card(SetPositionRow.id, PositionCardRow.position_id, PositionCardRow.card_id),
        "deck": within_deck(SetPositionRow, PositionCardRow.position_id, PositionCardRow.card_id),
        "set": _with_set,
    },
    # A position whose sets are not counted comes first.
    sorts={"cards": SetPositionRow.cards, "sets": func.coalesce(SetPositionRow.sets, literal(-1, Natural()))},
)
