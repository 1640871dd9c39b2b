"""SWISH cards, stored as canonical configurations under their symmetry, and the fields of objects of several cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    DerivedLink,
    Entry,
    Identity,
    Kind,
    LabelledIdentity,
    NewLink,
    ObjectContent,
    View,
    prepare,
)
from ludex.engine.fact import Fact
from ludex.games.swish import pictures
from ludex.games.swish.card import Card, CardClass, Symmetry
from ludex.games.swish.identity.card_matching import canonical_numbers
from ludex.games.swish.identity.keys import card_key
from ludex.games.swish.position import Position


class SwishCard(Document):
    """A card."""

    kind: Literal["swish-card"] = "swish-card"
    code: str = Field(description="Canonical configuration of the card.")
    symmetry: Annotated[Symmetry, Fact()] = Field(
        description="How the card may be placed: flipped only, or also turned by 90 degrees."
    )
    height: Annotated[int, Fact()] = Field(description="Number of rows.")
    width: Annotated[int, Fact()] = Field(description="Number of columns.")
    points: Annotated[int, Fact()] = Field(description="Number of points on the card.")
    circles: Annotated[int, Fact()] = Field(description="Number of circles on the card.")
    configurations: Annotated[int, Fact()] = Field(description="Number of different ways to place the card.")


def _identify(value: CardClass, _budget: object) -> Identity:
    key, reverse = card_key(value.card, value.symmetry), card_key(value.card.reversed(), value.symmetry)
    derived_links = () if reverse == key else (DerivedLink("reverse-of", reverse),)
    return Identity(key, (f"{value.card.height}x{value.card.width}",), derived_links=derived_links)


def _write(value: CardClass, named: LabelledIdentity) -> ObjectContent[SwishCard]:
    card = value.card.canonical(value.symmetry)
    return ObjectContent(
        SwishCard(
            label=named.label,
            code=str(card),
            symmetry=value.symmetry,
            height=card.height,
            width=card.width,
            points=len(card.points),
            circles=len(card.circles),
            configurations=len(card.distinct_configurations(value.symmetry)),
        )
    )


def _read(document: SwishCard, _claims: Sequence[Claim]) -> CardClass:
    card = Card.from_code(document.code)
    document.symmetry.require_board(card.height, card.width)
    return CardClass(card, document.symmetry)


def _draw(document: SwishCard) -> str:
    return pictures.cards.svg_card(Card.from_code(document.code), document.symmetry)


CARD = Kind(
    name="swish-card",
    address="swish/cards",
    model=SwishCard,
    identify=_identify,
    write=_write,
    read=_read,
    view=View("Cards, each stored as its canonical configuration.", duplicate_relation="same-card", picture=_draw),
)


Codes = Annotated[list[str], Field(min_length=1)]


class OnBoard(Document):
    """An object of several cards."""

    symmetry: Annotated[Symmetry, Fact()] = Field(
        description="How cards may be placed: flipped only, or also turned by 90 degrees."
    )
    height: Annotated[int, Fact()] = Field(description="Number of rows of the board.")
    width: Annotated[int, Fact()] = Field(description="Number of columns of the board.")
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards, including copies.")


def identity(key: bytes, cards: Position, same_class: bytes | None = None) -> Identity:
    """Return the identity of an object of these cards. Its label contains the board and the number of cards.

    `same_class` is the key of the same class of cards as an object of another kind.
    """
    derived_links = () if same_class is None else (DerivedLink("same-class", same_class),)
    return Identity(key, (f"{cards.height}x{cards.width}", len(cards.cards)), canonical_numbers(cards), derived_links)


def on_board(cards: Position) -> dict[str, Any]:
    """Return the board fields of an object of these cards."""
    return {"symmetry": cards.symmetry, "height": cards.height, "width": cards.width, "size": len(cards.cards)}


def codes(cards: Sequence[Card]) -> list[str]:
    """Return the notations of cards."""
    return [str(card) for card in cards]


def draw_cards(document: Any) -> str:  # noqa: ANN401 - an object on a board with `cards`
    """Return the picture of the cards that a document lists."""
    return pictures.cards.svg_position(Position.from_codes(document.cards, document.symmetry))


def holds(cards: Position) -> list[NewLink]:
    """Return the links of an object to its cards, including copies, with the codes of cards that are not canonical."""
    return [
        NewLink("holds", entry, index, None if entry.value.card == card else {"code": str(card)})
        for index, card in enumerate(cards.cards)
        for entry in [_card(card.canonical(cards.symmetry), cards.symmetry)]
    ]


@lru_cache(maxsize=1024)
def _card(card: Card, symmetry: Symmetry) -> Entry[CardClass]:
    return prepare(CARD, CardClass(card, symmetry))
