"""One of each kind of stored object, with links between them."""

from math import comb

from ludex.catalogue.planarity.census import prepare_class, store_classes
from ludex.catalogue.planarity.packs import create_pack
from ludex.catalogue.planarity.preparing import prepare_level
from ludex.catalogue.planarity.storing_levels import store_level
from ludex.catalogue.sets.cap_counts import store_cap_counts
from ludex.catalogue.sets.caps import prepare_cap, store_cap
from ludex.catalogue.sets.caps import store_maximum as store_cap_maximum
from ludex.catalogue.sets.decks import store_deck as store_named_deck
from ludex.catalogue.sets.found_sets import store_sets
from ludex.catalogue.sets.games import store_game
from ludex.catalogue.sets.positions import prepare_position
from ludex.catalogue.sets.positions import store_positions as store_set_positions
from ludex.catalogue.sets.statistics import store_statistics as store_set_statistics
from ludex.catalogue.swish.deals import DealStatistic, store_deal, store_statistics
from ludex.catalogue.swish.decks import store_deck
from ludex.catalogue.swish.hypergraphs import hypergraph_of
from ludex.catalogue.swish.no_swish_sets import store_maximum, store_no_swish_sets
from ludex.catalogue.swish.positions import store_position
from ludex.catalogue.swish.swishes import store_largest, store_swishes
from ludex.planarity.drawing import Drawing
from ludex.planarity.study.difficulty import graded
from ludex.sets.deck import Deck as SetDeck
from ludex.sets.making.games import GameParameters, play
from ludex.sets.named_decks import NamedDeck, whole_deck
from ludex.sets.position import Position as SetPosition
from ludex.sets.solving.caps import largest_cap
from ludex.sets.study.cap_counts import count_caps
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import largest_no_swish_set
from ludex.swish.solving.search import find_all, find_largest


def fill_with_everything(database, dealt):
    """Store objects of all games."""
    fill_with_swish(database, dealt)
    fill_with_planarity(database)
    fill_with_sets(database)


def fill_with_swish(database, dealt):
    """Store a row in each table of SWISH."""
    deck = built_in_deck("swish-60")
    mine = Deck(
        "mine",
        "Mine — «ä»",
        "Copies, and cards of any kind.",
        Position.from_codes(["..*/o..", "oo./**.", "*../..o", "*../..o"]),
    )
    square = Position.from_codes(["*o./.../...", "*../o../...", "..o/.*./..."], Symmetry.SQUARE)
    position = dealt(2, n=8)
    maximum = largest_no_swish_set(deck.position)
    of_position = largest_no_swish_set(position)
    with database.writing() as session:
        row = store_deck(session, deck, aliases=["sixty"]).row
        own = store_deck(session, mine, aliases=["also-mine"]).row
        store_maximum(session, row, deck.position, deck.position, maximum)
        store_maximum(session, own, mine.position, mine.position, largest_no_swish_set(mine.position))
        place = store_position(session, position, hypergraph_of(position)).row
        store_maximum(session, place, position, position.canonical(), of_position)
        store_swishes(session, place, position, find_all(position).items)
        largest = find_largest(position)
        store_largest(session, place, position, largest.swish, largest.proved)
        store_position(session, square, hypergraph_of(square))
        store_position(session, mine.position)
        store_deal(session, row, 8, 2, place)
        store_statistics(session, row, [DealStatistic(30, 0, comb(60, 30), exact=True)])
        store_statistics(session, own, [DealStatistic(2, 7, 10, False, 10, seed=2**63 - 1, low=0.3, high=0.9)])
        store_no_swish_sets(session, [Position.from_codes(["*o."])])


def fill_with_planarity(database):
    path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    level = prepare_level(path, *graded(path), {"source": "submitted"})
    with database.writing() as session:
        label = store_level(session, level).level.label
        store_classes(session, [prepare_class(path, 1, 1, 1)])
        create_pack(session, "short", "Short", "", [label])


def fill_with_sets(database):
    deck = SetDeck(2, 3)
    table = SetPosition.from_codes(deck, ["21", "00", "11", "12", "22"])
    other = SetPosition.from_codes(deck, ["00", "01"])
    cap = largest_cap(deck)
    largest = prepare_cap(SetPosition(deck, cap.cards))
    with database.writing() as session:
        store_named_deck(session, NamedDeck("mine", "Mine — «ä»", "Five cards.", table), aliases=["also-mine"])
        store_named_deck(session, whole_deck(deck))
        row = store_set_positions(session, [prepare_position(table, sets=2), prepare_position(other)])[0].row
        store_sets(session, deck, [(0, 1, 2)])
        store_sets(session, deck, [(0, 4, 8)], row)
        store_cap(session, prepare_cap(SetPosition.from_codes(deck, ["21", "00"])))
        store_cap_maximum(session, largest, cap)
        counts = count_caps(deck)
        store_cap_counts(session, counts)
        store_set_statistics(
            session,
            deck,
            [
                DealStatistic(3, counts.by_size[3], comb(9, 3), exact=True),
                DealStatistic(4, 7, 10, False, 10, seed=2**63 - 1, low=0.3, high=0.9),
            ],
        )
        store_game(session, play(GameParameters(deck, seed=5)))
