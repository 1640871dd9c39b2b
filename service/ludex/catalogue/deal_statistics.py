"""How many of the deals of n cards have nothing to find, in every game of cards."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb


@dataclass(frozen=True, slots=True)
class DealStatistic:
    """How many of the deals of n cards have no swish, or no set: `numerator` of `denominator`.

    Exact: of all C(deck, n) deals. Else: of `samples` seeded deals, with the 95 % Wilson interval `low` to `high`.
    """

    n: int
    numerator: int
    denominator: int
    exact: bool
    samples: int = 0
    seed: int = 0
    low: float | None = None
    high: float | None = None

    @property
    def probability(self) -> Fraction:
        """Return the share of deals that have none."""
        return Fraction(self.numerator, self.denominator)


def range_fault(statistic: DealStatistic, cards: int | None = None) -> str | None:
    """Return what is wrong with the numbers of a statistic (of a deck of so many cards), or None."""
    if not 0 <= statistic.numerator <= statistic.denominator or statistic.denominator == 0:
        return f"{statistic.numerator} of {statistic.denominator} is no share"
    if cards is not None and not 1 <= statistic.n <= cards:
        return f"deals of {statistic.n} cards from a deck of {cards}"
    if statistic.exact:
        if statistic.samples or statistic.low is not None or statistic.high is not None:
            return "an exact statistic has no sample and no interval"
        if cards is not None and statistic.denominator != comb(cards, statistic.n):
            return f"the deals of {statistic.n} of {cards} cards are {comb(cards, statistic.n)}"
        return None
    if statistic.samples != statistic.denominator or statistic.low is None or statistic.high is None:
        return "a sample has its size as denominator, and an interval"
    if not 0.0 <= statistic.low <= statistic.numerator / statistic.denominator <= statistic.high <= 1.0:
        return "the interval does not hold the estimate"
    return None


def best_for_each_n(statistics: list[DealStatistic]) -> list[DealStatistic]:
    """Return the best statistic for each n, ascending: the exact one, or the first of those with most samples."""
    best: dict[int, DealStatistic] = {}
    for statistic in sorted(statistics, key=lambda one: (one.n, not one.exact, -one.samples)):
        best.setdefault(statistic.n, statistic)
    return list(best.values())
