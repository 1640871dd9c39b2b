"""What is stated of whole decks of SET: their largest caps, how many caps they have, how likely there is no set."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ludex.catalogue.claim import Claim, Sense, Statement, Unchecked
from ludex.engine.budget import Budget
from ludex.engine.deal_statistics import DealStatistic, range_fault
from ludex.sets.deck import Deck
from ludex.sets.named_decks import NamedDeck
from ludex.sets.position import Position

if TYPE_CHECKING:
    from ludex.sets.solving.caps import Cap
    from ludex.sets.study.cap_counts import CapCounts

_OF_WHOLE_DECKS = "it is stated of whole decks only"


def claim_maximum(deck: Deck, cap: "Cap") -> Claim:
    """Return the claim of the largest known cap of a deck, with its cards as the certificate."""
    return Claim(
        CAP_MAXIMUM.name,
        value=cap.size,
        proved=cap.proved,
        method=cap.method,
        certificate={"cards": [deck.code(card) for card in cap.cards]},
        lower=cap.size,
        upper=cap.upper_bound,
    )


def read_maximum(deck: Deck, claim: Claim) -> "Cap":
    """Return the largest known cap that a claim states of a deck. Raises ValueError where it states none."""
    from ludex.sets.solving.caps import Cap

    stated = claim.certificate.get("cards") if isinstance(claim.certificate, dict) else None
    if not isinstance(stated, list) or not all(isinstance(code, str) for code in stated):
        raise ValueError("a largest cap is stated by its cards")
    cards = Position.from_codes(deck, stated).sorted().cards
    if not claim.value == claim.lower == len(cards):
        raise ValueError(f"a cap of {claim.value} cards, {claim.lower} or more, is stated by {len(cards)}")
    if claim.upper is None or claim.upper < len(cards) or claim.proved != (claim.upper == len(cards)):
        raise ValueError(f"proved is {claim.proved} with {len(cards)} cards and an upper bound of {claim.upper}")
    return Cap(cards, claim.proved, claim.upper, claim.method)


def claim_counts(counts: "CapCounts") -> Claim:
    """Return the claim of how many caps a deck has: for each size the number of caps and that of their classes.

    It is proved once all sizes are counted; until then more sizes are better.
    """
    return Claim(
        CAP_COUNTS.name,
        value=[list(both) for both in zip(counts.by_size, counts.classes, strict=True)],
        proved=counts.complete,
        method="extension of one cap of each class",
    )


def read_counts(deck: Deck, claim: Claim) -> "CapCounts":
    """Return the numbers of caps that a claim states of a deck. Raises ValueError where it states none."""
    from ludex.sets.study.cap_counts import CapCounts

    stated = claim.value
    if not isinstance(stated, list) or not stated or not all(map(_is_pair, stated)):
        raise ValueError("caps are counted by two numbers for each size, those of caps and of their classes")
    by_size, classes = zip(*stated, strict=True)
    return CapCounts(deck, by_size, classes, claim.proved)


def _is_pair(both: Any) -> bool:  # noqa: ANN401 - whatever JSON holds
    return isinstance(both, list) and len(both) == 2 and all(type(one) is int and one > 0 for one in both)


def claim_no_set(statistic: DealStatistic) -> Claim:
    """Return the claim of how many draws of n cards of a deck have no set."""
    return Claim(
        NO_SET_PROBABILITY.name,
        value=statistic.value,
        proved=statistic.exact,
        method="numbers of caps" if statistic.exact else "seeded draws",
        parameters=statistic.parameters,
    )


def largest_cap_stated(deck: Deck, claims: Sequence[Claim]) -> "Cap | None":
    """Return the largest known cap of a deck, from the claims about it. Raises ValueError."""
    return next((read_maximum(deck, one) for one in claims if one.statement == CAP_MAXIMUM.name), None)


def cap_counts_stated(deck: Deck, claims: Sequence[Claim]) -> "CapCounts | None":
    """Return the numbers of caps of a deck, from the claims about it. Raises ValueError."""
    return next((read_counts(deck, one) for one in claims if one.statement == CAP_COUNTS.name), None)


def _maximum(value: object, claim: Claim, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with a largest cap; a bound that another method proves is right too."""
    from ludex.sets.solving.caps import is_cap, largest_cap

    if not isinstance(value, NamedDeck) or not value.whole:
        yield _OF_WHOLE_DECKS
        return
    try:
        cap = read_maximum(value.deck, claim)
    except ValueError as error:
        yield str(error)
        return
    if not is_cap(Position(value.deck, cap.cards), budget):
        yield "a set is among the cards"
    again = largest_cap(value.deck, budget)
    if again.size > cap.upper_bound:
        yield f"upper_bound is {cap.upper_bound}, but there are caps of {again.size} cards"
    elif cap.upper_bound < again.upper_bound:
        late = "the upper bound was not proved again in time"
        wrong = f"upper_bound is {cap.upper_bound}, but the bound that is proved is {again.upper_bound}"
        yield Unchecked(late) if budget.exhausted() else wrong


def _counts(value: object, claim: Claim, budget: Budget) -> Iterator[str]:
    from ludex.sets.study.cap_counts import count_caps

    if not isinstance(value, NamedDeck) or not value.whole:
        yield _OF_WHOLE_DECKS
        return
    try:
        counts = read_counts(value.deck, claim)
    except ValueError as error:
        yield str(error)
        return
    again = count_caps(value.deck, budget, up_to=len(counts.by_size))
    fault = _difference(counts, again)
    if fault is not None:
        yield fault
    elif not again.complete and len(again.by_size) <= len(counts.by_size):
        yield Unchecked(f"the caps of more than {again.largest} cards were not counted again in time")


def _difference(stated: "CapCounts", again: "CapCounts") -> str | None:
    """Return where two counts of the caps of a deck differ, in the sizes that both have, or None."""
    for size, (caps, classes) in enumerate(zip(stated.by_size, stated.classes, strict=True)):
        if size >= len(again.by_size):
            return f"there are no caps of {size} cards" if again.complete else None
        counted = again.by_size[size], again.classes[size]
        if (caps, classes) != counted:
            return f"{caps} caps of {size} cards in {classes} classes, but must be {counted[0]} in {counted[1]} classes"
    if stated.complete and len(again.by_size) > len(stated.by_size):
        return f"there are caps of {len(stated.by_size)} cards"
    return None


def _no_set(value: object, claim: Claim, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with a statistic; an exact one follows from the numbers of caps, counted where need be."""
    if not isinstance(value, NamedDeck) or not value.whole:
        yield _OF_WHOLE_DECKS
        return
    try:
        statistic = DealStatistic.claimed(claim.parameters, claim.value)
    except ValueError as error:
        yield str(error)
        return
    if (fault := range_fault(statistic, value.size)) is not None:
        yield fault
    elif claim.proved != statistic.exact:
        yield "what is proved of draws is the exact number of all of them"
    elif statistic.exact:
        yield from _caps_fault(value, statistic, budget)


def _caps_fault(named: NamedDeck, statistic: DealStatistic, budget: Budget) -> Iterator[str]:
    from ludex.sets.study.cap_counts import count_caps
    from ludex.sets.study.facts import no_set_in_closed_form
    from ludex.sets.study.statistics import no_set_probability

    n, known = statistic.n, no_set_in_closed_form(named.deck, statistic.n)
    if known is None:
        counts = named.cap_counts
        if counts is None or not counts.decides(n):
            counts = count_caps(named.deck, budget, up_to=n)
        if not counts.decides(n):
            yield Unchecked(f"the caps of {n} cards are not counted, and were not in time")
            return
        known = no_set_probability(named.deck, n, counts.by_size)
    if known != statistic.probability:
        caps = known * statistic.denominator
        yield f"numerator is {statistic.numerator}, but the caps of {n} cards are {caps}"


CAP_MAXIMUM = Statement(
    "set.cap-maximum",
    21,
    "The most cards of a whole deck without a set among them. The certificate lists the cards of such a cap; the "
    "method proves that there are no more than `upper`.",
    Sense.MOST,
    _maximum,
)
CAP_COUNTS = Statement(
    "set.cap-counts",
    22,
    "How many caps of each size a whole deck has, from no card on, and in how many classes under the symmetries that "
    "keep sets; proved once there are none of more cards.",
    Sense.MOST,
    _counts,
)
NO_SET_PROBABILITY = Statement(
    "set.no-set-probability",
    23,
    "How many of the draws of n cards of a whole deck have no set: of all draws, or of a sample.",
    Sense.EXACT,
    _no_set,
)
STATEMENTS = (CAP_MAXIMUM, CAP_COUNTS, NO_SET_PROBABILITY)
