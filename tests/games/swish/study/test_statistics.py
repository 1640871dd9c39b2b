"""How likely a deal has no swish: exact counts against trying every deal, and samples against exact counts.

Swishes up to configurations of the whole stack, counted in three ways.
"""

from collections import OrderedDict
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.card_games.deals import DealStatistic
from ludex.engine.budget import Budget, BudgetExhausted, Unchecked
from ludex.engine.proportion import Estimate
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.study import statistics
from ludex.games.swish.study.statistics import (
    MAX_SAMPLES,
    LargestInDeals,
    count_classes,
    count_no_swish_deals,
    deal_faults,
    no_swish_deal_counts,
    sample_largest,
    sample_no_swish,
    sample_no_swish_deals,
    stacks_of_size,
    swish_classes,
)
from tests.games.swish.commercial import deal_counts, deck, minimal
from tests.games.swish.random_tables import one_pair_tables, written
from tests.oracles import deals, derangements
from tests.trials import examples


def probability(counts, n: int) -> Fraction:
    return Fraction(counts[n], comb(len(counts) - 1, n))


@settings(deadline=None, max_examples=examples(40))
@given(one_pair_tables(most_cards=10, most_cells=6))
def test_the_counts_are_those_of_trying_every_deal(position: Position) -> None:
    cells = position.height * position.width
    card_sets = derangements.card_sets(written(position), cells, position.symmetry.value)
    counts = no_swish_deal_counts(position)
    assert counts == deals.counts(len(position.cards), card_sets)
    told = count_no_swish_deals(position)
    assert [one.probability for one in told] == [probability(counts, n) for n in range(1, len(counts))]
    assert [(one.n, one.exact) for one in told] == [(n, True) for n in range(1, len(counts))]


def count_small_deals(slug: str, n: int) -> int:
    """Return how many deals of n cards have no swish, each looked at for the swishes of its pairs, triples, ..."""
    card_sets = derangements.card_sets(written(deck(slug)), n)
    return sum(
        not any(frozenset(part) in card_sets for size in range(2, n + 1) for part in combinations(dealt, size))
        for dealt in combinations(range(len(deck(slug).cards)), n)
    )


def test_the_deals_of_the_deck_of_36() -> None:
    counts = deal_counts("swish-36")
    assert len(counts) == 37
    assert counts[:3] == (1, 36, comb(36, 2) - 14)
    assert [counts[n] for n in (3, 4)] == [count_small_deals("swish-36", n) for n in (3, 4)]
    # The largest no-swish sets have 20 cards, and there are 216 of them.
    assert counts[20] == 216
    assert all(counts[:21])
    assert not any(counts[21:])


@pytest.mark.slow
def test_the_deals_of_the_deck_of_60() -> None:
    counts = deal_counts("swish-60")
    assert len(counts) == 61
    assert counts[:3] == (1, 60, 1724)
    assert counts[3] == count_small_deals("swish-60", 3)
    assert all(counts[:29])
    assert not any(counts[29:])
    # Samples decided by the minimal swishes agree.
    exact = float(probability(counts, 10))
    hits = sum(not minimal("swish-60").has_swish(deal(deck("swish-60"), 10, seed)) for seed in range(4000))
    spread = (exact * (1 - exact) / 4000) ** 0.5
    assert abs(hits / 4000 - exact) < 4 * spread


def test_samples_agree_with_the_exact_probability_about_as_often_as_they_promise() -> None:
    exact = float(probability(deal_counts("swish-36"), 8))
    estimates = [sample_no_swish(deck("swish-36"), 8, 300, seed) for seed in range(20)]
    assert sum(estimate.low <= exact <= estimate.high for estimate in estimates) >= 16


@settings(deadline=None, max_examples=examples(30))
@given(one_pair_tables(most_cards=12), st.integers(0, 2**63 - 1), st.data())
def test_a_sample_is_made_of_the_seeds_deals(position: Position, seed: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, len(position.cards)))
    dealt = [deal(position, n, RandomNumbers.numbered(seed, number)) for number in range(10)]
    tables = [Position(tuple(position.cards[index] for index in cards), position.symmetry) for cards in dealt]
    estimate = sample_no_swish(position, n, 10, seed)
    assert estimate == Estimate(sum(find_any(table) is None for table in tables), 10)
    sizes = [find_largest(table).size for table in tables]
    assert sample_largest(position, n, 10, seed).sizes == {size: sizes.count(size) for size in sorted(set(sizes))}


def test_the_whole_deck_is_one_deal() -> None:
    assert sample_largest(deck("swish-36"), 36, 3, seed=1) == LargestInDeals(36, 3, 1, {12: 3})
    assert sample_no_swish(deck("swish-36"), 36, 3, seed=1) == Estimate(0, 3)


@pytest.mark.parametrize("sample", [sample_no_swish, sample_largest])
def test_samples_that_cannot_be_made_are_refused(sample) -> None:
    with pytest.raises(PositionError, match="cannot deal 61 cards from a deck of 60"):
        sample(deck("swish-60"), 61, 10, 1)
    with pytest.raises(PositionError, match="0 samples given; at most 1000000 are allowed"):
        sample(deck("swish-60"), 16, 0, 1)
    with pytest.raises(PositionError, match="at most 1000000 are allowed"):
        sample(deck("swish-60"), 16, MAX_SAMPLES + 1, 1)
    with pytest.raises(BudgetExhausted, match="time"):
        sample(deck("swish-60"), 16, 10, 1, Budget(seconds=0.0))


def test_decks_of_more_than_64_cards_have_no_exact_counts() -> None:
    with pytest.raises(PositionError, match="at most 64"):
        no_swish_deal_counts(deck("swish-5x4"))


def test_deals_are_sampled_for_several_numbers_of_cards() -> None:
    listing = deck("swish-36")
    for one, n in zip(sample_no_swish_deals(listing, [3, 5], 20, seed=4), (3, 5), strict=True):
        estimate = sample_no_swish(listing, n, 20, seed=4)
        assert (one.n, one.numerator, one.samples, one.seed, one.exact) == (n, estimate.hits, 20, 4, False)
        assert (one.low, one.high) == (estimate.low, estimate.high)
    with pytest.raises(PositionError, match="37 cards from a deck of 36"):
        sample_no_swish_deals(listing, [37], 10, seed=0)


def test_the_deals_of_a_claim_are_counted_again_once_for_all_numbers_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_counted", OrderedDict())
    monkeypatch.setattr(statistics, "_COUNTED", 1)
    position = Position.from_codes(["*o", "*o", "*o"])
    # Any two of the three cards form a swish.
    for n, without in ((1, 3), (2, 0), (3, 0)):
        assert list(deal_faults(position, DealStatistic.from_count(n, without, 3), Budget())) == []
    wrong = DealStatistic.from_count(2, 1, 3)
    message = "the numerator of the deals of 2 cards is 1, but must be 0"
    assert list(deal_faults(position, wrong, Budget(stop=lambda: True))) == [message]  # they are counted already
    other = Position.from_codes(["*o.", "o*."])
    assert list(deal_faults(other, DealStatistic.from_count(2, 0, 2), Budget())) == []
    assert list(statistics._counted) == [other]
    sample = DealStatistic(2, 9, 10, False, 10, seed=1, low=0.1, high=1.0)
    assert list(deal_faults(position, sample, Budget())) == []


def test_deals_that_are_not_counted_in_time_are_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_counted", OrderedDict())
    position = deck("swish-36")
    statistic = DealStatistic.from_count(2, 1, 36)
    [late] = deal_faults(position, statistic, Budget(seconds=0))
    assert isinstance(late, Unchecked) and "in time" in late
    with pytest.raises(BudgetExhausted):
        list(deal_faults(position, statistic, Budget(stop=lambda: True)))
    many = Position(tuple(position.cards[:1]) * 65)
    [late] = deal_faults(many, DealStatistic.from_count(2, 1, 65), Budget())
    assert isinstance(late, Unchecked) and "were not counted again" in late


def position(name):
    return built_in_deck(name).position


def flips(code):
    """The card in the four flips, as texts."""
    rows = code.split("/")
    return {"/".join(row[::step] for row in rows[::order]) for step, order in product((1, -1), repeat=2)}


def cells(code):
    """The points and the circles of a card."""
    flat = code.replace("/", "")
    return ({place for place, mark in enumerate(flat) if mark == symbol} for symbol in "*o")


def is_swish(stack):
    points, circles = (sorted(cell for card in stack for cell in list(cells(card))[part]) for part in (0, 1))
    return points == circles and len(set(points)) == len(points)


def classes_by_brute_force(codes, size):
    """Lay every choice of cards in all ways, and group the swishes by the least flip of the stack."""
    found = set()
    for chosen in combinations(codes, size):
        for stack in product(*map(flips, chosen)):
            if is_swish(stack):
                rows = [card.split("/") for card in stack]
                turned = (
                    tuple(sorted("/".join(row[::step] for row in card[::order]) for card in rows))
                    for step, order in product((1, -1), repeat=2)
                )
                found.add(min(turned))
    return len(found)


@pytest.mark.parametrize(("name", "size"), [("swish-36", 2), ("swish-60", 2), ("swish-2x3", 2), ("swish-2x3", 3)])
def test_the_numbers_are_those_of_an_enumeration(name, size):
    cards = position(name)
    expected = classes_by_brute_force(list(map(str, cards.cards)), size)
    assert len(swish_classes(cards, size)) == count_classes(cards, size) == expected > 0


def test_every_class_has_its_stacks():
    stacks = stacks_of_size(position("swish-36"), 3)
    assert set(swish_classes(position("swish-36"), 3)) <= stacks


def test_counting_ends_with_its_budget():
    with pytest.raises(BudgetExhausted):
        count_classes(position("swish-36"), 3, Budget(stop=lambda: True))
