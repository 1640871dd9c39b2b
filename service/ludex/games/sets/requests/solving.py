"""Sets among cards: any, how many there are, all of them, by any of the solvers. Nothing is stored."""

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
from ludex.games.sets.requests.sources import SOLVING, GivenSetCards, by_command
from ludex.games.sets.serialization import AnySet, SetCount, list_as_json, list_bytes, set_bytes, without_search
from ludex.games.sets.solving.solver import EVERY, Find, FoundSets, IntegerProgramEngine, SolverName
from ludex.requests.fields import Answer, ServiceBounds, Timed, example
from ludex.requests.request import ExecutionContext, Request, Streamed

FindName = Annotated[Find, Field(strict=False)]
SolverChoice = Annotated[SolverName, Field(strict=False)]


class SolveSets(GivenSetCards, Timed):
    """What to look for, among which cards, and how."""

    model_config = example(properties=4, values=3, cards=["0000", "0121", "0212", "1111"], find="any")

    find: FindName = Field(default=Find.ANY, description="What to look for.")
    solver: SolverChoice = Field(
        default=SolverName.LOOKUP, description="All of them are exact; `lookup` is the fast one."
    )
    engine: Annotated[IntegerProgramEngine, Field(strict=False)] | None = Field(
        default=None, description="What solves the integer program, `cp-sat` if it is not given."
    )
    limit: Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_LISTED)] | None = Field(
        default=None,
        description="For `find: all`: at most this many sets.",
        json_schema_extra={"default": bounds.SETS_LISTED},
    )


class Sets(Answer):
    """Sets, each once; `complete` says whether there are no others."""

    items: list[list[str]]
    complete: bool


def solve(asked: SolveSets, work: ExecutionContext) -> AnySet | SetCount | Streamed:
    """Find sets among cards or in a deck. That there is none is proved.

    `find` asks for any set, the number of sets, or all of them, which are streamed. If the time limit ends the
    search, `all` shows the sets found so far, `complete` false; with nothing known it is 422 `computation-too-large`.
    """
    if asked.engine is not None and asked.solver is not SolverName.INTEGER_PROGRAM:
        raise Fault("only the solver integer-program has engines", ("engine",))
    if asked.limit is not None and asked.find is not Find.ALL and by_command(work):
        raise Fault("no sets are listed; leave it out, or take --find all", ("limit",))
    source = asked.source(work)
    known = without_search(source, asked.find, asked.solver)  # laying out a million cards keeps other requests waiting
    if known is not None:
        return known

    with within("solver"), work.search() as budget:
        position = as_position(source)
        method = asked.solver, budget, asked.engine or IntegerProgramEngine.CP_SAT
        if asked.find is Find.ANY:
            return AnySet.of(position.deck, solving.search.find_any(position, *method))
        if asked.find is Find.COUNT:
            return SetCount(solving.search.count_sets(position, *method))
        limit = asked.limit or work.bound(bounds.SETS_LISTED) or EVERY
        most = (work.bound(bounds.SET_LIST_BYTES) or EVERY) // set_bytes(position.deck)
        found = solving.search.find_all(position, min(limit, most), *method)
        if not len(found) and not found.complete:
            raise BudgetExhausted(budget.exhausted() or "memory")
    return _listed(position.deck, found)


def _listed(deck: Deck, found: FoundSets) -> Streamed:
    def lines() -> Iterator[str]:
        code = cache(deck.code)
        yield from (" ".join(map(code, one)) for one in found)
        yield f"{sets_said(len(found))}; {'these are all' if found.complete else 'there may be more'}"

    return Streamed(lambda: list_as_json(deck, found), lines, list_bytes(deck, found))


def _said(found: AnySet | SetCount, _asked: SolveSets) -> Iterator[str]:
    if isinstance(found, SetCount):
        yield sets_said(found.count)
    else:
        yield "there is no set" if found.set is None else " ".join(found.set)


def sets_said(number: int) -> str:
    """Say how many sets there are.

    >>> sets_said(1), sets_said(1080)
    ('1 set', '1,080 sets')
    """
    return f"{number:,} set{'' if number == 1 else 's'}"


SOLVE = Request(
    "POST /sets/solve", "sets solve", solve, _said, SOLVING, answers=lambda _registry: (AnySet, SetCount, Sets)
)

SHORT_FORMS = {
    Find.ANY: "Find a set, or prove that there is none.",
    Find.COUNT: "Count the sets.",
    Find.ALL: "List the sets, each once. Ctrl-C: those found so far.",
}
"""Commands that are `solve` with one `find`, and what each does."""
