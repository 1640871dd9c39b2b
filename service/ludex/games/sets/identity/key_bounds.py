"""The largest size for which a position has a canonical key."""

from ludex.games.sets.position import Position, PositionError

MAX_KEY_CARDS = 4096
MAX_KEY_CELLS = 1 << 24
"""For v = 3: cards times partitions, see :mod:`ludex.games.sets.identity.structure`."""


class PositionTooLarge(PositionError):
    """A position with more cards, or more partitions of its cards, than a canonical key allows."""


def require_size(position: Position) -> None:
    """Raise PositionTooLarge if a `position` has more cards than a key allows."""
    if len(position.cards) > MAX_KEY_CARDS:
        raise PositionTooLarge(f"{len(position.cards)} cards, a canonical key takes at most {MAX_KEY_CARDS}")
