"""Named decks: the built-in whole decks, and user-defined lists of cards."""

import re
from dataclasses import dataclass

from ludex.engine.arguments import require_type
from ludex.games.sets import solving, study
from ludex.games.sets.deck import Deck, DeckError
from ludex.games.sets.position import Position, as_position

_BUILT_IN_SLUG = re.compile(r"set-([1-9][0-9]?)-([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """A titled list of distinct cards: either a user-defined list of cards or a whole deck.

    The cards of a whole deck are not listed. `largest_cap` and `cap_counts` are the known results about its caps.
    """

    title: str
    description: str
    cards: Position | Deck
    largest_cap: "solving.caps.Cap | None" = None
    cap_counts: "study.cap_counts.CapCounts | None" = None

    @property
    def deck(self) -> Deck:
        """Return the whole deck that contains the cards."""
        return self.cards if isinstance(self.cards, Deck) else self.cards.deck

    @property
    def whole(self) -> bool:
        """Return whether this is a whole deck."""
        return isinstance(self.cards, Deck)

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return self.cards.size if isinstance(self.cards, Deck) else len(self.cards.cards)

    @property
    def position(self) -> Position:
        """Return the cards as a position. Cost: linear in the number of cards, which may be a million."""
        return as_position(self.cards)


def built_in_deck(slug: str) -> Deck | None:
    """Return the whole deck with a given slug, or None.

    Parameters
    ----------
    slug : str
        `set-V-P`: the deck of V values (1 to 36) and P properties (1 to 19), of at most a million cards.

    Returns
    -------
    Deck or None
        The deck, or None if there is no deck with this slug.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1; `set-3-4` is the deck of
    the commercial game.

    Examples
    --------
    >>> built_in_deck("set-3-4"), built_in_deck("set-36-9"), built_in_deck("mine")
    (Deck(properties=4, values=3), None, None)
    """
    require_type(slug, str, "slug")
    match = _BUILT_IN_SLUG.fullmatch(slug)
    if match is None:
        return None
    try:
        return Deck(properties=int(match[2]), values=int(match[1]))
    except DeckError:
        return None


def built_in_slug(deck: Deck) -> str:
    """Return the slug of a whole `deck`.

    >>> built_in_slug(Deck(properties=4, values=3))
    'set-3-4'
    """
    return f"set-{deck.values}-{deck.properties}"


def built_in_title(deck: Deck) -> str:
    """Return the title of a whole `deck`."""
    cards = "The one card" if deck.size == 1 else f"All {deck.size:,} cards"
    return (
        f"{cards} of {_counted(deck.properties, 'property', 'properties')} with {_counted(deck.values, 'value')} each"
    )


def built_in_description(deck: Deck) -> str:
    """Return the description of a whole `deck`."""
    real = " The deck of the real game." if (deck.properties, deck.values) == (4, 3) else ""
    return f"Every card once, {deck.values}^{deck.properties} of them.{real}"


def whole_deck(deck: Deck) -> NamedDeck:
    """Return a whole `deck` with its title and description. Its cards are in the order of their notation.

    >>> whole_deck(Deck(properties=4, values=3)).size
    81
    """
    return NamedDeck(built_in_title(deck), built_in_description(deck), deck)


def listed_deck(title: str, description: str, cards: Position) -> NamedDeck:
    """Return a user-defined deck with the given `title`, `description` and `cards`.

    If the cards are all cards of a whole deck, the whole deck is returned instead, with its own title, description and
    order of cards.

    >>> listed_deck("Mine", "", Position(Deck(1, 2), (1, 0))).title
    'All 2 cards of 1 property with 2 values each'
    """
    whole = len(cards.cards) == cards.deck.size
    return whole_deck(cards.deck) if whole else NamedDeck(title, description, cards)


def _counted(number: int, singular: str, plural: str | None = None) -> str:
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
