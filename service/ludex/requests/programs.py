"""Questions as programs for solvers of others: DIMACS CNF and OPB. What the games share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.faults import TooLarge
from ludex.requests.request import ExecutionContext

Form = Literal["cnf", "opb"]

TEXT_CHARACTERS = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Program:
    """A question in the notation of solvers.

    The first `named` variables are what its comments say; the others count. `at_least`: how many of them a satisfying
    assignment has; null in OPB, whose objective asks for the most, and if the number is fixed.
    """

    format: str
    at_least: int | None
    variables: int
    constraints: int
    named: int
    text: str


def program_of(program: BinaryProgram, form: Form, at_least: int | None, work: ExecutionContext) -> Program:
    """Return a program in one of the notations. Raises TooLarge, in a service also for more than 8 MiB of text."""
    if form == "opb":
        text = program.opb()
        shape = program.variables, text.count(" ;\n") - (program.exactly is None)
    else:
        formula = program.cnf(at_least)
        text = formula.dimacs(*(f"{number}: {name}" for number, name in enumerate(program.names, start=1)))
        shape = formula.variables, len(formula.clauses)
    most = work.bound(TEXT_CHARACTERS)
    if most is not None and len(text) > most:
        raise TooLarge(f"the text has {len(text):,} characters, at most {most:,} are answered; a command writes more")
    counted = at_least if form == "cnf" and program.exactly is None else None
    return Program(form, counted, *shape, len(program.names), text)


def program_said(program: Program, _asked: object) -> Iterable[str]:
    """Return the lines of the text."""
    return program.text.splitlines()


def program_remark(program: Program, _asked: object) -> str:
    """Say how large it is."""
    return (
        f"{program.variables:,} variables, {program.constraints:,} constraints; the first {program.named:,} are named"
    )
