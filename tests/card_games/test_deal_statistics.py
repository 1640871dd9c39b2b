"""Statistics of deals."""

import pytest

from ludex.card_games.deal_statistics import DealStatistic, best_for_each_n, range_fault
from ludex.engine.proportion import Estimate

SAMPLE = DealStatistic(2, 5, 10, False, 10, seed=7, low=0.2, high=0.8)


@pytest.mark.parametrize(
    ("statistic", "fault"),
    [
        (DealStatistic(2, 1, 3, exact=True), None),
        (SAMPLE, None),
        (DealStatistic(2, 4, 3, exact=True), "4 of 3 is not a share between 0 and 1"),
        (DealStatistic(2, -1, 3, exact=True), "not a share"),
        (DealStatistic(2, 0, 0, exact=True), "not a share"),
        (DealStatistic(4, 0, 1, exact=True), "cannot deal 4 cards from a deck of 3"),
        (DealStatistic(2, 1, 4, exact=True), "the number of deals of 2 of 3 cards is 3"),
        (DealStatistic(2, 1, 3, True, 3), "must not have a sample"),
        (DealStatistic(2, 1, 3, True, low=0.1), "or an interval"),
        (DealStatistic(2, 5, 10, False, 9, low=0.2, high=0.8), "its size as the denominator"),
        (DealStatistic(2, 5, 10, False, 10), "an interval"),
        (DealStatistic(2, 5, 10, False, 10, low=0.6, high=0.8), "does not contain the estimate"),
        (DealStatistic(2, 5, 10, False, 10, low=0.2, high=0.4), "does not contain the estimate"),
        (DealStatistic(2, 5, 10, False, 10, low=-0.1, high=0.8), "does not contain the estimate"),
        (DealStatistic(2, 5, 10, False, 10, low=0.2, high=1.1), "does not contain the estimate"),
        (DealStatistic(2, 5, 10, False, 10, low=0.5, high=0.5), None),
        (DealStatistic(2, 0, 1, False, 1, low=0.0, high=1.0), None),
        (DealStatistic(2, 5, 10, False, 10, low=0.2), "an interval"),
        (DealStatistic(3, 1, 1, exact=True), None),
        (DealStatistic(2, 0, 3, exact=True), None),
        (DealStatistic(0, 1, 1, exact=True), "cannot deal 0 cards from a deck of 3"),
        (DealStatistic(2, 1, 3, True, high=0.1), "or an interval"),
    ],
)
def test_numbers_that_no_deals_have_are_found(statistic, fault):
    found = range_fault(statistic, 3)
    assert found is None if fault is None else fault in found


def test_a_statistic_is_a_share_with_its_sample():
    exact = DealStatistic.from_count(2, 2, 4).share
    assert (exact.numerator, exact.denominator, exact.probability, exact.exact) == (2, 6, 1 / 3, True)
    assert (exact.samples, exact.seed, exact.low, exact.high) == (None, None, None, None)
    sample = SAMPLE.share
    assert (sample.samples, sample.seed, sample.low, sample.high, sample.exact) == (10, 7, 0.2, 0.8, False)
    assert (SAMPLE.parameters, DealStatistic.from_count(2, 2, 4).parameters) == (
        {"n": 2, "samples": 10, "seed": 7},
        {"n": 2},
    )


def test_a_claim_is_of_its_deck_and_proved_if_it_is_exact():
    exact = DealStatistic.from_count(2, 1, 4)
    for proved in (True, None):
        assert DealStatistic.from_claim(exact.parameters, exact.value, 4, proved) == exact
    with pytest.raises(ValueError, match="the number of deals of 2 of 5 cards is 10"):
        DealStatistic.from_claim(exact.parameters, exact.value, 5)
    for statistic, proved in ((exact, False), (SAMPLE, True)):
        with pytest.raises(ValueError, match="if and only if"):
            DealStatistic.from_claim(statistic.parameters, statistic.value, None, proved)


def test_the_exact_statistic_is_the_best_then_the_first_of_the_largest_sample():
    larger, as_large = (DealStatistic(2, 5, 90, False, 90, seed=seed, low=0.0, high=1.0) for seed in (1, 2))
    exact = DealStatistic.from_count(2, 1, 3)
    assert best_for_each_n([SAMPLE, larger, as_large]) == [larger]
    assert best_for_each_n([SAMPLE, larger, exact, DealStatistic.from_count(1, 3, 3)]) == [
        DealStatistic.from_count(1, 3, 3),
        exact,
    ]


@pytest.mark.parametrize(
    "statistic", [SAMPLE, DealStatistic.from_count(2, 1, 3), DealStatistic.from_sample(2, Estimate(3, 9), seed=4)]
)
def test_a_statistic_is_claimed_and_read_again(statistic):
    assert DealStatistic.from_claim(statistic.parameters, statistic.value) == statistic


@pytest.mark.parametrize(
    ("parameters", "value"),
    [
        ({}, {"numerator": 1, "denominator": 3}),
        ({"n": 2}, None),
        ({"n": 2}, {"numerator": 1}),
        ({"n": 2}, {"numerator": "1", "denominator": 3}),
        ({"n": True}, {"numerator": 1, "denominator": 3}),
        ({"n": 2, "samples": 10}, {"numerator": 1, "denominator": 10, "low": 0.0, "high": 1.0}),
        ({"n": 2, "samples": 10, "seed": 1}, {"numerator": 1, "denominator": 10}),
        ({"n": 2, "samples": 10, "seed": 1}, {"numerator": 9, "denominator": 10, "low": 0.0, "high": 0.1}),
    ],
)
def test_what_states_no_deals_is_refused(parameters, value):
    with pytest.raises(ValueError, match=r"deals|number|interval|share"):
        DealStatistic.from_claim(parameters, value)
