"""Keys and labels of what is itself, not a class under symmetries: cards, decks, sets.

The canonical form is the number of values and of properties, a byte each, then the numbers of the cards, ascending,
four bytes each, the highest first.
"""

import sys
from array import array
from collections.abc import Iterable

from ludex.labels import content_key, label
from ludex.sets.deck import Deck
from ludex.sets.position import Position


def cards_form(deck: Deck, cards: Iterable[int]) -> bytes:
    """Return the canonical form of cards of a deck, the same in whatever order they come.

    >>> cards_form(Deck(4, 3), [16, 0]).hex()
    '03040000000000000010'
    """
    # Four bytes each on every machine that Python runs on today.
    numbers = array("I", sorted(cards))
    if sys.byteorder == "little":
        numbers.byteswap()
    return bytes([deck.values, deck.properties]) + numbers.tobytes()


def card_key(deck: Deck, card: int) -> bytes:
    """Return the key of a card."""
    return content_key("setcard", cards_form(deck, [card]))


def card_label(deck: Deck, card: int) -> str:
    """Return the label of a card: kind, values, properties, notation, hash.

    >>> card_label(Deck(4, 3), 16)
    'setcard-3-4-0121-7kk33huyr4cb2pfh'
    """
    return label("setcard", (deck.values, deck.properties, deck.code(card)), card_key(deck, card))


def deck_key(listing: Position) -> bytes:
    """Return the key of a deck, given by its cards in any order. Cost: 0.1 s for a million cards."""
    return content_key("setdeck", cards_form(listing.deck, listing.cards))


def deck_label(listing: Position) -> str:
    """Return the label of a deck: kind, values, properties, number of cards, hash."""
    deck = listing.deck
    return label("setdeck", (deck.values, deck.properties, len(listing.cards)), deck_key(listing))


def differing(deck: Deck, cards: Iterable[int]) -> int:
    """Return in how many properties the cards of a set are all different; in the others they are all the same.

    >>> differing(Deck(4, 3), [0, 16, 23])
    3
    """
    columns = zip(*map(deck.digits, cards), strict=True)
    return sum(len(set(column)) > 1 for column in columns)


def set_key(deck: Deck, cards: Iterable[int]) -> bytes:
    """Return the key of a set, given by its cards in any order."""
    return content_key("set", cards_form(deck, cards))


def set_label(deck: Deck, cards: Iterable[int]) -> str:
    """Return the label of a set: kind, values, properties, number of differing properties, hash."""
    listed = tuple(cards)
    return label("set", (deck.values, deck.properties, differing(deck, listed)), set_key(deck, listed))
