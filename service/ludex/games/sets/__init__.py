"""Generalized SET: cards, positions, solvers, games and caps (S. Takeshita's thesis; K. Chaudhuri and others, 2003).

A card has a digit for each property. A set is v cards that are all the same or all different in each property.

    >>> from ludex import sets
    >>> position = sets.Position.from_codes(sets.Deck(4, 3), ["0000", "0121", "0212", "1111"])
    >>> sets.find_any(position), sets.count_sets(position)
    ((0, 16, 23), 1)
    >>> sets.largest_cap(sets.Deck(3, 3)).size
    9
    >>> sets.is_set(position.deck, (0, 16, 23))
    True
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
