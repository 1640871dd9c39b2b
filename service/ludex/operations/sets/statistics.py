"""How likely it is that n random cards of a deck have no set: exactly where that is within reach, else from samples."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims import claims_of, claims_stating, put_claim
from ludex.catalogue.kinds.sets.deck import DECK, DeckDocument
from ludex.catalogue.kinds.sets.statements import NO_SET_PROBABILITY, claim_no_set
from ludex.catalogue.reading import find
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.deal_statistics import DealStatistic, range_fault
from ludex.operations.sets.whole_decks import find_whole, known_of, prepare_whole, store_whole
from ludex.sets.deck import Deck
from ludex.sets.position import PositionError
from ludex.sets.study.facts import no_set_in_closed_form

if TYPE_CHECKING:
    from ludex.sets.study.cap_counts import CapCounts

SAMPLES = 100_000
QUICKLY_COUNTED = 27
"""Decks of so many cards at most, or of one property, have their caps counted on the way."""

_MANY, _MANY_CARDS = 500, 10_000
"""The number of draws of more cards from a larger deck may have thousands of digits."""


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

    def shown(self) -> "NoSetStatistic":
        """Return it as answers show it."""
        deck, one, share = self.deck, self.statistic, self.statistic.probability
        samples, seed = (None, None) if one.exact else (one.samples, one.seed)
        parts = share.as_integer_ratio() if one.exact else (one.numerator, one.denominator)
        return NoSetStatistic(
            deck.properties, deck.values, one.n, *parts, float(share), one.exact, samples, seed, one.low, one.high
        )


@dataclass(frozen=True, slots=True)
class NoSetStatistic:
    """The share of draws of `cards` random cards that have no set: in lowest terms where exact, else of seeded samples.

    Of samples there are their number, their seed and the 95 % Wilson interval; null where exact.
    """

    properties: int
    values: int
    cards: int
    numerator: int
    denominator: int
    probability: float
    exact: bool
    samples: int | None
    seed: int | None
    low: float | None
    high: float | None


def exact_no_set(catalogue: Catalogue | None, deck: Deck, n: int) -> DealStatistic | None:
    """Return how many draws of n cards have no set, where that is known without a search; else None.

    It is for few cards, for more than a cap can have, and where the catalogue has the number or the caps are counted.
    """
    closed = no_set_in_closed_form(deck, n)
    if closed is not None:
        return _exact(deck, n, closed)
    if catalogue is None:
        return None
    with catalogue.reading() as reader:
        whole = find_whole(reader, deck)
        stated = [] if whole is None else claims_of(reader, whole.id, NO_SET_PROBABILITY.name, {"n": n})
    for claim in stated:
        if claim.proved:
            return DealStatistic.claimed(claim.parameters, claim.value)
    return _from_counts(deck, [n], known_of(catalogue, deck).cap_counts).get(n)


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
    if not all(0 <= n <= deck.size for n in numbers):
        raise PositionError(f"{max(numbers)} cards, the deck has {deck.size:,}")
    if exactness is Exactness.SAMPLED:
        return [_sampled(deck, n, samples, seed, budget) for n in numbers]
    found = {n: known for n in numbers if (known := exact_no_set(catalogue, deck, n)) is not None}
    missing = [n for n in numbers if n not in found]
    if missing and (exactness is Exactness.EXACT or deck.size <= QUICKLY_COUNTED or deck.properties == 1):
        found |= _counted(deck, missing, budget, exactness)
    return [found.get(n) or _sampled(deck, n, samples, seed, budget) for n in numbers]


def store_statistics(catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a whole deck and return how many are new; those that are there already stay.

    Raises ValueError for numbers that are no statistic of the deck.
    """
    full = [_of_all_draws(deck, one) if one.exact else one for one in statistics]
    for one in full:
        if (fault := range_fault(one, deck.size)) is not None:
            raise ValueError(fault)
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        node = store_whole(writer, whole).id
        return sum(put_claim(writer, node, claim_no_set(one)) for one in full)


def stored_statistics(catalogue: Catalogue, deck: Deck | None = None) -> list[DeckStatistic]:
    """Return every stored statistic, of one deck or of all, the oldest first; `best_for_each_n` chooses among them."""
    with catalogue.reading() as reader:
        if deck is not None:
            whole = find_whole(reader, deck)
            claims = [] if whole is None else claims_of(reader, whole.id, NO_SET_PROBABILITY.name)
            return [DeckStatistic(deck, DealStatistic.claimed(one.parameters, one.value)) for one in claims]
        listed = list(claims_stating(reader, NO_SET_PROBABILITY.name))
        decks = {label: _deck(find(reader, label, DECK).document()) for label in {label for label, _ in listed}}
    return [DeckStatistic(decks[label], DealStatistic.claimed(one.parameters, one.value)) for label, one in listed]


def _deck(document: object) -> Deck:
    assert isinstance(document, DeckDocument)
    return document.deck


def _counted(deck: Deck, numbers: Sequence[int], budget: Budget, exactness: Exactness) -> dict[int, DealStatistic]:
    """Return exact statistics by counting caps: however long it takes, or within half of the time."""
    from ludex.sets.study.cap_counts import count_caps

    if exactness is Exactness.BEST and budget.seconds is not None:
        share = replace(budget, seconds=budget.elapsed() + budget.remaining() / 2)
    else:
        share = budget
    found = _from_counts(deck, numbers, count_caps(deck, share, up_to=max(numbers)))
    if exactness is Exactness.EXACT and len(found) < len(set(numbers)):
        raise BudgetExhausted(budget.exhausted() or "time")
    return found


def _from_counts(deck: Deck, numbers: Iterable[int], counts: "CapCounts | None") -> dict[int, DealStatistic]:
    from ludex.sets.study.statistics import no_set_probability

    if counts is None:
        return {}
    return {n: _exact(deck, n, no_set_probability(deck, n, counts.by_size)) for n in numbers if counts.decides(n)}


def _exact(deck: Deck, n: int, probability: Fraction) -> DealStatistic:
    """Return an exact statistic: of all draws, or in lowest terms where their number is huge."""
    if _is_huge(deck, n):
        return DealStatistic(n, probability.numerator, probability.denominator, exact=True)
    return DealStatistic(n, int(probability * comb(deck.size, n)), comb(deck.size, n), exact=True)


def _is_huge(deck: Deck, n: int) -> bool:
    return min(n, deck.size - n) > _MANY and deck.size > _MANY_CARDS


def _of_all_draws(deck: Deck, statistic: DealStatistic) -> DealStatistic:
    exact = _exact(deck, statistic.n, statistic.probability)
    if _is_huge(deck, statistic.n):
        raise ValueError(f"the draws of {statistic.n:,} of {deck.size:,} cards are too many to be stored as a number")
    return exact


def _sampled(deck: Deck, n: int, samples: int, seed: int, budget: Budget) -> DealStatistic:
    from ludex.sets.study.statistics import sample_no_set

    return DealStatistic.sampled(n, sample_no_set(deck, n, samples, seed, budget), seed)
