"""Checking what is claimed of stored objects: the ranges of a statistic, no swish in a set, a proved maximum."""

from math import comb

from ludex.budget import Budget
from ludex.catalogue.documents import Refused
from ludex.catalogue.swish.deals import DealStatistic
from ludex.swish.no_swish import NoSwishMaximum
from ludex.swish.position import Position


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


def require_no_swish(cards: Position, budget: Budget) -> None:
    """Raise Refused where cards have a swish, BudgetExhausted where this is not decided in time."""
    from ludex.swish.search import find_any

    swish = find_any(cards, budget=budget)
    if swish is not None:
        raise Refused(f"the cards {list(swish.indices)} form a swish")


def require_maximum(cards: Position, maximum: NoSwishMaximum, budget: Budget) -> None:
    """Raise Refused where a set is not what it claims to be, BudgetExhausted where that is not decided in time.

    A proof is checked with another solver than the one that found it.
    """
    if maximum.upper_bound < maximum.size or (maximum.proved and maximum.upper_bound != maximum.size):
        raise Refused(f"an upper bound of {maximum.upper_bound} for a set of {maximum.size} cards")
    if not maximum.proved:
        require_no_swish(Position(tuple(cards.cards[index] for index in maximum.indices), cards.symmetry), budget)
        return
    from ludex.swish.certificate import CertificateError, check_certificate

    try:
        check_certificate(cards, maximum.indices, maximum.certificate, budget, maximum.up_to_copies)
    except CertificateError as error:
        raise Refused(str(error)) from error
