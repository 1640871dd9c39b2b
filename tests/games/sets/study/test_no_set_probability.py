"""No set among random cards: exact numbers against samples; tables of games against games that are recorded."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from math import comb

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.proportion import Estimate
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, PositionError
from ludex.games.sets.solving.playing import GameParameters, play
from ludex.games.sets.solving.search import find_any
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study import ternary_deals
from ludex.games.sets.study.cap_counts import count_caps
from ludex.games.sets.study.no_set_probability import (
    MAX_GAMES,
    MAX_SAMPLES,
    PlayRow,
    by_table,
    no_set_probability,
    play_by_round,
    sample_no_set,
)

COMMERCIAL = Deck(4, 3)
# D. Knuth, "SETSET-ALL" (2001): sets of twelve cards of the commercial deck that have no set.
TWELVE = 2_284_535_476_080


def test_exact_probabilities() -> None:
    counts = [0] * 12 + [TWELVE]
    assert no_set_probability(COMMERCIAL, 12, counts) == Fraction(TWELVE, comb(81, 12))
    assert 0.0323 < no_set_probability(COMMERCIAL, 12, counts) < 0.03231
    assert no_set_probability(COMMERCIAL, 81, counts) == 0
    with pytest.raises(ValueError, match="82 cards are too many: the deck has 81"):
        no_set_probability(COMMERCIAL, 82, counts)


@pytest.mark.parametrize(("p", "v", "n"), [(3, 3, 6), (2, 3, 4), (2, 4, 7), (3, 2, 2), (3, 2, 1), (3, 1, 1), (3, 3, 0)])
def test_samples_agree_with_the_counts(p: int, v: int, n: int) -> None:
    deck = Deck(p, v)
    exact = no_set_probability(deck, n, count_caps(deck).by_size)
    estimate = sample_no_set(deck, n, 2000, seed=3)
    # Five standard deviations.
    assert abs(estimate.probability - exact) <= 5 * (exact * (1 - exact) / 2000) ** 0.5


def test_the_seed_decides_whatever_the_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    sampled = sample_no_set(COMMERCIAL, 12, 5000, seed=7)
    played = play_by_round(COMMERCIAL, 20, seed=7)
    monkeypatch.setattr(ternary_deals, "_WORK", 1)
    monkeypatch.setattr(ternary_deals, "_ROUNDS", 3)
    assert sample_no_set(COMMERCIAL, 12, 5000, seed=7) == sampled
    assert play_by_round(COMMERCIAL, 20, seed=7) == played
    assert sample_no_set(COMMERCIAL, 12, 5000, seed=8) != sampled


def test_what_cannot_be_sampled_is_refused() -> None:
    with pytest.raises(PositionError, match="82 cards are too many: the deck has 81"):
        sample_no_set(COMMERCIAL, 82, 10, seed=1)
    with pytest.raises(PositionError, match="samples must be 1"):
        sample_no_set(COMMERCIAL, 12, MAX_SAMPLES + 1, seed=1)
    with pytest.raises(PositionError, match="games must be 1"):
        play_by_round(COMMERCIAL, MAX_GAMES + 1, seed=1)


@pytest.mark.parametrize("deck", [COMMERCIAL, Deck(2, 4)])
def test_the_budget_ends_the_samples_and_the_games(deck: Deck) -> None:
    with pytest.raises(BudgetExhausted):
        sample_no_set(deck, 6, 1000, 1, Budget(seconds=0.0))
    with pytest.raises(BudgetExhausted):
        play_by_round(deck, 1000, 1, Budget(seconds=0.0))


@pytest.mark.parametrize(("deck", "n"), [(Deck(2, 4), 6), (Deck(3, 4), 12), (Deck(2, 5), 9), (Deck(3, 2), 1)])
def test_samples_are_the_deals_of_the_shuffled_decks(deck: Deck, n: int) -> None:
    seeds = [RandomNumbers.numbered(5, sample).next() >> 1 for sample in range(60)]
    dealt = [Position(deck, tuple(islice(deck.shuffled(seed), n))) for seed in seeds]
    without = sum(find_any(position, SolverName.BRUTE_FORCE) is None for position in dealt)
    assert sample_no_set(deck, n, 60, seed=5) == Estimate(without, 60)


@pytest.mark.parametrize("deck", [Deck(2, 4), Deck(3, 2), Deck(2, 5), Deck(2, 1)])
def test_tables_in_play_are_those_of_recorded_games(deck: Deck) -> None:
    counts: Counter[tuple[int, int, bool]] = Counter()
    for game in range(20):
        record = play(GameParameters(deck, RandomNumbers.numbered(5, game).next() >> 1))
        counts.update((number, one.table, one.found is not None) for number, one in enumerate(record.rounds, 1))
    rows = play_by_round(deck, 20, seed=5)
    assert {(row.round, row.table, True): row.with_set for row in rows if row.with_set} | {
        (row.round, row.table, False): row.without_set for row in rows if row.without_set
    } == counts


def test_for_three_values_tables_in_play_are_as_in_recorded_games() -> None:
    # Not the same games, but the same chances: the share of tables of twelve without a set, after the first round.
    games = 400
    recorded = Counter[bool]()
    for game in range(games):
        rounds = play(GameParameters(COMMERCIAL, game)).rounds[1:]
        recorded.update(one.found is not None for one in rounds if one.table == 12)
    with_set, without_set = by_table(play_by_round(COMMERCIAL, 20_000, seed=1), first=2)[12]
    share = without_set / (with_set + without_set)
    assert abs(recorded[False] / recorded.total() - share) < 5 * (share / recorded.total()) ** 0.5


def test_the_odds_that_the_thesis_quotes() -> None:
    rows = play_by_round(COMMERCIAL, 10_000, seed=1, refill=True)
    first = by_table(rows)[12], by_table([row for row in rows if row.round == 1])[12]
    assert 26 < first[1][0] / first[1][1] < 34
    later = by_table(rows, first=2)
    assert 14 < later[12][0] / later[12][1] < 16
    # Fifteen random cards have no set once in 2,742 times; in play it is some thirty times as frequent.
    assert later[15][0] / later[15][1] < 0.05 * 2741


def test_odds() -> None:
    assert PlayRow(1, 12, 29, 1).odds == 29
    assert PlayRow(1, 12, 29, 0).odds is None
