"""Plots of SET have the colours of the thesis, a mark for each time, and say what is a bound only."""

import re
from xml.etree import ElementTree

import pytest

from ludex.card_games.deals import DealPoint, DealSeries
from ludex.games.sets.deck import Deck
from ludex.games.sets.pictures.plots import (
    SOLVER_COLOURS,
    no_set_svg,
    play_by_round_svg,
    solver_times_svg,
    uniformity_svg,
)
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study.experiments import TimeRow
from ludex.games.sets.study.no_set_probability import PlayRow
from ludex.games.sets.study.uniformity import Uniformity, histogram
from ludex.pictures.svg import PictureTooLarge
from tests.pictures.svg_documents import SVG, of_class, texts


def titles(root: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in root.iter(f"{SVG}title")][1:]


def time_row(values: int, solver: str, mean: float | None, finished: int = 10) -> TimeRow:
    return TimeRow(values, 4, 5, solver, 10, finished, 50, 12, mean, mean if finished == 10 else None)


def test_each_solver_has_a_line_of_its_colour_on_a_scale_of_powers_of_ten() -> None:
    rows = [
        time_row(values, name.value, 10.0 ** (values + place - 7))
        for place, name in enumerate(SolverName)
        for values in (3, 4, 5)
    ]
    root = ElementTree.fromstring(solver_times_svg(rows))
    assert [part.get("stroke") for part in of_class(root, "line")] == [SOLVER_COLOURS[name] for name in SolverName]
    assert len(of_class(root, "point")) == 15
    assert {"100 µs", "1 ms", "10 ms", "100 ms", "1 s", "values", *SolverName} <= set(texts(root))
    assert texts(root)[-6:][0] == "Time of a game by values: 4 properties, 5 sets"


def test_unfinished_games_make_a_hollow_mark_and_solvers_left_out_none() -> None:
    rows = [
        time_row(3, "smt", 0.2),
        time_row(4, "smt", 1.5, finished=4),
        time_row(5, "smt", None, finished=0),
    ]
    root = ElementTree.fromstring(solver_times_svg(rows))
    assert [part.get("fill") == "#ffffff" for part in of_class(root, "point")] == [False, True]
    assert "hollow: a lower bound" in texts(root)
    assert "smt, 4 values: at least 1.5 s, 6 of 10 not finished" in titles(root)


def test_plots_of_times_need_a_time() -> None:
    for rows in ([], [time_row(3, "smt", None, finished=0)]):
        with pytest.raises(ValueError, match="rows"):
            solver_times_svg(rows)
    with pytest.raises(PictureTooLarge):
        solver_times_svg([time_row(3, "smt", 1.0)] * 10_001)


def uniform(deck: Deck, count: int) -> Uniformity:
    counts = [count] * deck.size
    return Uniformity(deck.properties, deck.values, 7, 1, histogram(counts, 12), histogram([count + 1] * deck.size, 3))


def test_the_histogram_has_a_bar_a_card_the_mean_and_the_result_of_the_test() -> None:
    root = ElementTree.fromstring(uniformity_svg(uniform(Deck(4, 3), 40)))
    (bars,) = of_class(root, "bars")
    tops = re.findall(r"M\S+ \S+?V([\d.]+)H", bars.get("d", ""))
    assert len(tops) == 81
    (mean,) = of_class(root, "mean")
    assert {float(top) for top in tops} == {float(re.findall(r" ([\d.]+)H", mean.get("d", ""))[0])}
    assert "Initial tables: 4 properties, 3 values, 7 trials" in texts(root)
    assert "χ² = 0.0, 80 degrees of freedom, p = 1; 12 cards per trial" in texts(root)
    assert "Cards drawn: 4 properties" in uniformity_svg(uniform(Deck(4, 3), 40), drawn=True)


def test_bars_of_a_large_deck_are_means_of_neighbours_and_none_is_left_out() -> None:
    root = ElementTree.fromstring(uniformity_svg(uniform(Deck(5, 5), 2)))
    (bars,) = of_class(root, "bars")
    tops = re.findall(r"V([\d.]+)H", bars.get("d", ""))
    assert 300 < len(tops) <= 640
    assert len(set(tops)) == 1
    assert "times a card was dealt, mean of 5 neighbours" in texts(root)


def test_the_plot_of_tables_without_a_set_says_so() -> None:
    series = [DealSeries("3 values, 4 properties", (DealPoint(12, 0.0323), DealPoint(15, 0.0004)))]
    root = ElementTree.fromstring(no_set_svg(series))
    assert {"Cards without a set", "probability of no set"} <= set(texts(root))
    assert "deals of SWISH" not in no_set_svg(series, log=True)


def test_play_by_round_has_a_line_for_each_size_of_table_from_the_first_on() -> None:
    rows = [
        PlayRow(1, 12, 970, 30),
        PlayRow(2, 12, 940, 60),
        PlayRow(2, 15, 10, 0),
        PlayRow(3, 9, 0, 500),
    ]
    root = ElementTree.fromstring(play_by_round_svg(rows))
    assert len(of_class(root, "line")) == 3
    assert {"all tables", "12 cards", "15 cards"} <= set(texts(root))
    assert "9 cards" not in texts(root)
    assert "round 2, any table: 60 of 1,010 games without a set (5.94 %)" in titles(root)
    assert [part.get("fill") == "#ffffff" for part in of_class(root, "point")] == [False, False, False, False, True]
    with pytest.raises(ValueError, match="rows"):
        play_by_round_svg([])
