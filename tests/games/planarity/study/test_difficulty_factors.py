"""Rank correlations against SciPy, and regression trees on data whose best splits are known."""

from dataclasses import replace
from math import log2
from random import Random

import pytest

from ludex.games.planarity.study.difficulty_factors import (
    COMPARED,
    MEASURES,
    OUTCOME,
    correlations,
    fit_tree,
    weight_rows,
)
from ludex.games.planarity.study.difficulty_rows import DifficultyRow, census_rows

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
