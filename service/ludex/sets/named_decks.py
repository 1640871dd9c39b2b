"""Decks with a name: the whole decks, which are always there, and lists of cards of one's own."""

import re
from dataclasses import dataclass

from ludex.sets.deck import Deck, DeckError
from ludex.sets.position import Position

_BUILT_IN_SLUG = re.compile(r"set-([1-9][0-9]?)-([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """A named list of different cards. The slug is an alias; the deck's identity is its cards."""

    slug: str
    title: str
    description: str
    position: Position


def built_in(slug: str) -> Deck | None:
    """Return the whole deck that a slug names, or None: `set-V-P` is the deck of V values and P properties.

    >>> built_in("set-3-4"), built_in("set-36-9"), built_in("mine")
    (Deck(properties=4, values=3), None, None)
    """
    match = _BUILT_IN_SLUG.fullmatch(slug)
    if match is None:
        return None
    try:
        return Deck(properties=int(match[2]), values=int(match[1]))
    except DeckError:
        return None


def built_in_slug(deck: Deck) -> str:
    """Return the slug of a whole deck.

    >>> built_in_slug(Deck(properties=4, values=3))
    'set-3-4'
    """
    return f"set-{deck.values}-{deck.properties}"


def built_in_title(deck: Deck) -> str:
    """Return the title of a whole deck."""
    cards = "The one card" if deck.size == 1 else f"All {deck.size:,} cards"
    return (
        f"{cards} of {_counted(deck.properties, 'property', 'properties')} with {_counted(deck.values, 'value')} each"
    )


def built_in_description(deck: Deck) -> str:
    """Return the description of a whole deck."""
    real = " The deck of the real game." if (deck.properties, deck.values) == (4, 3) else ""
    return f"Every card once, {deck.values}^{deck.properties} of them.{real}"


def whole_deck(deck: Deck) -> NamedDeck:
    """Return a whole deck with its cards in the order of their notation. Cost: that of all its cards.

    >>> len(whole_deck(Deck(properties=4, values=3)).position.cards)
    81
    """
    return NamedDeck(built_in_slug(deck), built_in_title(deck), built_in_description(deck), Position.whole(deck))


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
