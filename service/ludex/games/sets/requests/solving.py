"""Requests that find sets among cards with any solver, write programs for external solvers, and store positions.

Positions are stored together with the sets among their cards. Positions can also be compared, and imported from files
with one position per line.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, within
from ludex.games.sets import identity, operations, solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.position import as_position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import (
    SOLVING,
    Cards,
    SetCardsInput,
    Shape,
    StorableSetCardsInput,
    by_command,
    cards_of_text,
    looks_like_cards,
)
from ludex.games.sets.serialization import (
    AnySet,
    SetCount,
    SetSearchResponse,
    list_as_json,
    list_bytes,
    set_bytes,
    without_search,
)
from ludex.games.sets.solving.solver import EVERY, Find, FoundSets, IntegerProgramEngine, SolverName
from ludex.requests import text_output as lines
from ludex.requests.fields import Matching, Option, ResponseModel, ServiceBounds, TimeLimited, example
from ludex.requests.imports import KindImport
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.request import ExecutionContext, Request, Result, StoredResult, Stores, StreamedResult
from ludex.requests.response_models import stored_answer

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
    complete: bool = Field(description="Whether the list contains every set.")


def solve(request: SetSolveRequest, context: ExecutionContext) -> AnySet | SetCount | StreamedResult:
    """Find sets among cards or in a deck, or prove that there are none.

    `find` selects any set, the number of sets, or all sets, which are streamed. If the time limit ends the search,
    `all` returns the sets found so far, and `complete` is false. If there is no result at all, returns 422
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
    """Return a number of sets followed by the noun in the singular or plural.

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
"""The help texts of the commands that run `solve` with a fixed value of `find`."""


class SetProgramRequest(SetCardsInput):
    """Cards, and the format of a program."""

    model_config = example(properties=1, values=3, cards=["0", "1", "2"])

    form: Annotated[Form, Option(("--format",))] = Field(default="cnf", description="Format of the program.")


def write(request: SetProgramRequest, context: ExecutionContext) -> Program:
    """Write a program with which SAT or pseudo-Boolean solvers decide whether there is a set among cards.

    The program is satisfiable if and only if there is a set. The limit is 20,000 cards.
    """
    source = request.source(context)
    with within("cards"):
        solving.binary_program.require_few(source)
        return program_of(solving.binary_program.set_program(as_position(source)), request.form, None, context)


WRITE = Request("POST /sets/program", "sets program", write, program_lines, SOLVING, remark=program_remark)


_EXAMPLE: dict[str, Any] = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}


class NewSetPosition(StorableSetCardsInput, TimeLimited):
    """The cards of a position, and what to find among them."""

    model_config = example(**_EXAMPLE, find="all")

    find: FindName | None = Field(
        default=None, description="What to find and store with the position: any set, the number of sets, or all sets."
    )
    limit: Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_STORED)] | None = Field(
        default=None,
        description="Maximum number of sets for `find: all`.",
        json_schema_extra={"default": bounds.SETS_STORED_DEFAULT},
    )


class SetEquivalenceRequest(Shape, TimeLimited):
    """Two positions. `properties` and `values` apply to cards that do not specify their own."""

    model_config = example(a=_EXAMPLE, b=_EXAMPLE | {"cards": ["1111", "0120", "0211", "1010"]})

    a: Cards = Field(description="The first position.")
    b: Cards = Field(description="The second position.")


def add(request: NewSetPosition, context: ExecutionContext) -> StoredResult:
    """Store a position with the result of `find`.

    Returns 201 if it is new. If an equivalent position is already stored, returns 200 with that position and the
    matching.
    """
    position = request.position(context)
    limit = request.limit or context.bound(bounds.SETS_STORED_DEFAULT) or EVERY
    with request.at_fault(), context.search() as budget:
        done = operations.positions.store_position(context.catalogue, position, request.find, limit, budget)
    result = None if done.found is None else done.found.as_response(position.deck)
    return StoredResult(done.stored, {"matching": list(done.matching), "found": result})


def _added(answer: StoredResult, _request: NewSetPosition) -> Iterator[str]:
    yield from lines.stored(answer)
    result: SetSearchResponse | None = answer.members["found"]
    if result is not None:
        yield f"at least {count_of_sets(len(result.sets))}" if result.count is None else count_of_sets(result.count)
        yield from (" ".join(cards) for cards in result.sets)


def compare(request: SetEquivalenceRequest, context: ExecutionContext) -> Result:
    """Compare two positions up to symmetries that preserve sets."""
    with within("a"):
        a = request.a.position(context, request)
    with within("b"):
        b = request.b.position(context, request)
    with within("a"), request.a.at_fault(), context.search() as budget:
        result = identity.equivalence.compare(a, b, budget)
    return Result(result.as_response, of=[(a.codes[i], b.codes[j]) for i, j in enumerate(result.matching or ())])


def _comparison(_registry: object) -> type[Any]:
    return identity.equivalence.PositionComparison


ADD = Request(
    "POST /sets/positions",
    "sets add",
    add,
    _added,
    "sets/positions",
    Stores.ALWAYS,
    stored_answer(
        "set-position",
        matching=(Matching, Field(description="Entry i is the index in `cards` of card i of the request.")),
        found=(SetSearchResponse | None, Field(description="The result of `find`; null without `find`.")),
    ),
)
COMPARE = Request(
    "POST /sets/equivalence",
    "sets equivalence",
    compare,
    lambda result, _request: lines.comparison(result.value, result.of),
    "sets/positions",
    answers=_comparison,
    tool=True,
)


def _position(fields: StorableSetCardsInput, context: ExecutionContext) -> KnownPosition:
    return KnownPosition(fields.position(context))


POSITIONS = KindImport(
    kind="set-position",
    command="sets import",
    items="positions",
    line='`{"properties": 4, "values": 3, "cards": [...]}`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=StorableSetCardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
)
IMPORTS = (POSITIONS,)
