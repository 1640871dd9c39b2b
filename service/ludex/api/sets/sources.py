"""Where a request's cards come from: written in the request, or a deck by its slug."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.api import bounds
from ludex.api.models import Request
from ludex.api.problems import ProblemError, refused
from ludex.api.sets.deck_lookup import find_cards
from ludex.sets.deck import Deck, DeckError
from ludex.sets.position import Position, PositionError

SetSolverName = Literal["lookup", "brute-force", "smt", "dynamic", "integer-program"]
EngineName = Literal["cp-sat", "highs"]

Properties = Annotated[int, Field(ge=1, le=bounds.SET_PROPERTIES, description="How many properties a card has.")]
Values = Annotated[int, Field(ge=1, le=bounds.SET_VALUES, description="How many values a property has.")]
SetCode = Annotated[
    str,
    Field(
        max_length=bounds.SET_PROPERTIES,
        description="A card: one digit a property, `0` to `9`, then `a` to `z`.",
        examples=["0121"],
    ),
]
SetCodes = Annotated[list[SetCode], Field(max_length=bounds.SET_CARDS, fail_fast=True)]


class SetDeckIn(Request):
    """A whole deck: every card of so many properties with so many values each."""

    properties: Properties
    values: Values

    def read_deck(self, place: str = "") -> Deck:
        """Return the deck. Raises ProblemError (422); `place` is the pointer of this object in the body."""
        return read_deck(self.properties, self.values, place)


class SetCardsIn(SetDeckIn):
    """Different cards of a deck."""

    cards: SetCodes

    def position(self, place: str = "") -> Position:
        """Return the position. Raises ProblemError (422); `place` is the pointer of this object in the body."""
        return read_position(self.read_deck(place), self.cards, place)


class SetCardsOrDeck(Request):
    """Either properties, values and cards, or a deck."""

    properties: Properties | None = None
    values: Values | None = None
    cards: SetCodes | None = None
    deck: str | None = Field(
        default=None,
        max_length=bounds.LABEL_CHARACTERS,
        description="A deck's slug or label; `set-V-P` is the whole deck of V values and P properties. "
        "Properties and values may be left out then.",
    )

    def source(self) -> Position | Deck:
        """Return the cards, in the order of the request or of the deck's listing; or a whole deck, not yet laid out.

        Raises ProblemError (422).
        """
        if (self.cards is None) == (self.deck is None):
            detail = "Either cards or deck is needed, and not both."
            raise ProblemError(422, detail, errors=[("/cards", detail), ("/deck", detail)])
        if self.deck is not None:
            return self._listed(self.deck)
        assert self.cards is not None
        if self.properties is None or self.values is None:
            missing = [name for name in ("properties", "values") if getattr(self, name) is None]
            detail = "Cards need the properties and values of their deck."
            raise ProblemError(422, detail, errors=[(f"/{name}", "is missing") for name in missing])
        return read_position(read_deck(self.properties, self.values), self.cards)

    def _listed(self, name: str) -> Position | Deck:
        found = find_cards(name)
        if found is None:
            raise refused(
                "/deck",
                "There is no such deck. `set-V-P` is the whole deck of V values and P properties, of a million cards "
                "at most; GET /api/v1/sets/decks lists the stored ones.",
            )
        deck = found.deck if isinstance(found, Position) else found
        for field, given, own in (
            ("properties", self.properties, deck.properties),
            ("values", self.values, deck.values),
        ):
            if given not in (None, own):
                raise refused(f"/{field}", f"{given}, but the deck {name} has {own}")
        return found


def laid_out(source: Position | Deck) -> Position:
    """Return the cards of a source. A whole deck takes up to 0.1 seconds and 100 MB: hold a computing slot."""
    return Position.whole(source) if isinstance(source, Deck) else source


def read_deck(properties: int, values: int, place: str = "") -> Deck:
    """Return the deck of a request. Raises ProblemError (422) that points at what makes no deck."""
    try:
        return Deck(properties, values)
    except DeckError as error:
        fields = ("properties", "values") if error.field is None else (error.field,)
        errors = [(f"{place}/{field}", error.message) for field in fields]
        raise ProblemError(422, error.message, errors=errors) from None


def read_position(deck: Deck, codes: list[str], place: str = "") -> Position:
    """Read a position from a request's codes. Raises ProblemError (422) that points at the card at fault."""
    try:
        return Position.from_codes(deck, codes)
    except PositionError as error:
        pointer = f"{place}/cards" if error.card is None else f"{place}/cards/{error.card}"
        raise refused(pointer, error.message) from None
