"""What the objects of SWISH have in common: a board, a symmetry, cards that they hold."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.document import Document, Fact
from ludex.catalogue.kind import Entry, Linked, prepare
from ludex.catalogue.kinds.swish.card import CARD
from ludex.swish.card import Card, CardClass, Symmetry
from ludex.swish.position import Position

Codes = Annotated[list[str], Field(min_length=1)]


class OnBoard(Document):
    """An object of several cards."""

    symmetry: Annotated[Symmetry, Fact()]
    height: Annotated[int, Fact()]
    width: Annotated[int, Fact()]
    size: Annotated[int, Fact()] = Field(description="How many cards, copies counted.")


def on_board(cards: Sequence[Card], symmetry: Symmetry) -> dict[str, Any]:
    """Return the fields of an object of these cards."""
    return {"symmetry": symmetry, "height": cards[0].height, "width": cards[0].width, "size": len(cards)}


def invariants(cards: Sequence[Card]) -> tuple[str, int]:
    """Return what the label of an object of these cards shows: the board and how many they are."""
    return f"{cards[0].height}x{cards[0].width}", len(cards)


def codes(cards: Sequence[Card]) -> list[str]:
    """Return the notations of cards."""
    return [str(card) for card in cards]


def holds(cards: Sequence[Card], symmetry: Symmetry) -> list[Linked]:
    """Return the links to the cards of an object: one each, copies too, with the code where it is not canonical."""
    return [
        Linked("holds", entry, index, None if entry.value.card == card else {"code": str(card)})
        for index, card in enumerate(cards)
        for entry in [_card(card.canonical(symmetry), symmetry)]
    ]


@lru_cache(maxsize=1024)
def _card(card: Card, symmetry: Symmetry) -> Entry[CardClass]:
    return prepare(CARD, CardClass(card, symmetry))


def read_cards(listed: list[str], symmetry: Symmetry) -> Position:
    """Return the cards of a document. Raises PositionError."""
    return Position.from_codes(listed, symmetry)
