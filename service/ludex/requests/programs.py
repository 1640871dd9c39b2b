"""Export of problems for external solvers as DIMACS CNF or OPB."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.faults import TooLarge
from ludex.engine.text_lines import split_lines
from ludex.requests.inputs import InputContext

Form = Literal["cnf", "opb"]

TEXT_CHARACTERS = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Program:
    """A problem in the format of a solver.

    Comments name the first `named` variables; all later variables are auxiliary. `at_least` is the minimum number of
    counted variables that are true in a satisfying assignment. It is null in OPB, which maximizes this number, and in
    programs that fix the number.
    """

    format: Annotated[str, Field(description="Format of the text.")]
    at_least: Annotated[int | None, Field(description="Minimum number of true counted variables, if any.")]
    variables: Annotated[int, Field(description="Number of variables.")]
    constraints: Annotated[int, Field(description="Number of clauses or constraints.")]
    named: Annotated[int, Field(description="Number of named variables.")]
    text: Annotated[str, Field(description="The program.")]


def program_of(program: BinaryProgram, form: Form, at_least: int | None, context: InputContext) -> Program:
    """Return a program in a format.

    Raises TooLarge if the program is too large. In a service, a program is also too large if its text exceeds 8 MiB.
    """
    if form == "opb":
        text = program.opb()
        shape = program.variables, text.count(" ;\n") - (program.exactly is None)
    else:
        formula = program.cnf(at_least)
        text = formula.dimacs(*(f"{number}: {name}" for number, name in enumerate(program.names, start=1)))
        shape = formula.variables, len(formula.clauses)
    maximum = context.bound(TEXT_CHARACTERS)
    if maximum is not None and len(text) > maximum:
        raise TooLarge(
            f"the text has {len(text):,} characters, but a response can have at most {maximum:,}",
            "give a smaller input, or use the command, which has no limit",
        )
    counted = at_least if form == "cnf" and program.exactly is None else None
    return Program(form, counted, *shape, len(program.names), text)


def program_lines(program: Program, _request: object) -> Iterable[str]:
    """Return the lines of the program."""
    return split_lines(program.text)


def program_remark(program: Program, _request: object) -> str:
    """Return a one-line description of the program's size."""
    return (
        f"{program.variables:,} variables, {program.constraints:,} constraints; the first {program.named:,} are named"
    )
