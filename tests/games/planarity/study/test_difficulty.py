"""What makes levels hard, against the list of all their optimal sequences."""

import pytest
from hypothesis import assume, given, settings

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.study.difficulty import difficulty, grade_of, solve_and_grade
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle, path_gadget
from tests.games.planarity.sample_drawings import drawings
from tests.oracles.optimal_sequences import commutation_classes, crossings_along, descents, optimal_sequences
from tests.trials import examples


@settings(deadline=None, max_examples=examples(120))
@given(drawings(least=4, most=7))
def test_the_measures_are_those_of_the_list_of_optimal_sequences(drawing: Drawing) -> None:
    solution, measures = solve_and_grade(drawing)
    assume(solution.min_swaps is not None and len(drawing.edges) ** solution.min_swaps < 20_000)
    assert solution.min_swaps is not None
    assert measures is not None
    sequences = optimal_sequences(drawing.points, drawing.edges, solution.min_swaps)
    assert measures.sequences == len(sequences)
    assert measures.orders == commutation_classes(sequences)
    along = [crossings_along(drawing.points, drawing.edges, sequence) for sequence in sequences]
    assert measures.crossings_must_rise == all(sorted(counts, reverse=True) != counts for counts in along)
    lengths = descents(drawing.points, drawing.edges)
    assert measures.steepest_descent == all(length == solution.min_swaps for length in lengths)


@settings(deadline=None, max_examples=20)
@given(drawings(least=4, most=8))
def test_a_solved_drawing_is_measured_alike(drawing: Drawing) -> None:
    solution, measures = solve_and_grade(drawing)
    assert difficulty(drawing, solution) == measures


@pytest.mark.parametrize("count", [1, 3, 16])
def test_far_apart_swaps_are_independent_and_come_in_one_order_up_to_commutation(count: int) -> None:
    _, measures = solve_and_grade(crossed_paths(count))
    assert measures is not None
    assert (measures.orders, measures.independent_swaps, measures.steepest_descent) == (1, count, True)
    assert not measures.crossings_must_rise


def test_a_crossing_that_either_swap_mends_makes_them_depend_on_each_other() -> None:
    _, measures = solve_and_grade(path_gadget())
    assert measures is not None
    assert (measures.final_drawings, measures.independent_swaps) == (2, 1)


def test_on_the_cycle_of_lemma_1_every_swap_raises_the_crossings() -> None:
    _, measures = solve_and_grade(folded_cycle(8))
    assert measures is not None
    assert measures.crossings_must_rise
    assert not measures.steepest_descent


def test_a_plane_drawing_has_grade_0_and_an_unreachable_one_no_measures() -> None:
    _, measures = solve_and_grade(Drawing(((0, 0), (1, 0), (0, 1)), ((0, 1),)))
    assert measures is not None
    assert (measures.grade, measures.orders, measures.independent_swaps) == (0, 1, 0)
    complete_on_four = tuple((u, v) for v in range(4) for u in range(v))
    assert solve_and_grade(Drawing(((0, 0), (4, 0), (5, 5), (0, 4)), complete_on_four))[1] is None


def test_no_measures_where_the_time_ends_first() -> None:
    drawing = folded_cycle(10)
    assert difficulty(drawing, solve(drawing), Budget(seconds=0.0)) is None
    assert solve_and_grade(drawing, Budget(seconds=0.0))[1] is None


def test_the_grade_rises_with_the_swaps_and_with_each_shortcut_that_fails() -> None:
    grades = [grade_of(20, swaps, 1, False, True) for swaps in range(1, 7)]
    assert grades == sorted(set(grades))
    assert grade_of(20, 3, 6, True, True) == grade_of(20, 3, 6, False, False) == grade_of(20, 3, 6, False, True) + 3
