"""Positions of SET that are drawn, and a catalogue with something of everything."""

from random import Random

from ludex.card_games.deals import DealStatistic
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.lists.listing import page, stream
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import store_largest_cap
from ludex.games.sets.operations.decks import count_caps_of_deck, store_deck, store_statistics
from ludex.games.sets.operations.positions import store_game, store_position
from ludex.games.sets.position import Position
from ludex.games.sets.solving.playing import GameParameters, play
from ludex.games.sets.solving.search import find_all
from ludex.games.sets.solving.solver import Find

PLANE = Deck(2, 3)
TABLE = Position.from_codes(PLANE, ["21", "00", "11", "12", "22"])


def drawn(seed, n=12, deck=Deck(4, 3)):  # noqa: B008 - a deck never changes
    """Cards of a deck."""
    return Position(deck, tuple(Random(seed).sample(range(deck.size), n)))


def as_sets(position):
    """All sets among the cards."""
    return {tuple(sorted(cards)) for cards in find_all(position)}


def fill(catalogue):
    """Store objects of every kind of SET, with links between them, and claims."""
    store_deck(catalogue, TABLE, "mine", "Mine — «ä»", "Five cards.")
    store_deck(catalogue, TABLE, "also-mine")
    store_deck(catalogue, Position.whole(PLANE))
    store_position(catalogue, TABLE, Find.ALL)
    store_position(catalogue, Position.from_codes(PLANE, ["00", "01"]))
    store_largest_cap(catalogue, Position.from_codes(PLANE, ["21", "00"]), Budget())
    store_largest_cap(catalogue, PLANE, Budget())
    counts = count_caps_of_deck(catalogue, PLANE, Budget())[0]
    sample = DealStatistic(4, 7, 10, False, 10, seed=2**63 - 1, low=0.3, high=0.9)
    store_statistics(catalogue, PLANE, [DealStatistic.from_count(3, counts.by_size[3], 9), sample])
    store_game(catalogue, play(GameParameters(PLANE, seed=5)))


def every(catalogue, kind, filters=None, sort="created", **options):
    """The documents of a kind under filters."""
    with catalogue.reading() as reader:
        return [one.document() for one in stream(reader, catalogue.registry.kind[kind], filters or {}, sort, **options)]


def listed(catalogue, kind, filters, limit=1000):
    """A page of a list, whole."""
    with catalogue.reading() as reader:
        found = page(reader, catalogue.registry.kind[kind], filters, limit=limit, whole=True)
    return [one.document() for one in found.items]


def claims(catalogue, statement):
    """The claims of one statement."""
    with catalogue.reading() as reader:
        return list(stream_of_claims(reader, ClaimFilters(statement)))
