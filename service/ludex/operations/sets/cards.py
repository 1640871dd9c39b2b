"""Cards: storing some, and reading the cards of whatever is stored."""

from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.sets.of_deck import card_entry
from ludex.catalogue.reading import UnknownObject, find, value_of
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store_many
from ludex.sets.deck import Deck
from ludex.sets.known import KnownCap, KnownPosition
from ludex.sets.making.game_record import GameRecord
from ludex.sets.named_decks import NamedDeck, built_in
from ludex.sets.position import Position


def store_cards(catalogue: Catalogue, cards: Position) -> list[Stored]:
    """Store the cards of a position, each once, and return them in its order."""
    entries = [card_entry(cards.deck, card) for card in cards.cards]
    with catalogue.writing() as writer:
        return store_many(writer, entries)


def cards_of(catalogue: Catalogue, name: str) -> Position | Deck:
    """Return the cards of the stored card, deck, position, found set or cap with this label, or slug of a deck.

    A whole deck, stored or not, is not laid out. Raises UnknownObject, SeveralObjects.
    """
    whole = built_in(name)
    if whole is not None:
        return whole
    with catalogue.reading() as reader:
        found = find(reader, name)
        value: Any = value_of(reader, found)
    match value:
        case Position():
            return value
        case NamedDeck() | KnownCap():
            return value.cards
        case KnownPosition():
            return value.position
        case GameRecord():
            return Position(value.deck, value.final_table)
    raise UnknownObject(f"{name} has no cards of SET")
