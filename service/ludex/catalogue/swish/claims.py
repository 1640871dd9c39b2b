"""Checking what is claimed of stored objects: no swish in a set, a proved maximum."""

from ludex.catalogue.documents import Refused
from ludex.engine.budget import Budget
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum


def require_no_swish(cards: Position, budget: Budget) -> None:
    """Raise Refused where cards have a swish, BudgetExhausted where this is not decided in time."""
    from ludex.swish.solving.search import find_any

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
    from ludex.swish.solving.certificate import CertificateError, check_certificate

    try:
        check_certificate(cards, maximum.indices, maximum.certificate, budget, maximum.up_to_copies)
    except CertificateError as error:
        raise Refused(str(error)) from error
