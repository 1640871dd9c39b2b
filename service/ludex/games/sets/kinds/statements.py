"""What is stated of whole decks of SET: their largest caps, how many caps they have, how likely there is no set."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.card_games.deal_statistics import DealStatistic
from ludex.catalogue.claims.claim import Claim, Sense, Statement, of_document
from ludex.engine.budget import Budget
from ludex.games.sets import checks, solving, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.solving.cap_bounds import cap_bound

if TYPE_CHECKING:
    from ludex.games.sets.solving.caps import Cap
    from ludex.games.sets.study.cap_counts import CapCounts

Stated = TypeVar("Stated")


def claim_maximum(deck: Deck, cap: "Cap") -> Claim:
    """Return the claim of the largest known cap of a deck, with its cards as the certificate."""
    return Claim(
        CAP_MAXIMUM.name,
        value=cap.size,
        proved=cap.proved,
        method=cap.method,
        certificate={"cards": [deck.code(card) for card in cap.cards], "bound": cap_bound(deck, cap.method)},
        lower=cap.size,
        upper=cap.upper_bound,
    )


def read_maximum(deck: Deck, claim: Claim) -> "solving.caps.Cap":
    """Return the largest known cap that a claim states of a deck. Raises ValueError if it states none."""
    stated = claim.certificate.get("cards") if isinstance(claim.certificate, dict) else None
    cap = solving.caps.Cap.from_json(deck, stated, claim.proved, claim.upper, claim.method)
    if not claim.value == claim.lower == cap.size:
        raise ValueError(f"a cap of {claim.value} cards, {claim.lower} or more, is stated by {cap.size}")
    bound = claim.certificate.get("bound")
    if bound is not None and bound != cap_bound(deck, cap.method):
        raise ValueError("certificate/bound: other numbers follow from the deck and the method; leave it out")
    return cap


def claim_counts(counts: "CapCounts") -> Claim:
    """Return the claim of how many caps a deck has: for each size the number of caps and that of their classes.

    It is proved once all sizes are counted; until then more sizes are better. The certificate lists the classes.
    """
    listed = counts.listed
    return Claim(
        CAP_COUNTS.name,
        value=[list(both) for both in zip(counts.by_size, counts.classes, strict=True)],
        proved=counts.complete,
        method="extension of one cap of each class",
        certificate=None if listed is None else {"classes": listed},
    )


def read_counts(deck: Deck, claim: Claim) -> "study.cap_counts.CapCounts":
    """Return the numbers of caps that a claim states of a deck. Raises ValueError if it states none."""
    listed = claim.certificate.get("classes") if isinstance(claim.certificate, dict) else None
    return study.cap_counts.CapCounts.from_json(deck, claim.value, claim.proved, listed)


def claim_no_set(statistic: DealStatistic) -> Claim:
    """Return the claim of how many draws of n cards of a deck have no set."""
    return Claim(
        NO_SET_PROBABILITY.name,
        value=statistic.value,
        proved=statistic.exact,
        method="numbers of caps" if statistic.exact else "seeded draws",
        parameters=statistic.parameters,
    )


def claim_position(known: KnownPosition) -> list[Claim]:
    """Return what is claimed of a position: whether no set is among its cards, if that is known."""
    if known.has_set is None:
        return []
    cards, values = len(known.position.cards), known.position.deck.values
    certificate = {"recompute": {"choices": comb(cards, max(values - 1, 1))}}
    return [
        Claim(NO_SET.name, value=not known.has_set, proved=True, method="search of all sets", certificate=certificate)
    ]


def _read_no_set(deck: Deck, claim: Claim) -> DealStatistic:
    """Return the statistic that a claim states of a deck. Raises ValueError if it states none."""
    return DealStatistic.from_claim(claim.parameters, claim.value, deck.size, claim.proved)


def _maximum_again(claim: Claim, deck: Deck, cap: "Cap") -> Claim:
    """Return the claim that a cap makes; without the numbers of its bound, if they are not stated."""
    made = claim_maximum(deck, cap)
    stated = {name: one for name, one in made.certificate.items() if name != "bound" or name in claim.certificate}
    return replace(made, certificate=stated)


def _check(
    read: Callable[[Deck, Claim], Stated],
    claimed: Callable[[Claim, Deck, Stated], Claim],
    faults: Callable[[NamedDeck, Stated, Budget], Iterator[str]],
) -> Callable[[Any, Claim, Budget], Iterator[str]]:
    """Return the check of claims about whole decks: what one states can be read, in its form, and has no faults."""

    def check(subject: object, claim: Claim, budget: Budget) -> Iterator[str]:
        if not isinstance(subject, NamedDeck) or not subject.whole:
            yield "it is stated of whole decks only"
            return
        try:
            stated = read(subject.deck, claim)
        except ValueError as error:
            yield str(error)
        else:
            faulty = False
            for fault in faults(subject, stated, budget):
                faulty = True
                yield fault
            if not faulty and claimed(claim, subject.deck, stated).stated != claim.stated:
                yield f"{claim.statement} is stated by other members than its form has"

    return check


CAP_MAXIMUM = Statement(
    "set.cap-maximum",
    "The most cards of a whole deck without a set among them. The certificate lists the cards of such a cap; the "
    "method proves that there are no more than `upper`.",
    Sense.MOST,
    _check(read_maximum, _maximum_again, checks.maximum_faults),
    "the cap is looked at, and the bound is proved anew",
    "set-cap",
)
CAP_COUNTS = Statement(
    "set.cap-counts",
    "How many caps of each size a whole deck has, from no card on, and in how many classes under the symmetries that "
    "keep sets; proved once there are none of more cards.",
    Sense.MOST,
    _check(read_counts, lambda _claim, _deck, counts: claim_counts(counts), checks.cap_count_faults),
    "the caps are counted anew",
)
NO_SET_PROBABILITY = Statement(
    "set.no-set-probability",
    "How many of the draws of n cards of a whole deck have no set: of all draws, or of a sample.",
    Sense.EXACT,
    _check(_read_no_set, lambda _claim, _deck, statistic: claim_no_set(statistic), checks.no_set_faults),
    "the numerator is compared with the number of caps",
)
NO_SET = Statement(
    "set.no-set",
    "Whether no set is among the cards of a position.",
    Sense.EXACT,
    of_document,
    "sets are searched for anew",
)
"""It is checked with the position whose document shows it."""
STATEMENTS = (CAP_MAXIMUM, CAP_COUNTS, NO_SET_PROBABILITY, NO_SET)
