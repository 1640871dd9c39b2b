"""Deals of a deck: seeded ones as positions, and how likely they have no swish."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims import claims_of, put_claim
from ludex.catalogue.kind import Linked, Matching, named, prepare
from ludex.catalogue.kinds.swish import DECK, POSITION
from ludex.catalogue.kinds.swish.relations import DEALT_FROM
from ludex.catalogue.kinds.swish.statements import NO_SWISH_PROBABILITY, claim_probability
from ludex.catalogue.reading import find_keys
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import add_links, store
from ludex.engine.deal_statistics import DealStatistic, best_for_each_n
from ludex.operations.swish.decks import keep_deck
from ludex.swish.deck import Deck
from ludex.swish.known_position import KnownPosition
from ludex.swish.making.deals import DEAL_SIZE, MAX_SEED, deal
from ludex.swish.position import Position


@dataclass(frozen=True, slots=True)
class DealOf:
    """Where a position comes from: a deck's slug, the seed, the n cards dealt by index into the deck's listing."""

    deck: str
    n: int
    seed: int
    indices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seeded deal: its cards in the order of their indices, and the stored position, or how it would be.

    `matching` lists, for card i of the deal, its index in the stored position. Where nothing was stored, `stored` has
    the id 0.
    """

    deal: DealOf
    position: Position
    stored: Stored
    matching: Matching


def deal_cards(catalogue: Catalogue | None, deck: Deck, n: int = DEAL_SIZE, seed: int = 0) -> Dealt:
    """Deal n random cards of a deck and store them as a position; the seed decides which. Without a catalogue: show it.

    A deck that is not stored is stored with it. Raises PositionError where the deck has fewer cards, ValueError for a
    seed that is not 0 to MAX_SEED.
    """
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is 0 to {MAX_SEED}")
    indices = deal(deck.position, n, seed)
    position = deck.position.part(indices)
    origin = DealOf(deck.slug, n, seed, indices)
    entry = prepare(POSITION, KnownPosition(position))
    if catalogue is None:
        stored = Stored(0, POSITION, entry.label, True, entry.document)
        return Dealt(origin, position, stored, entry.order or ())
    listed = prepare(DECK, deck)
    with catalogue.writing() as writer:
        owner = keep_deck(writer, listed)
        stored = store(writer, entry)
        add_links(writer, stored.id, [Linked(DEALT_FROM.name, owner.label, seed, {"n": n})])
    return Dealt(origin, position, stored, entry.order or ())


def stored_probabilities(catalogue: Catalogue, deck: Deck, n: int | None = None) -> list[DealStatistic]:
    """Return the best stored statistic of a deck's deals for each n, ascending, or for one n.

    The exact one where it is stored, else the one of most samples. Empty where the deck is not stored.
    """
    key = named(DECK, deck).key
    with catalogue.reading() as reader:
        node = find_keys(reader, [key]).get(key)
        asked = None if n is None else {"n": n}
        claims = [] if node is None else claims_of(reader, node, NO_SWISH_PROBABILITY.name, asked)
    return best_for_each_n(DealStatistic.claimed(claim.parameters, claim.value) for claim in claims)


def store_probabilities(catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic]) -> int:
    """Store statistics of a deck's deals, and the deck; return how many are new. Those that are there already stay."""
    entry = prepare(DECK, deck)
    with catalogue.writing() as writer:
        stored = keep_deck(writer, entry)
        return sum(put_claim(writer, stored.id, claim_probability(one)) for one in statistics)
