"""The programs of SWISH have the optima that the searches and the oracles find."""

from hypothesis import given, settings

from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.programs import largest_swish_program, no_swish_program, swish_of_program
from ludex.games.swish.swishes import Rule, is_swish
from tests.external_solvers import optimum, satisfying
from tests.games.swish.random_cards import positions
from tests.games.swish.random_tables import written
from tests.oracles import formulas as oracle
from tests.oracles import swishes
from tests.trials import examples


@settings(deadline=None, max_examples=examples(30))
@given(positions(most_cards=4, most_side=2))
def test_the_program_of_the_largest_swish_has_its_size(position: Position) -> None:
    for rule in Rule:
        found = swishes.all_swishes(written(position), position.symmetry.value, rule.value)
        size = max((len(cards) for cards, _ in found), default=0)
        program = largest_swish_program(position, rule)
        assert optimum(program) == size
        chosen = satisfying(program.cnf(2))
        assert (chosen is not None) == (size >= 2)
        assert satisfying(program.cnf(size + 1 if size else 2)) is None
        if chosen is not None:
            assert is_swish(swish_of_program(position, program.chosen(chosen), rule).stack)
        if program.variables and program.variables <= 12:
            assert oracle.optimum_of_opb(program.opb()) == -size


@settings(deadline=None, max_examples=15)
@given(positions(most_cards=4, most_side=2))
def test_the_program_of_the_largest_set_without_a_swish_has_its_size(position: Position) -> None:
    size, _ = swishes.largest_without_swish(written(position), position.symmetry.value)
    program = no_swish_program(position)
    assert oracle.optimum_of_opb(program.opb()) == -size
    assert (satisfying(program.cnf(size)) is None, satisfying(program.cnf(size + 1)) is None) == (False, True)


def test_the_commercial_deck_of_36_has_twenty_cards_without_a_swish() -> None:
    assert optimum(no_swish_program(built_in_deck("swish-36").position)) == 20
