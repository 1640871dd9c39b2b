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

from typing import TYPE_CHECKING

from ludex.exports import lazily, listed

if TYPE_CHECKING:
    from ludex.games.sets.deck import Deck
    from ludex.games.sets.game_record import GameParameters
    from ludex.games.sets.identity.equivalence import compare
    from ludex.games.sets.named_decks import built_in_deck
    from ludex.games.sets.position import Position, is_set
    from ludex.games.sets.solving.binary_program import cap_program, set_program
    from ludex.games.sets.solving.caps import is_cap, largest_cap, largest_cap_within
    from ludex.games.sets.solving.playing import play
    from ludex.games.sets.solving.search import count_sets, find_all, find_any
    from ludex.games.sets.study.cap_counts import count_caps

_MODULES = {
    "Deck": "deck",
    "GameParameters": "game_record",
    "Position": "position",
    "built_in_deck": "named_decks",
    "cap_program": "solving.binary_program",
    "compare": "identity.equivalence",
    "count_caps": "study.cap_counts",
    "count_sets": "solving.search",
    "find_all": "solving.search",
    "find_any": "solving.search",
    "is_cap": "solving.caps",
    "is_set": "position",
    "largest_cap": "solving.caps",
    "largest_cap_within": "solving.caps",
    "play": "solving.playing",
    "set_program": "solving.binary_program",
}

__all__ = [
    "Deck",
    "GameParameters",
    "Position",
    "built_in_deck",
    "cap_program",
    "compare",
    "count_caps",
    "count_sets",
    "find_all",
    "find_any",
    "is_cap",
    "is_set",
    "largest_cap",
    "largest_cap_within",
    "play",
    "set_program",
]
__getattr__ = lazily(__name__, _MODULES)
__dir__ = listed(__all__)
