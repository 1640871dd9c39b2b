"""Plots of the experiments have a point for each row, a part of a column for each minimum, and honest marks."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.pictures.plots import (
    svg_attempts_plot,
    svg_census,
    svg_collection,
    svg_interior_plot,
    svg_scramble_plot,
)
from ludex.games.planarity.study.experiments import InteriorRow, ScrambleRow, ThresholdRow
from ludex.pictures.svg import PictureTooLarge
from tests.pictures.svg_documents import of_class, read, texts
from tests.trials import examples


def test_attempts_have_a_line_a_size_on_a_scale_of_powers_of_ten() -> None:
    rows = [ThresholdRow(n, 300, t, 5, 0, 10.0 ** (n - 7) * 3, 1.0) for n in (8, 9, 12) for t in (50, 100, 3000)]
    root = ElementTree.fromstring(svg_attempts_plot(rows))
    assert (len(of_class(root, "line")), len(of_class(root, "point"))) == (3, 9)
    assert {"n = 8", "n = 9", "n = 12", "10", "1,000", "10⁶"} <= set(texts(root))
    heights = [float(part.get("cy", "")) for part in of_class(root, "point")]
    assert heights[0] == heights[1] > heights[3] > heights[6] > 50
    # Equal ratios are equal distances: 30 and 300, 300 and 300,000.
    assert 3 * (heights[0] - heights[3]) == pytest.approx(heights[3] - heights[6], abs=0.05)


def test_lower_bounds_are_hollow() -> None:
    rows = [ThresholdRow(15, 300, 50, 5, 2, 900.0, 1.0), ThresholdRow(15, 300, 100, 5, 0, 700.0, 1.0)]
    root = ElementTree.fromstring(svg_attempts_plot(rows))
    fills = [part.get("fill") for part in of_class(root, "point")]
    assert fills[0] == "#ffffff" != fills[1]
    assert "hollow: a lower bound" in texts(root)


def test_interior_points_have_a_line_a_delta_for_means_and_for_deviations() -> None:
    rows = [InteriorRow(n, delta, 100, n / 2, delta / 1000) for delta in (0, 100, 300) for n in range(5, 20)]
    for picture in (svg_interior_plot(rows), svg_interior_plot(rows, deviations=True)):
        root = ElementTree.fromstring(picture)
        assert (len(of_class(root, "line")), len(of_class(root, "point"))) == (3, 45)
        assert {"δ = 0", "δ = 0.01", "δ = 0.03"} <= set(texts(root))
    assert svg_interior_plot(rows) != svg_interior_plot(rows, deviations=True)


def test_columns_of_asked_swaps_are_divided_by_the_true_minima() -> None:
    rows = [ScrambleRow(11, 20, 4, minimum, 100, count) for minimum, count in ((2, 5), (3, 20), (4, 75))]
    rows += [ScrambleRow(11, 20, 5, 4, 100, 99), ScrambleRow(11, 20, 5, None, 100, 1)]
    root = ElementTree.fromstring(svg_scramble_plot(rows))
    bars = of_class(root, "bar")
    assert len(bars) == 5
    heights = [float(part.get("height", "")) for part in bars]
    assert heights[2] == pytest.approx(15 * heights[0], rel=0.01)
    assert sum(heights[:3]) == pytest.approx(sum(heights[3:]), abs=0.1)
    assert {"2", "3", "4", "no proof", "75 %"} <= set(texts(root))
    # A share of 4.5 % is the least that has room for its label.
    rows = [ScrambleRow(11, 20, 4, minimum, 1000, count) for minimum, count in ((2, 44), (3, 45), (4, 911))]
    labels = of_class(ElementTree.fromstring(svg_scramble_plot(rows)), "label")
    assert [label.text for label in labels if "%" in (label.text or "")] == ["4 %", "91 %"]


def test_plots_without_rows_or_with_too_many_are_refused() -> None:
    for draw in (svg_attempts_plot, svg_interior_plot, svg_scramble_plot):
        with pytest.raises(ValueError, match="rows"):
            draw([])
    with pytest.raises(PictureTooLarge):
        svg_interior_plot([InteriorRow(5, 0, 1, 0.0, 0.0)] * 10_001)


@given(
    st.dictionaries(st.none() | st.integers(0, 40), st.integers(0, 10**6), min_size=1).filter(
        lambda c: sum(c.values()) > 0
    )
)
@settings(max_examples=examples(40))
def test_a_census_has_a_bar_for_each_minimum_that_occurs_and_the_last_for_none(counts: dict[int | None, int]) -> None:
    drawn = read(svg_census(5, counts))
    bars = [one for one in drawn.iter() if one.get("class") == "bar"]
    said = [next(iter(bar)).text or "" for bar in sorted(bars, key=lambda bar: float(bar.get("x") or 0))]
    total = sum(counts.values())
    minima = sorted(one for one in counts if one is not None and counts[one])
    expected = [f"{one} swaps: {counts[one]} of {total}" for one in minima]
    assert said == expected + ([f"none: {counts[None]} of {total}"] if counts.get(None) else [])
    assert [one.text for one in drawn.iter() if one.text == "none"] == ["none"] * (None in counts)


def test_a_collection_has_a_bar_for_the_share_of_each_value() -> None:
    root = read(svg_collection("All", "hull", {3: 1, 5: 3}))
    bars = sorted(of_class(root, "bar"), key=lambda bar: float(bar.get("x", "")))
    heights = [float(bar.get("height", "")) for bar in bars]
    assert heights[1] == pytest.approx(3 * heights[0], abs=0.1)
    assert any("points on the hull" in text for text in texts(root))
    assert [bar[0].text for bar in bars] == ["3 points on the hull: 1 of 4", "5 points on the hull: 3 of 4"]
