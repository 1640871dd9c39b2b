"""SET cards. The value of a card is a position of one card."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.kinds.kind import Entry, Identity, Kind, LabelledIdentity, NewLink, ObjectContent, View, prepare
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import card_key
from ludex.games.sets.kinds.fields import OfDeck, is_card_of
from ludex.games.sets.position import Position


class CardDocument(OfDeck):
    """A card, written as one digit for each property."""

    kind: Literal["set-card"] = "set-card"
    code: Annotated[str, Fact(leading=False)] = Field(description="Its values, one digit for each property.")

    @property
    def position(self) -> Position:
        """Return the card. Raises PositionError, DeckError."""
        return Position.from_codes(self.deck, [self.code])


def _identify(card: Position, _budget: Budget) -> Identity:
    [number], deck = card.cards, card.deck
    return Identity(card_key(deck, number), (deck.values, deck.properties, deck.code(number)), (0,))


def _write(card: Position, named: LabelledIdentity) -> ObjectContent[CardDocument]:
    [code], deck = card.codes, card.deck
    return ObjectContent(CardDocument(label=named.label, properties=deck.properties, values=deck.values, code=code))


def _picture(document: CardDocument) -> str:
    return pictures.tables.set_card_svg(document.deck, document.position.cards[0])


CARD = Kind(
    name="set-card",
    address="sets/cards",
    model=CardDocument,
    identify=_identify,
    write=_write,
    read=lambda document, _claims: document.position,
    view=View(
        "Cards, identified by their values.",
        duplicate_relation="same-card",
        picture=_picture,
        filters={"deck": is_card_of},
    ),
)


def held_cards(cards: Position) -> Iterable[NewLink]:
    """Yield the links of an object to its cards. The place of a link is the index of the card."""
    for place, card in enumerate(cards.cards):
        yield NewLink("holds", card_entry(cards.deck, card), place)


@lru_cache(maxsize=8192)  # the sets of a position share its cards
def card_entry(deck: Deck, card: int) -> Entry[Position]:
    """Return the prepared entry of a card."""
    return prepare(CARD, Position(deck, (card,)))
