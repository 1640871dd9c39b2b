"""The keys of SET objects: positions and caps up to equivalence, and individual cards, decks, sets and games.

The canonical form of a card, a deck or a set is a sequence of bytes: one byte for the number of values, one byte for
the number of properties, and then the card numbers in ascending order, as big-endian integers of four bytes.

Two positions have the same canonical form if a symmetry that preserves sets maps one to the other. For v <= 2, any
permutation of the deck preserves sets, so only the number of cards matters. For v = 3, the symmetries are the affine
maps of AG(p, 3). For v >= 4, they are the permutations of the properties and of the values of each property. A search
by individualisation and refinement (B. McKay, "Practical graph isomorphism", 1981) yields a few candidate orders of the
cards. Each order defines a frame, and the cards are written in this frame. The least of these texts is the canonical
form.
"""

import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ludex.engine.budget import Budget
from ludex.engine.exact_json import sorted_json
from ludex.engine.keys import content_key
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameRecord
from ludex.games.sets.position import Position, require_size


@dataclass(frozen=True, slots=True)
class CanonicalPosition:
    """A form that is the same for two positions if and only if they are equivalent.

    `order[i]` is the canonical number of card i. The form consists of v, p, and the cards of the representative in
    canonical order.
    """

    form: bytes
    order: tuple[int, ...]


def canonical_position(position: Position, budget: Budget | None = None) -> CanonicalPosition:
    """Return the canonical form of a `position`.

    `budget` limits the search (None for no limits). Raises BudgetExhausted, and PositionTooLarge for more than 4,096
    cards. For v = 3, PositionTooLarge is also raised for fewer cards if they span many dimensions. Cost: a fraction of
    a millisecond for the table of a game. Thousands of cards take seconds, and so do cards that are hard to distinguish
    although they have few symmetries.

    >>> deck = Deck(2, 3)
    >>> canonical_position(Position.from_codes(deck, ["21", "11", "01"])).form
    b'3 2 00 01 02'
    >>> canonical = canonical_position(Position.from_codes(deck, ["00", "01", "12"]))
    >>> canonical.form == canonical_position(Position.from_codes(deck, ["22", "10", "00"])).form
    True
    """
    deck = position.deck
    require_size(position)
    if deck.values <= 2 or not position.cards:
        return CanonicalPosition(_first_cards(deck, len(position.cards)), tuple(range(len(position.cards))))
    from ludex.games.sets.identity.canonical_search import CanonicalSearch

    codes, order = CanonicalSearch(position, budget or Budget()).run()
    return CanonicalPosition(f"{deck.values} {deck.properties}".encode("ascii") + codes, order)


def _first_cards(deck: Deck, number: int) -> bytes:
    return " ".join([str(deck.values), str(deck.properties), *map(deck.code, range(number))]).encode("ascii")


def representative(position: Position, budget: Budget | None = None) -> Position:
    """Return the representative of the equivalence class of a `position`, in canonical order.

    The `budget` and the exceptions are the same as in :func:`canonical_position`.

    >>> representative(Position.from_codes(Deck(2, 4), ["33", "23"])).codes
    ('00', '01')
    """
    _, _, *codes = canonical_position(position, budget).form.decode("ascii").split()
    return Position.from_codes(position.deck, codes)


def cards_form(deck: Deck, cards: Iterable[int]) -> bytes:
    """Return the canonical form of `cards` of a `deck`, which does not depend on their order.

    >>> cards_form(Deck(4, 3), [16, 0]).hex()
    '03040000000000000010'
    """
    # Items of an array with this type code have four bytes on all platforms that Python supports.
    numbers = array("I", sorted(cards))
    if sys.byteorder == "little":
        numbers.byteswap()
    return bytes([deck.values, deck.properties]) + numbers.tobytes()


def card_key(deck: Deck, card: int) -> bytes:
    """Return the key of a `card` of a `deck`."""
    return content_key("setcard", cards_form(deck, [card]))


def deck_key(listing: Position) -> bytes:
    """Return the key of a deck; the position `listing` contains its cards in any order.

    Cost: 0.1 s for a million cards.
    """
    return content_key("setdeck", cards_form(listing.deck, listing.cards))


@lru_cache(maxsize=256)
def whole_deck_key(deck: Deck) -> bytes:
    """Return the key of a whole `deck`. It is cached because the computation takes 0.1 s for a million cards."""
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
    """Return the key of an equivalence class from its `tag`, 'setposition' or 'cap', and its `canonical` form."""
    return content_key(tag, canonical.form)


def game_key(record: GameRecord) -> bytes:
    """Return the key of a game, computed from its `record` as a JSON document with sorted names and no spaces."""
    return content_key("setgame", sorted_json(record.as_document()).encode())
