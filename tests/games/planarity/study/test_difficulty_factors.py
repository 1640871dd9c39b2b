"""Rank correlations against SciPy, and regression trees on data whose best splits are known.

The rows of the study of difficulty, against the measures of single drawings.
"""

from dataclasses import replace
from math import log2
from random import Random

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.study.census import search_arrangements
from ludex.games.planarity.study.census_graphs import connected_graphs
from ludex.games.planarity.study.difficulty import solve_and_grade
from ludex.games.planarity.study.difficulty_factors import (
    COMPARED,
    MEASURES,
    OUTCOME,
    DifficultyRow,
    census_rows,
    correlations,
    fit_tree,
    sample_rows,
    weight_rows,
)

ROW = DifficultyRow(6, 8, 4, 3, 2, 2, 1, 0, 0, 5, 5, 2.0)


@pytest.fixture(scope="module")
def rows() -> list[DifficultyRow]:
    return list(census_rows(5))


def test_rank_correlations_are_those_of_scipy(rows: list[DifficultyRow]) -> None:
    from scipy.stats import spearmanr  # takes long to import

    found = correlations("census", rows, complete=True)
    assert len(found) == len(COMPARED) * (len(COMPARED) - 1) // 2
    for item in found:
        if item.correlation is None:
            assert "vertices" in (item.first, item.second)
            continue
        columns = [[getattr(row, name) for row in rows] for name in (item.first, item.second)]
        assert item.correlation == pytest.approx(spearmanr(*columns).statistic)
        assert item.low == item.correlation == item.high


def test_a_tree_finds_the_splits_that_made_the_data() -> None:
    rng = Random(1)
    made = []
    for _ in range(400):
        swaps, crossings = rng.randint(1, 6), rng.randint(1, 9)
        outcome = 2.0 if swaps <= 3 else 64.0 if crossings <= 5 else 8.0
        made.append(replace(ROW, min_swaps=swaps, crossings=crossings, edges=rng.randint(5, 12), player_swaps=outcome))
    fit = fit_tree("made", made, MEASURES, depth=2)
    assert fit.explained == pytest.approx(1)
    assert (fit.tree.column, fit.tree.threshold) == ("min_swaps", 3)
    assert fit.tree.low is not None and fit.tree.high is not None
    assert fit.tree.low.mean == log2(2.0)
    assert (fit.tree.high.column, fit.tree.high.threshold) == ("crossings", 5)
    assert "min_swaps <= 3" in next(fit.tree.lines())
    assert fit_tree("made", made, ("edges",), depth=2).explained < 0.1
    # Of equal columns, the first is chosen.
    alike = [replace(row, crossings=row.min_swaps) for row in made]
    for names in (("min_swaps", "crossings"), ("crossings", "min_swaps")):
        assert fit_tree("alike", alike, names, depth=1).tree.column == names[0]


def test_the_weights_of_the_grade_are_among_those_compared(rows: list[DifficultyRow]) -> None:
    weights = {(row.greedy_fails, row.must_rise): row.correlation for row in weight_rows("census", rows)}
    assert len(weights) == 81
    [grade] = [
        item.correlation
        for item in correlations("census", rows, complete=True)
        if (item.first, item.second) == ("grade", OUTCOME)
    ]
    assert weights[3, 3] == pytest.approx(grade)


def test_too_few_rows_are_refused() -> None:
    for refused in (lambda: correlations("few", [ROW] * 3, complete=False), lambda: fit_tree("few", [ROW] * 3)):
        with pytest.raises(ValueError, match="at least 4"):
            refused()


def test_the_rows_of_a_census_are_the_measures_of_its_classes() -> None:
    graphs = connected_graphs(5)
    rows = list(census_rows(5, graphs=graphs[5:9]))
    drawings = [
        solved.drawing(place)
        for solved in search_arrangements(5, Budget(), graphs[5:9])
        for place in solved.classes[solved.distance[solved.classes] > 0].tolist()
    ]
    assert len(rows) == len(drawings) > 30
    for row, drawing in zip(rows, drawings, strict=True):
        solution, measures = solve_and_grade(drawing)
        assert measures is not None
        assert (row.min_swaps, row.crossings) == (solution.min_swaps, solution.crossings)
        assert (row.sequences, row.final_drawings) == (measures.sequences, measures.final_drawings)
        assert (row.must_rise, row.greedy_fails) == (measures.crossings_must_rise, not measures.steepest_descent)
        assert row.grade == measures.grade == row.luck + 3 * row.must_rise + 3 * row.greedy_fails
        assert row.player_swaps >= row.min_swaps


def test_all_classes_with_a_positive_minimum_have_a_row() -> None:
    assert len(list(census_rows(4))) == 4


def test_a_sample_has_solvable_classes_and_depends_on_its_seed_alone() -> None:
    rows = list(sample_rows(6, 12, seed=3))
    assert len(rows) == 12
    assert all(row.vertices == 6 and row.min_swaps >= 1 and row.player_swaps >= 1 for row in rows)
    assert rows == list(sample_rows(6, 12, seed=3))
    assert rows != list(sample_rows(6, 12, seed=4))


def test_larger_censuses_and_exhausted_budgets_end_the_rows() -> None:
    with pytest.raises(ValueError, match="draw a sample"):
        census_rows(7)
    with pytest.raises(BudgetExhausted):
        list(sample_rows(6, 5, budget=Budget(stop=lambda: True)))
