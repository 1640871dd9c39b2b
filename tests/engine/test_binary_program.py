"""Programs say the same as CNF, as OPB, and by trying every choice."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.faults import TooLarge
from tests.oracles import formulas as oracle
from tests.trials import examples


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(0, 9), st.integers(0, 9), st.booleans())
def test_counters_hold_iff_so_many_are_true(variables: int, number: int, exactly: bool) -> None:
    """Of each choice of the variables, ask whether the others can be chosen: unit propagation says so."""
    group = tuple(range(1, variables + 1))
    program = BinaryProgram(variables, (), (), (), group, number if exactly else None)
    formula = program.cnf(None if exactly else number)
    for values in product([False, True], repeat=variables):
        units = [v if value else -v for v, value in zip(group, values, strict=True)]
        expected = sum(values) == number if exactly else sum(values) >= number
        assert propagates(formula.clauses, units) == expected


def test_at_most_one_of_many_is_counted() -> None:
    program = BinaryProgram(9, (), (), (tuple(range(1, 10)),), ())
    formula = program.cnf()
    for chosen in product([1, 2, 9], repeat=2):
        assert propagates(formula.clauses, list(chosen)) == (chosen[0] == chosen[1])


@pytest.mark.parametrize(("size", "variables", "clauses"), [(6, 6, 15), (7, 14, 19)])  # a counter has 3 n - 2 clauses
def test_a_group_of_at_most_six_has_a_clause_for_each_pair(size: int, variables: int, clauses: int) -> None:
    formula = BinaryProgram(size, (), (), (tuple(range(1, size + 1)),), ()).cnf()
    assert (formula.variables, len(formula.clauses)) == (variables, clauses)


def propagates(clauses, units):
    """Tell whether unit propagation from these literals meets no contradiction."""
    true = set(units)
    while True:
        left = [[one for one in clause if -one not in true] for clause in clauses if not true & set(clause)]
        if any(not clause for clause in left) or any(-one in true for one in true):
            return False
        new = {clause[0] for clause in left if len(clause) == 1}
        if not new:
            return True
        true |= new


def test_opb_has_the_optimum() -> None:
    program = BinaryProgram(4, ("a",), ((1, 2), (-3, -4, 1)), ((1, 2), (3, 4)), (1, 2, 3, 4))
    assert oracle.optimum_of_opb(program.opb()) == -2
    fixed = BinaryProgram(3, (), ((1, -2),), (), (1, 2, 3), 2)
    assert oracle.optimum_of_opb(fixed.opb()) == 0
    assert oracle.optimum_of_opb(BinaryProgram(1, (), ((1,), (-1,)), (), (1,)).opb()) is None


def test_texts_name_the_first_variables_and_a_solution_is_read_by_their_names() -> None:
    program = BinaryProgram(3, ("a", "b"), ((1, -2),), (), (1, 2, 3), 2)
    assert program.opb().splitlines()[:3] == ["* #variable= 3 #constraint= 2", "* x1: a", "* x2: b"]
    assert program.dimacs().startswith("c 1: a\nc 2: b\np cnf ")
    assert program.chosen([3, -1, 2, 0]) == (2,)


def test_literals_are_counted_before_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    program = BinaryProgram(4, (), ((1, 2), (-3,)), ((1, 2),), (1, 2, 3, 4))
    exact = BinaryProgram(4, (), ((1, 2), (-3,)), ((1, 2),), (1, 2, 3, 4), 2)
    # Clauses have 3 literals, the group has 2 in OPB and 7 for each in CNF, and counting takes 6 for each and number.
    for write, literals in ((program.opb, 9), (lambda: program.cnf(2), 3 + 14 + 48), (exact.cnf, 3 + 14 + 2 * 48)):
        monkeypatch.setattr("ludex.engine.binary_program.MAX_LITERALS", literals)
        write()
        monkeypatch.setattr("ludex.engine.binary_program.MAX_LITERALS", literals - 1)
        with pytest.raises(TooLarge, match=f"about {literals} literals, but the limit is {literals - 1}"):
            write()


def test_what_would_be_too_large_is_not_written() -> None:
    group = tuple(range(1, 2001))
    with pytest.raises(TooLarge, match="literals"):
        BinaryProgram(2000, (), (), (), group).cnf(1000)
