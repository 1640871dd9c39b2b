"""Seeded deals of a deck, as positions."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Matching
from ludex.catalogue.storing import Stored
from ludex.swish.deck import Deck
from ludex.swish.making.deals import DEAL_SIZE
from ludex.swish.position import Position

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seeded deal: the cards dealt, by index into the deck's listing, and the stored position, or how it would be.

    `matching` lists, for card i of the deal, its index in the stored position. Where nothing was stored, `stored` has
    the id 0.
    """

    deck: Deck
    seed: int
    indices: tuple[int, ...]
    position: Position
    stored: Stored
    matching: Matching


def deal_cards(catalogue: Catalogue | None, deck: Deck, n: int = DEAL_SIZE, seed: int = 0) -> Dealt:
    """Deal n random cards of a deck and store them as a position; the seed decides which. Without a catalogue: show it.

    A deck that is not stored is stored with it. Raises PositionError where the deck has fewer cards, ValueError for a
    seed that is not 0 to MAX_SEED.
    """
    raise NotImplementedError
