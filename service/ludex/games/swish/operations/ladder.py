"""The ladder of SWISH: tables of 4 to 16 cards with proved largest swishes, in packs by difficulty."""

from ludex.card_games.ladder import LadderTables, store_ladder
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.store_result import Stored
from ludex.engine.budget import Budget
from ludex.games.swish import solving
from ludex.games.swish.dealing import deal
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.kinds import PACK
from ludex.games.swish.operations.positions import Find, store_position

CARDS = range(4, 17)
_DECK = "swish-60"


def store_swish_ladder(catalogue: Catalogue) -> None:
    """Store the tables of the ladder with their largest swishes, and the packs."""
    deck = built_in_deck(_DECK)
    assert deck is not None

    def store(cards: int, seed: int) -> Stored | None:
        position = deck.position.part(deal(deck.position, cards, seed))
        if solving.search.find_any(position) is None:
            return None
        return store_position(catalogue, position, Budget(), Find.LARGEST).stored

    store_ladder(catalogue, PACK, "swish", LadderTables(CARDS, store))
