"""Plots of the studies have a mark for each value, where its scale says, and say what they show."""

from dataclasses import replace

import pytest

from ludex.games.planarity.pictures.study_plots import svg_correlations, svg_estimate, svg_grades
from ludex.games.planarity.study.difficulty_factors import COMPARED, OUTCOME, Correlation, DifficultyRow
from ludex.games.planarity.study.minima_estimate import MinimumRow
from ludex.pictures.charts import BASE, TOP, WIDTH
from ludex.pictures.svg import number
from tests.pictures.svg_documents import SVG, of_class, read

MEASURES = [name for name in COMPARED if name != OUTCOME]
ROW = DifficultyRow(5, 4, 3, 2, 1, 1, 1, 0, 0, 0, grade=3, player_swaps=1000.0)


def captions(picture: str) -> list[tuple[str, float, float]]:
    at = ((part.text or "", part.get("x", ""), part.get("y", "")) for part in read(picture).iter(f"{SVG}text"))
    return [(text, float(x), float(y)) for text, x, y in at]


@pytest.mark.parametrize("lacking", ["correlation", "low", "high"])
def test_a_measure_without_a_correlation_has_no_mark(lacking: str) -> None:
    rows = [Correlation("all", measure, OUTCOME, 9, 0.5, 0.4, 0.6) for measure in MEASURES]
    root = read(svg_correlations([replace(rows[0], **{lacking: None}), *rows[1:]]))
    assert len(of_class(root, "point")) == len(of_class(root, "line")) == len(MEASURES) - 1


def test_grades_have_a_point_at_the_geometric_mean_of_each_grade() -> None:
    rows = [ROW, replace(ROW, player_swaps=10.0), replace(ROW, grade=5, player_swaps=0.5)]
    picture = svg_grades({"all": rows, "some": [replace(ROW, grade=4, player_swaps=10.0)]})
    points = of_class(read(picture), "point")
    assert [part[0].text for part in points] == [
        "all, grade 3: 100.0 swaps (2 classes)",
        "all, grade 5: 1.0 swaps (1 classes)",
        "some, grade 4: 10.0 swaps (1 classes)",
    ]
    assert [float(part.get("cy", "0")) for part in points[:2]] == [TOP, BASE]
    said = captions(picture)
    assert [(text, y - 4) for text, _, y in said[:3]] == [("1", BASE), ("10", (BASE + TOP) / 2), ("100", TOP)]
    assert [text for text, _, _ in said[3:6]] == ["3", "4", "5"]


def test_estimates_have_a_bar_and_an_interval_for_each_minimum() -> None:
    drawn = [
        MinimumRow(8, None, 1000, 50, minimum, 25, share, share - 0.05, share + 0.05)
        for minimum, share in ((0, 0.25), (1, 0.5), (None, 0.25))
    ]
    other = MinimumRow(8, 7, 100, 50, 4, 50, 1.0, 0.9, 1.0)
    picture = svg_estimate([other, *drawn])
    bars = of_class(read(picture), "bar")
    # A third of the width for each minimum, and a scale up to 0.6.
    places = [84 + 652 * (place + 0.5) / 3 for place in range(3)]
    heights = [(BASE - TOP) * share / 0.6 for share in (0.25, 0.5, 0.25)]
    for bar, x, height in zip(bars, places, heights, strict=True):
        box = [float(bar.get(name, "")) for name in ("x", "y", "width", "height")]
        assert box == pytest.approx([x - 28, BASE - height, 56, height], abs=0.01)
    assert [bar[0].text for bar in bars[1:]] == ["1: 50.00% (45.00% to 55.00%)", "none: 25.00% (20.00% to 30.00%)"]
    lowest, highest = (BASE - (BASE - TOP) * share / 0.6 for share in (0.45, 0.55))
    assert f'd="M{number(places[1])} {number(highest)}V{number(lowest)}"' in picture
    said = captions(picture)
    assert [text for text, _, _ in said[:7]] == ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %", "60 %"]
    assert [text for text, _, _ in said[7:10]] == ["0", "1", "none"]
    assert said[-2:] == [
        ("Estimated minima of the 1,000 classes on 8 points", WIDTH / 2, 25),
        ("from 50 random classes; the vertical lines are 95 % confidence intervals", WIDTH / 2, 44),
    ]
    alone = svg_estimate([other, replace(other, edges=8)])
    assert [bar[0].text for bar in of_class(read(alone), "bar")] == ["4: 100.00% (90.00% to 100.00%)"]
    assert "Estimated minima of the 100 classes on 8 points with 7 edges" in alone
    many = svg_estimate([replace(other, minimum=minimum, share=0.0) for minimum in range(20)])
    assert {(bar.get("width"), bar.get("height")) for bar in of_class(read(many), "bar")} == {("19.56", "0.5")}


def test_plots_need_rows() -> None:
    for plot, rows in ((svg_correlations, ()), (svg_grades, {}), (svg_estimate, ())):
        with pytest.raises(ValueError, match="needs rows"):
            plot(rows)
