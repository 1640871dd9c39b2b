"""Stored cards. A card is stored as its canonical configuration under its symmetry."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from ludex.catalogue.decks import ids_of_deck
from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, store_many
from ludex.catalogue.tables import SWISH_GAME, CardRow, DeckCardRow, DeckRow, DeckSlugRow
from ludex.swish.card import Card, Symmetry
from ludex.swish.identity.keys import card_key, card_label

_SMALL = 256


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A stored card: the notation of its canonical configuration, its numbers of symbols and of ways to lay it."""

    id: int
    label: str
    code: str
    symmetry: Symmetry
    height: int
    width: int
    points: int
    circles: int
    configurations: int

    @property
    def card(self) -> Card:
        """Return the card."""
        return read_card(self.code)


def read_card(code: str) -> Card:
    """Read a card from its notation, keeping the last small ones."""
    return _read_small_card(code) if len(code) <= _SMALL else Card.from_code(code)


@lru_cache(maxsize=4096)
def _read_small_card(code: str) -> Card:
    return Card.from_code(code)


def store_cards(session: Session, cards: Iterable[Card], symmetry: Symmetry) -> dict[Card, Stored[CardRow]]:
    """Store cards in bulk and return the row of each, by its canonical configuration."""
    canonical = {card_key(card, symmetry): card for card in {card.canonical(symmetry) for card in cards}}
    stored = store_many(session, CardRow, [_values(key, card, symmetry) for key, card in canonical.items()])
    return {canonical[key]: row for key, row in stored.items()}


def _values(key: bytes, card: Card, symmetry: Symmetry) -> dict[str, Any]:
    return {
        "key": key,
        "label": card_label(card, symmetry),
        "game": SWISH_GAME,
        "symmetry": str(symmetry),
        "height": card.height,
        "width": card.width,
        "code": str(card),
        "points": len(card.points),
        "circles": len(card.circles),
        "configurations": len(card.distinct_configurations(symmetry)),
    }


def _load(session: Session, rows: Sequence[CardRow]) -> list[StoredCard]:
    del session
    return [
        StoredCard(
            row.id,
            row.label,
            row.code,
            Symmetry(row.symmetry),
            row.height,
            row.width,
            row.points,
            row.circles,
            row.configurations,
        )
        for row in rows
    ]


def has_card(
    owner: InstrumentedAttribute[int], link: InstrumentedAttribute[int], card: InstrumentedAttribute[int]
) -> Callable[[str], ColumnElement[bool]]:
    """Return the filter 'has the card with this label' of the objects with a linking table."""
    return lambda label: owner.in_(select(link).join(CardRow, CardRow.id == card).where(CardRow.label == label))


def deck_ids(name: str) -> CompoundSelect[int]:
    """Return the select of the id of the deck with this slug or label."""
    return ids_of_deck(DeckRow, DeckSlugRow, name)


def _of_deck(name: str) -> ColumnElement[bool]:
    return CardRow.id.in_(select(DeckCardRow.card_id).where(DeckCardRow.deck_id.in_(deck_ids(name))))


CARDS: Collection[CardRow, StoredCard] = Collection(
    name="cards",
    model=CardRow,
    load=_load,
    equal={
        "height": CardRow.height,
        "width": CardRow.width,
        "symmetry": CardRow.symmetry,
        "points": CardRow.points,
        "circles": CardRow.circles,
        "configurations": CardRow.configurations,
    },
    ranges={
        "height": CardRow.height,
        "width": CardRow.width,
        "points": CardRow.points,
        "circles": CardRow.circles,
    },
    related={"deck": _of_deck},
    sorts={"points": CardRow.points, "circles": CardRow.circles},
)
