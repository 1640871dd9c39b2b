"""The values of many cards at once."""

import numpy as np
from numpy.typing import NDArray

from ludex.games.sets.deck import Deck


def digit_array(deck: Deck, cards: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the values of `cards` of a `deck`, given as int32 (cards): int32 (cards, p).

    >>> digit_array(Deck(4, 3), np.array([16, 80])).tolist()
    [[0, 1, 2, 1], [2, 2, 2, 2]]
    """
    weights = deck.values ** np.arange(deck.properties - 1, -1, -1, dtype=np.int32)
    return cards[:, np.newaxis] // weights % deck.values
