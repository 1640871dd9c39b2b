"""Caps, which are collections of cards without a set, stored as classes under the symmetries that preserve sets."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.kinds.kind import Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.checks import cap_faults
from ludex.games.sets.kinds.card import held_cards
from ludex.games.sets.kinds.fields import CardsOfDeck, all_cards_in, class_identity
from ludex.games.sets.known_results import KnownCap


class CapDocument(CardsOfDeck):
    """A cap: the first cards stored of a class of cards without a set."""

    kind: Literal["set-cap"] = "set-cap"
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards.")
    complete: Annotated[bool, Fact(opposites=("incomplete",))] = Field(
        description="Whether every other card of the deck completes a set with cards of the cap."
    )
    largest: Annotated[bool, Fact()] = Field(description="Whether it is the largest known cap of its deck.")
    proved: Annotated[bool | None, Fact(opposites=("unproved", "unproven"))] = Field(
        description="For the largest known cap: whether it is proved that no larger one exists."
    )
    canonical_order: list[int] = Field(description="For each card, its number in the canonical form of the class.")


def _write(cap: KnownCap, named: LabelledIdentity) -> ObjectContent[CapDocument]:
    deck = cap.cards.deck
    document = CapDocument(
        label=named.label,
        properties=deck.properties,
        values=deck.values,
        size=len(cap.cards.cards),
        complete=cap.complete,
        largest=cap.largest,
        proved=cap.proved,
        cards=list(cap.cards.codes),
        canonical_order=list(named.order or ()),
    )
    return ObjectContent(document, list(held_cards(cap.cards)))


def _picture(document: CapDocument) -> str:
    return pictures.grids.cap_svg(document.position)


CAP = Kind(
    name="set-cap",
    address="sets/caps",
    model=CapDocument,
    identify=lambda cap, budget: class_identity("cap", "setposition", cap.cards, budget),
    write=_write,
    read=lambda document, _claims: KnownCap(document.position, document.complete, document.largest, document.proved),
    view=View(
        "Caps: cards without a set, stored once up to the symmetries that preserve sets.",
        duplicate_relation="symmetry",
        picture=_picture,
        long=frozenset({"canonical_order"}),
        filters={"deck": all_cards_in},
    ),
    check=cap_faults,
)
