"""Stored cards of SET, and the filters that other objects have by their cards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from ludex.catalogue.decks import ids_of_deck
from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, store_many
from ludex.catalogue.tables import (
    SET_GAME,
    DeckCardRow,
    OfDeck,
    PositionCardRow,
    SetCardRow,
    SetDeckRow,
    SetDeckSlugRow,
    SetPositionRow,
)
from ludex.catalogue.tables.sets import OfDeckAmongGames
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import card_key, card_label


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A stored card of the deck of so many properties and values."""

    id: int
    label: str
    properties: int
    values: int
    code: str

    @property
    def deck(self) -> Deck:
        """Return the whole deck that the card is of."""
        return Deck(self.properties, self.values)

    @property
    def number(self) -> int:
        """Return the number of the card."""
        return self.deck.number(self.code)


def store_cards(session: Session, deck: Deck, cards: Iterable[int]) -> dict[int, Stored[SetCardRow]]:
    """Store cards of a deck in bulk and return the row of each by its number."""
    keyed = {card_key(deck, card): card for card in set(cards)}
    stored = store_many(session, SetCardRow, [_values(key, deck, card) for key, card in keyed.items()])
    return {keyed[key]: row for key, row in stored.items()}


def _values(key: bytes, deck: Deck, card: int) -> dict[str, Any]:
    return {
        "key": key,
        "label": card_label(deck, card),
        "game": SET_GAME,
        "properties": deck.properties,
        "values": deck.values,
        "code": deck.code(card),
    }


def deck_of(row: OfDeck | OfDeckAmongGames) -> Deck:
    """Return the whole deck that a row is about."""
    return Deck(row.properties, row.values)


def linked_codes(
    session: Session,
    owner: InstrumentedAttribute[int],
    place: InstrumentedAttribute[int],
    card: InstrumentedAttribute[int],
    ids: Sequence[int],
) -> dict[int, tuple[str, ...]]:
    """Return the notations of the cards that objects are linked to, in their order, by the objects' ids."""
    codes: dict[int, list[str]] = {one: [] for one in ids}
    for part in chunks(ids):
        linked = select(owner, SetCardRow.code).join(SetCardRow, SetCardRow.id == card).where(owner.in_(part))
        for one, code in session.execute(linked.order_by(owner, place)):
            codes[one].append(code)
    return {one: tuple(listed) for one, listed in codes.items()}


def has_card(
    owner: InstrumentedAttribute[int], link: InstrumentedAttribute[int], card: InstrumentedAttribute[int]
) -> Callable[[str], ColumnElement[bool]]:
    """Return the filter 'has the card with this label' of the objects with a linking table."""
    return lambda label: owner.in_(
        select(link).join(SetCardRow, SetCardRow.id == card).where(SetCardRow.label == label)
    )


def deck_ids(name: str) -> CompoundSelect[int]:
    """Return the select of the id of the deck with this slug or label."""
    return ids_of_deck(SetDeckRow, SetDeckSlugRow, name)


def _of_deck(name: str) -> ColumnElement[bool]:
    return SetCardRow.id.in_(select(DeckCardRow.card_id).where(DeckCardRow.deck_id.in_(deck_ids(name))))


def _of_position(label: str) -> ColumnElement[bool]:
    shown = select(PositionCardRow.card_id).join(SetPositionRow, SetPositionRow.id == PositionCardRow.position_id)
    return SetCardRow.id.in_(shown.where(SetPositionRow.label == label))


def _load(session: Session, rows: Sequence[SetCardRow]) -> list[StoredCard]:
    del session
    return [StoredCard(row.id, row.label, row.properties, row.values, row.code) for row in rows]


CARDS: Collection[SetCardRow, StoredCard] = Collection(
    name="cards",
    model=SetCardRow,
    load=_load,
    equal={"properties": SetCardRow.properties, "values": SetCardRow.values},
    ranges={"properties": SetCardRow.properties, "values": SetCardRow.values},
    related={"deck": _of_deck, "position": _of_position},
    sorts={"properties": SetCardRow.properties, "values": SetCardRow.values},
)
