"""The values and the notation of many cards at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ludex.sets.deck import DIGITS, Deck

if TYPE_CHECKING:
    from numpy.typing import NDArray


def digit_array(deck: Deck, cards: "NDArray[np.int32]") -> "NDArray[np.int32]":
    """Return the values of `cards` of a `deck`, given as int32 (cards): int32 (cards, p).

    >>> digit_array(Deck(4, 3), np.array([16, 80])).tolist()
    [[0, 1, 2, 1], [2, 2, 2, 2]]
    """
    weights = deck.values ** np.arange(deck.properties - 1, -1, -1, dtype=np.int32)
    return cards[:, np.newaxis] // weights % deck.values


def codes_of(deck: Deck, cards: Sequence[int]) -> list[str]:
    """Return the notation of many `cards` of a `deck`, several times faster than one after the other.

    >>> codes_of(Deck(4, 3), [16, 80]), codes_of(Deck(4, 3), [])
    (['0121', '2222'], [])
    """
    signs = np.frombuffer(DIGITS.encode(), np.uint8)[digit_array(deck, np.array(cards, np.int32))]
    text = signs.tobytes().decode("ascii")
    return [text[start : start + deck.properties] for start in range(0, len(text), deck.properties)]
