import pytest

from ludex.catalogue.sets.cap_counts import CAP_COUNTS, cap_counts_of, decks_with_cap_counts, store_cap_counts
from ludex.catalogue.sets.caps import CAPS, maximum_of, prepare_cap, store_cap, store_maximum, stored_maxima
from ludex.catalogue.sets.games import GAMES, store_game
from ludex.catalogue.sets.statistics import STATISTICS, DealStatistic, statistics_of, store_statistics
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import cap_key, cap_label, card_label
from ludex.sets.making.games import GameParameters, play
from ludex.sets.position import Position, PositionError
from ludex.sets.solving.caps import Cap, largest_cap
from ludex.sets.study.cap_counts import CapCounts

PLANE = Deck(2, 3)
SMALL, LARGE = (0, 1, 3), (0, 1, 3, 4)


def keep(database, cards, cap=None):
    prepared = prepare_cap(cards)
    with database.writing() as session:
        return store_cap(session, prepared) if cap is None else store_maximum(session, prepared, cap)


def test_a_class_of_caps_is_stored_once(database, moved):
    cards = Position(Deck(4, 3), largest_cap(Deck(4, 3)).cards)
    first, again = keep(database, cards), keep(database, moved(cards, 1))
    assert (first.created, again.created, first.row.id) == (True, False, again.row.id)
    assert sorted(again.matching) == list(range(20))
    with database.reading() as session:
        [stored] = CAPS.page(session, {}).items
    assert (stored.position, stored.size, stored.complete, stored.largest, stored.proved) == (
        cards,
        20,
        True,
        False,
        None,
    )
    assert (first.row.key, stored.label) == (cap_key(cards), cap_label(cards))


def test_cards_with_a_set_are_no_cap():
    with pytest.raises(PositionError, match="a set is among the cards"):
        prepare_cap(Position(PLANE, (0, 1, 2)))


@pytest.mark.parametrize(
    ("deck", "cards", "complete"),
    [
        (PLANE, LARGE, True),
        (PLANE, SMALL, False),
        (PLANE, (), False),
        (Deck(2, 4), (), False),
        (Deck(2, 4), largest_cap(Deck(2, 4)).cards, True),
        (Deck(2, 4), largest_cap(Deck(2, 4)).cards[1:], False),
        (Deck(3, 2), (5,), True),
        (Deck(2, 1), (), True),
    ],
)
def test_a_cap_is_complete_where_each_card_more_makes_a_set(deck, cards, complete):
    assert prepare_cap(Position(deck, cards)).complete is complete


def test_a_larger_cap_and_a_better_bound_take_the_place_and_a_proof_stays(database):
    small, large = Position(PLANE, SMALL), Position(PLANE, LARGE)

    def maximum():
        with database.reading() as session:
            return maximum_of(session, PLANE)

    assert maximum() is None
    keep(database, small, Cap(SMALL, False, 6, "none"))
    assert (maximum().size, maximum().upper_bound) == (3, 6)
    keep(database, small, Cap(SMALL, False, 7, "none"))
    assert maximum().upper_bound == 6
    keep(database, small, Cap(SMALL, False, 5, "counting"))
    assert (maximum().upper_bound, maximum().method) == (5, "counting")
    keep(database, large, Cap(LARGE, False, 6, "none"))
    assert (maximum().size, maximum().upper_bound) == (4, 6)
    keep(database, large, Cap(LARGE, True, 4, "closed-form"))
    keep(database, small, Cap(SMALL, False, 5, "counting"))
    assert (maximum().size, maximum().proved, maximum().method) == (4, True, "closed-form")
    with database.reading() as session:
        assert [cap.size for cap in CAPS.page(session, {"largest": True}).items] == [4]
        assert [cap.size for cap in CAPS.page(session, {"largest": False}).items] == [3]
        assert [cap.label for cap in CAPS.page(session, {"proved": True}).items] == [maximum().cap]
        assert stored_maxima(session) == [maximum()]
        assert CAPS.count(session, {"min_size": 4, "deck": "set-3-2", "complete": True}).count == 1
        assert CAPS.count(session, {"card": card_label(PLANE, 4)}).count == 1


# The numbers of caps of AG(2, 3): 1, 9, 36, C(9, 3) - 12 lines, and 54 quadrangles.
COUNTS = CapCounts(PLANE, (1, 9, 36, 72, 54), (1, 1, 1, 1, 1), complete=True)


def test_counts_are_stored_once_and_read_back(database):
    with database.writing() as session:
        assert store_cap_counts(session, COUNTS) == 6
        assert store_cap_counts(session, COUNTS) == 0
    with database.reading() as session:
        assert cap_counts_of(session, PLANE) == COUNTS
        assert cap_counts_of(session, Deck(3, 3)) is None
        assert decks_with_cap_counts(session) == [PLANE]
        assert [one.caps for one in CAP_COUNTS.page(session, {"values": 3}, "size").items] == [1, 9, 36, 72, 54, 0]


def test_counts_that_end_early_are_carried_on(database):
    begun = CapCounts(PLANE, COUNTS.by_size[:3], COUNTS.classes[:3], complete=False)
    with database.writing() as session:
        assert store_cap_counts(session, begun) == 3
        assert cap_counts_of(session, PLANE) == begun
        assert store_cap_counts(session, COUNTS) == 3
        assert cap_counts_of(session, PLANE) == COUNTS


def test_numbers_beyond_63_bits_are_kept(database):
    deck, many = Deck(9, 3), 10**40
    with database.writing() as session:
        store_cap_counts(session, CapCounts(deck, (1, many), (1, 2**40), complete=False))
        store_statistics(session, deck, [DealStatistic(12, many, 3 * many, exact=True)])
    with database.reading() as session:
        assert cap_counts_of(session, deck).by_size == (1, many)
        assert statistics_of(session, deck)[0].probability.denominator == 3


def test_the_best_statistic_for_each_number_of_cards_is_given(database):
    exact = DealStatistic(3, 72, 84, exact=True)
    samples = [DealStatistic(3, 5, n, False, n, seed=7, low=0.0, high=1.0) for n in (10, 20)]
    four = [DealStatistic(4, 5, n, False, n, seed=7, low=0.0, high=1.0) for n in (10, 30, 20)]
    with database.writing() as session:
        assert store_statistics(session, PLANE, [*samples, exact, *four]) == 6
        assert store_statistics(session, PLANE, [exact, four[0]]) == 0
        assert store_statistics(session, PLANE, []) == 0
    with database.reading() as session:
        assert statistics_of(session, PLANE) == [exact, four[1]]
        assert statistics_of(session, PLANE, 4) == [four[1]]
        assert statistics_of(session, Deck(3, 3)) == []
        assert [one.statistic for one in STATISTICS.page(session, {"exact": True}).items] == [exact]


def test_a_game_is_stored_once_and_can_be_replayed(database):
    record = play(GameParameters(Deck(4, 3), seed=3, sets=5))
    whole = play(GameParameters(Deck(3, 3), seed=4))
    with database.writing() as session:
        assert store_game(session, record).created
        assert not store_game(session, record).created
        assert store_game(session, whole).created
    with database.reading() as session:
        one, two = GAMES.page(session, {}).items
        assert (one.record, two.record) == (record, whole)
        assert (one.sets, one.sets_wanted, one.finished, one.seed) == (5, 5, "sets", 3)
        assert (two.sets_wanted, two.finished, two.rounds) == (None, "deck", len(whole.rounds))
        assert [game.label for game in GAMES.page(session, {"sets_wanted": None}).items] == [two.label]
        assert GAMES.count(session, {"solver": "lookup", "finished": "sets", "min_sets": 5}).count == 1
