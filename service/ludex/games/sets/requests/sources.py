"""The cards that requests about SET are given: their codes and the shape of their deck, a deck, or a stored object."""

import re
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.games.sets import operations
from ludex.games.sets.deck import Deck
from ludex.games.sets.named_decks import built_in_deck
from ludex.games.sets.position import Position, PositionError, as_position
from ludex.games.sets.requests import bounds
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import Argument, Hidden, Label, Option, RequestModel, ServiceBounds, require_one
from ludex.requests.request import ExecutionContext, Subject
from ludex.requests.sources import SOURCES, FromOneSource, known

SOLVING = Subject("set-solving", "SET solving", "Searches that store nothing.")
STATISTICS = Subject("set-statistics", "SET statistics", "Random cards, and games in play.")

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
_VALUES = 3  # of cards that a command is given without the number: those of the real game

Properties = Annotated[int, Field(ge=1, le=bounds.SET_PROPERTIES, description="How many properties a card has.")]
Values = Annotated[int, Field(ge=1, le=bounds.SET_VALUES, description="How many values a property has.")]
Code = Annotated[
    str,
    Field(description="A card: one digit a property, `0` to `9`, then `a` to `z`.", examples=["0121"]),
    ServiceBounds(bounds.SET_PROPERTIES),
]
Codes = Annotated[list[Code], Field(fail_fast=True), ServiceBounds(bounds.SET_CARDS)]
DeckName = Annotated[Label, Field(description="A deck's slug or label: `set-V-P` has V values and P properties.")]


def by_command(work: ExecutionContext) -> bool:
    """Tell whether a command asks, which has no bounds."""
    return work.bound(True) is None


def cards_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: codes joined by commas or spaces, JSON with cards, or a deck or label.

    >>> cards_of_text("0000,0121"), cards_of_text("set-3-4")
    ({'cards': ['0000', '0121']}, {'label': 'set-3-4'})
    """
    text = text.strip()
    if text.startswith("{"):
        wanted = ("cards", "properties", "values")
        return {name: value for name, value in exact_json(text).items() if name in wanted}
    return {"label": text} if _NAME.fullmatch(text) else {"cards": re.findall(r"[^,\s]+", text)}


def looks_like_cards(text: str) -> bool:
    """Tell whether a line is cards of SET, or an object that has some.

    >>> looks_like_cards("0000,0121"), looks_like_cards("*o./..."), looks_like_cards('{"cards": ["0121"]}')
    (True, False, True)
    """
    try:
        cards = cards_of_text(text).get("cards")
    except ValueError:
        return False
    return isinstance(cards, list) and bool(cards) and all(re.fullmatch("[0-9a-z]+", str(one)) for one in cards)


_CARDS = Argument("CARD...", "Cards, one digit a property, such as 0121.", cards_of_text, merged=True, several=True)


WHOLE_DECK = "A whole deck: set-V-P has V values and P properties."


def whole_deck(slug: str) -> Deck:
    """Return the whole deck with a slug. Raises Fault."""
    deck = built_in_deck(slug)
    if deck is None:
        raise Fault("not a whole deck; write set-V-P for V values and P properties, a million cards at most")
    return deck


def _shape_of_text(text: str) -> dict[str, int]:
    """Return the fields of a whole deck from its slug.

    >>> _shape_of_text("set-3-4")
    {'properties': 4, 'values': 3}
    """
    deck = whole_deck(text)
    return {"properties": deck.properties, "values": deck.values}


class OfDeck(RequestModel):
    """A whole deck: every card with these numbers of properties and values."""

    properties: Annotated[Properties, Argument("DECK", WHOLE_DECK, _shape_of_text, merged=True)]
    values: Annotated[Values, Hidden()]

    @property
    def deck(self) -> Deck:
        """Return the deck. Raises DeckError."""
        return Deck(self.properties, self.values)


def number_drawn(deck: Deck, number: int | None, place: str) -> int:
    """Return how many cards of a deck are drawn, as many as a game begins with if not given. Raises Fault."""
    if number is not None and number > deck.size:
        raise Fault(f"{number:,} cards, but the deck has {deck.size:,}; give no more", (place,))
    return deck.first_table if number is None else number


class Shape(RequestModel):
    """The deck of cards that are given by their codes."""

    properties: Annotated[Properties | None, Option(("--properties", "-p"))] = Field(
        default=None, description="How many properties a card has; in a command as many as the first has digits."
    )
    values: Annotated[Values | None, Option(("--values", "-v"))] = Field(
        default=None, description="How many values a property has; in a command 3."
    )


class GivenSetCards(Shape, FromOneSource):
    """Different cards: their codes, those of a deck, or those of a stored object."""

    cards: Annotated[Codes | None, _CARDS] = None
    deck: DeckName | None = Field(default=None, description="A deck's slug or label: set-V-P is a whole deck.")
    label: Label | None = Field(default=None, description="A stored object with cards, in place of cards.")

    def source(self, work: ExecutionContext, shape: Shape | None = None) -> Position | Deck:
        """Return the cards, in the order of the request or of the listing; a whole deck is not laid out.

        Codes without a shape of their own are of the given one. Raises Fault.
        """
        require_one(self, *SOURCES)
        if self.cards is not None:
            return self._read(self.cards, shape or self, work)
        name = self.deck or self.label or ""
        found = _find(name, work, "deck" if self.deck else "label")
        deck = found if isinstance(found, Deck) else found.deck
        for field in ("properties", "values"):
            given, own = getattr(self, field), getattr(deck, field)
            if given not in (None, own):
                raise Fault(f"{given}, but {name} has {own}; leave it out", (field,))
        return found

    def position(self, work: ExecutionContext, shape: Shape | None = None, most: int = bounds.SET_CARDS) -> Position:
        """Return the cards as :meth:`source`, laid out. Raises Fault for more than `most` in a service."""
        found = self.source(work, shape)
        size = found.size if isinstance(found, Deck) else len(found.cards)
        if size > most and not by_command(work):
            raise Fault(f"{size:,} cards, at most {most:,} are taken here", ("deck" if self.deck else "label",))
        return as_position(found)

    def _read(self, codes: list[str], shape: Shape, work: ExecutionContext) -> Position | Deck:
        properties, values, remedy = self.properties or shape.properties, self.values or shape.values, ""
        if by_command(work) and codes:
            properties, values = properties or len(codes[0]), values or _VALUES
            remedy = f" (read as a card of {properties} properties with {values} values: --properties, --values)"
        if properties is None or values is None:
            missing = [name for name, one in (("properties", properties), ("values", values)) if one is None]
            raise Fault("cards need the properties and values of their deck", (missing[0],), *missing[1:])
        deck = Deck(properties, values)
        try:
            return Position.from_codes(deck, codes)
        except PositionError as error:
            if by_command(work) and len(codes) == 1 and codes[0][0].isalpha():  # the name of a deck, in one word
                return _find(codes[0], work, "deck")
            raise Fault(error.message + remedy, ("cards", *error.place)) from None


class StorableSetCards(GivenSetCards):
    """Cards that have a label."""

    cards: Annotated[Annotated[Codes, ServiceBounds(bounds.STORED_SET_CARDS)] | None, _CARDS] = None


Cards = Annotated[
    GivenSetCards,
    Argument("CARDS", "Cards joined by commas, a file of them, a deck's slug, or a stored label.", cards_of_text),
]


def _find(name: str, work: ExecutionContext, field: str) -> Position | Deck:
    """Return the cards of a deck, or of any stored object; a whole deck needs no catalogue. Raises Fault."""
    from ludex.games.sets.kinds import DECK

    remedy = "; a whole deck is set-V-P, of a million cards at most; `ludex sets list decks` shows the others"
    with known((field,), remedy):
        return built_in_deck(name) or operations.decks.find_cards(
            work.catalogue, name, DECK if field == "deck" else None
        )
