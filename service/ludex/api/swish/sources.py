"""What requests about SWISH read, cards or a deck, and how a search among them is held."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from ludex.api import bounds as shared
from ludex.api import service
from ludex.api.models import Request, Timed
from ludex.api.problems import ProblemError, refused
from ludex.api.swish import bounds
from ludex.catalogue.reading import UnknownObject
from ludex.engine.budget import Budget
from ludex.operations.swish.decks import Cards, cards_of_deck
from ludex.swish.card import Symmetry
from ludex.swish.junctions import HypergraphError
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
FoundLimit = Annotated[int, Field(ge=1, le=bounds.FOUND_ITEMS, description="For `find: all`: at most so many swishes.")]
SymmetryName = Literal["rectangle", "square"]
_SYMMETRY = "Which configurations a card has: four flips, or on a square board the eight of the square."


class GivenCards(Request):
    """The cards of a position."""

    cards: Codes
    symmetry: SymmetryName = Field(default="rectangle", description=_SYMMETRY)

    def position(self, place: str = "") -> Position:
        """Return the position. Raises ProblemError (422); `place` is the pointer of this object in the body."""
        return _position(self.cards, self.symmetry, place)


class CardsOrDeck(Request):
    """Either the cards or the deck."""

    cards: Codes | None = None
    deck: str | None = Field(default=None, max_length=shared.LABEL_CHARACTERS, description="A deck's slug or label.")
    symmetry: SymmetryName | None = Field(
        default=None,
        description=_SYMMETRY + " Not given: that of the deck, or `rectangle` for cards. A board's whole deck, "
        "`swish-NxN`, has the cards that are different under the symmetry.",
    )

    @property
    def place(self) -> str:
        """Return the pointer of what is given."""
        return "/deck" if self.cards is None else "/cards"

    def source(self) -> Cards:
        """Return the cards, in the order of the request or of the deck's listing. Raises ProblemError (422)."""
        if (self.cards is None) == (self.deck is None):
            detail = "Either cards or deck is needed, and not both."
            raise ProblemError(422, detail, errors=[("/cards", detail), ("/deck", detail)])
        if self.deck is None:
            return Cards(_position(self.cards or [], self.symmetry or "rectangle"))
        try:
            symmetry = None if self.symmetry is None else Symmetry(self.symmetry)
            return cards_of_deck(service.service().catalogue, self.deck, symmetry)
        except UnknownObject:
            raise refused(
                "/deck", "There is no such deck; GET /api/v1/swish/decks lists those that there are."
            ) from None
        except PositionError as error:
            raise refused("/symmetry", error.message) from None


class TimedSource(CardsOrDeck, Timed):
    """The cards or the deck that a search is among."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "swish-36"}]})


def _position(codes: list[str], symmetry: str, place: str = "") -> Position:
    with pointing_to(f"{place}/cards"):
        return Position.from_codes(codes, Symmetry(symmetry))


@contextmanager
def pointing_to(place: str) -> Iterator[None]:
    """Let what the game refuses point to the cards in the request, or to what names them: a ProblemError (422).

    Where the cards stand there one by one, it points to the card at fault.
    """
    try:
        yield
    except (PositionError, HypergraphError) as error:
        by_index = error.card is not None and place.endswith("/cards")
        raise refused(f"{place}/{error.card}" if by_index else place, error.message) from None


@contextmanager
def search(kind: str, seconds: float, command: str, place: str = "/cards") -> Iterator[Budget]:
    """Hold a computing slot for a search; `ludex swish COMMAND` does the same without a limit.

    Raises ProblemError: 422 for cards that the search does not take, or where the limit came before any answer; 503.
    """
    with pointing_to(place), service.search(f"swish-{kind}", seconds, f"ludex swish {command}") as budget:
        yield budget
