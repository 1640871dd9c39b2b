"""The experiments give the same rows for the same seed, agree with known means, and end with their budget."""

import pytest

from ludex.engine.budget import Budget, Progress
from ludex.games.planarity.making.generation import GenerationError
from ludex.games.planarity.making.point_sets import PointsError
from ludex.games.planarity.study.experiments import (
    ThresholdRow,
    attempts_by_threshold,
    interior_points,
    minima_of_scrambles,
)


# Means measured before, with other code, at thresholds of 200 to 500: some 21, 58 and 330 attempts for 11 points.
@pytest.mark.parametrize(("delta", "least", "most"), [(100, 17, 26), (200, 40, 80), (300, 230, 450)])
def test_attempts_grow_with_delta_as_is_known(delta: int, least: float, most: float) -> None:
    (row,) = attempts_by_threshold((11,), delta, (400,), samples=150, seed=2).rows
    assert least < row.mean_attempts < most
    assert row.unfinished == 0


def test_samples_that_were_given_up_are_counted() -> None:
    (row,) = attempts_by_threshold((20,), 400, (100,), samples=3, most_attempts=500).rows
    assert (row.unfinished, row.mean_attempts, row.deviation) == (3, 500, 0)


def test_fewer_points_lie_inside_for_a_larger_delta() -> None:
    loose, tight = interior_points((11,), (0, 300), samples=60, seed=1).rows
    assert loose.mean_interior > tight.mean_interior + 0.5
    assert 0 < tight.deviation < 2


def test_where_no_set_is_found_larger_ones_have_no_row_either() -> None:
    rows = interior_points((6, 25, 7, 26), (400, 10), samples=2, most_attempts=1000).rows
    assert [(row.delta, row.vertices) for row in rows] == [(400, 6), (400, 7), (10, 6), (10, 7), (10, 25), (10, 26)]


def test_the_true_minimum_is_at_most_what_was_asked_and_each_sample_is_counted() -> None:
    rows = minima_of_scrambles((0, 1, 3), vertices=7, edges=9, samples=12, seed=3).rows
    for swaps in (0, 1, 3):
        of_one = [row for row in rows if row.swaps == swaps]
        assert sum(row.count for row in of_one) == 12
        assert all(row.minimum is not None and row.minimum <= swaps for row in of_one)
    assert [row.minimum for row in rows if row.swaps == 0] == [0]


def test_rows_depend_on_the_seed_and_on_nothing_else() -> None:
    both = attempts_by_threshold((8, 9), 200, (100,), samples=4, seed=5)
    assert both == attempts_by_threshold((8, 9), 200, (100,), samples=4, seed=5)
    assert both.rows[1] == attempts_by_threshold((9,), 200, (100,), samples=4, seed=5).rows[0]
    assert both.rows != attempts_by_threshold((8, 9), 200, (100,), samples=4, seed=6).rows


def test_an_experiment_that_ends_early_keeps_its_finished_rows() -> None:
    reports: list[Progress] = []
    stopping = Budget(progress=reports.append, stop=lambda: len(reports) > 3)
    found = interior_points((5, 6, 7, 8, 9), (0,), samples=2, budget=stopping)
    assert [row.vertices for row in found.rows] == [5, 6, 7]
    assert found.ended == "cancelled"
    assert [report.done for report in reports] == [0, 1, 2, 3]
    assert {report.total for report in reports} == {5}
    reports.clear()
    minima_of_scrambles((2, 3), vertices=7, edges=9, samples=3, budget=Budget(progress=reports.append))
    assert [(report.done, report.total) for report in reports] == [(0, 2), (1, 2), (2, 2)]
    for run in (attempts_by_threshold, minima_of_scrambles):
        assert run(budget=Budget(seconds=0)).ended == "time"


def test_rows_of_interior_points_end_before_a_size_that_is_not_found() -> None:
    rows = interior_points((18, 3, 19, 5), (0, 400), samples=1, most_attempts=3000).rows
    assert [(row.delta, row.vertices) for row in rows] == [(0, 3), (0, 5), (0, 18), (0, 19), (400, 3), (400, 5)]


def test_searches_for_points_that_do_not_end_count_with_their_limit() -> None:
    (row,) = attempts_by_threshold((18,), 400, (100,), samples=3, most_attempts=50).rows
    assert row == ThresholdRow(18, 400, 100, 3, 3, 50.0, 0.0)


def test_where_no_plane_drawing_is_found_the_rows_end_with_the_reason() -> None:
    # 21 edges of 9 vertices need a triangle as the hull, which points so far from each other's lines hardly have.
    found = minima_of_scrambles((1, 2), vertices=9, edges=21, delta=600, samples=2)
    assert found.rows == ()
    assert found.ended is not None
    assert "delta 0.06" in found.ended


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="samples"):
        interior_points(samples=0)
    with pytest.raises(ValueError, match="threshold"):
        attempts_by_threshold((8,), 200, (0,), samples=1)
    with pytest.raises(PointsError, match="vertices: must be 1 to 128"):
        interior_points((129,), samples=1)
    with pytest.raises(GenerationError, match="edges"):
        minima_of_scrambles((1,), vertices=8, edges=19, samples=1)
    with pytest.raises(ValueError, match="cannot be negative: -1"):
        minima_of_scrambles((-1,), samples=1)
