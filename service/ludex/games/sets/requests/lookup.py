"""How objects of SET are given that are looked up by their keys: cards, decks, sets, caps, games."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.sets.deck import Deck
from ludex.games.sets.named_decks import listed_deck, whole_deck
from ludex.games.sets.position import Position
from ludex.games.sets.requests.games import GivenGame, record_of
from ludex.games.sets.requests.sources import GivenSetCards, Shape, StorableSetCards
from ludex.requests.lookup import Sought
from ludex.requests.request import ExecutionContext

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


def _card(given: GivenSetCards, work: ExecutionContext, asked: Shape, budget: Budget) -> "Identity":
    [identity, *others] = _cards(given, work, budget)
    if others:
        with given.at_fault():
            raise Fault(f"{len(others) + 1} cards; one is looked up, dedup takes several")
    del asked
    return identity


def _cards(given: GivenSetCards, work: ExecutionContext, budget: Budget) -> "Iterator[Identity]":
    from ludex.games.sets.kinds import CARD

    position = given.position(work)
    if not position.cards:
        raise Fault("no card is given; give one, such as 0121", ("cards",))
    for card in position.cards:
        yield CARD.identify(Position(position.deck, (card,)), budget)


def _deck(given: GivenSetCards, work: ExecutionContext, asked: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import DECK

    cards = given.source(work, asked)
    return DECK.identify(whole_deck(cards) if isinstance(cards, Deck) else listed_deck("", "", cards), budget)


def _set(given: GivenSetCards, work: ExecutionContext, asked: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import FOUND_SET

    cards = given.position(work, asked)
    listed = cards.sorted()
    with given.at_fault():
        found = FOUND_SET.identify(listed, budget)
    place = {card: number for number, card in enumerate(listed.cards)}
    return found._replace(order=tuple(place[card] for card in cards.cards))


def _cap(given: GivenSetCards, work: ExecutionContext, asked: Shape, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import CAP
    from ludex.games.sets.known_results import KnownCap

    cards = given.position(work, asked)
    with given.at_fault():
        return CAP.identify(KnownCap(cards, complete=False), budget)


def _game(given: GivenGame, work: ExecutionContext, _asked: object, budget: Budget) -> "Identity":
    from ludex.games.sets.kinds import PLAYED

    return PLAYED.identify(record_of(given, work), budget)


_SHAPE = (Shape,)
SOUGHT = (
    Sought(
        "set-card",
        "sets/cards",
        "card",
        "cards",
        GivenSetCards,
        _card,
        "cards",
        "cards",
        together=GivenSetCards,
        each=_cards,
    ),
    Sought("set-deck", "sets/decks", "deck", "decks", GivenSetCards, _deck, "decks", "decks", _SHAPE),
    Sought("set-found-set", "sets/found-sets", "set", "sets", GivenSetCards, _set, "sets", "found_sets", _SHAPE),
    Sought("set-cap", "sets/caps", "cap", "caps", StorableSetCards, _cap, "caps", "caps", _SHAPE),
    Sought("set-game", "sets/games", "game", "games", GivenGame, _game, "games", "games"),
)
