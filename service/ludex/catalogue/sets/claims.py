"""Checking what is claimed of stored objects of SET: numbers of sets, bounds of caps, counts, and statistics."""

from typing import TYPE_CHECKING

from ludex.catalogue.deal_statistics import DealStatistic, range_fault
from ludex.catalogue.documents import Refused
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.sets.deck import Deck
from ludex.sets.position import Position

if TYPE_CHECKING:
    from ludex.sets.solving.caps import Cap
    from ludex.sets.study.cap_counts import CapCounts


def sets_fault(position: Position, sets: int | None, has_set: bool | None, budget: Budget) -> str | None:
    """Return what is wrong with what is claimed of the sets of a position, or None. Raises BudgetExhausted."""
    from ludex.sets.solving.search import count_sets, find_any

    if sets is not None:
        if has_set is not (sets > 0):
            return f"has_set is {has_set} with {sets} sets"
        counted = count_sets(position, budget=budget)
        return None if counted == sets else f"sets is {sets}, but must be {counted}"
    if has_set is not None and has_set is not (find_any(position, budget=budget) is not None):
        return f"has_set is {has_set}, but must be {not has_set}"
    return None


def bound_fault(deck: Deck, cap: "Cap", budget: Budget) -> str | None:
    """Return what is wrong with what is claimed of the larger caps of a deck, or None.

    A bound that another method than the claimed one proves is right too. Where it was not proved again the budget may
    have ended: the caller asks it.
    """
    from ludex.sets.solving.caps import largest_cap

    if cap.proved != (cap.size == cap.upper_bound) or cap.size > cap.upper_bound:
        return f"proved is {cap.proved} with {cap.size} cards and an upper bound of {cap.upper_bound}"
    again = largest_cap(deck, budget)
    if again.size > cap.upper_bound:
        return f"upper_bound is {cap.upper_bound}, but there are caps of {again.size} cards"
    if cap.upper_bound < again.upper_bound:
        return f"upper_bound is {cap.upper_bound}, but the bound that is proved is {again.upper_bound}"
    return None


def counts_fault(claimed: "CapCounts", again: "CapCounts") -> str | None:
    """Return where two counts of the caps of a deck differ, in the sizes that both have, or None."""
    for size, (caps, classes) in enumerate(zip(claimed.by_size, claimed.classes, strict=True)):
        if size >= len(again.by_size):
            return f"there are no caps of {size} cards" if again.complete else None
        if (caps, classes) != (again.by_size[size], again.classes[size]):
            return (
                f"{caps} caps of {size} cards in {classes} classes, but must be {again.by_size[size]} in "
                f"{again.classes[size]}"
            )
    if claimed.complete and len(again.by_size) > len(claimed.by_size):
        return f"there are caps of {len(claimed.by_size)} cards"
    return None


def statistic_fault(deck: Deck, statistic: DealStatistic, counts: "CapCounts | None") -> str | None:
    """Return what is wrong with a statistic of a deck whose numbers of caps may be known, or None."""
    fault = range_fault(statistic, deck.size)
    if fault is not None or not statistic.exact or counts is None:
        return fault
    caps = counts.by_size[statistic.n] if statistic.n < len(counts.by_size) else 0 if counts.complete else None
    if caps is not None and caps != statistic.numerator:
        return f"numerator is {statistic.numerator}, but the caps of {statistic.n} cards are {caps}"
    return None


def decides(counts: "CapCounts | None", n: int) -> bool:
    """Tell whether counts say how many caps of n cards there are."""
    return counts is not None and (n < len(counts.by_size) or counts.complete)


def require_sets(position: Position, sets: int | None, has_set: bool | None, budget: Budget) -> None:
    """Raise Refused where a claim about the sets of a position is wrong, or cannot be checked in time."""
    try:
        fault = sets_fault(position, sets, has_set, budget)
    except BudgetExhausted:
        fault = "the claim about its sets could not be checked in time"
    if fault is not None:
        raise Refused(fault)
