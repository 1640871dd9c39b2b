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

from typing import TYPE_CHECKING

from ludex.exports import lazily, listed

if TYPE_CHECKING:
    from ludex.games.swish import reductions as reductions
    from ludex.games.swish.card import Card, Symmetry
    from ludex.games.swish.deck import Deck, built_in_deck
    from ludex.games.swish.hypergraph import construct_hypergraph
    from ludex.games.swish.identity.equivalence import compare
    from ludex.games.swish.position import Position
    from ludex.games.swish.solving.no_swish import largest_no_swish_set
    from ludex.games.swish.solving.search import count_by_size, find_all, find_any, find_largest
    from ludex.games.swish.study.boards import board
    from ludex.games.swish.swishes import Rule, Swish

_MODULES = {
    "Card": "card",
    "Deck": "deck",
    "Position": "position",
    "Rule": "swishes",
    "Swish": "swishes",
    "Symmetry": "card",
    "board": "study.boards",
    "built_in_deck": "deck",
    "compare": "identity.equivalence",
    "construct_hypergraph": "hypergraph",
    "count_by_size": "solving.search",
    "find_all": "solving.search",
    "find_any": "solving.search",
    "find_largest": "solving.search",
    "largest_no_swish_set": "solving.no_swish",
    "reductions": "reductions",
}

__all__ = [
    "Card",
    "Deck",
    "Position",
    "Rule",
    "Swish",
    "Symmetry",
    "board",
    "built_in_deck",
    "compare",
    "construct_hypergraph",
    "count_by_size",
    "find_all",
    "find_any",
    "find_largest",
    "largest_no_swish_set",
    "reductions",
]
__getattr__ = lazily(__name__, _MODULES)
__dir__ = listed(__all__)
