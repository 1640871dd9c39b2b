"""The input of SET cards: as codes with the numbers of properties and values, as a deck, or as a stored object."""

import re
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

from pydantic import Field

from ludex.card_games.requests import SOURCES, CardNotation, CardsSource
from ludex.catalogue import lists
from ludex.engine.faults import Fault
from ludex.games.sets import operations
from ludex.games.sets.deck import Deck
from ludex.games.sets.named_decks import built_in_deck
from ludex.games.sets.position import Position, PositionError, as_position
from ludex.games.sets.requests import bounds
from ludex.requests.declaration import Given
from ludex.requests.fields import (
    Argument,
    Hidden,
    Label,
    NumberOrRange,
    Option,
    RequestModel,
    ServiceBounds,
    require_one,
)
from ludex.requests.inputs import InputContext, known
from ludex.requests.media import Subject

SOLVING = Subject("set-solving", "SET solving", "Searches that store nothing.")
STATISTICS = Subject("set-statistics", "SET statistics", "Statistics of random cards and of games.")

T = TypeVar("T")

_VALUES = 3  # the default of commands, as in the commercial game

Properties = Annotated[int, Field(ge=1, le=bounds.SET_PROPERTIES, description="Number of properties of a card.")]
Values = Annotated[int, Field(ge=1, le=bounds.SET_VALUES, description="Number of values of a property.")]
NumberOfCards = Annotated[int, Field(ge=0, description="Number of cards."), ServiceBounds(bounds.SET_DECK)]
Code = Annotated[
    str,
    Field(description="A card: one digit per property, `0` to `9`, then `a` to `z`.", examples=["0121"]),
    ServiceBounds(bounds.SET_PROPERTIES),
]
Codes = Annotated[list[Code], Field(fail_fast=True), ServiceBounds(bounds.SET_CARDS)]
DeckName = Annotated[Label, Field(description="Slug or label of a deck: `set-V-P` has V values and P properties.")]


def by_command(context: InputContext) -> bool:
    """Return whether a request comes from a command or a program, to which no bounds apply."""
    return context.bound(True) is None


_NOTATION = CardNotation(re.compile(r"[a-z0-9]+(-[a-z0-9]+)+"), re.compile(r"[0-9a-z]+"), ("properties", "values"))
cards_of_text, looks_like_cards = _NOTATION.fields, _NOTATION.fits

_CARDS = Argument("CARD...", "Cards, one digit per property, such as 0121.", cards_of_text, merged=True, several=True)


WHOLE_DECK = "A whole deck: set-V-P has V values and P properties."


def whole_deck(slug: str) -> Deck:
    """Return the whole deck with a slug. Raises Fault."""
    deck = built_in_deck(slug)
    if deck is None:
        raise Fault("not a whole deck; write set-V-P for V values and P properties, at most a million cards")
    return deck


def _shape_of_text(text: str) -> dict[str, int]:
    """Return the fields of a whole deck from its slug.

    >>> _shape_of_text("set-3-4")
    {'properties': 4, 'values': 3}
    """
    deck = whole_deck(text)
    return {"properties": deck.properties, "values": deck.values}


class WholeDeckModel(RequestModel):
    """A whole deck: every card with these numbers of properties and values."""

    properties: Annotated[Properties, Argument("DECK", WHOLE_DECK, _shape_of_text, merged=True)]
    values: Annotated[Values, Hidden()]

    def read(self, _context: object) -> Deck:
        """Return the deck. Raises DeckError."""
        return Deck(self.properties, self.values)


WholeDeck = Annotated[Deck, Given(WholeDeckModel)]
"""A whole deck, by its numbers of properties and values."""


def number_drawn(deck: Deck, number: int | None, place: str) -> int:
    """Return the number of cards to draw, by default the size of the initial table of a game. Raises Fault."""
    if number is not None and number > deck.size:
        raise Fault(f"{number:,} cards are too many: the deck has {deck.size:,}", (place,))
    return deck.first_table if number is None else number


class Shape(RequestModel):
    """The properties and values of the deck to which cards given by codes belong."""

    properties: Annotated[Properties | None, Option(("--properties", "-p"))] = Field(
        default=None, description="Number of properties; in a command, by default the digits of the first card."
    )
    values: Annotated[Values | None, Option(("--values", "-v"))] = Field(
        default=None, description="Number of values of a property; in a command, by default 3."
    )


class SetCardsInput(Shape, CardsSource):
    """Distinct cards: a list of codes, the cards of a deck, or the cards of a stored object."""

    cards: Annotated[Codes | None, _CARDS] = Field(default=None, description="Codes of the cards.")
    deck: DeckName | None = Field(default=None, description="Slug or label of a deck: set-V-P is a whole deck.")
    label: Label | None = Field(default=None, description="Label of a stored object with cards, instead of cards.")

    def source(self, context: InputContext, shape: Shape | None = None) -> Position | Deck:
        """Return the cards in the order of the request or of the deck. A whole deck is returned as a Deck.

        `shape` applies to codes that do not specify their own properties and values. Raises Fault.
        """
        require_one(self, *SOURCES)
        if self.cards is not None:
            return self._read(self.cards, shape or self, context)
        name = self.deck or self.label or ""
        result = _find(name, context, "deck" if self.deck else "label")
        deck = result if isinstance(result, Deck) else result.deck
        for field in ("properties", "values"):
            given, own = getattr(self, field), getattr(deck, field)
            if given not in (None, own):
                raise Fault(f"is {given}, but {name} has {own}; omit it", (field,))
        return result

    def position(self, context: InputContext, shape: Shape | None = None, maximum: int = bounds.SET_CARDS) -> Position:
        """Return the cards of :meth:`source` as a position.

        Raises Fault if a service receives more than `maximum` cards.
        """
        result = self.source(context, shape)
        size = result.size if isinstance(result, Deck) else len(result.cards)
        if size > maximum and not by_command(context):
            raise Fault(f"{size:,} cards given; the limit is {maximum:,}", ("deck" if self.deck else "label",))
        return as_position(result)

    def _read(self, codes: list[str], shape: Shape, context: InputContext) -> Position | Deck:
        properties, values, remedy = self.properties or shape.properties, self.values or shape.values, ""
        if by_command(context) and codes:
            properties, values = properties or len(codes[0]), values or _VALUES
            remedy = f" (read as a card of {properties} properties with {values} values: --properties, --values)"
        if properties is None or values is None:
            missing = [name for name, value in (("properties", properties), ("values", values)) if value is None]
            raise Fault("cards need the properties and values of their deck", (missing[0],), *missing[1:])
        deck = Deck(properties, values)
        try:
            return Position.from_codes(deck, codes)
        except PositionError as error:
            if by_command(context) and len(codes) == 1 and codes[0][0].isalpha():  # the name of a deck
                return _find(codes[0], context, "deck")
            raise Fault(error.message + remedy, ("cards", *error.place)) from None


class StorableSetCardsInput(SetCardsInput):
    """Cards that can be stored under a label."""

    cards: Annotated[Annotated[Codes, ServiceBounds(bounds.STORED_SET_CARDS)] | None, _CARDS] = Field(
        default=None, description="Codes of the cards."
    )


GivenPosition = Annotated[Position, Given(SetCardsInput, method="position")]
"""Distinct cards, whose forms are fields of the request."""

GivenCards = Annotated[Position | Deck, Given(SetCardsInput, method="source")]
"""Distinct cards or a whole deck, whose forms are fields of the request."""

StorablePosition = Annotated[Position, Given(StorableSetCardsInput, method="position")]
"""Cards that can be stored under a label, whose forms are fields of the request."""

_ARGUMENT = Argument("CARDS", "Cards separated by commas, a file with cards, a deck's slug, or a label.", cards_of_text)

NestedPosition = Annotated[Position, Given(SetCardsInput, _ARGUMENT, method="position", shared=Shape)]
"""Distinct cards in a field of their own. Fields of the request apply to cards that do not state their deck."""

FOUR_CARDS: dict[str, Any] = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}
"""The cards of the examples in the documentation."""


def _find(name: str, context: InputContext, field: str) -> Position | Deck:
    """Return the cards of a deck or of a stored object. A whole deck is found without a catalogue. Raises Fault."""
    from ludex.games.sets.kinds import DECK

    remedy = "; a whole deck is set-V-P with at most a million cards; `ludex sets list decks` lists all other decks"
    with known((field,), remedy):
        return built_in_deck(name) or operations.decks.find_cards(
            context.catalogue, name, DECK if field == "deck" else None
        )


def number_or_range(text: str) -> int | str:
    """Return the number that a text denotes, or the text itself, which may be a range."""
    return int(text) if text.isdecimal() else text


CardsRange = Annotated[Annotated[int | str, NumberOrRange(bounds.SET_DECK)] | None, Option(read=number_or_range)]
"""A filter on a number of cards."""


class RangeFilters(RequestModel):
    """Filters of a list that is in memory: fields of its items, and `min_FIELD` and `max_FIELD`, their bounds."""

    def select(self, items: Iterable[T]) -> list[T]:
        """Return the items that match all filters."""
        filters = [(name, value) for name, value in self if value is not None]
        return [item for item in items if all(_matches(item, name, value) for name, value in filters)]


def _matches(item: object, name: str, wanted: int | str) -> bool:
    """Return whether the value of a field equals the requested value, or is within the requested range."""
    prefix, _, bounded = name.partition("_")
    value = getattr(item, bounded or name)
    ends = lists.filters.parse_range(wanted) if isinstance(wanted, str) else None
    if prefix in ("min", "max"):
        ends = (int(wanted), None) if prefix == "min" else (None, int(wanted))
    if ends is None or value is None:
        return bool(value == wanted)
    least, greatest = ends
    return (least is None or value >= least) and (greatest is None or value <= greatest)
