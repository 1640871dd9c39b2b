"""How likely it is that n random cards of a deck have no set: exactly where that is within reach, else from samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.engine.deal_statistics import DealStatistic
from ludex.sets.deck import Deck

SAMPLES = 100_000
QUICKLY_COUNTED = 27
"""Decks of so many cards at most, or of one property, have their caps counted on the way."""


class Exactness(StrEnum):
    """`best`: exact where it is known or quickly counted, else sampled; `exact`: counted however long it takes."""

    BEST = "best"
    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class DeckStatistic:
    """A stored statistic and the whole deck that it is about."""

    deck: Deck
    statistic: DealStatistic


def exact_no_set(catalogue: Catalogue | None, deck: Deck, n: int) -> DealStatistic | None:
    """Return how many draws of n cards have no set, where that is known without a search; else None.

    It is for few cards, for more than a cap can have, and where the catalogue has the number or the caps are counted.
    """
    raise NotImplementedError


def no_set_statistics(
    catalogue: Catalogue | None,
    deck: Deck,
    numbers: Sequence[int],
    budget: Budget,
    *,
    exactness: Exactness = Exactness.BEST,
    samples: int = SAMPLES,
    seed: int = 0,
) -> list[DealStatistic]:
    """Return a statistic for each number of cards. Nothing is stored.

    A search for exact numbers takes half of the budget's time where samples may follow. Raises BudgetExhausted,
    PositionError for more cards than the deck has or samples out of range.
    """
    raise NotImplementedError


def store_statistics(catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a whole deck and return how many are new; those that are there already stay.

    Raises ValueError for numbers that are no statistic of the deck.
    """
    raise NotImplementedError


def stored_statistics(catalogue: Catalogue, deck: Deck | None = None) -> list[DeckStatistic]:
    """Return every stored statistic, of one deck or of all, the oldest first; `best_for_each_n` chooses among them."""
    raise NotImplementedError
