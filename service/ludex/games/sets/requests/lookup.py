"""Requests that look up cards, positions, decks, sets, caps and games by their keys."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.sets.deck import Deck
from ludex.games.sets.named_decks import listed_deck, whole_deck
from ludex.games.sets.position import Position
from ludex.games.sets.requests.games import GameInput
from ludex.games.sets.requests.inputs import SetCardsInput, Shape, StorableSetCardsInput
from ludex.requests.inputs import InputContext
from ludex.requests.lookup import BOTH, KindLookup

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


def _card(fields: SetCardsInput, context: InputContext, request: Shape, budget: Budget) -> "Identity":
    [identity, *others] = _cards(fields, context, budget)
    if others:
        with fields.at_fault():
            raise Fault(f"{len(others) + 1} cards given; look up one card, or use dedup for several")
    del request
    return identity


def _cards(fields: SetCardsInput, context: InputContext, budget: Budget) -> "Iterator[Identity]":
    from ludex.games.sets.kinds import CARD

    position = fields.position(context)
    if not position.cards:
        raise Fault("the card is missing; give one, such as 0121", ("cards",))
    for card in position.cards:
        yield CARD.identify(Position(position.deck, (card,)), budget)


def _position(fields: SetCardsInput, context: InputContext, request: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import POSITION
    from ludex.games.sets.known_results import KnownPosition

    cards = fields.position(context, request)
    with fields.at_fault():
        return POSITION.identify(KnownPosition(cards), budget)


def _deck(fields: SetCardsInput, context: InputContext, request: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import DECK

    cards = fields.source(context, request)
    return DECK.identify(whole_deck(cards) if isinstance(cards, Deck) else listed_deck("", "", cards), budget)


def _set(fields: SetCardsInput, context: InputContext, request: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import FOUND_SET

    cards = fields.position(context, request)
    listed = cards.sorted()
    with fields.at_fault():
        result = FOUND_SET.identify(listed, budget)
    place = {card: number for number, card in enumerate(listed.cards)}
    return result._replace(order=tuple(place[card] for card in cards.cards))


def _cap(fields: SetCardsInput, context: InputContext, request: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import CAP
    from ludex.games.sets.known_results import KnownCap

    cards = fields.position(context, request)
    with fields.at_fault():
        return CAP.identify(KnownCap(cards, complete=False), budget)


def _game(fields: GameInput, context: InputContext, _request: object, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import PLAYED

    return PLAYED.identify(fields.read(context), budget)


_SHAPE = (Shape,)
LOOKUPS = (
    KindLookup(
        "set-card",
        "sets/cards",
        "card",
        "cards",
        SetCardsInput,
        _card,
        "cards",
        "cards",
        together=SetCardsInput,
        each=_cards,
        unserved=BOTH,
    ),
    KindLookup(
        "set-position",
        "sets/positions",
        "position",
        "positions",
        StorableSetCardsInput,
        _position,
        "positions",
        "positions",
        _SHAPE,
        command="sets lookup",
        dedup_command="sets dedup",
        tool=True,
    ),
    KindLookup(
        "set-deck", "sets/decks", "deck", "decks", SetCardsInput, _deck, "decks", "decks", _SHAPE, unserved=("dedup",)
    ),
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
    KindLookup(
        "set-cap", "sets/caps", "cap", "caps", StorableSetCardsInput, _cap, "caps", "caps", _SHAPE, unserved=BOTH
    ),
    KindLookup("set-game", "sets/games", "game", "games", GameInput, _game, "games", "games", unserved=BOTH),
)
