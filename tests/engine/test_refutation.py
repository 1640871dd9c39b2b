"""Refuted formulas: the proofs hold for the checker, and formulas with a solution have no proof."""

import random
from itertools import combinations, product

import pytest

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.formula import Formula
from ludex.engine.refutation import refute
from ludex_check_claims.lrat import at_least, require_refuted
from ludex_check_claims.verdicts import Clock, Export, Wrong


def clock() -> Clock:
    return Clock(Export(), 60)


def pigeons(holes: int) -> Formula:
    """One more pigeon than holes, each in a hole, and no two in one."""
    variable = {place: number for number, place in enumerate(product(range(holes + 1), range(holes)), start=1)}
    clauses = [tuple(variable[pigeon, hole] for hole in range(holes)) for pigeon in range(holes + 1)]
    clauses += [
        (-variable[a, hole], -variable[b, hole]) for hole in range(holes) for a, b in combinations(range(holes + 1), 2)
    ]
    return Formula(len(variable), tuple(clauses))


def has_solution(formula: Formula) -> bool:
    return any(
        all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in formula.clauses)
        for values in product((False, True), repeat=formula.variables)
    )


@pytest.mark.parametrize("holes", [1, 2, 3, 4, 5])
def test_pigeons_have_no_room(holes: int) -> None:
    formula = pigeons(holes)
    proof = refute(formula, Budget())
    assert proof is not None
    require_refuted(formula.clauses, proof, clock())


def test_exactly_the_formulas_without_a_solution_are_refuted() -> None:
    numbers = random.Random(5)
    found = set()
    for _ in range(300):
        clauses = tuple(
            tuple(numbers.choice((-1, 1)) * v for v in numbers.sample(range(1, 6), numbers.randint(1, 3)))
            for _ in range(numbers.randint(5, 25))
        )
        formula = Formula(5, clauses)
        proof = refute(formula, Budget())
        assert (proof is None) == has_solution(formula)
        if proof is not None:
            require_refuted(formula.clauses, proof, clock())
        found.add(proof is None)
    assert found == {True, False}


def test_an_empty_clause_is_a_contradiction() -> None:
    proof = refute(Formula(1, ((1,), ())), Budget())
    assert proof is not None
    require_refuted(((1,), ()), proof, clock())


def test_an_exhausted_budget_gives_no_proof() -> None:
    assert refute(pigeons(9), Budget(seconds=0.0)) is None


def test_large_formulas_and_long_proofs_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = pigeons(2)  # three clauses for the pigeons, and three for each hole, of two literals each
    proof = refute(formula, Budget())
    assert proof is not None
    for name, size in (("_MAX_LITERALS", 18), ("MAX_CHARACTERS", len(proof))):
        for limit, found in ((size, proof), (size - 1, None)):
            with monkeypatch.context() as changed:
                changed.setattr(f"ludex.engine.refutation.{name}", limit)
                assert refute(formula, Budget()) == found


def test_changed_lines_do_not_refute() -> None:
    """Without a line, with another clause, or with a hint left out, the proof of the pigeons is refused."""
    formula = pigeons(3)
    proof = refute(formula, Budget())
    assert proof is not None
    lines = proof.splitlines()
    for place, line in enumerate(lines):
        others = [*lines[:place], *lines[place + 1 :]]
        with pytest.raises(Wrong):
            require_refuted(formula.clauses, "\n".join(others), clock())
        numbers = line.split()
        last = [*numbers[:-2], "0"]
        with pytest.raises(Wrong):
            require_refuted(formula.clauses, "\n".join([*lines[:place], " ".join(last), *lines[place + 1 :]]), clock())
    for clause in range(len(formula.clauses)):
        weaker = [*formula.clauses[:clause], (1, -1), *formula.clauses[clause + 1 :]]
        with pytest.raises(Wrong):
            require_refuted(weaker, proof, clock())


@pytest.mark.parametrize("choices", range(1, 6))
def test_the_counters_are_those_of_programs(choices: int) -> None:
    counted = tuple(range(1, choices + 1))
    program = BinaryProgram(choices, (), (), (), counted)
    for least in range(1, choices + 2):
        assert program.cnf(least).clauses == tuple(at_least(counted, least, choices))
