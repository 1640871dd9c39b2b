"""Seeded deals of a deck, as positions."""

from dataclasses import dataclass
from secrets import randbelow

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Linked, Matching, prepare
from ludex.catalogue.objects.reading import show_unstored
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links, as_shown, store
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import DECK, POSITION
from ludex.games.swish.kinds.relations import DEALT_FROM
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.making.deals import DEAL_SIZE, MAX_SEED, DealOf, deal
from ludex.games.swish.operations.decks import keep_deck
from ludex.games.swish.position import Position


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seeded deal: its cards in the order of their indices, and the stored position, or how it would be.

    `matching` lists, for card i of the deal, its index in the stored position. If nothing was stored, `stored` has
    the id 0.
    """

    deal: DealOf
    position: Position
    stored: Stored
    matching: Matching


def deal_cards(catalogue: Catalogue | None, deck: Deck, n: int = DEAL_SIZE, seed: int | None = None) -> Dealt:
    """Deal n random cards of a deck and store them as a position; the seed decides which. Without a catalogue: show it.

    A deck that is not stored is stored with it. Without a seed one is chosen. Raises PositionError if the deck has
    fewer cards, ValueError for a seed that is not 0 to MAX_SEED.
    """
    seed = randbelow(2**32) if seed is None else seed
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is 0 to {MAX_SEED}")
    indices = deal(deck.position, n, seed)
    position = deck.position.part(indices)
    origin = DealOf(deck.slug, n, seed, indices)
    entry = prepare(POSITION, KnownPosition(position))
    if catalogue is None:
        stored = Stored(0, POSITION, entry.label, True, entry.document, shown=show_unstored(entry))
        return Dealt(origin, position, stored, entry.order or ())
    listed = prepare(DECK, deck)
    with catalogue.writing() as writer:
        owner = keep_deck(writer, listed)
        stored = store(writer, entry)
        add_links(writer, stored.id, [Linked(DEALT_FROM.name, owner.label, seed, {"n": n})])
        stored = as_shown(writer, stored)
    return Dealt(origin, position, stored, entry.order or ())
