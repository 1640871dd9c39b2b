"""Large caps that a group of symmetries maps to themselves.

A symmetry permutes the properties, and the values of each property. If a group of symmetries preserves a cap, the cap
is a union of orbits of cards. If there are few orbits, an integer program or simulated annealing quickly finds a large
cap that the group preserves. The recorded caps are the largest caps that searches with random symmetries found. We know
of no larger caps of these decks. For Deck(5, 4), simulated annealing found 281 cards for 14 of 1,964 random groups, and
never more.

Source: M. Braun, A. Kohnert and A. Wassermann, "Optimal linear codes from matrix groups", IEEE Transactions on
Information Theory 51 (2005), for the method of prescribed symmetries.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludex.games.sets.deck import Deck, digit_array


@dataclass(frozen=True, slots=True)
class CardSymmetry:
    """A symmetry of a deck.

    If property `order[i]` of a card has the value a, property i of the image of the card has the value `values[i][a]`.
    """

    order: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]

    def images(self, deck: Deck) -> NDArray[np.int64]:
        """Return the image of every card of a `deck`.

        >>> CardSymmetry((1, 0), ((0, 2, 1), (0, 1, 2))).images(Deck(2, 3)).tolist()
        [0, 6, 3, 1, 7, 4, 2, 8, 5]
        """
        digits = digit_array(deck, np.arange(deck.size, dtype=np.int32))
        numbers = np.zeros(deck.size, np.int64)
        for place, values in zip(self.order, self.values, strict=True):
            numbers = numbers * deck.values + np.array(values)[digits[:, place]]
        return numbers


def orbits_of_cards(deck: Deck, symmetries: Sequence[CardSymmetry]) -> NDArray[np.int64]:
    """Return, for each card of a `deck`, the smallest card in its orbit under the group of `symmetries`.

    >>> orbits_of_cards(Deck(1, 3), [CardSymmetry((0,), ((1, 0, 2),))]).tolist()
    [0, 0, 2]
    """
    images = [symmetry.images(deck) for symmetry in symmetries]
    smallest, before = np.arange(deck.size), None
    while before is None or (smallest != before).any():
        before = smallest
        for image in images:
            smallest = np.minimum(smallest, smallest[image])
            np.minimum.at(smallest, image, smallest)
    return smallest


@dataclass(frozen=True, slots=True)
class SymmetricCap:
    """A cap that is the union of the orbits of the cards `starts` under the group that a symmetry generates."""

    symmetry: CardSymmetry
    starts: tuple[int, ...]

    def cards(self, deck: Deck) -> NDArray[np.int32]:
        """Return the cards of the cap as cards of a `deck`, in ascending order."""
        return np.flatnonzero(np.isin(orbits_of_cards(deck, [self.symmetry]), self.starts)).astype(np.int32)


RECORDED = {
    (3, 5): SymmetricCap(
        CardSymmetry((1, 0, 2), ((3, 4, 2, 1, 0), (4, 1, 2, 0, 3), (2, 0, 1, 3, 4))),
        (0, 5, 8, 13, 20, 23, 25, 28, 30, 34, 53, 75, 78),
    ),
    (3, 6): SymmetricCap(
        CardSymmetry((1, 0, 2), ((4, 1, 3, 5, 0, 2), (3, 1, 5, 2, 0, 4), (5, 1, 0, 3, 4, 2))),
        (
            *(0, 1, 4, 6, 9, 10, 12, 13, 16, 18, 21, 22, 36, 37, 40, 42, 43, 45, 48, 49, 52, 73, 85, 108, 112, 120),
            *(121, 124, 144, 145, 148),
        ),
    ),
    (4, 4): SymmetricCap(
        CardSymmetry((1, 3, 2, 0), ((2, 0, 1, 3), (2, 3, 1, 0), (0, 1, 2, 3), (2, 1, 0, 3))),
        (0, 1, 3, 10, 12, 13, 15, 68, 69, 100),
    ),
    (5, 4): SymmetricCap(
        CardSymmetry((3, 1, 2, 4, 0), ((0, 3, 2, 1), (1, 0, 2, 3), (2, 1, 0, 3), (3, 1, 2, 0), (0, 1, 2, 3))),
        (2, 6, 11, 26, 34, 38, 43, 48, 49, 55, 128, 129, 135, 155, 202, 242, 246, 698, 730),
    ),
}
"""The recorded caps, keyed by (properties, values). They have 66, 127, 90 and 281 cards."""
