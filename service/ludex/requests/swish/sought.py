"""How objects of SWISH are given that are looked up by their keys: cards, decks, swishes, sets, hypergraphs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests.fields import Asked
from ludex.requests.request import Work
from ludex.requests.sought import Sought
from ludex.requests.swish.sources import GivenCards, SymmetryOfAll
from ludex.swish.card import CardClass
from ludex.swish.deck import Deck
from ludex.swish.found import Stack, is_swish

if TYPE_CHECKING:
    from ludex.catalogue.kind import Identity


def _card(given: GivenCards, work: Work, _asked: Asked, budget: Budget) -> "Identity":
    [identity, *others] = _cards(given, work, budget)
    if others:
        with given.at_fault():
            raise Fault(f"{len(others) + 1} cards; one is looked up, dedup takes several")
    return identity


def _cards(given: GivenCards, work: Work, budget: Budget) -> "Iterator[Identity]":
    from ludex.catalogue.kinds.swish import CARD

    position = given.position(work)
    for card in position.cards:
        yield CARD.identify(CardClass(card, position.symmetry), budget)


def _deck(given: GivenCards, work: Work, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.catalogue.kinds.swish import DECK

    return DECK.identify(Deck("", "", "", given.position(work, asked.symmetry)), budget)


def _swish(given: GivenCards, work: Work, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.catalogue.kinds.swish import SWISH_STACK

    position = given.position(work, asked.symmetry)
    if not is_swish(position.cards):
        with given.at_fault():
            raise Fault("the cards, laid over one another as they are written, form no swish")
    return SWISH_STACK.identify(Stack(position.cards, position.symmetry), budget)


def _no_swish_set(given: GivenCards, work: Work, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.catalogue.kinds.swish import NO_SWISH_SET

    return NO_SWISH_SET.identify(given.position(work, asked.symmetry), budget)


def _hypergraph(given: GivenCards, work: Work, asked: SymmetryOfAll, budget: Budget) -> "Identity":
    from ludex.catalogue.kinds.swish import HYPERGRAPH
    from ludex.operations.swish.hypergraphs import hypernodes_of, require_hypergraph

    position = given.position(work, asked.symmetry)
    with given.at_fault():
        entry = require_hypergraph(position)
    return HYPERGRAPH.identify(entry.value, budget)._replace(order=hypernodes_of(position, entry))


_SHARED = (SymmetryOfAll,)
SOUGHT = (
    Sought(
        "swish-card",
        "swish/cards",
        "card",
        "cards",
        GivenCards,
        _card,
        "cards",
        "cards",
        together=GivenCards,
        each=_cards,
    ),
    Sought("swish-deck", "swish/decks", "deck", "decks", GivenCards, _deck, "decks", "decks", _SHARED),
    Sought("swish-swish", "swish/swishes", "swish", "swishes", GivenCards, _swish, "swishes", "swishes", _SHARED),
    Sought(
        "swish-no-swish-set",
        "swish/no-swish-sets",
        "no-swish set",
        "no-swish sets",
        GivenCards,
        _no_swish_set,
        "no_swish_sets",
        "no_swish_sets",
        _SHARED,
    ),
    Sought(
        "swish-hypergraph",
        "swish/hypergraphs",
        "hypergraph",
        "hypergraphs",
        GivenCards,
        _hypergraph,
        "positions",
        "hypergraphs",
        _SHARED,
    ),
)
