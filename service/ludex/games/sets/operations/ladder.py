"""The ladder of SET: tables of 4 to 15 cards on which every set is to be found, in packs by difficulty."""

from itertools import islice

from ludex.card_games.ladder import LadderTables, store_ladder
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import store
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.position import PACK, POSITION
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import find_all

CARDS = range(4, 16)
_DECK = Deck(4, 3)


def store_set_ladder(catalogue: Catalogue) -> None:
    """Store the tables of the ladder with their numbers of sets, and the packs."""

    def store_table(cards: int, seed: int) -> Stored | None:
        position = Position(_DECK, tuple(islice(_DECK.shuffled(seed), cards)))
        sets = len(find_all(position))
        if not sets:
            return None
        entry = prepare(POSITION, KnownPosition(position, sets, has_set=True))
        with catalogue.writing() as writer:
            return store(writer, entry)

    store_ladder(catalogue, PACK, "set", LadderTables(CARDS, store_table))
