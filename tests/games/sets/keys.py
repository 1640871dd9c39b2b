"""The keys of positions and caps of SET, each from its tag and its canonical form."""

from ludex.games.sets.identity.keys import canonical_position, class_key
from ludex.games.sets.position import Position


def position_key(position: Position) -> bytes:
    """Return the key of the class of a position."""
    return class_key("setposition", canonical_position(position))


def cap_key(cards: Position) -> bytes:
    """Return the key of the class of a cap."""
    return class_key("cap", canonical_position(cards))
