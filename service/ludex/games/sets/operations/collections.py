"""Storing all caps of a deck, one of each class under the symmetries that preserve sets."""

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.cap import CAP
from ludex.games.sets.known_results import KnownCap
from ludex.games.sets.operations.statistics import count_caps_of_deck
from ludex.games.sets.position import Position, PositionError
from ludex.operations.collections import StoredBatch, store_members


def store_caps(catalogue: Catalogue, deck: Deck, batch: int, budget: Budget) -> StoredBatch:
    """Store a batch of the classes of caps of a deck, by its number from 0; the empty cap is not stored.

    The caps are counted first, and the claim about their numbers is stored, unless it is stored already. Raises
    PositionError if the deck has too many caps, and BudgetExhausted. Cost: that of
    :func:`ludex.games.sets.study.cap_counts.count_caps`, then a canonical form for each class of the batch.
    """
    counts, _ = count_caps_of_deck(catalogue, deck, budget, complete=True)
    if counts.representatives is None:
        raise PositionError(f"there are {sum(counts.classes):,} classes of caps, which are too many to store")
    members = [cards for of_size in counts.representatives for cards, _ in of_size if cards]

    def known(cards: tuple[int, ...]) -> KnownCap:
        position, largest = Position(deck, cards), len(cards) == counts.largest
        return KnownCap(position, solving.caps.is_complete(position), largest, True if largest else None)

    return store_members(catalogue, CAP, members, known, batch, budget)


def count_classes(catalogue: Catalogue, deck: Deck, budget: Budget) -> int:
    """Return the number of classes of caps of a deck, without the empty cap, which a claim about the deck states."""
    counts, _ = count_caps_of_deck(catalogue, deck, budget, complete=True)
    return sum(counts.classes) - 1
