"""Theorem 2: formulas of positive planar 1-in-3-SAT as trees, with solutions carried both ways."""

from itertools import combinations, product

import networkx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.planarity.reductions.formula_drawings import FormulaDrawing, formula_drawing
from ludex.games.planarity.reductions.gadgets import in_general_position
from ludex.games.planarity.reductions.intended_solution import minimum_intended_swaps, touching_bound
from ludex.games.planarity.reductions.known_levels import Gadget, gadget_level
from ludex.games.planarity.reductions.one_in_three import OneInThree, OneInThreeError, layout_of
from ludex.games.planarity.solving.minimum_swaps import solve
from tests.oracles.small_drawings import crossed_pairs, swapped


def exactly_one(clauses: tuple[tuple[int, int, int], ...]) -> list[tuple[bool, ...]]:
    """List the assignments that make exactly one variable of each clause true, by trying all."""
    variables = 1 + max(map(max, clauses))
    return [
        values
        for values in product((False, True), repeat=variables)
        if all([values[one] for one in clause].count(True) == 1 for clause in clauses)
    ]


@st.composite
def formulas(draw: st.DrawFn, most: int = 5) -> OneInThree:
    triples = st.permutations(range(5)).map(lambda order: tuple(order[:3]))
    return OneInThree(tuple(draw(st.lists(triples, min_size=1, max_size=most, unique=True))))


@given(formulas())
def test_a_solution_is_found_iff_there_is_one(formula: OneInThree) -> None:
    all_of_them = exactly_one(formula.clauses)
    found = formula.solution()
    assert (found is None) == (not all_of_them)
    assert found is None or found in all_of_them


@pytest.mark.parametrize("clauses", [((0, 1, 2),), ((0, 1, 2), (0, 2, 3)), ((0, 1, 2), (0, 2, 3), (3, 2, 1))])
def test_a_satisfied_formula_is_made_plane_by_the_swaps_of_its_solutions(clauses: tuple) -> None:
    made = formula_drawing(OneInThree(clauses))
    assert in_general_position(made.drawing.points)
    assert networkx.is_tree(made.drawing.graph())
    for assignment in exactly_one(clauses)[:1]:
        swaps = made.swaps_of(assignment)
        assert len(swaps) == made.satisfied_swaps
        points = made.drawing.points
        for swap in swaps:
            assert swap in made.drawing.edges
            points = swapped(points, swap)
        assert not crossed_pairs(points, made.drawing.edges)
        assert made.assignment_of(swaps) == assignment


@settings(max_examples=12)
@given(formulas(most=3))  # of more clauses a few take half a minute
@example(OneInThree(((0, 1, 2), (4, 1, 2), (1, 2, 3))))
def test_the_swaps_that_are_meant_suffice_iff_the_formula_is_satisfiable(formula: OneInThree) -> None:
    try:
        made = formula_drawing(formula)
    except OneInThreeError:
        return
    found = minimum_intended_swaps(made.drawing, made.choices, Budget(seconds=20))
    assert found.proved
    if not exactly_one(formula.clauses):
        assert found.min_swaps is None
        return
    assert found.min_swaps == made.satisfied_swaps >= found.lower_bound
    assert formula.is_satisfied_by(made.assignment_of(found.swaps))


@pytest.mark.parametrize("gadget", [Gadget.VARIABLE, Gadget.SPLIT, Gadget.CLAUSE])
def test_touched_crossings_are_a_lower_bound(gadget: Gadget) -> None:
    drawing = gadget_level(gadget).drawing
    fewest = touching_bound(drawing)
    assert fewest <= (solve(drawing).min_swaps or 0)
    crossings = crossed_pairs(drawing.points, drawing.edges)
    touched = ({*chosen} for k in range(fewest) for chosen in combinations(drawing.edges, k) if fewest <= 3)
    for chosen in touched:
        ends = {end for edge in chosen for end in edge}
        assert not all(ends & {*one, *other} for one, other in crossings)


@given(formulas())
def test_clauses_on_one_side_do_not_cross(formula: OneInThree) -> None:
    try:
        layout = layout_of(formula)
    except OneInThreeError:
        return
    for (i, one), (j, other) in combinations(enumerate(formula.clauses), 2):
        if layout.below[i] == layout.below[j]:
            legs = [sorted(layout.order.index(v) for v in clause) for clause in (one, other)]
            if layout.depth[i] == layout.depth[j]:
                assert legs[0][2] <= legs[1][0] or legs[1][2] <= legs[0][0]


def made_of(clauses: tuple[tuple[int, int, int], ...]) -> FormulaDrawing:
    return formula_drawing(OneInThree(clauses))


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        ((), "0 clauses"),
        (((0, 1, 1),), "three different"),
        (((0, 1, 20),), "0 to 19"),
        (((-1, 1, 2),), "0 to 19"),
        (tuple(combinations(range(5), 3)), "cannot be drawn"),
    ],
)
def test_what_is_no_formula_or_does_not_fit_is_refused(clauses: tuple, said: str) -> None:
    with pytest.raises(OneInThreeError, match=said):
        made_of(clauses)


def test_what_does_not_satisfy_a_formula_has_no_swaps() -> None:
    made = made_of(((0, 1, 2),))
    for wrong in ((True, True, False), (True, False)):
        with pytest.raises(Fault):
            made.swaps_of(wrong)
