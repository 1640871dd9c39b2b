"""The relations and statements of SET, and the largest cap sizes known from the literature."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.card_games.deals import DealStatistic
from ludex.card_games.relations import holds, lies_in, witnesses
from ludex.catalogue.claims.claim import CitedClaim, Claim, Sense, Statement, of_document
from ludex.catalogue.kinds.relation import same_class
from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.games.sets import known_results, solving, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.study.closed_forms import bound_evidence, cap_bound

if TYPE_CHECKING:
    from ludex.games.sets.solving.caps import Cap
    from ludex.games.sets.study.cap_counts import CapCounts


HOLDS = holds("set-card", "set-deck", "set-position", "set-found-set", "set-cap")
LIES_IN = lies_in("set-found-set", "set-position", known_results.place_faults)
WITNESSES = witnesses(("set-cap",), ("set-deck",), known_results.witness_faults)
SAME_CLASS = same_class("set-cap", "set-position")
RELATIONS = (HOLDS, LIES_IN, WITNESSES, SAME_CLASS)


Result = TypeVar("Result")


def claim_maximum(deck: Deck, cap: "Cap") -> Claim:
    """Return the claim about the largest known cap of a deck, with the cards of the cap as the certificate."""
    certificate = {"cards": [deck.code(card) for card in cap.cards], "bound": cap_bound(deck, cap.method)}
    return CAP_MAXIMUM.claim(
        cap.size, proved=cap.proved, method=cap.method, certificate=certificate, lower=cap.size, upper=cap.upper_bound
    )


def read_maximum(deck: Deck, claim: Claim) -> "solving.caps.Cap":
    """Return the largest known cap from a claim about a deck. Raises ValueError if the claim is malformed."""
    cards = claim.certificate.get("cards") if isinstance(claim.certificate, dict) else None
    cap = solving.caps.Cap.from_json(deck, cards, claim.proved, claim.upper, claim.method)
    if not claim.value == claim.lower == cap.size:
        raise ValueError(
            f"the value {claim.value} and the lower bound {claim.lower} must be {cap.size}, the number of "
            "cards in the certificate"
        )
    bound = claim.certificate.get("bound")
    if bound is not None and bound != cap_bound(deck, cap.method):
        raise ValueError("certificate/bound: differs from the bound of the deck and the method; omit it")
    return cap


def claim_counts(counts: "CapCounts") -> Claim:
    """Return the claim that states the number of caps, and the number of classes of caps, of each size of a deck.

    The claim is proved if all sizes are counted. Of two claims that are not proved, the claim with more sizes is
    better. The certificate lists the classes.
    """
    listed = counts.listed
    return CAP_COUNTS.claim(
        [list(counts_of_size) for counts_of_size in zip(counts.by_size, counts.classes, strict=True)],
        proved=counts.complete,
        method="extension of one cap of each class",
        certificate=None if listed is None else {"classes": listed},
    )


def read_counts(deck: Deck, claim: Claim) -> "study.cap_counts.CapCounts":
    """Return the cap counts that a claim about a deck states. Raises ValueError if the claim is malformed."""
    listed = claim.certificate.get("classes") if isinstance(claim.certificate, dict) else None
    return study.cap_counts.CapCounts.from_json(deck, claim.value, claim.proved, listed)


def claim_no_set(statistic: DealStatistic) -> Claim:
    """Return the claim about the number of draws of n cards from a deck that contain no set."""
    method = "numbers of caps" if statistic.exact else "seeded draws"
    return NO_SET_PROBABILITY.claim(
        statistic.value, proved=statistic.exact, method=method, parameters=statistic.parameters
    )


def claim_position(known: KnownPosition) -> list[Claim]:
    """Return the claim about whether a position contains no set, in a list that is empty if this is not known."""
    if known.has_set is None:
        return []
    cards, values = len(known.position.cards), known.position.deck.values
    certificate = {"recompute": {"choices": comb(cards, max(values - 1, 1))}}
    return [NO_SET.claim(not known.has_set, method="search of all sets", certificate=certificate)]


def _read_no_set(deck: Deck, claim: Claim) -> DealStatistic:
    """Return the statistic from a claim about a deck. Raises ValueError if the claim is malformed."""
    return DealStatistic.from_claim(claim.parameters, claim.value, deck.size, claim.proved)


def _maximum_again(claim: Claim, deck: Deck, cap: "Cap") -> Claim:
    """Return the claim that is computed from a cap. The certificate has a bound only if the given claim has a bound."""
    computed = claim_maximum(deck, cap)
    certificate = {
        name: value for name, value in computed.certificate.items() if name != "bound" or name in claim.certificate
    }
    return replace(computed, certificate=certificate)


def _check(
    read: Callable[[Deck, Claim], Result],
    claimed: Callable[[Claim, Deck, Result], Claim],
    faults: Callable[[NamedDeck, Result, Budget], Iterator[str]],
) -> Callable[[Any, Claim, Budget], Iterator[str]]:
    """Return a function that checks claims about whole decks.

    A claim must be readable by `read`, equal to the claim that `claimed` computes, and without `faults`.
    """

    def check(subject: object, claim: Claim, budget: Budget) -> Iterator[str]:
        if not isinstance(subject, NamedDeck) or not subject.whole:
            yield "only whole decks have claims of this statement"
            return
        try:
            value = read(subject.deck, claim)
        except ValueError as error:
            yield str(error)
        else:
            faulty = False
            for fault in faults(subject, value, budget):
                faulty = True
                yield fault
            if not faulty and claimed(claim, subject.deck, value).stated != claim.stated:
                yield f"the claim {claim.statement} has missing, extra or different members"

    return check


MOST_CHOICES = 2_000_000
"""The maximum number of choices up to which the checker is certain to repeat the search for a set."""
MOST_CAPS = 10**9
"""The maximum number of caps of n cards up to which the checker counts them if no claim states the number."""


def maximum_evidence(claim: Claim) -> Evidence:
    """Return what the proof of a claim about a largest cap rests on."""
    bound = claim.certificate.get("bound")
    return Evidence.SEARCH if bound is None else bound_evidence(bound)


def _counts_evidence(claim: Claim) -> Evidence:
    """Return what numbers of caps rest on. With two values or fewer, there are at most two sizes, and no classes."""
    if claim.certificate is None:
        return Evidence.RECOMPUTED if claim.value[:1] == [[1, 1]] and len(claim.value) <= 2 else Evidence.SEARCH
    return Evidence.CERTIFICATE


def _probability_evidence(claim: Claim) -> Evidence:
    """Return what a number of draws rests on. The caps of the 81 cards are counted by a claim with a certificate."""
    n, value = claim.parameters["n"], claim.value
    few = value["numerator"] <= MOST_CAPS or value["denominator"] == comb(81, n)
    return Evidence.RECOMPUTED if few else Evidence.SEARCH


def _no_set_evidence(claim: Claim) -> Evidence:
    few = claim.certificate["recompute"]["choices"] <= MOST_CHOICES
    return Evidence.RECOMPUTED if few else Evidence.SEARCH


CAP_MAXIMUM = Statement(
    "set.cap-maximum",
    "The maximum number of cards of a whole deck without a set. The certificate lists the cards of such a cap; the "
    "method proves that no cap has more than `upper` cards.",
    Sense.MOST,
    _check(read_maximum, _maximum_again, known_results.maximum_faults),
    "the cap is checked for sets, and the bound is proved again",
    "set-cap",
    evidence=maximum_evidence,
)
CAP_COUNTS = Statement(
    "set.cap-counts",
    "The number of caps of each size in a whole deck, from size 0, and the number of their classes under the "
    "symmetries that preserve sets. Proved once all sizes are counted.",
    Sense.MOST,
    _check(read_counts, lambda _claim, _deck, counts: claim_counts(counts), known_results.cap_count_faults),
    "the caps are counted again",
    evidence=_counts_evidence,
)
NO_SET_PROBABILITY = Statement(
    "set.no-set-probability",
    "How many draws of n cards from a whole deck contain no set, out of all draws or of a sample.",
    Sense.EXACT,
    _check(_read_no_set, lambda _claim, _deck, statistic: claim_no_set(statistic), known_results.no_set_faults),
    "the numerator is compared with the number of caps",
    evidence=_probability_evidence,
)
NO_SET = Statement(
    "set.no-set",
    "Whether the cards of a position contain no set.",
    Sense.EXACT,
    of_document,
    "the search for sets is repeated",
    evidence=_no_set_evidence,
)
"""This statement is checked together with the position whose document contains the result."""
STATEMENTS = (CAP_MAXIMUM, CAP_COUNTS, NO_SET_PROBABILITY, NO_SET)


_cap = partial(
    CitedClaim, statement=CAP_MAXIMUM.name, about="The maximum number of cards of the whole deck without a set."
)

CITED = (
    _cap(
        subject="set-deck-3-5-243-6lph3bomynseotu4",
        parameters={"values": 3, "properties": 5},
        value=45,
        reference="Y. Edel, S. Ferret, I. Landjev, L. Storme: The classification of the largest caps in AG(5, 3). "
        "Journal of Combinatorial Theory, Series A 99 (2002), 95-110.",
        doi="10.1006/jcta.2002.3261",
        oeis="A090245",
    ),
    _cap(
        subject="set-deck-3-6-729-3dwt7ybl6edwvtpf",
        parameters={"values": 3, "properties": 6},
        value=112,
        reference="A. Potechin: Maximal caps in AG(6, 3). Designs, Codes and Cryptography 46 (2008), 243-259.",
        doi="10.1007/s10623-007-9132-z",
        oeis="A090245",
    ),
    _cap(
        subject="set-deck-3-8-6561-k3fyd57m7x53ihqi",
        parameters={"values": 3, "properties": 8},
        lower=512,
        reference="B. Romera-Paredes and others: Mathematical discoveries from program search with large language "
        "models. Nature 625 (2024), 468-475.",
        doi="10.1038/s41586-023-06924-6",
    ),
)
