"""The probability that n random cards of a deck contain no set: exact where feasible, otherwise from samples."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import comb

from ludex.card_games.deal_statistics import DealStatistic
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.study.cap_counts import CapCounts, count_caps
from ludex.games.sets.study.closed_forms import no_set_in_closed_form
from ludex.games.sets.study.statistics import sample_no_set

SAMPLES = 100_000
QUICKLY_COUNTED = 27
"""The caps of decks with at most this number of cards, or with one property, are counted immediately."""

_MANY, _MANY_CARDS = 500, 10_000
"""Beyond these numbers of cards drawn and of cards in the deck, numbers of draws may have thousands of digits."""


class Exactness(StrEnum):
    """`best`: exact if known or quickly counted, otherwise sampled; `exact`: counted; `sampled`: sampled."""

    BEST = "best"
    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class NoSetStatistic:
    """The share of draws of `n` random cards that contain no set.

    If `exact`, it is in lowest terms, and the fields from `samples` on are null. Otherwise it is estimated from
    `samples` draws with the seed `seed`, with the 95 % Wilson interval from `low` to `high`.
    """

    properties: int
    values: int
    n: int
    numerator: int
    denominator: int
    probability: float
    exact: bool
    samples: int | None
    seed: int | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, deck: Deck, statistic: DealStatistic) -> "NoSetStatistic":
        """Return a `statistic` of a `deck` in the form of responses.

        >>> NoSetStatistic.of(Deck(2, 3), DealStatistic.from_count(3, 72, 9)).denominator
        7
        """
        share, lowest = statistic.share, statistic.probability
        parts = lowest.as_integer_ratio() if share.exact else (share.numerator, share.denominator)
        sample = share.samples, share.seed
        shape = deck.properties, deck.values
        return cls(*shape, statistic.n, *parts, share.probability, share.exact, *sample, share.low, share.high)


def no_set_probability(deck: Deck, n: int, counts: Sequence[int]) -> Fraction:
    """Return the probability that `n` random cards of a `deck` contain no set, from its complete cap `counts` by size.

    Raises ValueError if `n` is negative or exceeds the size of the deck.

    >>> no_set_probability(Deck(2, 3), 3, (1, 9, 36, 72, 54))
    Fraction(6, 7)
    """
    if not 0 <= n <= deck.size:
        raise ValueError(f"{n} cards, the deck has {deck.size}")
    return Fraction(counts[n] if n < len(counts) else 0, comb(deck.size, n))


def known_no_set(deck: Deck, n: int, counts: CapCounts | None = None) -> DealStatistic | None:
    """Return the statistic of draws of `n` cards of a `deck` without a set, if known without a search; else None.

    It is known in closed form, or from the numbers of caps `counts`.

    >>> known_no_set(Deck(4, 3), 2).probability, known_no_set(Deck(4, 3), 12)
    (Fraction(1, 1), None)
    """
    probability = no_set_in_closed_form(deck, n)
    if probability is None and counts is not None and counts.decides(n):
        probability = no_set_probability(deck, n, counts.by_size)
    return None if probability is None else _exact(deck, n, probability)


def no_set_statistics(
    deck: Deck,
    numbers: Sequence[int],
    budget: Budget,
    *,
    exactness: Exactness = Exactness.BEST,
    samples: int = SAMPLES,
    seed: int = 0,
    known: Callable[[Deck, int], DealStatistic | None] = known_no_set,
) -> list[DealStatistic]:
    """Return a statistic of a `deck` for each of the `numbers` of cards.

    `known` returns the exact statistics that need no search. With the `exactness` BEST, other numbers are sampled
    unless they are quickly counted; with EXACT they are counted; with SAMPLED all are sampled. Each sample has
    `samples` deals, determined by `seed`. The search for exact numbers takes at most half of the time of the `budget`
    if samples may follow. Raises BudgetExhausted, and PositionError for more cards than the deck has or samples out of
    range.
    """
    if not all(0 <= n <= deck.size for n in numbers):
        raise PositionError(f"{max(numbers)} cards, the deck has {deck.size:,}")
    found: dict[int, DealStatistic] = {}
    if exactness is not Exactness.SAMPLED:
        found = {n: statistic for n in numbers if (statistic := known(deck, n)) is not None}
        missing = [n for n in numbers if n not in found]
        if missing and (exactness is Exactness.EXACT or deck.size <= QUICKLY_COUNTED or deck.properties == 1):
            found |= _counted(deck, missing, budget, exactness)
    return [found.get(n) or _sampled(deck, n, samples, seed, budget) for n in numbers]


def over_all_draws(deck: Deck, statistic: DealStatistic) -> DealStatistic:
    """Return an exact `statistic` of a `deck` over all draws, not in lowest terms.

    Raises ValueError if there are too many draws.

    >>> over_all_draws(Deck(2, 3), DealStatistic(3, 6, 7, exact=True)).numerator
    72
    """
    if _is_huge(deck, statistic.n):
        raise ValueError(f"the draws of {statistic.n:,} of {deck.size:,} cards are too many to be stored as a number")
    return _exact(deck, statistic.n, statistic.probability)


def _counted(deck: Deck, numbers: Iterable[int], budget: Budget, exactness: Exactness) -> dict[int, DealStatistic]:
    """Return exact statistics by counting caps: without a time limit of its own, or within half of the time."""
    share = budget
    if exactness is Exactness.BEST and budget.seconds is not None:
        share = replace(budget, seconds=budget.elapsed() + budget.remaining() / 2)
    counts = count_caps(deck, share, up_to=max(numbers))
    found = {n: statistic for n in numbers if (statistic := known_no_set(deck, n, counts)) is not None}
    if exactness is Exactness.EXACT and len(found) < len(set(numbers)):
        raise BudgetExhausted(budget.exhausted() or "time")
    return found


def _exact(deck: Deck, n: int, probability: Fraction) -> DealStatistic:
    """Return an exact statistic: over all draws or, if their number is huge, in lowest terms."""
    if _is_huge(deck, n):
        return DealStatistic(n, probability.numerator, probability.denominator, exact=True)
    return DealStatistic.from_count(n, int(probability * comb(deck.size, n)), deck.size)


def _is_huge(deck: Deck, n: int) -> bool:
    return min(n, deck.size - n) > _MANY and deck.size > _MANY_CARDS


def _sampled(deck: Deck, n: int, samples: int, seed: int, budget: Budget) -> DealStatistic:
    return DealStatistic.from_sample(n, sample_no_set(deck, n, samples, seed, budget), seed)
