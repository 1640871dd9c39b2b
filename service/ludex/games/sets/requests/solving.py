"""Sets among cards: any set, the number of sets, or all sets, by any solver; and programs for external solvers."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from pydantic import Field

from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, within
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import as_position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.sources import SOLVING, SetCardsInput, by_command
from ludex.games.sets.serialization import AnySet, SetCount, list_as_json, list_bytes, set_bytes, without_search
from ludex.games.sets.solving.solver import EVERY, Find, FoundSets, IntegerProgramEngine, SolverName
from ludex.requests.fields import Option, ResponseModel, ServiceBounds, TimeLimited, example
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.request import ExecutionContext, Request, StreamedResult

FindName = Annotated[Find, Field(strict=False)]
SolverChoice = Annotated[SolverName, Field(strict=False)]


class SetSolveRequest(SetCardsInput, TimeLimited):
    """Cards, what to find among them, and the solver."""

    model_config = example(properties=4, values=3, cards=["0000", "0121", "0212", "1111"], find="any")

    find: FindName = Field(default=Find.ANY, description="What to find: any set, the number of sets, or all sets.")
    solver: SolverChoice = Field(
        default=SolverName.LOOKUP, description="The solver. All solvers are exact; `lookup` is the fastest."
    )
    engine: Annotated[IntegerProgramEngine, Field(strict=False)] | None = Field(
        default=None, description="Engine of the integer program; default `cp-sat`."
    )
    limit: Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_LISTED)] | None = Field(
        default=None,
        description="Maximum number of sets for `find: all`.",
        json_schema_extra={"default": bounds.SETS_LISTED},
    )


class SetList(ResponseModel):
    """The sets among the cards."""

    items: list[list[str]] = Field(description="The sets, each once, as codes of their cards.")
    complete: bool = Field(description="Whether these are all sets.")


def solve(request: SetSolveRequest, context: ExecutionContext) -> AnySet | SetCount | StreamedResult:
    """Find sets among cards or in a deck. The absence of sets is proved.

    `find` selects any set, the number of sets, or all sets, which are streamed. If the time limit ends the search,
    `all` returns the sets found so far with `complete` false. Without any result, returns 422
    `computation-too-large`.
    """
    if request.engine is not None and request.solver is not SolverName.INTEGER_PROGRAM:
        raise Fault("only the solver integer-program has engines", ("engine",))
    if request.limit is not None and request.find is not Find.ALL and by_command(context):
        raise Fault("only --find all lists sets; omit the limit, or use --find all", ("limit",))
    source = request.source(context)
    known = without_search(
        source, request.find, request.solver
    )  # laying out a million cards would delay other requests
    if known is not None:
        return known

    with within("solver"), context.search() as budget:
        position = as_position(source)
        method = request.solver, budget, request.engine or IntegerProgramEngine.CP_SAT
        if request.find is Find.ANY:
            return AnySet.of(position.deck, solving.search.find_any(position, *method))
        if request.find is Find.COUNT:
            return SetCount(solving.search.count_sets(position, *method))
        limit = request.limit or context.bound(bounds.SETS_LISTED) or EVERY
        maximum = (context.bound(bounds.SET_LIST_BYTES) or EVERY) // set_bytes(position.deck)
        result = solving.search.find_all(position, min(limit, maximum), *method)
        if not len(result) and not result.complete:
            raise BudgetExhausted(budget.exhausted() or "memory")
    return _listed(position.deck, result)


def _listed(deck: Deck, result: FoundSets) -> StreamedResult:
    def lines() -> Iterator[str]:
        code = cache(deck.code)
        yield from (" ".join(map(code, cards)) for cards in result)
        yield f"{count_of_sets(len(result))}; {'these are all' if result.complete else 'there may be more'}"

    return StreamedResult(lambda: list_as_json(deck, result), lines, list_bytes(deck, result))


def _lines(result: AnySet | SetCount, _request: SetSolveRequest) -> Iterator[str]:
    if isinstance(result, SetCount):
        yield count_of_sets(result.count)
    else:
        yield "there is no set" if result.set is None else " ".join(result.set)


def count_of_sets(number: int) -> str:
    """Return a number of sets with its noun.

    >>> count_of_sets(1), count_of_sets(1080)
    ('1 set', '1,080 sets')
    """
    return f"{number:,} set{'' if number == 1 else 's'}"


SOLVE = Request(
    "POST /sets/solve",
    "sets solve",
    solve,
    _lines,
    SOLVING,
    answers=lambda _registry: (AnySet, SetCount, SetList),
    tool=True,
)

SHORT_FORMS = {
    Find.ANY: "Find a set, or prove that there is none.",
    Find.COUNT: "Count the sets.",
    Find.ALL: "List the sets, each once. Ctrl-C: list those found so far.",
}
"""The help texts of the commands that run `solve` with a fixed `find`."""


class SetProgramRequest(SetCardsInput):
    """Cards, and the format of a program."""

    model_config = example(properties=1, values=3, cards=["0", "1", "2"])

    form: Annotated[Form, Option(("--format",))] = Field(default="cnf", description="Format of the program.")


def write(request: SetProgramRequest, context: ExecutionContext) -> Program:
    """Write a program that decides whether there is a set among cards, for SAT or pseudo-Boolean solvers.

    The program is satisfiable if and only if there is a set. The limit is 20,000 cards.
    """
    source = request.source(context)
    with within("cards"):
        solving.binary_program.require_few(source)
        return program_of(solving.binary_program.set_program(as_position(source)), request.form, None, context)


WRITE = Request("POST /sets/program", "sets program", write, program_lines, SOLVING, remark=program_remark)
