"""Where a request's cards come from: written in the request, or a deck by its slug."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.api import bounds
from ludex.api.models import Request
from ludex.api.problems import ProblemError, refused
from ludex.api.swish.deck_lookup import find_deck
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck, whole_board_under
from ludex.swish.position import Position, PositionError

Code = Annotated[
    str,
    Field(
        max_length=bounds.CODE_CHARACTERS,
        description="A card: rows joined by `/`, `*` a point, `o` a circle, `.` empty.",
        examples=["*../.../.../..o"],
    ),
]
Codes = Annotated[list[Code], Field(min_length=1, max_length=bounds.CARDS, fail_fast=True)]
SymmetryName = Literal["rectangle", "square"]
_SYMMETRY = "Which configurations a card has: four flips, or on a square board the eight of the square."


class Cards(Request):
    """The cards of a position."""

    cards: Codes
    symmetry: SymmetryName = Field(default="rectangle", description=_SYMMETRY)

    def position(self, place: str = "") -> Position:
        """Return the position. Raises ProblemError (422); `place` is the pointer of this object in the body."""
        return read_position(self.cards, Symmetry(self.symmetry), place)


class CardsOrDeck(Request):
    """Either the cards or the deck."""

    cards: Codes | None = None
    deck: str | None = Field(default=None, max_length=bounds.LABEL_CHARACTERS, description="A deck's slug or label.")
    symmetry: SymmetryName | None = Field(
        default=None,
        description=_SYMMETRY + " Not given: that of the deck, or `rectangle` for cards. A board's whole deck, "
        "`swish-NxN`, has the cards that are different under the symmetry.",
    )

    def source(self) -> tuple[Position, Deck | None]:
        """Return the cards, in the order of the request or of the deck's listing, and the deck that they are.

        Raises ProblemError (422).
        """
        if (self.cards is None) == (self.deck is None):
            detail = "Either cards or deck is needed, and not both."
            raise ProblemError(422, detail, errors=[("/cards", detail), ("/deck", detail)])
        if self.cards is not None:
            return read_position(self.cards, Symmetry(self.symmetry or "rectangle")), None
        assert self.deck is not None
        deck = find_deck(self.deck)
        if deck is None:
            raise refused("/deck", "There is no such deck; GET /api/v1/swish/decks lists those that there are.")
        if self.symmetry is None or self.symmetry == deck.position.symmetry:
            return deck.position, deck
        try:
            whole = whole_board_under(deck, Symmetry(self.symmetry))
            return (whole.position, whole) if whole else (Position(deck.position.cards, Symmetry(self.symmetry)), None)
        except PositionError as error:
            raise refused("/symmetry", error.message) from None


def read_position(codes: list[str], symmetry: Symmetry, place: str = "") -> Position:
    """Read a position from a request's codes. Raises ProblemError (422) that points at the card at fault."""
    try:
        return Position.from_codes(codes, symmetry)
    except PositionError as error:
        pointer = f"{place}/cards" if error.card is None else f"{place}/cards/{error.card}"
        raise refused(pointer, error.message) from None
