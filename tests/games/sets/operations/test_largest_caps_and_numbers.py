from functools import partial
from math import comb

import pytest

from ludex.card_games.deals import DealStatistic, best_for_each_n
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.store_result import Duplicate
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds import CAP
from ludex.games.sets.kinds.statements import claim_maximum
from ludex.games.sets.known_results import known_cap
from ludex.games.sets.operations.caps import (
    LargestCap,
    find_largest_cap,
    known_largest_cap,
    store_largest_cap,
    store_maximum,
)
from ludex.games.sets.operations.decks import (
    all_cap_counts,
    count_caps_of_deck,
    exact_no_set,
    known_cap_counts,
    prepare_whole,
    store_cap_counts,
    store_statistics,
    store_whole,
    stored_statistics,
)
from ludex.games.sets.operations.positions import find_game, label_of_game, replay_game, store_game
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.solving.caps import Cap
from ludex.games.sets.solving.playing import GameParameters, GameRecord, play
from ludex.games.sets.study.cap_counts import CapCounts
from ludex.games.sets.study.no_set_probability import Exactness, known_no_set, no_set_statistics
from tests.games.sets.operations.set_samples import PLANE, claims, every, listed

SMALL, LARGE = (0, 1, 3), (0, 1, 3, 4)


def maximum(catalogue, cards, proved, upper_bound, method):
    found = LargestCap(Position(PLANE, cards), proved, upper_bound, method)
    entry = prepare(CAP, known_cap(found.cards))
    with catalogue.writing() as writer:
        return store_maximum(writer, prepare_whole(PLANE), entry, found)


def test_a_larger_cap_and_a_better_bound_take_the_place_and_a_proof_stays(catalogue):
    def known():
        best = known_largest_cap(catalogue, PLANE)
        return best.size, best.upper_bound, best.proved, best.method

    assert known_largest_cap(catalogue, PLANE) is None
    maximum(catalogue, SMALL, False, 7, "none")
    assert known() == (3, 7, False, "none")
    maximum(catalogue, SMALL, False, 8, "guess")
    assert known() == (3, 7, False, "none")
    maximum(catalogue, SMALL, False, 6, "counting")
    assert known() == (3, 6, False, "counting")
    maximum(catalogue, LARGE, False, 7, "none")
    assert known() == (4, 6, False, "counting")
    maximum(catalogue, SMALL, False, 5, "layers")
    assert known() == (4, 5, False, "layers")
    assert [one.largest for one in every(catalogue, "set-cap")] == [False, True]
    stored = maximum(catalogue, LARGE, True, 4, "closed-form")
    assert (stored.created, stored.document.proved) == (False, True)
    maximum(catalogue, SMALL, False, 5, "counting")
    assert known() == (4, 4, True, "closed-form")
    for filters, sizes in [
        ({"largest": True}, [4]),
        ({"largest": False}, [3]),
        ({"proved": True}, [4]),
        ({"proved": None}, [3]),
        ({"min_size": 4, "deck": "set-3-2", "complete": True}, [4]),
    ]:
        assert [one.size for one in listed(catalogue, "set-cap", filters)] == sizes, filters
    [claim] = claims(catalogue, "set.cap-maximum")
    assert claim.certificate == {"cards": ["00", "01", "10", "11"], "bound": {"by": "closed-form", "most": 4}}


def test_a_bound_that_meets_a_cap_proves_it(catalogue):
    maximum(catalogue, LARGE, False, 6, "none")
    maximum(catalogue, SMALL, False, 4, "counting")
    best = known_largest_cap(catalogue, PLANE)
    assert (best.size, best.proved, best.method) == (4, True, "counting")
    assert [one.proved for one in every(catalogue, "set-cap")] == [True, None]


def test_the_largest_cap_of_a_deck_is_stored_and_given_again(catalogue, monkeypatch):
    deck = Deck(4, 3)
    first = store_largest_cap(catalogue, deck, Budget())
    assert (first.size, first.proved, first.upper_bound, first.created) == (20, True, 20, True)
    assert first.as_response.duplicate_of is None
    assert first.stored.document.largest
    assert first.stored.document.proved
    monkeypatch.setattr("ludex.games.sets.solving.caps.largest_cap", None)
    again = store_largest_cap(catalogue, deck, Budget())
    assert (again.cards, again.label, again.created) == (first.cards, first.label, False)
    assert again.as_response.duplicate_of == Duplicate("symmetry", tuple(range(20)))


def test_a_claim_without_its_cap_stays_until_the_cap_comes(catalogue):
    whole = prepare_whole(PLANE)
    claim = claim_maximum(PLANE, Cap(LARGE, False, 5, "counting"))
    with catalogue.writing() as writer:
        store_claim(writer, store_whole(writer, whole).id, claim)
    assert known_largest_cap(catalogue, PLANE) is None
    small = maximum(catalogue, SMALL, False, 6, "none")
    assert (small.created, small.document.largest) == (True, False)
    assert known_largest_cap(catalogue, PLANE) is None
    found = store_largest_cap(catalogue, PLANE, Budget())
    assert (found.size, found.proved, found.created) == (4, True, True)
    assert known_largest_cap(catalogue, PLANE).label == found.label


def test_a_cap_without_a_label_is_answered_unstored(catalogue):
    huge = store_largest_cap(catalogue, Deck(12, 3), Budget(seconds=20.0))
    assert huge.size > 4096
    late = store_largest_cap(catalogue, Position(PLANE, SMALL), Budget(), naming=Budget(seconds=0.0))
    for one in (huge, late):
        assert (one.label, one.stored, one.created) == (None, None, False)
        assert one.as_response.duplicate_of is None
    assert every(catalogue, "set-cap") == every(catalogue, "set-deck") == []


def test_a_search_alone_stores_nothing_and_names_the_cap():
    found = find_largest_cap(PLANE, Budget())
    assert found.label == prepare(CAP, known_cap(found.cards)).label
    assert (found.stored, found.size, found.proved) == (None, 4, True)
    assert find_largest_cap(PLANE, Budget(), naming=Budget(seconds=0.0)).label is None


def test_a_cancelled_search_is_no_answer(catalogue):
    with pytest.raises(BudgetExhausted, match="cancelled"):
        store_largest_cap(catalogue, PLANE, Budget(stop=lambda: True))


# The numbers of caps of AG(2, 3): 1, 9, 36, C(9, 3) - 12 lines, and 54 quadrangles.
COUNTS = CapCounts(PLANE, (1, 9, 36, 72, 54), (1, 1, 1, 1, 1), complete=True)


def test_counts_are_stored_once_and_given_again(catalogue, monkeypatch):
    assert count_caps_of_deck(catalogue, PLANE, Budget()) == (COUNTS, True)
    monkeypatch.setattr("ludex.games.sets.study.cap_counts.count_caps", None)
    assert count_caps_of_deck(catalogue, PLANE, Budget()) == (COUNTS, False)
    cut = CapCounts(PLANE, (1, 9, 36), (1, 1, 1), complete=False)
    assert count_caps_of_deck(catalogue, PLANE, Budget(), up_to=2) == (cut, False)
    assert known_cap_counts(catalogue, PLANE) == COUNTS
    assert known_cap_counts(catalogue, Deck(3, 3)) is None
    assert all_cap_counts(catalogue) == [COUNTS]


def test_counts_that_end_early_are_carried_on(catalogue):
    begun = CapCounts(PLANE, COUNTS.by_size[:3], COUNTS.classes[:3], complete=False)
    whole = prepare_whole(PLANE)
    for counts, new, known in [
        (begun, True, begun),
        (CapCounts(PLANE, (1, 9), (1, 1), complete=False), False, begun),
        (COUNTS, True, COUNTS),
        (begun, False, COUNTS),
    ]:
        with catalogue.writing() as writer:
            assert store_cap_counts(writer, whole, counts) is new
        assert known_cap_counts(catalogue, PLANE) == known


def test_counts_that_are_not_whole_are_stored_only_where_they_are_wanted(catalogue):
    with pytest.raises(BudgetExhausted):
        count_caps_of_deck(catalogue, Deck(4, 3), Budget(seconds=0.0), complete=True)
    assert known_cap_counts(catalogue, Deck(4, 3)) is None
    counts, new = count_caps_of_deck(catalogue, Deck(4, 3), Budget(seconds=0.0))
    assert (counts.by_size, new) == ((1,), True)


def test_numbers_beyond_63_bits_are_kept(catalogue):
    deck, many = Deck(9, 3), 10**40
    with catalogue.writing() as writer:
        store_cap_counts(writer, prepare_whole(deck), CapCounts(deck, (1, many), (1, 2**40), complete=False))
    statistic = DealStatistic.from_count(12, comb(deck.size, 12) // 2, deck.size)
    assert store_statistics(catalogue, deck, [statistic]) == 1
    assert known_cap_counts(catalogue, deck).by_size == (1, many)
    assert stored_statistics(catalogue, deck) == [(deck, statistic)]


def test_stored_statistics_are_kept_and_the_best_chosen(catalogue):
    exact = DealStatistic.from_count(3, 72, 9)
    samples = [DealStatistic(3, 5, n, False, n, seed=7, low=0.0, high=1.0) for n in (10, 20)]
    four = [DealStatistic(4, 5, n, False, n, seed=7, low=0.0, high=1.0) for n in (10, 30, 20)]
    assert store_statistics(catalogue, PLANE, [*samples, exact, *four]) == 6
    assert store_statistics(catalogue, PLANE, [exact, four[0]]) == 0
    assert store_statistics(catalogue, PLANE, []) == 0
    of_deck = stored_statistics(catalogue, PLANE)
    assert stored_statistics(catalogue) == of_deck
    assert best_for_each_n(one for _, one in of_deck) == [exact, four[1]]
    assert stored_statistics(catalogue, Deck(3, 3)) == []


def test_an_exact_statistic_in_lowest_terms_is_stored_of_all_draws(catalogue):
    store_statistics(catalogue, PLANE, [DealStatistic(3, 6, 7, exact=True)])
    assert stored_statistics(catalogue) == [(PLANE, DealStatistic.from_count(3, 72, 9))]
    for wrong in (DealStatistic(10, 1, 1, True), DealStatistic(3, 5, 4, True), DealStatistic(3, 5, 10, False, 10)):
        with pytest.raises(ValueError, match=r"from a deck of 9|not a share|an interval"):
            store_statistics(catalogue, PLANE, [wrong])
    with pytest.raises(ValueError, match="too large to be stored"):
        store_statistics(catalogue, Deck(6, 10), [DealStatistic(5000, 0, 1, exact=True)])


def test_an_exact_number_is_chosen_over_a_sampled_one(catalogue):
    deck = Deck(4, 3)
    assert known_no_set(deck, 2).probability == 1
    assert known_no_set(deck, 3).probability == 1 - exact_share(deck)
    assert known_no_set(deck, 21).probability == 0
    assert exact_no_set(catalogue, deck, 12) is None
    sampled = DealStatistic(12, 1, 20, False, 20, low=0.0, high=1.0)
    store_statistics(catalogue, deck, [sampled])
    assert exact_no_set(catalogue, deck, 12) is None
    known = partial(exact_no_set, catalogue)
    many, few = no_set_statistics(deck, [12, 2], Budget(), samples=50, seed=3, known=known)
    assert (many.exact, many.samples, many.seed, few.exact) == (False, 50, 3, True)
    counts = CapCounts(deck, (1, 81, 3240, 84240), (1, 1, 1, 1), complete=False)
    with catalogue.writing() as writer:
        store_cap_counts(writer, prepare_whole(deck), counts)
    assert exact_no_set(catalogue, deck, 4) is None
    store_statistics(catalogue, deck, [DealStatistic.from_count(4, 1_500_000, 81)])
    assert exact_no_set(catalogue, deck, 4).numerator == 1_500_000
    assert no_set_statistics(deck, [4], Budget(), known=known)[0].exact
    [sampled] = no_set_statistics(deck, [4], Budget(), exactness=Exactness.SAMPLED, samples=9, known=known)
    assert not sampled.exact


def exact_share(deck):
    from fractions import Fraction

    return Fraction(1080, comb(deck.size, 3))


def test_the_caps_of_small_decks_are_counted_on_the_way():
    for n, caps_of_n in enumerate([*COUNTS.by_size, 0]):
        [found] = no_set_statistics(PLANE, [n], Budget(seconds=60.0))
        assert found == DealStatistic.from_count(n, caps_of_n, 9)
    with pytest.raises(BudgetExhausted):
        no_set_statistics(Deck(4, 3), [12], Budget(seconds=0.0), exactness=Exactness.EXACT)
    with pytest.raises(PositionError, match="the deck has 9"):
        no_set_statistics(PLANE, [3, 10], Budget())


def test_a_game_is_stored_once_and_can_be_replayed(catalogue):
    record = play(GameParameters(Deck(4, 3), seed=2**63 - 1, sets=5))
    whole = play(GameParameters(Deck(3, 3), seed=4))
    first, again, other = (store_game(catalogue, one) for one in (record, record, whole))
    assert [one.created for one in (first, again, other)] == [True, False, True]
    assert again.matching == tuple(range(12))
    assert (find_game(catalogue, first.label), find_game(catalogue, other.label)) == (record, whole)
    one, two = every(catalogue, "set-game")
    assert (one.sets, one.sets_wanted, one.finished, one.seed) == (5, 5, "sets", 2**63 - 1)
    assert (two.sets_wanted, two.finished, two.rounds) == (None, "deck", len(whole.rounds))
    assert [game.label for game in listed(catalogue, "set-game", {"sets_wanted": None})] == [two.label]
    assert len(listed(catalogue, "set-game", {"solver": "lookup", "finished": "sets", "min_sets": 5})) == 1
    assert len(listed(catalogue, "set-game", {"seed": 2**63 - 1})) == 1


def test_a_record_is_replayed_and_a_wrong_one_says_where():
    record = play(GameParameters(Deck(3, 3), seed=5))
    right = replay_game(record, Budget())
    assert (right.right, right.label) == (True, label_of_game(record))
    wrong = replay_game(GameRecord(record.parameters, record.rounds[:-1], record.finished), Budget())
    assert (wrong.right, wrong.place, wrong.label) == (False, "/rounds", None)
    assert "is not over" in wrong.reason
