"""`ludex sets solve`, and its short forms `any`, `count` and `all`: sets, without a limit of time."""

from functools import cache
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Engine, Limit, Solver
from ludex.cli.sets.sources import Given
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.sets.deck import Deck
from ludex.sets.position import Position, laid_out
from ludex.sets.solving.names import Find, IntegerProgramEngine, SolverName
from ludex.sets.solving.solver import EVERY
from ludex.sets.written import AnySet, SetCount, list_as_json, without_search

if TYPE_CHECKING:
    from ludex.sets.solving.solver import FoundSets


def solve(
    given: Given,
    find: Annotated[Find, typer.Option("--find", help="What to look for.")] = Find.ANY,
    solver: Solver = SolverName.LOOKUP,
    engine: Engine = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find sets among cards: any, how many there are, or all of them. That there is none is proved."""
    source = given.read()
    if engine is not None and solver is not SolverName.INTEGER_PROGRAM:
        raise CommandError(f"--engine: the solver {solver} has none; leave it out, or take --solver integer-program")
    if limit is not None and find is not Find.ALL:
        raise CommandError(f"--limit: --find {find} lists no sets; leave it out, or take --find all")
    found: AnySet | SetCount | FoundSets | None = without_search(source, find, solver)
    if found is None:
        with searching(time_limit) as budget:
            found = _search(laid_out(source), find, limit or EVERY, solver, budget, engine)
    _show(found, source if isinstance(source, Deck) else source.deck, as_json)


def _search(
    position: Position, find: Find, limit: int, name: SolverName, budget: Budget, engine: IntegerProgramEngine | None
) -> "AnySet | SetCount | FoundSets":
    from ludex.sets.solving import search

    engine = engine or IntegerProgramEngine.CP_SAT
    if find is Find.ANY:
        return AnySet.of(position.deck, search.find_any(position, name, budget, engine))
    if find is Find.COUNT:
        return SetCount(search.count_sets(position, name, budget, engine))
    found = search.find_all(position, limit, name, budget, engine)
    if not len(found) and not found.complete:
        raise BudgetExhausted(budget.exhausted() or "cancelled")
    return found


def _show(found: "AnySet | SetCount | FoundSets", deck: Deck, as_json: bool) -> None:
    match found:
        case AnySet():
            output.answer(found, as_json, ["there is no set" if found.set is None else " ".join(found.set)])
        case SetCount():
            output.answer(found, as_json, [sets_said(found.count)])
        case _ if as_json:
            for piece in list_as_json(deck, found):
                output.put(piece.decode())
            output.put("\n")
        case _:
            code = cache(deck.code)
            output.write(" ".join(map(code, one)) for one in found)
            output.write([f"{sets_said(len(found))}; {'these are all' if found.complete else 'there may be more'}"])


def sets_said(number: int) -> str:
    """Say how many sets there are.

    >>> sets_said(1), sets_said(1080)
    ('1 set', '1,080 sets')
    """
    return f"{number:,} set{'' if number == 1 else 's'}"
