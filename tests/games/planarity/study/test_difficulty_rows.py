"""The rows of the study of difficulty, against the measures of single drawings."""

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.study.census import search_arrangements
from ludex.games.planarity.study.census_graphs import connected_graphs
from ludex.games.planarity.study.difficulty import solve_and_grade
from ludex.games.planarity.study.difficulty_rows import census_rows, sample_rows


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
