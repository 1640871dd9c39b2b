"""Plots of the studies have a mark for each value and say what they show."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ludex.games.planarity.pictures.study_plots import svg_correlations, svg_estimate, svg_grades
from ludex.games.planarity.study.difficulty_factors import COMPARED, correlations
from ludex.games.planarity.study.difficulty_rows import DifficultyRow, census_rows
from ludex.games.planarity.study.minima_estimate import MinimumRow
from tests.pictures.svg_documents import of_class


@pytest.fixture(scope="module")
def rows() -> list[DifficultyRow]:
    return list(census_rows(5))


def test_correlations_have_a_mark_for_each_measure_and_set(rows: list[DifficultyRow]) -> None:
    found = (*correlations("all", rows, complete=True), *correlations("some", rows[::5], complete=False))
    root = ElementTree.fromstring(svg_correlations(found))
    # The number of vertices is the same in all rows, so it has no correlation.
    assert len(of_class(root, "point")) == 2 * (len(COMPARED) - 2)


def test_grades_have_a_point_for_each_grade(rows: list[DifficultyRow]) -> None:
    root = ElementTree.fromstring(svg_grades({"all": rows, "some": [replace(rows[0], grade=3)]}))
    assert len(of_class(root, "point")) == len({row.grade for row in rows}) + 1


def test_estimates_have_a_bar_and_an_interval_for_each_minimum() -> None:
    drawn = [
        MinimumRow(8, None, 1000, 50, minimum, 25, share, share - 0.05, share + 0.05)
        for minimum, share in ((0, 0.25), (1, 0.5), (None, 0.25))
    ]
    other = MinimumRow(8, 7, 100, 50, 4, 50, 1.0, 0.9, 1.0)
    for rows, bars in ((drawn, 3), ([other, *drawn], 3), ([other], 1)):
        text = svg_estimate(rows)
        assert len(of_class(ElementTree.fromstring(text), "bar")) == bars
        assert "Estimated minima" in text


def test_plots_need_rows() -> None:
    for plot, rows in ((svg_correlations, ()), (svg_grades, {}), (svg_estimate, ())):
        with pytest.raises(ValueError, match="needs rows"):
            plot(rows)
