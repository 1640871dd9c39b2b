"""Plots of probabilities show exact and sampled points.

Statistics of deals.
"""

import math
import re
from xml.etree import ElementTree

import pytest

from ludex.card_games.deals import DealPoint, DealSeries, DealStatistic, best_for_each_n, range_fault, svg_deal_plot
from ludex.engine.proportion import Estimate
from ludex.pictures.charts import BASE, LEFT, MAX_POINTS, RIGHT, TOP, WIDTH
from ludex.pictures.svg import PictureTooLarge
from tests.pictures.svg_documents import marks, read


def parts_of(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [part for part in root.iter() if part.get("class") == kind]


@pytest.mark.parametrize("log", [False, True])
def test_points_and_intervals_are_drawn_at_their_probabilities(log: bool) -> None:
    exact = DealSeries("swish-36", tuple(DealPoint(n, 10.0**-n) for n in range(5)))
    sampled = DealSeries("<other> & more", (DealPoint(3, 0.2, 0.1, 0.25), DealPoint(4, 0.1, 0.001, 0.2)))
    root = read(svg_deal_plot([exact, sampled], log, "Deals", "no swish"))
    width, height = (WIDTH - LEFT - RIGHT) / 5, BASE - TOP

    def place(cards: int, probability: float) -> tuple[float, float]:
        share = 1 + math.log10(probability) / 4 if log else probability
        return LEFT + (cards + 0.5) * width, BASE - share * height

    for series, kind in ((exact, "exact"), (sampled, "sampled")):
        discs = parts_of(root, kind)
        for point, disc in zip(series.points, discs, strict=True):
            assert (float(disc.get("cx")), float(disc.get("cy"))) == pytest.approx(
                place(point.cards, point.probability), abs=0.1
            )
            assert disc[0].text.startswith(f"{point.cards} cards: {point.probability:g}")
            assert ("to" in disc[0].text) == (kind == "sampled")
    assert (
        {disc.get("fill") for disc in parts_of(root, "sampled")}
        == {"#ffffff"}
        != {parts_of(root, "exact")[0].get("fill")}
    )
    for point, interval in zip(sampled.points, parts_of(root, "interval"), strict=True):
        left, high, low = map(float, re.fullmatch(r"M(\S+) (\S+)h8m-4 0V(\S+)m-4 0h8", interval.get("d")).groups())
        assert (left + 4, high) == pytest.approx(place(point.cards, point.high), abs=0.1)
        assert (left + 4, low) == pytest.approx(place(point.cards, point.low), abs=0.1)
    lines = [part.get("d") for part in root.iter() if part.get("stroke-opacity")]
    through = [[float(x) for x in step.split()] for step in lines[0][1:].split("L")]
    assert through == [[float(disc.get("cx")), float(disc.get("cy"))] for disc in parts_of(root, "exact")]
    assert lines[1] == ""
    texts = [part.text for part in root.iter() if part.tag.endswith("text")]
    assert {"Deals", "swish-36", "<other> & more", "cards dealt", "probability of no swish"} <= set(texts)
    assert {"1", "0.1", "0.01"} <= set(texts) if log else {"0", "0.2", "1"} <= set(texts)


def test_a_plot_has_at_most_ten_thousand_points() -> None:
    def plot(*cards: int) -> str:
        return svg_deal_plot([DealSeries("deck", tuple(DealPoint(n, 0.5) for n in cards))], False, "Deals", "no set")

    plot(1, MAX_POINTS)
    for cards, given in (((1, MAX_POINTS + 1), "10001"), ([1] * (MAX_POINTS + 2), "10002")):
        with pytest.raises(PictureTooLarge, match=f"{given} points"):
            plot(*cards)


def test_a_series_has_the_probabilities_of_statistics() -> None:
    exact = DealStatistic.from_count(2, 1, 4)
    sample = DealStatistic(3, 5, 10, False, 10, seed=7, low=0.2, high=0.8)
    assert DealSeries.of("deck", [exact, sample]).points == (DealPoint(2, 1 / 6), DealPoint(3, 0.5, 0.2, 0.8))


def test_a_logarithmic_plot_leaves_out_what_is_zero() -> None:
    series = DealSeries("swish-36", (DealPoint(2, 0.5), DealPoint(30, 0.0)))
    assert marks(read(svg_deal_plot([series], True, "Deals", "no swish")))["exact"] == 1
    assert marks(read(svg_deal_plot([series], False, "Deals", "no swish")))["exact"] == 2


@pytest.mark.parametrize("probabilities", [[0.0], [1.0], [1e-300, 1.0], [5e-324]])
@pytest.mark.parametrize("log", [False, True])
def test_a_plot_has_axes_for_extreme_probabilities(probabilities: list[float], log: bool) -> None:
    points = tuple(DealPoint(n, p) for n, p in enumerate(probabilities))
    read(svg_deal_plot([DealSeries("deck", points)], log, "Deals", "no swish"))


def test_a_plot_needs_points_whose_probabilities_and_intervals_are_whole() -> None:
    with pytest.raises(ValueError, match="needs"):
        svg_deal_plot([], False, "Deals", "no swish")
    with pytest.raises(ValueError, match="both ends"):
        DealPoint(3, 0.5, low=0.4)
    with pytest.raises(ValueError, match="from 0 to 1"):
        DealPoint(3, 1.5)
    with pytest.raises(ValueError, match="from 0 to 1"):
        DealPoint(3, 0.5, low=-0.1, high=0.6)


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
