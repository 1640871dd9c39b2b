"""Plots of probabilities show exact and sampled points."""

import pytest

from ludex.card_games.deal_plots import DealPoint, DealSeries, svg_deal_plot
from tests.pictures.svg_documents import marks, read


@pytest.mark.parametrize("log", [False, True])
def test_a_deal_plot_marks_exact_and_sampled_points(log: bool) -> None:
    exact = DealSeries("swish-36", tuple(DealPoint(n, 2.0**-n) for n in range(10)))
    sampled = DealSeries("<other> & more", (DealPoint(3, 0.2, 0.15, 0.26), DealPoint(4, 0.1, 0.0, 0.2)))
    seen = marks(read(svg_deal_plot([exact, sampled], log, "Deals", "no swish")))
    assert (seen["exact"], seen["sampled"], seen["interval"]) == (10, 2, 2)


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
