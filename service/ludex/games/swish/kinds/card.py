"""SWISH cards, each stored as its canonical configuration under its symmetry."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.fact import Fact
from ludex.games.swish import pictures
from ludex.games.swish.card import Card, CardClass, Symmetry
from ludex.games.swish.identity.keys import card_key


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
    view=View("Cards, each stored as its canonical configuration.", same="same-card", picture=_draw),
)
