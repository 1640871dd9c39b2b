"""Requests that look up cards, positions, decks, sets, caps and games by their keys."""

from functools import partial
from typing import TYPE_CHECKING

from ludex.card_games.requests import card_lookup, value_lookup
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import KnownCap, KnownPosition
from ludex.games.sets.named_decks import NamedDeck, listed_deck, whole_deck
from ludex.games.sets.position import Position
from ludex.games.sets.requests.games import GameInput
from ludex.games.sets.requests.inputs import SetCardsInput, Shape, StorableSetCardsInput, cards_of_text
from ludex.games.sets.requests.solving import POSITIONS
from ludex.requests.fields import Argument
from ludex.requests.imports import read_named
from ludex.requests.inputs import InputContext
from ludex.requests.lookup import BOTH, KindLookup

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


def _cards(fields: SetCardsInput, context: InputContext) -> list[Position]:
    position = fields.position(context)
    if not position.cards:
        raise Fault("the card is missing; give one, such as 0121", ("cards",))
    return [Position(position.deck, (card,)) for card in position.cards]


def _position(fields: SetCardsInput, context: InputContext, request: Shape) -> KnownPosition:
    return KnownPosition(fields.position(context, request))


def _deck(fields: SetCardsInput, context: InputContext, request: Shape) -> NamedDeck:
    cards = fields.source(context, request)
    return whole_deck(cards) if isinstance(cards, Deck) else listed_deck("", "", cards)


def _cap(fields: SetCardsInput, context: InputContext, request: Shape) -> KnownCap:
    return KnownCap(fields.position(context, request), complete=False)


def _set(fields: SetCardsInput, context: InputContext, request: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import FOUND_SET

    cards = fields.position(context, request)
    listed = cards.sorted()
    with fields.at_fault():
        result = FOUND_SET.identify(listed, budget)
    place = {card: number for number, card in enumerate(listed.cards)}
    return result._replace(order=tuple(place[card] for card in cards.cards))


_SHAPE = (Shape,)
LOOKUPS = (
    card_lookup("set-card", "sets/cards", SetCardsInput, _cards),
    value_lookup(
        "set-position",
        "sets/positions",
        "position",
        "positions",
        StorableSetCardsInput,
        _position,
        _SHAPE,
        command="sets lookup",
        dedup_command="sets dedup",
        several=Argument(
            "POSITION...",
            "Positions, or a file as `ludex sets import` reads it.",
            partial(read_named, cards_of_text),
            each=True,
            lines=POSITIONS.lines,
        ),
        tool=True,
    ),
    value_lookup("set-deck", "sets/decks", "deck", "decks", SetCardsInput, _deck, _SHAPE, unserved=("dedup",)),
    KindLookup(
        "set-found-set",
        "sets/found-sets",
        "set",
        "sets",
        SetCardsInput,
        _set,
        "sets",
        "found_sets",
        _SHAPE,
        unserved=BOTH,
    ),
    value_lookup("set-cap", "sets/caps", "cap", "caps", StorableSetCardsInput, _cap, _SHAPE, unserved=BOTH),
    value_lookup("set-game", "sets/games", "game", "games", GameInput, GameInput.read, unserved=BOTH),
)
