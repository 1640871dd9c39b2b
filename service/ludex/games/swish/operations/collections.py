"""Storing all swishes of a deck with a number of cards, one of each class, and the claim that states their number."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.kind import prepare
from ludex.engine.budget import Budget
from ludex.games.swish import study
from ludex.games.swish.kinds.deck import DECK
from ludex.games.swish.kinds.statements import claim_classes
from ludex.games.swish.kinds.swish import SWISH_STACK
from ludex.games.swish.operations.decks import ensure_deck, find_deck
from ludex.games.swish.swishes import Stack
from ludex.operations.collections import StoredBatch, store_members


def store_swishes(catalogue: Catalogue, name: str, size: int, batch: int, budget: Budget) -> StoredBatch:
    """Store a batch of the swishes of a deck with `size` cards, by its number from 0. Raises BudgetExhausted."""
    deck = find_deck(catalogue, name)
    stacks = study.swish_classes.swish_classes(deck.position, size, budget)
    return store_members(
        catalogue, SWISH_STACK, stacks, lambda cards: Stack(cards, deck.position.symmetry), batch, budget
    )


def store_classes(catalogue: Catalogue, name: str, size: int, budget: Budget) -> int:
    """Count the classes of swishes of a deck with `size` cards, store the claim, and return their number.

    Raises BudgetExhausted.
    """
    deck = find_deck(catalogue, name)
    before = budget.cost()
    classes = study.swish_classes.count_classes(deck.position, size, budget)
    claim = claim_classes(classes, size).costing(budget.cost().since(before))
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        store_claim(writer, ensure_deck(writer, entry).id, claim)
    return classes
