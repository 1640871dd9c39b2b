"""Seeded deals of a deck."""

from dataclasses import dataclass
from itertools import islice

from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.swish.position import Position, PositionError

DEAL_SIZE = 16

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class DealOrigin:
    """The origin of a dealt position: the slug of the deck, n, the seed, and the indices of the cards in the deck."""

    deck: str
    n: int
    seed: int
    indices: tuple[int, ...]


def deal(deck: Position, n: int = DEAL_SIZE, seed: int | RandomNumbers = 0) -> tuple[int, ...]:
    """Return the indices of `n` cards dealt at random from a `deck`, ascending.

    `seed` is a seed or a stream of random numbers. The cards are the first n of the deck as shuffled by
    :meth:`ludex.engine.random_numbers.RandomNumbers.shuffled`; all choices of n cards are equally likely. Raises
    PositionError if the deck has fewer than n cards, or n is not positive.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> deal(built_in_deck("swish-60").position, 5, seed=1)
    (24, 25, 33, 44, 56)
    """
    require_deal(deck, n)
    return tuple(sorted(islice(random_numbers(seed).shuffled(len(deck.cards)), n)))


def require_deal(deck: Position, n: int) -> None:
    """Raise PositionError if `n` cards cannot be dealt from a `deck`."""
    if not 1 <= n <= len(deck.cards):
        raise PositionError(f"a deal of {n} cards from a deck of {len(deck.cards)}")
