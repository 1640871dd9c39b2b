"""The commercial decks and what takes seconds to work out for them, once for all tests."""

from functools import cache

from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.position import Position
from ludex.games.swish.solving.independent_sets import MinimalSwishes, minimal_swishes
from ludex.games.swish.study.statistics import no_swish_deal_counts


def deck(slug: str) -> Position:
    """Return the cards of a built-in deck."""
    found = built_in_deck(slug)
    assert found is not None
    return found.position


def dealt(seed: int, n: int = 16, slug: str = "swish-60") -> Position:
    """Return the position of a seeded deal."""
    cards = deck(slug)
    return Position(tuple(cards.cards[index] for index in deal(cards, n, seed)), cards.symmetry)


@cache
def minimal(slug: str) -> MinimalSwishes:
    """Return the minimal swishes of a deck."""
    return minimal_swishes(deck(slug))


@cache
def deal_counts(slug: str) -> tuple[int, ...]:
    """Return, for each n, how many sets of n cards of a deck have no swish."""
    return tuple(no_swish_deal_counts(deck(slug)))
