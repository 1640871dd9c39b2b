"""The thesis's histograms: the deals pass the test, a crooked deck does not, and the statistic has its distribution."""

from itertools import islice

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.study.uniformity import MAX_TRIALS, histogram, uniformity


@pytest.mark.parametrize(("p", "v"), [(3, 4), (4, 5)])
def test_the_figures_of_the_thesis(p: int, v: int) -> None:
    deck = Deck(p, v)
    result = uniformity(deck, 2000, seed=1)
    for drawn, cards in ((result.initial, v * p), (result.drawn, v)):
        assert (drawn.n, sum(drawn.counts), len(drawn.counts)) == (cards, 2000 * cards, deck.size)
        assert drawn.degrees_of_freedom == deck.size - 1
        assert 0.001 < drawn.p_value < 0.999


def test_the_scaled_statistic_has_the_chi_square_distribution() -> None:
    from scipy import stats  # takes long to import, as below

    # Six of nine cards a trial: without the factor (N - 1) / (N - n) all statistics would be 8/3 times too small.
    deck = Deck(2, 3)
    p_values = []
    for repetition in range(200):
        counts = [0] * deck.size
        for trial in range(50):
            for card in islice(deck.shuffled(RandomNumbers.numbered(repetition, trial).next() >> 1), 6):
                counts[card] += 1
        p_values.append(histogram(counts, 6).p_value)
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


def test_a_crooked_deck_is_found_out() -> None:
    assert histogram([20, *[100] * 79, 180], 12).p_value < 1e-3
    assert histogram([100] * 81, 12).p_value == pytest.approx(1.0)


def test_pearson_for_one_card_a_trial() -> None:
    from scipy import stats

    counts = [18, 22, 25, 15]
    plain = stats.chisquare(counts)
    found = histogram(counts, 1)
    assert (found.statistic, found.p_value) == pytest.approx((plain.statistic, plain.pvalue))


@pytest.mark.parametrize(("p", "v"), [(1, 3), (2, 2), (1, 1), (5, 1)])
def test_where_all_cards_come_there_is_nothing_to_test(p: int, v: int) -> None:
    result = uniformity(Deck(p, v), 10, seed=1)
    assert set(result.initial.counts) == {10}
    assert (result.initial.statistic, result.initial.p_value) == (0.0, 1.0)
    assert (result.drawn.n, sum(result.drawn.counts), result.drawn.p_value) == (0, 0, 1.0)


@pytest.mark.parametrize("deck", [Deck(3, 3), Deck(2, 4), Deck(1, 5)])
def test_the_counts_are_those_of_the_shuffled_decks(deck: Deck) -> None:
    trials = [list(deck.shuffled(RandomNumbers.numbered(9, trial).next() >> 1)) for trial in range(40)]
    first = deck.first_table
    result = uniformity(deck, 40, seed=9)
    for counted, begin, end in ((result.initial, 0, first), (result.drawn, first, first + deck.values)):
        came = [card for trial in trials for card in trial[begin:end]]
        assert counted.counts == tuple(came.count(card) for card in range(deck.size))


def test_the_statistic_is_pearsons_with_the_factor_of_distinct_cards() -> None:
    # (1 + 1) / 2 is Pearson's, and two of four cards are dealt: 3 / 2 times as much.
    found = histogram([3, 1, 2, 2], 2)
    assert (found.n, found.counts, found.statistic, found.degrees_of_freedom) == (2, (3, 1, 2, 2), 1.5, 3)
    assert found.p_value == pytest.approx(0.6823, abs=1e-4)


def test_the_counts_are_lines_of_csv_by_the_codes_of_cards() -> None:
    result = uniformity(Deck(1, 4), 7, seed=3)
    assert result.csv == "card,initial,drawn\r\n" + "".join(f"{card},7,0\r\n" for card in range(4))
    assert (result.deck, result.trials, result.seed) == (Deck(1, 4), 7, 3)
    two = uniformity(Deck(2, 3), 9, seed=3)
    rows = [tuple(map(int, line.split(",")[1:])) for line in two.csv.splitlines()[1:]]
    assert rows == list(zip(two.initial.counts, two.drawn.counts, strict=True))
    assert (two.initial.n, two.drawn.n) == (6, 3)


def test_what_is_too_much_is_refused_and_the_budget_ends_it() -> None:
    for trials in (0, MAX_TRIALS + 1):
        with pytest.raises(PositionError, match=f"trials must be 1 to 1,000,000, not {trials}"):
            uniformity(Deck(3, 3), trials, seed=1)
    assert uniformity(Deck(3, 3), 1, seed=1).trials == 1
    with pytest.raises(BudgetExhausted):
        uniformity(Deck(3, 3), 100, 1, Budget(seconds=0.0))
