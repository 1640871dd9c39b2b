"""How likely a deal has no swish: the exact number if it is stored, else that of most samples."""

from collections.abc import Sequence

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of, put_claim
from ludex.catalogue.kinds.kind import named, prepare
from ludex.catalogue.objects.reading import find_keys
from ludex.engine.budget import Cost
from ludex.engine.deal_statistics import DealStatistic, best_for_each_n
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import DECK
from ludex.games.swish.kinds.statements import NO_SWISH_PROBABILITY, claim_probability
from ludex.games.swish.operations.decks import keep_deck


def stored_probabilities(catalogue: Catalogue, deck: Deck, n: int | None = None) -> list[DealStatistic]:
    """Return the best stored statistic of a deck's deals for each n, ascending, or for one n.

    The exact one if it is stored, else the one of most samples. Empty if the deck is not stored.
    """
    key = named(DECK, deck).key
    with catalogue.reading() as reader:
        node = find_keys(reader, [key]).get(key)
        asked = None if n is None else {"n": n}
        claims = [] if node is None else claims_of(reader, node, NO_SWISH_PROBABILITY.name, asked)
    return best_for_each_n(DealStatistic.claimed(claim.parameters, claim.value) for claim in claims)


def store_probabilities(
    catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic], cost: Cost | None = None
) -> int:
    """Store statistics of a deck's deals, and the deck; return how many are new. Those that are there already stay.

    `cost` is that of finding all of them, if it is known.
    """
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        stored = keep_deck(writer, entry)
        return sum(put_claim(writer, stored.id, claim_probability(one).costing(cost)) for one in statistics)
