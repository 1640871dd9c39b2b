"""Keys of positions and caps up to equivalence, and of individual cards, decks, sets and games.

The canonical form of cards, decks and sets consists of the numbers of values and of properties, one byte each, and the
numbers of the cards in ascending order, four bytes each, the highest byte first.
"""

import sys
from array import array
from collections.abc import Iterable
from functools import lru_cache

from ludex.engine.compact_json import sorted_json
from ludex.engine.keys import content_key
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameRecord
from ludex.games.sets.identity.canonical import CanonicalPosition
from ludex.games.sets.position import Position


def cards_form(deck: Deck, cards: Iterable[int]) -> bytes:
    """Return the canonical form of `cards` of a `deck`, which does not depend on their order.

    >>> cards_form(Deck(4, 3), [16, 0]).hex()
    '03040000000000000010'
    """
    # Array items of this type have four bytes on all platforms that Python supports.
    numbers = array("I", sorted(cards))
    if sys.byteorder == "little":
        numbers.byteswap()
    return bytes([deck.values, deck.properties]) + numbers.tobytes()


def card_key(deck: Deck, card: int) -> bytes:
    """Return the key of a `card` of a `deck`."""
    return content_key("setcard", cards_form(deck, [card]))


def deck_key(listing: Position) -> bytes:
    """Return the key of a deck, given by the position `listing` of its cards in any order.

    Cost: 0.1 s for a million cards.
    """
    return content_key("setdeck", cards_form(listing.deck, listing.cards))


@lru_cache(maxsize=256)
def whole_deck_key(deck: Deck) -> bytes:
    """Return the key of a whole `deck`. It is cached, because computing the form of a million cards takes 0.1 s."""
    return deck_key(Position.whole(deck))


def count_differing_properties(deck: Deck, cards: Iterable[int]) -> int:
    """Return the number of properties in which the `cards` of a set of a `deck` are all different.

    >>> count_differing_properties(Deck(4, 3), [0, 16, 23])
    3
    """
    columns = zip(*map(deck.digits, cards), strict=True)
    return sum(len(set(column)) > 1 for column in columns)


def set_key(deck: Deck, cards: Iterable[int]) -> bytes:
    """Return the key of a set of a `deck`, given by its `cards` in any order."""
    return content_key("set", cards_form(deck, cards))


def class_key(tag: str, canonical: CanonicalPosition) -> bytes:
    """Return the key of an equivalence class with a `tag`, 'setposition' or 'cap', and this `canonical` form."""
    return content_key(tag, canonical.form)


def game_key(record: GameRecord) -> bytes:
    """Return the key of the game of a `record`, computed from its JSON document with sorted names and no spaces."""
    return content_key("setgame", sorted_json(record.as_document()).encode())
