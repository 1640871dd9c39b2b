"""Swishes, each stored as its stack: the cards as they lie, least over the configurations of the whole stack."""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field
from sqlalchemy import ColumnElement, exists, func, select

from ludex.catalogue import tables
from ludex.catalogue.claim import Claim
from ludex.catalogue.filters import nodes_called
from ludex.catalogue.kind import Identity, Kind, Linked, Named, View, Written
from ludex.catalogue.kinds.swish.board import Codes, OnBoard, codes, holds, invariants, on_board, read_cards
from ludex.catalogue.kinds.swish.deck import DECK
from ludex.catalogue.kinds.swish.relations import HOLDS, LIES_IN
from ludex.engine.budget import Budget
from ludex.swish.found import Stack, is_swish
from ludex.swish.identity.keys import canonical_stack, swish_key
from ludex.swish.identity.placing import place
from ludex.swish.position import Position


class SwishStack(OnBoard):
    """A swish: its cards as they lie, canonical as a stack."""

    kind: Literal["swish-swish"] = "swish-swish"
    stack: Codes = Field(description="The placed cards; laid over one another, every point meets one circle.")


def _identify(value: Stack, _budget: Budget) -> Identity:
    return Identity(swish_key(value.cards, value.symmetry), invariants(value.cards))


def _write(value: Stack, named: Named) -> Written[SwishStack]:
    cards = canonical_stack(value.cards, value.symmetry)
    document = SwishStack(label=named.label, stack=codes(cards), **on_board(cards, value.symmetry))
    return Written(document, holds(cards, value.symmetry))


def _read(document: SwishStack, _claims: Sequence[Claim]) -> Stack:
    return Stack(read_cards(document.stack, document.symmetry).cards, document.symmetry)


def _check(value: Stack, _budget: Budget) -> Iterator[str]:
    if not is_swish(value.cards):
        yield "the stack is not a swish"


def _draw(document: SwishStack) -> str:
    from ludex.pictures import svg_swish

    return svg_swish(read_cards(document.stack, document.symmetry).cards, document.symmetry)


def lies_in(stack: Stack, position: Position, label: str) -> Linked:
    """Return the link of a swish to a stored position in which it lies, by the cards of the canonical stack.

    Which copies of a card it uses does not matter: it is stored once, with the first. Raises ValueError where the
    position lacks a card.
    """
    laid = place(canonical_stack(stack.cards, stack.symmetry), position.canonical())
    if laid is None:
        raise ValueError(f"the swish has a card that {label} does not have")
    configurations = [placed.configuration.value for placed in laid]
    detail = {"indices": [placed.index for placed in laid], "configurations": configurations}
    return Linked(LIES_IN.name, label, 0, detail)


def _of_deck(swish: ColumnElement[int], name: str) -> ColumnElement[bool]:
    """Return the condition that a deck has every card of the swish, copies counted."""
    own, listed = tables.link.alias(), tables.link.alias()
    deck = nodes_called(name, DECK.number).scalar_subquery()
    copies = (
        select(func.count())
        .where(listed.c.source == deck, listed.c.relation == HOLDS.number, listed.c.target == own.c.target)
        .correlate(own)
        .scalar_subquery()
    )
    missing = (
        select(own.c.target)
        .where(own.c.source == swish, own.c.relation == HOLDS.number)
        .group_by(own.c.target)
        .having(func.count() > copies)
    )
    return ~exists(missing)


SWISH_STACK = Kind(
    name="swish-swish",
    number=5,
    address="swish/swishes",
    model=SwishStack,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        "Swishes that were found, each stack once.",
        same="same-stack",
        picture=_draw,
        filters={"deck": _of_deck},
    ),
    check=_check,
    formerly="swish",
)
