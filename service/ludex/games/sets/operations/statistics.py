"""How many draws of n cards of a whole deck have no set: stored as claims about the deck, and read again."""

from collections.abc import Sequence
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.claims.storing import claims_of, put_claim
from ludex.catalogue.objects.reading import find, value_of
from ludex.engine.budget import Cost
from ludex.engine.deal_statistics import DealStatistic, range_fault
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.kinds.statements import NO_SET_PROBABILITY, claim_no_set
from ludex.games.sets.operations.decks import find_whole, prepare_whole, store_whole
from ludex.games.sets.study.no_set import known_no_set, of_all_draws


def exact_no_set(catalogue: Catalogue, deck: Deck, n: int) -> DealStatistic | None:
    """Return how many draws of n cards have no set, if that is known without a search; else None.

    It is known for few cards, for more than a cap can have, and if the number is stored or the caps are counted.
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
                return DealStatistic.claimed(claim.parameters, claim.value)
        return known_no_set(deck, n, value_of(reader, whole).cap_counts)


def store_statistics(
    catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic], cost: Cost | None = None
) -> int:
    """Store statistics of a whole deck and return how many are new; those that are there already stay.

    `cost` is that of finding all of them, if it is known. Raises ValueError for numbers that are no statistic of the
    deck.
    """
    full = [of_all_draws(deck, one) if one.exact else one for one in statistics]
    for one in full:
        if (fault := range_fault(one, deck.size)) is not None:
            raise ValueError(fault)
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        node = store_whole(writer, whole).id
        return sum(put_claim(writer, node, claim_no_set(one).costing(cost)) for one in full)


def stored_statistics(catalogue: Catalogue, deck: Deck | None = None) -> list[tuple[Deck, DealStatistic]]:
    """Return every stored statistic, of one deck or of all, the oldest first; `best_for_each_n` chooses among them."""
    with catalogue.reading() as reader:
        if deck is not None:
            whole = find_whole(reader, deck)
            claims = [] if whole is None else claims_of(reader, whole.id, NO_SET_PROBABILITY.name)
            return [(deck, DealStatistic.claimed(one.parameters, one.value)) for one in claims]
        listed = list(stream_of_claims(reader, ClaimFilters(NO_SET_PROBABILITY.name)))
        documents: dict[str, Any] = {
            label: find(reader, label, DECK).document() for label in {one.subject for one in listed}
        }
    return [(documents[one.subject].deck, DealStatistic.claimed(one.parameters, one.value)) for one in listed]
