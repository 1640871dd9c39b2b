"""DIMACS CNF is read and written without loss, and what is wrong is refused with its line."""

import pytest
from hypothesis import given

from ludex.engine.formula import Formula, FormulaError
from tests.games.swish.reductions.random_formulas import formulas
from tests.oracles import formulas as oracle


@given(formulas())
def test_what_is_written_is_read_back(formula: Formula) -> None:
    text = formula.dimacs("made by a test")
    assert Formula.from_dimacs(text) == formula
    assert oracle.clauses_of(text) == (formula.variables, [list(clause) for clause in formula.clauses])


def test_clauses_may_go_over_lines_and_end_with_the_marks_of_satlib() -> None:
    assert Formula.from_dimacs("c\n\np cnf 3 2\n1 -2\n3 0 2\n0\n%\n0\n").clauses == ((1, -2, 3), (2,))
    assert Formula.from_dimacs("\ufeffp cnf 2 1\r\n1 2 0\r\n").clauses == ((1, 2),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the header is missing"),
        ("1 2 0", "line 1: a clause must not come before the header"),
        ("p cnf 2", "line 1: the header must be"),
        ("p cnf 2 1\np cnf 2 1\n1 0", "line 2: the header is repeated"),
        ("p cnf 2 1\n1 x 0", "line 2: 'x' is not a literal"),
        ("p cnf 2 1\n1 ² 0", "is not a literal"),
        ("p cnf 2 1\n3 0", "line 2: literal 3 is not one of the 2 variables"),
        ("p cnf 2 1\n1 2", "clause 1 does not end with 0"),
        ("p cnf 2 2\n1 2 0", "1 clauses are given, but the header states 2"),
        ("p cnf 999999999 1\n1 0", "line 1: 999,999,999 variables given; at most 2,000,000"),
        ("p wcnf 2 1\n1 0", "line 1: the header must be"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(FormulaError, match=said.replace("(", r"\(")):
        Formula.from_dimacs(text)


def test_a_formula_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, limit in (("VARIABLES", 3), ("CLAUSES", 2), ("LITERALS", 3)):
        monkeypatch.setattr(f"ludex.engine.formula.MAX_{name}", limit)
    assert Formula.from_dimacs("p cnf 3 2\n1 2 0\n3 0\n") == Formula(3, ((1, 2), (3,)))
    for text, said in (
        ("p cnf 4 1\n1 0\n", "line 1: 4 variables given; at most 3"),
        ("p cnf 3 3\n1 0\n", "line 1: 3 clauses given; at most 2"),
        ("p cnf 3 2\n1 2 0\n3 1 0\n", "line 3: the formula has more than 3 literals"),
    ):
        with pytest.raises(FormulaError, match=said):
            Formula.from_dimacs(text)
    for variables, clauses, said in (
        (4, (), "4 variables given; at most 3"),
        (-1, (), "-1 variables"),
        (3, ((1,), (2,), (3,)), "3 clauses given; at most 2"),
        (3, ((1, 2), (3, 1)), "4 literals given; at most 3"),
        (2, ((1,), (-3,)), "clause 2: literal -3 is not one of the 2 variables"),
        (2, ((0,),), "clause 1: literal 0"),
    ):
        with pytest.raises(FormulaError, match=said):
            Formula(variables, clauses)


def test_satisfied_clauses_have_a_true_literal() -> None:
    formula = Formula(3, ((1, -2), (2, 3), (-1, -3), ()))
    assert formula.satisfied([True, True, False]) == (0, 1, 2)
    assert formula.satisfied([False, True, True]) == (1, 2)
