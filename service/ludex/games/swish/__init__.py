"""SWISH: cards, decks, hypergraphs, swishes and no-swish sets (Dailly, Lafourcade, Marcadet, hal-04489238, 2024).

A card is written as rows, in which `*` is a point, `o` a circle, and `.` an empty cell. A position consists of the
cards on the table, which are referred to by index.

    >>> from ludex import swish
    >>> position = swish.Position.from_codes(["*o./...", "o../.*.", "..*/.o."])
    >>> swish.find_any(position).indices, swish.count_by_size(position)[2].placements
    ((1, 2), 4)
    >>> swish.largest_no_swish_set(position).size
    2
    >>> swish.board(4, 3).largest_no_swish_set
    20
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
