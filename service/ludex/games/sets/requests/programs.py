"""A set among cards as a program for solvers of others."""

from typing import Annotated

from pydantic import Field

from ludex.engine.faults import within
from ludex.games.sets import solving
from ludex.games.sets.position import as_position
from ludex.games.sets.requests.sources import SOLVING, GivenSetCards
from ludex.requests.fields import Option, example
from ludex.requests.programs import Form, Program, program_of, program_remark, program_said
from ludex.requests.request import ExecutionContext, Request


class WriteSets(GivenSetCards):
    """The cards, and the notation."""

    model_config = example(properties=1, values=3, cards=["0", "1", "2"])

    form: Annotated[Form, Option(("--format",))] = Field(default="cnf", description="`cnf` or `opb`.")


def write(asked: WriteSets, work: ExecutionContext) -> Program:
    """Write the question whether there is a set among cards, for a solver of SAT or of pseudo-Boolean constraints.

    It is satisfiable iff there is one; at most 20,000 cards.
    """
    source = asked.source(work)
    with within("cards"):
        solving.binary_program.require_few(source)
        return program_of(solving.binary_program.set_program(as_position(source)), asked.form, None, work)


WRITE = Request("POST /sets/program", "sets program", write, program_said, SOLVING, remark=program_remark)
