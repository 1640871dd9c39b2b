"""Every reduction changes the optimum as its theorem says, and carries solutions both ways."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.formula import Formula, FormulaError
from ludex.games.swish.card import BoardError, Symmetry
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.reductions.card_reductions import DigraphError, even_cycle_cards, flip_cards, three_symbol_cards
from ludex.games.swish.reductions.satisfiability import require_two_three, satisfiability_cards, two_three_form
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule, is_swish
from tests.games.swish.random_cards import codes_of_few
from tests.games.swish.reductions.random_formulas import formulas, two_three_formulas
from tests.oracles import even_cycles, swishes
from tests.oracles import formulas as oracle
from tests.trials import examples

FEW = settings(deadline=None, max_examples=25)


def symbols(position: Position) -> int:
    return max(len(card.points) + len(card.circles) for card in position.cards)


@FEW
@given(two_three_formulas())
def test_the_largest_simple_swish_tells_how_many_clauses_can_be_satisfied(formula: Formula) -> None:
    made = satisfiability_cards(formula)
    assert symbols(made.position) <= 4
    assert len(made.position.cards) <= 12 * formula.variables + 3 * len(formula.clauses)
    most = oracle.solve_max_sat(formula.variables, formula.clauses)
    largest = find_largest(made.position, Rule.SIMPLE)
    assert largest.proved
    assert largest.size == made.largest(most)
    assert oracle.satisfied(formula.clauses, made.assignment_of(largest.swish)) == most


@FEW
@given(two_three_formulas(most_variables=4, most_clauses=6))
def test_every_assignment_becomes_a_simple_swish_and_comes_back(formula: Formula) -> None:
    made = satisfiability_cards(formula)
    for assignment in product([False, True], repeat=formula.variables):
        swish = made.swish_of(assignment)
        assert swishes.forms_swish([str(card) for card in swish.stack])
        assert swish.size == made.largest(oracle.satisfied(formula.clauses, assignment))
        assert made.assignment_of(swish) == assignment


@settings(deadline=None, max_examples=examples(40))
@given(formulas(most_variables=2, most_clauses=2))
def test_any_formula_has_a_two_three_form_with_a_known_difference(source: Formula) -> None:
    made = two_three_form(source)
    require_two_three(made.formula)
    for assignment in product([False, True], repeat=source.variables):
        carried = made.assignment_of(assignment)
        count = oracle.satisfied(source.clauses, assignment)
        assert oracle.satisfied(made.formula.clauses, carried) == made.offset + count
        assert oracle.satisfied(source.clauses, made.source_of(carried)) >= count
    if 0 < made.formula.variables <= 14:
        most = oracle.solve_max_sat(made.formula.variables, made.formula.clauses)
        assert most == made.offset + oracle.solve_max_sat(source.variables, source.clauses)


@st.composite
def few_cards(draw: st.DrawFn) -> Position:
    height, width = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    some = codes_of_few(height, width, 4)
    return Position.from_codes(draw(st.lists(some, min_size=1, max_size=5)))


def largest_of(position: Position) -> int:
    return max(
        (len(cards) for cards, _ in swishes.all_swishes(list(map(str, position.cards)), rule="simple")), default=0
    )


@FEW
@given(few_cards())
def test_three_symbols_make_the_largest_simple_swish_four_times_as_large(source: Position) -> None:
    made = three_symbol_cards(source)
    assert symbols(made.position) <= 3
    found = find_largest(made.position, Rule.SIMPLE)
    assert found.size == made.largest(largest_of(source))
    if found.swish is not None:
        back = made.source_of(found.swish)
        assert is_swish(back.stack)
        assert made.swish_of(back) == found.swish


@FEW
@given(few_cards())
def test_flips_win_nothing_among_mirrored_cards(source: Position) -> None:
    made = flip_cards(source)
    assert made.position.height != made.position.width
    found = find_largest(made.position)
    assert found.proved
    assert found.size == made.largest(largest_of(source))
    if found.swish is not None:
        back = made.source_of(found.swish)
        assert is_swish(back.stack)
        assert 4 * back.size == found.size
        assert is_swish(made.swish_of(back).stack)


def test_reductions_follow_one_another() -> None:
    formula = Formula(2, ((1, 2), (-1, -2), (1, -2)))
    made = satisfiability_cards(formula)
    less = three_symbol_cards(made.position)
    flipped = flip_cards(less.position)
    swish = flipped.swish_of(less.swish_of(made.swish_of((True, False))))
    assert swishes.forms_swish([str(card) for card in swish.stack])
    assert swish.size == flipped.largest(less.largest(made.largest(3))) == 144
    back = flipped.source_of(swish)
    assert back is not None
    assert made.assignment_of(less.source_of(back)) == (True, False)


@st.composite
def digraphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    vertices = draw(st.integers(2, 5))
    pairs = [(u, v) for u in range(vertices) for v in range(vertices) if u != v]
    return vertices, draw(st.lists(st.sampled_from(pairs), max_size=9, unique=True))


@FEW
@given(digraphs())
def test_the_largest_swish_of_two_symbols_tells_what_even_cycles_cover(
    graph: tuple[int, list[tuple[int, int]]],
) -> None:
    made = even_cycle_cards(*graph)
    assert all(card.is_one_pair for card in made.position.cards)
    found = find_largest(made.position)
    assert found.size == made.largest(even_cycles.most_covered(*graph))
    if found.swish is not None:
        again = made.swish_of(made.cycles_of(found.swish))
        assert again.size == found.size
        assert is_swish(again.stack)


def test_what_is_not_in_the_form_is_refused() -> None:
    for clauses in [((1,),), ((1, -1),), ((1, 2),) * 4, ((1, 2, 3),), ((),)]:
        with pytest.raises(FormulaError, match="clause"):
            satisfiability_cards(Formula(3, clauses))
    with pytest.raises(FormulaError, match="without variables"):
        satisfiability_cards(Formula(0, ()))
    with pytest.raises(BoardError, match="256x6"):
        satisfiability_cards(Formula(256, ()))
    with pytest.raises(FormulaError, match="occurrences"):
        two_three_form(Formula(2, ((1, 2),) * 501))
    with pytest.raises(FormulaError, match="variables"):
        two_three_form(Formula(10_001, ((1,),)))
    with pytest.raises(PositionError, match="card 0: the card has 5 symbols"):
        three_symbol_cards(Position.from_codes(["*****"]))
    with pytest.raises(BoardError, match="256x2"):
        flip_cards(Position.from_codes(["/".join("*" * 128)]))
    with pytest.raises(PositionError, match="four flips"):
        flip_cards(Position.from_codes(["*."[:1]], Symmetry.SQUARE))
    for arcs in ([(0, 0)], [(0, 2)], [(0, 1), (0, 1)]):
        with pytest.raises(DigraphError, match="arc"):
            even_cycle_cards(2, arcs)
