"""What the reductions share: cards of given cells, within the bounds of a position."""

from collections.abc import Iterable

from ludex.games.swish.card import Card, Cell, require_board
from ludex.games.swish.position import MAX_CARDS, PositionError


def require_room(height: int, width: int, cards: int) -> None:
    """Raise BoardError or PositionError if a position of so many `cards` of a board is out of bounds."""
    require_board(height, width)
    if cards > MAX_CARDS:
        raise PositionError(f"{cards:,} cards would be made, at most {MAX_CARDS:,} are allowed")


def card_of(board: tuple[int, int], points: Iterable[Cell], circles: Iterable[Cell]) -> Card:
    """Return the card of a `board`, its height and width, with symbols on these cells, in any order."""
    return Card(*board, tuple(sorted(points)), tuple(sorted(circles)))
