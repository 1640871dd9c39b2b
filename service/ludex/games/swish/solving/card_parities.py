"""Conditions on the cards of a swish that do not depend on their configurations.

Colour the cells with two colours such that each configuration either preserves the colours of all cells or exchanges
them. For example, the cells of the upper and of the lower half of a board of even height can be coloured in this way.
Whether the ends of a card have different colours does not depend on its configuration. In a swish, the points and the
circles are on the same cells, so the number of cards with ends of different colours is even. The same holds for each
part of a swish that has no orbit in common with the other parts.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from ludex.games.swish.solving.card_arcs import CardArcs, Integers

Booleans = NDArray[np.bool_]


class CardParities:
    """The colourings of the cells of some arcs that each configuration preserves or exchanges."""

    def __init__(self, arcs: CardArcs) -> None:
        self._arcs = arcs
        images, starts = arcs.images, np.unique(arcs.orbit, return_index=True)[1]
        number = {tuple(image): at for at, image in enumerate(images.tolist())}
        composed = np.array([[number[tuple(first[second])] for second in images.tolist()] for first in images])
        self._colourings: list[tuple[Booleans, Booleans]] = []
        for values in product([False, True], repeat=len(images)):
            exchanges = np.array(values)
            if exchanges.any() and (exchanges[composed] == exchanges[:, None] ^ exchanges).all():
                colour = np.zeros(len(arcs.orbit), np.bool_)
                colour[images[exchanges][:, starts]] = True
                # An orbit has no such colouring if a configuration that exchanges the colours preserves a cell.
                coloured = ~(images[exchanges][:, starts] == starts).any(axis=0)
                self._colourings.append((colour, coloured))

    def allow(self, cards: Integers) -> bool:
        """Return whether some cards, each given by one of its placements, can form a swish as far as parity decides."""
        tails, heads, orbit = self._arcs.tail[cards], self._arcs.head[cards], self._arcs.orbit
        return not any(
            coloured[orbit[tails]].all() and coloured[orbit[heads]].all() and (colour[tails] ^ colour[heads]).sum() % 2
            for colour, coloured in self._colourings
        )
