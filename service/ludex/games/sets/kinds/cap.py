"""Caps: classes of cards without a set under the symmetries that keep sets; and which of them is the largest known."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.kinds.kind import Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.checks import cap_faults
from ludex.games.sets.kinds.card import held_cards
from ludex.games.sets.kinds.of_deck import CardsOfDeck, class_identity
from ludex.games.sets.kinds.within_deck import all_cards_in
from ludex.games.sets.known_results import KnownCap


class CapDocument(CardsOfDeck):
    """Cards without a set: those of their class that were stored first."""

    kind: Literal["set-cap"] = "set-cap"
    size: Annotated[int, Fact()] = Field(description="How many cards.")
    complete: Annotated[bool, Fact()] = Field(
        description="True: every other card of the deck makes a set with some of them."
    )
    largest: Annotated[bool, Fact()] = Field(description="True: the largest that is known of its deck.")
    proved: Annotated[bool | None, Fact()] = Field(
        description="For the largest: whether it is proved that there is no larger one."
    )
    canonical_order: list[int] = Field(description="For each card its number in the canonical form of the class.")


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
    read=lambda one, _claims: KnownCap(one.position, one.complete, one.largest, one.proved),
    view=View(
        "Cards without a set.",
        same="symmetry",
        picture=_picture,
        long=frozenset({"canonical_order"}),
        filters={"deck": all_cards_in},
    ),
    check=cap_faults,
)
