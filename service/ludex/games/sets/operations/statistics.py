"""Statistics of whole decks, stored as claims about the decks: caps by size, and draws of n cards without a set."""

from collections.abc import Sequence
from typing import Any

from ludex.card_games.deal_statistics import DealStatistic, range_fault
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import Entry
from ludex.catalogue.objects.reading import find, value_of
from ludex.catalogue.storage.snapshot import Writer
from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.games.sets import study
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.kinds.statements import CAP_COUNTS, NO_SET_PROBABILITY, claim_counts, claim_no_set
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.operations.decks import find_whole, prepare_whole, store_whole
from ludex.games.sets.study.cap_counts import CapCounts
from ludex.games.sets.study.no_set_probability import known_no_set, over_all_draws


def count_caps_of_deck(
    catalogue: Catalogue, deck: Deck, budget: Budget, up_to: int | None = None, *, complete: bool = False
) -> tuple[CapCounts, bool]:
    """Count the caps of a deck and their classes by size, and store the numbers. Stored numbers are not counted again.

    Returns the numbers, and whether any of them is new. If the budget is exhausted, the completed sizes are stored; if
    the numbers must be `complete`, BudgetExhausted is raised instead and nothing is stored. Raises PositionError for a
    deck with too many sets.
    """
    known = known_cap_counts(catalogue, deck)
    if known is not None and (known.complete or (up_to is not None and known.largest >= up_to)):
        return known.cut(up_to), False
    before = budget.cost()
    counts = study.cap_counts.count_caps(deck, budget, up_to)
    cost = budget.cost().since(before)
    if complete and not counts.complete and (up_to is None or counts.largest < up_to):
        raise BudgetExhausted(budget.exhausted() or "time")
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        return counts, store_cap_counts(writer, whole, counts, cost)


def known_cap_counts(catalogue: Catalogue, deck: Deck) -> CapCounts | None:
    """Return the stored numbers of the caps of a deck, or None if there are none."""
    with catalogue.reading() as reader:
        whole = find_whole(reader, deck)
        counts: CapCounts | None = None if whole is None else value_of(reader, whole).cap_counts
    return counts


def all_cap_counts(catalogue: Catalogue) -> list[CapCounts]:
    """Return the stored numbers of caps of all decks, by values, then properties."""
    with catalogue.reading() as reader:
        claims = list(stream_of_claims(reader, ClaimFilters(CAP_COUNTS.name)))
        named = [value_of(reader, find(reader, claim.subject, DECK)) for claim in claims]
    return sorted((deck.cap_counts for deck in named), key=lambda deck: (deck.deck.values, deck.deck.properties))


def store_cap_counts(writer: Writer, whole: Entry[NamedDeck], counts: CapCounts, cost: Cost | None = None) -> bool:
    """Store the numbers of caps of a whole deck, and return whether any size is new. Stored sizes are kept."""
    return store_claim(writer, store_whole(writer, whole).id, claim_counts(counts).costing(cost))


def exact_no_set(catalogue: Catalogue, deck: Deck, n: int) -> DealStatistic | None:
    """Return the statistic of draws of n cards without a set, or None if it is not known without a search.

    It is known for few cards, for more cards than a cap can have, if it is stored, and if the caps have been counted.
    """
    closed = known_no_set(deck, n)
    if closed is not None:
        return closed
    with catalogue.reading() as reader:
        whole = find_whole(reader, deck)
        if whole is None:
            return None
        for claim in claims_of(reader, whole.id, NO_SET_PROBABILITY.name, {"n": n}):
            if claim.proved:
                return DealStatistic.from_claim(claim.parameters, claim.value)
        return known_no_set(deck, n, value_of(reader, whole).cap_counts)


def store_statistics(
    catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic], cost: Cost | None = None
) -> int:
    """Store statistics of a whole deck and return the number of new ones. Existing statistics are kept.

    `cost` is the cost of computing all of them, if known. Raises ValueError for numbers that are not a statistic of the
    deck.
    """
    full = [over_all_draws(deck, statistic) if statistic.exact else statistic for statistic in statistics]
    for statistic in full:
        if (fault := range_fault(statistic, deck.size)) is not None:
            raise ValueError(fault)
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        node = store_whole(writer, whole).id
        return sum(store_claim(writer, node, claim_no_set(statistic).costing(cost)) for statistic in full)


def stored_statistics(catalogue: Catalogue, deck: Deck | None = None) -> list[tuple[Deck, DealStatistic]]:
    """Return every stored statistic of a deck or of all decks, the oldest first. See also `best_for_each_n`."""
    with catalogue.reading() as reader:
        if deck is not None:
            whole = find_whole(reader, deck)
            claims = [] if whole is None else claims_of(reader, whole.id, NO_SET_PROBABILITY.name)
            return [(deck, DealStatistic.from_claim(claim.parameters, claim.value)) for claim in claims]
        listed = list(stream_of_claims(reader, ClaimFilters(NO_SET_PROBABILITY.name)))
        documents: dict[str, Any] = {
            label: find(reader, label, DECK).document() for label in {claim.subject for claim in listed}
        }
    return [
        (documents[claim.subject].deck, DealStatistic.from_claim(claim.parameters, claim.value)) for claim in listed
    ]
