"""How likely a deal has no swish: the exact number where it is stored, else one from seeded deals."""

from collections.abc import Sequence

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.engine.deal_statistics import DealStatistic
from ludex.swish.deck import Deck


def no_swish_probability(
    catalogue: Catalogue, deck: Deck, n: int, samples: int, seed: int, budget: Budget
) -> DealStatistic:
    """Tell how likely n random cards of a deck have no swish, and store nothing.

    The exact statistic where one is stored, else the stored one of most samples, else `samples` seeded deals. Raises
    PositionError for a deal that the deck does not have, BudgetExhausted.
    """
    raise NotImplementedError


def stored_probabilities(catalogue: Catalogue, deck: Deck) -> list[DealStatistic]:
    """Return the best stored statistic of a deck's deals for each n, ascending. Empty where the deck is not stored."""
    raise NotImplementedError


def count_no_swish_deals(deck: Deck, budget: Budget) -> list[DealStatistic]:
    """Count for every n from 1 the deals of n cards of a deck without a swish, exactly.

    Raises PositionError for more than 64 cards, BudgetExhausted. Cost: under a minute for the commercial decks.
    """
    raise NotImplementedError


def sample_no_swish_deals(
    deck: Deck, numbers: Sequence[int], samples: int, seed: int, budget: Budget
) -> list[DealStatistic]:
    """Estimate for each of these n from seeded deals how likely n cards of a deck have no swish.

    Raises PositionError, BudgetExhausted.
    """
    raise NotImplementedError


def store_probabilities(catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a deck's deals, and the deck; return how many are new. Those that are there already stay."""
    raise NotImplementedError
