"""Seeded deals of a deck."""

from ludex.swish.position import Position, PositionError

DEAL_SIZE = 16


def deal(position: Position, n: int = DEAL_SIZE, seed: int | tuple[int, ...] = 0) -> tuple[int, ...]:
    """Return the indices of n cards dealt at random from a deck, in order; the seed decides which.

    Raises PositionError where the deck has fewer than n cards, or n is not positive.

    >>> from ludex.swish.deck import built_in_deck
    >>> len(set(deal(built_in_deck("swish-60").position, 16, seed=1)))
    16
    """
    import numpy as np

    if not 1 <= n <= len(position.cards):
        raise PositionError(f"a deal of {n} cards from a deck of {len(position.cards)}")
    permuted = np.random.Generator(np.random.PCG64(seed)).permutation(len(position.cards))
    return tuple(sorted(int(index) for index in permuted[:n]))
