"""Fields that the documents of SET share: the parameters of the whole deck, and cards of it."""

from typing import Annotated

from pydantic import Field

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Identity
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.canonical import canonical_position
from ludex.games.sets.identity.keys import class_key
from ludex.games.sets.position import Position


class OfDeck(Document):
    """A document about cards of a whole deck, which is given by its numbers of properties and values."""

    properties: Annotated[int, Fact()] = Field(description="Number of properties of a card.")
    values: Annotated[int, Fact()] = Field(description="Number of values of a property.")

    @property
    def deck(self) -> Deck:
        """Return the whole deck. Raises DeckError."""
        return Deck(self.properties, self.values)


class CardsOfDeck(OfDeck):
    """A document that lists cards."""

    cards: list[str]

    @property
    def position(self) -> Position:
        """Return the cards. Raises PositionError, DeckError."""
        return Position.from_codes(self.deck, self.cards)


def class_identity(tag: str, other_tag: str, cards: Position, budget: Budget) -> Identity:
    """Return the identity of a class of cards under the symmetries that preserve sets, under the tag of its kind.

    It links to the same class as an object of the other kind.
    """
    canonical, deck = canonical_position(cards, budget), cards.deck
    derived_links = (DerivedLink("same-class", class_key(other_tag, canonical)),)
    invariants = (deck.values, deck.properties, len(canonical.order))
    return Identity(class_key(tag, canonical), invariants, canonical.order, derived_links)
