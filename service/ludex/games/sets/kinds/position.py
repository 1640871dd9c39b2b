"""SET positions: classes under the symmetries that preserve sets, each represented by the cards stored first."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.kinds.kind import Kind, LabelledIdentity, Matching, ObjectContent, View
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.checks import position_faults
from ludex.games.sets.kinds.card import held_cards
from ludex.games.sets.kinds.fields import CARDS_HELD, CardsOfDeck, all_cards_in, class_identity
from ludex.games.sets.kinds.statements import claim_position
from ludex.games.sets.known_results import KnownPosition


class PositionDocument(CardsOfDeck):
    """A position: the first cards stored of a class of positions."""

    kind: Literal["set-position"] = "set-position"
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards.")
    sets: Annotated[int | None, Fact(natural=True)] = Field(
        description="Number of sets among the cards. No value if unknown."
    )
    has_set: Annotated[bool | None, Fact()] = Field(description="Whether there is a set. No value if unknown.")
    canonical_order: list[int] = Field(description="For each card, its number in the canonical form of the class.")


def _write(known: KnownPosition, named: LabelledIdentity) -> ObjectContent[PositionDocument]:
    position = known.position
    document = PositionDocument(
        label=named.label,
        properties=position.deck.properties,
        values=position.deck.values,
        size=len(position.cards),
        cards=list(position.codes),
        sets=known.sets,
        has_set=known.has_set,
        canonical_order=list(named.order or ()),
    )
    return ObjectContent(document, list(held_cards(position)), claim_position(known))


def _merge(stored: KnownPosition, new: KnownPosition, _matching: Matching) -> KnownPosition | None:
    better = replace(
        stored,
        sets=new.sets if stored.sets is None else stored.sets,
        has_set=new.has_set if stored.has_set is None else stored.has_set,
    )
    return None if better == stored else better


def _picture(document: PositionDocument) -> str:
    return pictures.tables.set_table_svg(document.position)


POSITION: Kind[KnownPosition, PositionDocument] = Kind(
    name="set-position",
    address="sets/positions",
    model=PositionDocument,
    identify=lambda known, budget: class_identity("setposition", "cap", known.position, budget),
    write=_write,
    read=lambda document, _claims: KnownPosition(document.position, document.sets, document.has_set),
    view=View(
        "Cards on the table, stored once up to the symmetries that preserve sets.",
        duplicate_relation="symmetry",
        picture=_picture,
        long=frozenset({"canonical_order"}),
        filters={"deck": all_cards_in},
        document_filter=CARDS_HELD,
    ),
    check=position_faults,
    merge=_merge,
)
