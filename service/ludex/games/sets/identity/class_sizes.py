"""The number of positions in the equivalence class of a position, by the automorphisms of a graph."""

from math import factorial, prod

import numpy as np

from ludex import graphs
from ludex.games.sets.identity.canonical_search import structure
from ludex.games.sets.position import Position


def class_size(position: Position) -> int:
    """Return the number of positions of the deck that are equivalent to a position with at least three values.

    This is the number of symmetries of the deck, divided by the number of symmetries that preserve the position. These
    are the automorphisms of a graph of the cards, the partitions of the cards and their blocks. For v = 3, an
    automorphism determines an affine map only on the space that the cards span. Raises PositionTooLarge for cards that
    span many dimensions.

    >>> from ludex.games.sets.deck import Deck
    >>> [class_size(Position(Deck(2, v), (0, 1))) for v in (3, 4)]
    [36, 48]
    """
    deck, cards = position.deck, len(position.cards)
    p, v = deck.properties, deck.values
    if not cards:
        return 1
    found = structure(position)
    partitions = found.blocks.shape[1]
    numbers = np.arange(partitions)
    blocks = cards + partitions + np.arange(partitions * v).reshape(partitions, v)
    colours = [*[0] * cards, *[1] * partitions, *([3 if found.zero_differs else 2, *[2] * (v - 1)] * partitions)]
    edges = graphs.bliss.edge_array(
        np.column_stack([np.repeat(np.arange(cards), partitions), blocks[numbers, found.blocks].ravel()]),
        np.column_stack([np.repeat(cards + numbers, v), blocks.ravel()]),
    )
    preserving = graphs.bliss.count_automorphisms(colours, edges)
    if v > 3:
        every: int = factorial(p) * factorial(v) ** p
    else:
        independent = [3**p - 3**i for i in range(p)]
        every = 3**p * prod(independent)
        preserving *= prod(independent[found.vectors.shape[1] :])
    return every // preserving
