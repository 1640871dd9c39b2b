"""Sets that were found, each stored once, with the positions that contain them."""

from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.identity.keys import count_differing_properties, set_key
from ludex.games.sets.kinds.card import held_cards
from ludex.games.sets.kinds.fields import CardsOfDeck, all_cards_in
from ludex.games.sets.position import Position, PositionError, is_set


class FoundSetDocument(CardsOfDeck):
    """A set: as many cards as a property has values, which in every property are all the same or all different."""

    kind: Literal["set-found-set"] = "set-found-set"
    differing: Annotated[int, Fact()] = Field(description="Number of properties in which its cards differ.")


def _identify(found: Position, _budget: Budget) -> Identity:
    if not is_set(found.deck, found.cards):
        raise PositionError(
            f"{', '.join(found.codes)} are not a set: in every property, all must be the same or all different"
        )
    if list(found.cards) != sorted(found.cards):
        raise PositionError("the cards of a set must be listed in the order of their notation")
    invariants = (found.deck.values, found.deck.properties, count_differing_properties(found.deck, found.cards))
    return Identity(set_key(found.deck, found.cards), invariants, tuple(range(len(found.cards))))


def _write(found: Position, named: LabelledIdentity) -> ObjectContent[FoundSetDocument]:
    document = FoundSetDocument(
        label=named.label,
        properties=found.deck.properties,
        values=found.deck.values,
        differing=count_differing_properties(found.deck, found.cards),
        cards=list(found.codes),
    )
    return ObjectContent(document, list(held_cards(found)))


def _picture(document: FoundSetDocument) -> str:
    return pictures.tables.found_set_svg(document.deck, document.position.cards)


FOUND_SET = Kind(
    name="set-found-set",
    address="sets/found-sets",
    model=FoundSetDocument,
    identify=_identify,
    write=_write,
    read=lambda document, _claims: document.position,
    view=View(
        "Sets found in positions, each stored once.",
        duplicate_relation="same-cards",
        picture=_picture,
        filters={"deck": all_cards_in},
    ),
)
