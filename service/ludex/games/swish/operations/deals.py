"""Seeded deals of a deck, stored as positions, and the stored probabilities that a deal has no swish."""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbelow

from ludex.card_games.deal_statistics import DealStatistic, best_for_each_n
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import Matching, NewLink, named, prepare
from ludex.catalogue.objects.reading import find_keys, show_unstored
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links, as_shown, store
from ludex.engine.budget import Cost
from ludex.games.swish.dealing import DEAL_SIZE, MAX_SEED, DealOrigin, deal
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import DECK, POSITION
from ludex.games.swish.kinds.statements import DEALT_FROM, NO_SWISH_PROBABILITY, claim_probability
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.operations.decks import ensure_deck
from ludex.games.swish.position import Position


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A seeded deal: its cards in the order of their indices, and the position, whether it was stored or not.

    Entry i of `matching` is the index of card i of the deal in the stored position. If nothing was stored, `stored` has
    the id 0.
    """

    deal: DealOrigin
    position: Position
    stored: Stored
    matching: Matching


def deal_cards(catalogue: Catalogue | None, deck: Deck, n: int = DEAL_SIZE, seed: int | None = None) -> StoredDeal:
    """Deal n random cards of a deck and store them as a position. Without a catalogue, nothing is stored.

    A deck that is not stored is stored as well. Without a seed, one is chosen. Raises PositionError if the deck has
    fewer cards, and ValueError for a seed out of the range 0 to MAX_SEED.
    """
    seed = randbelow(2**32) if seed is None else seed
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is 0 to {MAX_SEED}")
    indices = deal(deck.position, n, seed)
    position = deck.position.part(indices)
    origin = DealOrigin(deck.slug, n, seed, indices)
    entry = prepare(POSITION, KnownPosition(position))
    if catalogue is None:
        stored = Stored(0, POSITION, entry.label, True, entry.document, shown=show_unstored(entry))
        return StoredDeal(origin, position, stored, entry.order or ())
    listed = prepare(DECK, deck)
    with catalogue.writing() as writer:
        owner = ensure_deck(writer, listed)
        stored = store(writer, entry)
        add_links(writer, stored.id, [NewLink(DEALT_FROM.name, owner.label, seed, {"n": n})])
        stored = as_shown(writer, stored)
    return StoredDeal(origin, position, stored, entry.order or ())


def stored_probabilities(catalogue: Catalogue, deck: Deck, n: int | None = None) -> list[DealStatistic]:
    """Return the best stored statistic of a deck's deals for each n in ascending order, or for a single n.

    The best statistic is the exact one or, if that is not stored, the one with the most samples. The list is empty if
    the deck is not stored.
    """
    key = named(DECK, deck).key
    with catalogue.reading() as reader:
        node = find_keys(reader, [key]).get(key)
        parameters = None if n is None else {"n": n}
        claims = [] if node is None else claims_of(reader, node, NO_SWISH_PROBABILITY.name, parameters)
    return best_for_each_n(DealStatistic.from_claim(claim.parameters, claim.value) for claim in claims)


def store_probabilities(
    catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic], cost: Cost | None = None
) -> int:
    """Store a deck and statistics of its deals, and return the number of new statistics. Existing ones are kept.

    `cost` is the cost of computing all of them, if known.
    """
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        stored = ensure_deck(writer, entry)
        return sum(
            store_claim(writer, stored.id, claim_probability(statistic).costing(cost)) for statistic in statistics
        )
