"""A position: the cards on the table, with a symmetry."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludex.card_games import CardsFault
from ludex.engine.arguments import require_choice, require_list, require_type
from ludex.exports import notebook_picture
from ludex.games.swish.card import BoardError, Card, CardNotationError, Symmetry

MAX_CARDS = 16_384
"""The maximum number of cards, which is enough for the whole deck of a 16 x 16 board (16,320 cards)."""

MAX_SEARCH_CARDS = 1000
"""The maximum number of cards that a search supports."""

MAX_SYMBOLS = 50_000
"""The maximum total number of points and circles. It suffices for 1,000 cards with 50 symbols, or for 12 full cards."""


class PositionError(CardsFault):
    """The cards do not form a position."""


@dataclass(frozen=True, slots=True)
class Position:
    """The cards on the table, including copies, with a symmetry.

    Cards are referred to by their indices, from 0.

    Parameters
    ----------
    cards : tuple of Card
        One to 16,384 cards of the same board, with at most 50,000 points and circles in total.
    symmetry : Symmetry
        The configurations in which a card may be placed.

    Raises
    ------
    PositionError
        If there are no cards or too many, if their boards differ, or if the board does not have the symmetry.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> position = Position.from_codes(["..*/o../.../...", "*o./.../.../..."])
    >>> [str(card) for card in position.canonical().cards]
    ['*o./.../.../...', '*../..o/.../...']
    >>> position.canonical_order()
    (1, 0)
    """

    cards: tuple[Card, ...]
    symmetry: Symmetry = Symmetry.RECTANGLE

    _repr_svg_ = notebook_picture("ludex.games.swish.pictures.cards:svg_position")

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(require_list(self.cards, "cards")))
        object.__setattr__(self, "symmetry", require_choice(self.symmetry, Symmetry, "symmetry"))
        for index, card in enumerate(self.cards):
            if not isinstance(card, Card):
                raise TypeError(f"card {index} is a {type(card).__name__}, not a Card; see Position.from_codes")
        if not self.cards:
            raise PositionError("a position needs at least one card")
        if len(self.cards) > MAX_CARDS:
            raise PositionError(f"{len(self.cards)} cards given; at most {MAX_CARDS} are allowed")
        for index, card in enumerate(self.cards):
            if card.board != self.cards[0].board:
                raise PositionError(
                    f"the board is {card.height}x{card.width}, but the board of card 0 is {self.height}x{self.width}",
                    index,
                )
        symbols = sum(len(card.points) + len(card.circles) for card in self.cards)
        if symbols > MAX_SYMBOLS:
            raise PositionError(f"{symbols} points and circles given; at most {MAX_SYMBOLS} are allowed")
        try:
            self.symmetry.require_board(self.height, self.width)
        except BoardError as error:
            raise PositionError(str(error)) from error

    @classmethod
    def from_codes(cls, codes: list[str], symmetry: Symmetry = Symmetry.RECTANGLE) -> "Position":
        """Parse a position from the notations `codes` of its cards, with a `symmetry`.

        Raises PositionError, which states the card, row and column of the error, and TypeError if the codes are not a
        list of strings.
        """
        if isinstance(codes, str):
            raise TypeError(f"the codes must be a list of texts, not one text: [{codes!r}]")
        cards = []
        for index, code in enumerate(require_list(codes, "codes")):
            if not isinstance(code, str):
                raise TypeError(f"code {index} is a {type(code).__name__}, not a text")
            try:
                cards.append(Card.from_code(code))
            except (CardNotationError, BoardError) as error:
                raise PositionError(str(error), index) from error
        return cls(tuple(cards), symmetry)

    @staticmethod
    def require(value: object, name: str = "position") -> None:
        """Raise TypeError if the argument `name` is not a position."""
        require_type(value, Position, name, "Position.from_codes creates a Position")

    @property
    def height(self) -> int:
        """Return the number of rows of the board."""
        return self.cards[0].height

    @property
    def width(self) -> int:
        """Return the number of columns of the board."""
        return self.cards[0].width

    @property
    def size(self) -> int:
        """Return the number of cards, including copies."""
        return len(self.cards)

    def part(self, indices: Sequence[int]) -> "Position":
        """Return the cards at the given `indices`, in the given order.

        Raises PositionError if these are not distinct indices of cards. The indices may have any type, since they may
        come from JSON.

        >>> Position.from_codes(["*o.", "*.o", "o*."]).part([2, 0]) == Position.from_codes(["o*.", "*o."])
        True
        """
        cards = len(self.cards)
        listed = isinstance(indices, Sequence) and all(type(index) is int and 0 <= index < cards for index in indices)
        if not listed:
            raise PositionError(f"indices must be numbers of cards, 0 to {cards - 1}")
        if len(set(indices)) != len(indices):
            raise PositionError("an index is repeated")
        return Position(tuple(self.cards[index] for index in indices), self.symmetry)

    def canonical_order(self) -> tuple[int, ...]:
        """Return the indices of the cards in canonical order. Copies keep their relative order."""
        canonical = _canonical_cards(self)
        return tuple(sorted(range(len(self.cards)), key=lambda index: canonical[index]))

    def canonical(self) -> "Position":
        """Return the sorted position of the canonical cards.

        Two positions have equal results if and only if they have the same cards.
        """
        return Position(tuple(sorted(_canonical_cards(self))), self.symmetry)


# Identifying and writing a position asks several times, and cards with many symbols are not cached singly.
@lru_cache(maxsize=16)
def _canonical_cards(position: Position) -> tuple[Card, ...]:
    return tuple(card.canonical(position.symmetry) for card in position.cards)
