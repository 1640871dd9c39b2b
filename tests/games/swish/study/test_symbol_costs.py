"""The experiment on symbols has a row for each shape, proves what it times, and is drawn with bounds as bounds."""

import itertools

import pytest

from ludex.engine.budget import Budget
from ludex.games.swish.pictures.plots import symbol_costs_svg
from ludex.games.swish.study.symbol_costs import SymbolStructure, board_for, symbol_costs
from ludex.games.swish.swishes import Rule


def ticking():
    ticks = itertools.count()
    return lambda: float(next(ticks))


def test_there_is_a_row_for_each_structure_number_of_symbols_and_of_cards() -> None:
    rows = symbol_costs([8, 12], clock=ticking(), trials=2).rows
    shapes = {(row.structure, row.symbols) for row in rows}
    assert shapes == {*((one, n) for one in ("random", "planted") for n in (1, 2, 3)), ("even-cycles", 2)}
    assert len(rows) == 14
    assert all(row.finished == 2 and row.mean_seconds == 1.0 for row in rows)
    simple = symbol_costs([8], clock=ticking(), rule=Rule.SIMPLE, trials=1).rows
    assert {row.structure for row in simple} == {"random", "planted"}


def test_where_the_share_ends_the_mean_is_a_bound_and_more_cards_are_left_out() -> None:
    rows = symbol_costs(
        [60, 90], clock=ticking(), structures=[SymbolStructure.RANDOM], symbols=[3], trials=1, share=0.2
    ).rows
    assert [(row.finished, row.note) for row in rows] == [
        (0, "the share of time ended"),
        (0, "fewer cards took too long"),
    ]
    assert rows[0].mean_seconds == 1.0
    assert rows[1].mean_seconds is None
    picture = symbol_costs_svg(rows)
    assert "at least 1 s" in picture
    assert "lower bound" in picture


def test_the_budget_ends_the_experiment_with_the_rows_that_there_are() -> None:
    rows = symbol_costs([8], clock=ticking(), budget=Budget(0.0))
    assert rows.ended == "time"
    with pytest.raises(ValueError, match="needs rows"):
        symbol_costs_svg(rows.rows)


def test_boards_are_no_squares_and_have_even_sides() -> None:
    for cells in range(1, 200):
        height, width = board_for(cells)
        assert height * width >= cells
        assert height != width
        assert not (height % 2 or width % 2)


@pytest.mark.parametrize("wrong", [{"span": [1]}, {"span": [1001]}, {"trials": 0}, {"symbols": [7]}, {"share": 0}])
def test_numbers_out_of_range_are_refused(wrong: dict) -> None:
    terms = {"span": [8], "clock": ticking()} | wrong
    with pytest.raises(ValueError, match=r"must be"):
        symbol_costs(**terms)
