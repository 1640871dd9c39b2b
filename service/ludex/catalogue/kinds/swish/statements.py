"""What is stated of objects of SWISH, and how it is checked."""

from collections.abc import Iterator
from typing import Any

from ludex.catalogue.claim import Claim, Sense, Statement
from ludex.catalogue.kinds.swish.no_swish_set import require_no_swish
from ludex.catalogue.kinds.swish.relations import cards_at
from ludex.engine.budget import Budget
from ludex.engine.deal_statistics import DealStatistic, range_fault
from ludex.swish.deck import Deck
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import NoSwishMaximum


def claim_maximum(maximum: NoSwishMaximum) -> Claim:
    """Return the claim of a largest no-swish set; its indices count in the canonical order of the subject's cards."""
    return Claim(
        NO_SWISH_MAXIMUM.name,
        value=maximum.size,
        proved=maximum.proved,
        method="integer program over swishes",
        certificate={
            "indices": list(maximum.indices),
            "swishes": [list(swish) for swish in maximum.certificate],
            "up_to_copies": maximum.up_to_copies,
        },
        lower=maximum.size,
        upper=maximum.upper_bound,
    )


def read_maximum(claim: Claim, cards: Position) -> NoSwishMaximum:
    """Return the largest no-swish set that a claim states of canonical cards. Raises ValueError where it is none."""
    stated = claim.certificate if isinstance(claim.certificate, dict) else {}
    swishes, indices, up_to_copies = (stated.get(name) for name in ("swishes", "indices", "up_to_copies"))
    if not isinstance(swishes, list) or type(up_to_copies) is not bool:
        raise ValueError("a largest set is stated by its indices, by swishes and whether they are up to copies")
    kept = cards_at(cards, indices)
    for swish in swishes:
        cards_at(cards, swish)
    if not claim.value == claim.lower == len(kept.cards):
        raise ValueError(f"a largest set of {claim.value} cards, {claim.lower} or more, that keeps {len(kept.cards)}")
    if claim.upper is None or claim.upper < claim.value or (claim.proved and claim.upper != claim.value):
        raise ValueError(f"an upper bound of {claim.upper} for a set of {claim.value} cards")
    return NoSwishMaximum(tuple(stated["indices"]), claim.proved, claim.upper, tuple(map(tuple, swishes)), up_to_copies)


def _largest_swish(_value: Any, _claim: Claim, _budget: Budget) -> Iterator[str]:  # noqa: ANN401 - a value of its kind
    yield "the document of its position does not say so"


def _maximum(value: Deck | KnownPosition, claim: Claim, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with a largest no-swish set. A proof is checked with another solver than the one before."""
    cards = value.position.canonical()
    try:
        maximum = read_maximum(claim, cards)
    except ValueError as error:
        yield str(error)
        return
    if not maximum.proved:
        yield from require_no_swish(cards_at(cards, list(maximum.indices)), budget)
        return
    from ludex.swish.solving.certificate import CertificateError, check_certificate

    try:
        check_certificate(cards, maximum.indices, maximum.certificate, budget, maximum.up_to_copies)
    except CertificateError as error:
        yield str(error)


def claim_probability(statistic: DealStatistic) -> Claim:
    """Return the claim of how many deals of a deck have no swish."""
    return Claim(
        NO_SWISH_PROBABILITY.name,
        value=statistic.value,
        proved=statistic.exact,
        method="count of all deals" if statistic.exact else "seeded deals",
        parameters=statistic.parameters,
    )


def _probability(deck: Deck, claim: Claim, _budget: Budget) -> Iterator[str]:
    try:
        statistic = DealStatistic.claimed(claim.parameters, claim.value)
    except ValueError as error:
        yield str(error)
        return
    if (fault := range_fault(statistic, len(deck.position.cards))) is not None:
        yield fault
    if claim.proved != statistic.exact:
        yield "what is proved of deals is the exact number of all of them"


LARGEST_SWISH = Statement(
    "swish.largest-swish",
    1,
    "The most cards of a swish of a position; 0: it has none. The certificate is the stack of one.",
    Sense.MOST,
    _largest_swish,
)
NO_SWISH_MAXIMUM = Statement(
    "swish.no-swish-maximum",
    2,
    "The most cards of a deck or position without a swish among them. The certificate lists the cards of such a set, "
    "and swishes of which a set without a swish leaves out a card each, by index in the canonical order.",
    Sense.MOST,
    _maximum,
)
NO_SWISH_PROBABILITY = Statement(
    "swish.no-swish-probability",
    3,
    "How many of the deals of n cards of a deck have no swish: of all deals, or of a sample.",
    Sense.EXACT,
    _probability,
)
STATEMENTS = (LARGEST_SWISH, NO_SWISH_MAXIMUM, NO_SWISH_PROBABILITY)
