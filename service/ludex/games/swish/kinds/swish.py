"""Swishes, each stored as its stack, that is, its placed cards in the least configuration of the whole stack."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field
from sqlalchemy import ColumnElement, exists, func, select

from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, NewLink, ObjectContent, View
from ludex.catalogue.kinds.numbers import Numbers
from ludex.catalogue.lists.joins import nodes_named
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget
from ludex.games.swish import pictures
from ludex.games.swish.identity.card_matching import placement_detail
from ludex.games.swish.identity.keys import canonical_stack, swish_key
from ludex.games.swish.kinds.card import Codes, OnBoard, codes, holds, identity, on_board
from ludex.games.swish.kinds.deck import DECK
from ludex.games.swish.kinds.statements import HOLDS, LIES_IN
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Stack, is_swish


class SwishStack(OnBoard):
    """A swish: its placed cards, as a canonical stack."""

    kind: Literal["swish-swish"] = "swish-swish"
    stack: Codes = Field(description="The placed cards. When they are stacked, every point meets one circle.")


def _identify(value: Stack, _budget: Budget) -> Identity:
    cards = Position(value.cards, value.symmetry)
    return identity(swish_key(value.cards, value.symmetry), cards)._replace(order=None)


def _write(value: Stack, named: LabelledIdentity) -> ObjectContent[SwishStack]:
    cards = Position(canonical_stack(value.cards, value.symmetry), value.symmetry)
    return ObjectContent(SwishStack(label=named.label, stack=codes(cards.cards), **on_board(cards)), holds(cards))


def _read(document: SwishStack, _claims: object) -> Stack:
    return Stack(Position.from_codes(document.stack, document.symmetry).cards, document.symmetry)


def _check(value: Stack, _budget: Budget) -> Iterator[str]:
    if not is_swish(value.cards):
        yield "the stack is not a swish"


def _draw(document: SwishStack) -> str:
    return pictures.cards.svg_swish(Position.from_codes(document.stack, document.symmetry).cards, document.symmetry)


def lies_in(stack: Stack, position: Position, label: str) -> NewLink:
    """Return the link of a swish to a stored position that contains it. Raises PositionError if a card is missing."""
    return NewLink(LIES_IN.name, label, 0, placement_detail(stack, position.canonical()))


def _of_deck(numbers: Numbers, swish: ColumnElement[int], name: str) -> ColumnElement[bool]:
    """Return the condition that a deck has every card of the swish, including the number of copies."""
    own, listed = tables.link.alias(), tables.link.alias()
    deck = nodes_named(name, numbers.kinds[DECK.name]).scalar_subquery()
    held = numbers.relations[HOLDS.name]
    copies = (
        select(func.count())
        .where(listed.c.source == deck, listed.c.relation == held, listed.c.target == own.c.target)
        .correlate(own)
        .scalar_subquery()
    )
    missing = (
        select(own.c.target)
        .where(own.c.source == swish, own.c.relation == held)
        .group_by(own.c.target)
        .having(func.count() > copies)
    )
    return ~exists(missing)


SWISH_STACK = Kind(
    name="swish-swish",
    address="swish/swishes",
    model=SwishStack,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        "Swishes found in positions and decks, each stack stored once.",
        duplicate_relation="same-stack",
        picture=_draw,
        filters={"deck": _of_deck},
    ),
    check=_check,
)
