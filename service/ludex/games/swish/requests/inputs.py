"""Input of SWISH cards: their codes, a deck, or a stored object."""

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ludex.card_games.requests import SOURCES, CardNotation, CardsSource
from ludex.engine.faults import Fault, within
from ludex.games.swish import operations
from ludex.games.swish.card import Symmetry
from ludex.games.swish.deck import Cards, Deck, built_in_deck
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.requests import bounds
from ludex.games.swish.swishes import Rule
from ludex.requests.declaration import Given
from ludex.requests.fields import Argument, Label, RequestModel, ServiceBounds, require_one
from ludex.requests.imports import Named
from ludex.requests.inputs import HasCatalogue, InputContext, known
from ludex.requests.media import Subject

SOLVING = Subject("swish-solving", "SWISH solving", "Searches that store nothing.")

Code = Annotated[
    str,
    Field(
        description="A card: its rows joined by `/`, where `*` is a point, `o` a circle, and `.` an empty cell.",
        examples=["*../.../.../..o"],
    ),
    ServiceBounds(bounds.CODE_CHARACTERS),
]
Codes = Annotated[list[Code], Field(min_length=1, fail_fast=True), ServiceBounds(bounds.CARDS)]
_SYMMETRY = (
    "The configurations of a card: the four flips of a rectangle, or the eight symmetries of a square board. The "
    "default is the symmetry of the deck, or `rectangle` for cards. For the whole deck of a square board, "
    "`swish-NxN`, the cards are those that are distinct under the symmetry."
)
SymmetryName = Annotated[Symmetry, Field(strict=False, description=_SYMMETRY)]
RuleName = Annotated[Rule, Field(strict=False, description="With `simple`, no card may be flipped or turned.")]
DeckName = Annotated[Label, Field(description="Slug or label of a deck: `swish-HxW` is the whole deck of a board.")]


_NOTATION = CardNotation(re.compile(r"(?!o+$)[a-z0-9-]+"), re.compile(r"[*o./]+"), ("symmetry",))
cards_of_text, looks_like_cards = _NOTATION.fields, _NOTATION.fits


class SymmetryOfAll(RequestModel):
    """The symmetry of the positions in a request that do not state their own symmetry."""

    symmetry: SymmetryName | None = Field(
        default=None, description=("Symmetry of the positions that do not state one.")
    )


class CardsInput(CardsSource):
    """Cards: a list of codes, the cards of a deck, or the cards of a stored object."""

    cards: Annotated[
        Codes | None,
        Argument("CARD...", "Card codes in quotes: '*o./.../.../...'.", cards_of_text, merged=True, several=True),
    ] = Field(default=None, description="Codes of the cards.")
    deck: DeckName | None = Field(default=None, description="Slug or label of a deck, instead of cards.")
    label: Label | None = Field(
        default=None, description="Label of a stored position, deck or no-swish set, instead of cards."
    )
    symmetry: SymmetryName | None = Field(default=None, description=_SYMMETRY)

    def source(self, context: HasCatalogue, request: "SymmetryOfAll | CardsInput | None" = None) -> Cards:
        """Return the cards in the order of the request or of the deck.

        The symmetry of `request` applies to cards that do not state their own symmetry. Raises Fault.
        """
        require_one(self, *SOURCES)
        symmetry = self.symmetry or (None if request is None else request.symmetry)
        if self.cards is not None:
            with within("cards"):
                return Cards(Position.from_codes(self.cards, symmetry or Symmetry.RECTANGLE))

        name = self.deck or self.label or ""
        remedy = "; GET /api/v1/swish/decks and `ludex swish list decks` list the decks"
        try:
            with known(("deck" if self.deck else "label",), remedy):
                if built_in_deck(name) is not None:
                    return operations.decks.cards_of_deck(None, name, symmetry)
                return (operations.decks.cards_of_deck if self.deck else operations.decks.cards_of_object)(
                    context.catalogue, name, symmetry
                )
        except PositionError as error:
            raise Fault(error.message, ("symmetry",)) from None

    def position(self, context: HasCatalogue, request: "SymmetryOfAll | CardsInput | None" = None) -> Position:
        """Return the cards of :meth:`source` as a position."""
        return self.source(context, request).position

    def storable(self, context: InputContext) -> Position:
        """Return the cards as a position. Raises Fault if there are more than a service stores."""
        result = self.position(context)
        most, number = context.bound(bounds.CARDS), len(result.cards)
        if most is not None and number > most:
            raise Fault(f"{number:,} cards given; the limit is {most:,}", ("deck" if self.deck else "label",))
        return result

    def with_hypergraph(self, context: HasCatalogue, request: "SymmetryOfAll | CardsInput | None" = None) -> Position:
        """Return the cards, which must have a hypergraph. Raises Fault."""
        position = self.position(context, request)
        with self.at_fault():
            hypergraph_junctions(position)
        return position


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position with its external name and id."""

    position: Position
    name: str | None
    id: int | str | None


class NamedCards(Named, CardsInput):
    """Cards, possibly with an external name and id."""

    def named(self, context: HasCatalogue, request: "SymmetryOfAll | None" = None) -> NamedPosition:
        """Return the cards, which must have a hypergraph, with their name and id. Raises Fault."""
        return NamedPosition(self.with_hypergraph(context, request), self.name, self.id)


GivenCards = Annotated[Cards | Position, Given(CardsInput, method="source")]
"""Cards or a deck, whose forms are fields of the request."""

GivenPosition = Annotated[Position, Given(CardsInput, method="position")]
"""The cards of a position, whose forms are fields of the request."""

StorablePosition = Annotated[Position, Given(CardsInput, method="storable")]
"""The cards of a position that is to be stored, whose forms are fields of the request."""

_ARGUMENT = Argument(
    "CARDS", "Card codes separated by commas, a file with cards, a deck's slug, or a label.", cards_of_text
)

NestedPosition = Annotated[Position, Given(CardsInput, _ARGUMENT, method="with_hypergraph", shared=SymmetryOfAll)]
"""Cards with a hypergraph in a field of their own. The symmetry of the request applies if they do not state one."""


def find_deck(name: str, context: HasCatalogue) -> Deck:
    """Return the deck with a slug or label. A built-in deck does not need a catalogue. Raises UnknownObject."""
    return built_in_deck(name) or operations.decks.find_deck(context.catalogue, name)
