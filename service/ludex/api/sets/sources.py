"""What requests about SET read, cards or a deck, and how a search among them is held."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from ludex.api import service
from ludex.api.problems import ProblemError, refused
from ludex.api.sets import bounds
from ludex.catalogue.reading import UnknownObject
from ludex.engine.budget import Budget
from ludex.operations.sets.decks import find_cards
from ludex.requests import bounds as shared
from ludex.requests.fields import Request
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


def example(**fields: Any) -> ConfigDict:  # noqa: ANN401 - whatever JSON holds
    """Return the configuration of a model whose example has these fields."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class SetDeckIn(Request):
    """A whole deck: every card of so many properties with so many values each."""

    properties: Properties
    values: Values

    def read_deck(self, place: str = "") -> Deck:
        """Return the deck. Raises ProblemError (422) that points at what makes none; `place` points at this object."""
        try:
            return Deck(self.properties, self.values)
        except DeckError as error:
            fields = ("properties", "values") if error.field is None else (error.field,)
            errors = [(f"{place}/{field}", error.message) for field in fields]
            raise ProblemError(422, error.message, errors=errors) from None

    def read_cards(self, codes: list[str], place: str = "") -> Position:
        """Return cards of the deck. Raises ProblemError (422) that points at the card at fault."""
        deck = self.read_deck(place)
        try:
            return Position.from_codes(deck, codes)
        except PositionError as error:
            raise _at_fault(error, f"{place}/cards") from None


class SetCardsIn(SetDeckIn):
    """Different cards of a deck."""

    cards: SetCodes

    def position(self, place: str = "") -> Position:
        """Return the position. Raises ProblemError (422) that points at the card at fault."""
        return self.read_cards(self.cards, place)


class SetCardsOrDeck(Request):
    """Either properties, values and cards, or a deck."""

    properties: Properties | None = None
    values: Values | None = None
    cards: SetCodes | None = None
    deck: str | None = Field(
        default=None,
        max_length=shared.LABEL_CHARACTERS,
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
        if self.cards is None or self.properties is None or self.values is None:
            missing = [name for name in ("properties", "values") if getattr(self, name) is None]
            detail = "Cards need the properties and values of their deck."
            raise ProblemError(422, detail, errors=[(f"/{name}", "is missing") for name in missing])
        return SetDeckIn.model_construct(properties=self.properties, values=self.values).read_cards(self.cards)

    def _listed(self, name: str) -> Position | Deck:
        try:
            found = find_cards(service.service().catalogue, name)
        except UnknownObject:
            raise refused(
                "/deck",
                "There is no such deck. `set-V-P` is the whole deck of V values and P properties, of a million cards "
                "at most; GET /api/v1/sets/decks lists the stored ones.",
            ) from None
        deck = found.deck if isinstance(found, Position) else found
        for field in ("properties", "values"):
            given, own = getattr(self, field), getattr(deck, field)
            if given not in (None, own):
                raise refused(f"/{field}", f"{given}, but the deck {name} has {own}")
        return found


@contextmanager
def search(kind: str, seconds: float, command: str, pointer: str = "/cards") -> Iterator[Budget]:
    """Hold a computing slot for a search; `ludex sets COMMAND` does the same without a limit.

    `pointer` names what a search may not take. Raises ProblemError: 422 for what it does not take, or where the limit
    came before any answer; 503.
    """
    try:
        with service.search(f"sets-{kind}", seconds, f"ludex sets {command}") as budget:
            yield budget
    except PositionError as error:
        raise _at_fault(error, pointer) from None


def too_long(what: str, pointer: str, remedy: str) -> ProblemError:
    """Return the problem of a request whose answer would be too large; what is said ends with a sentence's dot."""
    return ProblemError(
        422, what, errors=[(pointer, remedy)], kind="computation-too-large", title="Computation too large"
    )


def _at_fault(error: PositionError, pointer: str) -> ProblemError:
    return refused(pointer if error.card is None else f"{pointer}/{error.card}", error.message)
