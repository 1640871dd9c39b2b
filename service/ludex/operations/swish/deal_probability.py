"""How likely a deal has no swish: the exact number where it is stored, else one from seeded deals."""

from collections.abc import Sequence

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims import claims_of, put_claim
from ludex.catalogue.kind import named, prepare
from ludex.catalogue.kinds.swish import DECK
from ludex.catalogue.kinds.swish.statements import NO_SWISH_PROBABILITY, claim_probability
from ludex.catalogue.reading import find_keys
from ludex.engine.budget import Budget
from ludex.engine.deal_statistics import DealStatistic, best_for_each_n
from ludex.operations.swish.decks import keep_deck
from ludex.swish.deck import Deck
from ludex.swish.position import PositionError


def no_swish_probability(
    catalogue: Catalogue, deck: Deck, n: int, samples: int, seed: int, budget: Budget
) -> DealStatistic:
    """Tell how likely n random cards of a deck have no swish, and store nothing.

    The exact statistic where one is stored, else the stored one of most samples, else `samples` seeded deals. Raises
    PositionError for a deal that the deck does not have, BudgetExhausted.
    """
    if not 1 <= n <= len(deck.position.cards):
        raise PositionError(f"a deal of {n} cards from a deck of {len(deck.position.cards)}")
    stored = _stored(catalogue, deck, n)
    return stored[0] if stored else sample_no_swish_deals(deck, [n], samples, seed, budget)[0]


def stored_probabilities(catalogue: Catalogue, deck: Deck) -> list[DealStatistic]:
    """Return the best stored statistic of a deck's deals for each n, ascending. Empty where the deck is not stored."""
    return _stored(catalogue, deck)


def _stored(catalogue: Catalogue, deck: Deck, n: int | None = None) -> list[DealStatistic]:
    key = named(DECK, deck).key
    with catalogue.reading() as reader:
        node = find_keys(reader, [key]).get(key)
        asked = None if n is None else {"n": n}
        claims = [] if node is None else claims_of(reader, node, NO_SWISH_PROBABILITY.name, asked)
    return best_for_each_n(DealStatistic.claimed(claim.parameters, claim.value) for claim in claims)


def count_no_swish_deals(deck: Deck, budget: Budget) -> list[DealStatistic]:
    """Count for every n from 1 the deals of n cards of a deck without a swish, exactly.

    Raises PositionError for more than 64 cards, BudgetExhausted. Cost: under a minute for the commercial decks.
    """
    from ludex.swish.study.statistics import no_swish_deal_counts

    counts = no_swish_deal_counts(deck.position, budget)
    cards = len(counts) - 1
    return [DealStatistic.counted(n, counts[n], cards) for n in range(1, cards + 1)]


def sample_no_swish_deals(
    deck: Deck, numbers: Sequence[int], samples: int, seed: int, budget: Budget
) -> list[DealStatistic]:
    """Estimate for each of these n from seeded deals how likely n cards of a deck have no swish.

    Raises PositionError, BudgetExhausted.
    """
    from ludex.swish.study.statistics import sample_no_swish

    return [DealStatistic.sampled(n, sample_no_swish(deck.position, n, samples, seed, budget), seed) for n in numbers]


def store_probabilities(catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a deck's deals, and the deck; return how many are new. Those that are there already stay."""
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        stored = keep_deck(writer, entry)
        return sum(put_claim(writer, stored.id, claim_probability(one)) for one in statistics)
