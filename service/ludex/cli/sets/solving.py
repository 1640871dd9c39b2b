"""`ludex sets solve`, and its short forms `any`, `count` and `all`: sets, without a limit of time."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Engine, Limit, Properties, Solver, Values
from ludex.cli.sets.sources import Source, read_source
from ludex.engine.budget import BudgetExhausted
from ludex.sets.deck import Deck
from ludex.sets.solving.names import IntegerProgramEngine, SolverName
from ludex.sets.solving.solver import EVERY

if TYPE_CHECKING:
    from ludex.sets.solving.solver import FoundSets

_LINES = 1000


class Find(StrEnum):
    """What to look for."""

    ANY = "any"
    COUNT = "count"
    ALL = "all"


class Method(TypedDict):
    """How to search."""

    name: SolverName
    engine: IntegerProgramEngine


@dataclass(frozen=True, slots=True)
class _Search:
    """One search: its cards, and on which terms."""

    source: Source
    method: Method
    limit: int | None
    time_limit: float | None
    as_json: bool


def solve(
    cards: Cards = None,
    find: Annotated[Find, typer.Option("--find", help="What to look for.")] = Find.ANY,
    deck: DeckName = None,
    file: CardFile = None,
    properties: Properties = None,
    values: Values = None,
    solver: Solver = SolverName.LOOKUP,
    engine: Engine = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find sets among cards: any, how many there are, or all of them. That there is none is proved."""
    if engine is not None and solver is not SolverName.INTEGER_PROGRAM:
        raise CommandError(f"--engine: the solver {solver} has none; leave it out, or take --solver integer-program")
    method = Method(name=solver, engine=engine or IntegerProgramEngine.CP_SAT)
    search = _Search(read_source(cards, deck, file, properties, values), method, limit, time_limit, as_json)
    {Find.ANY: _any, Find.COUNT: _count, Find.ALL: _all}[find](search)


def find_any(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, properties: Properties = None,
    values: Values = None, solver: Solver = SolverName.LOOKUP, engine: Engine = None, time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Find a set, or prove that there is none."""
    solve(cards, Find.ANY, deck, file, properties, values, solver, engine, None, time_limit, as_json)


def count(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, properties: Properties = None,
    values: Values = None, solver: Solver = SolverName.LOOKUP, engine: Engine = None, time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Count the sets."""
    solve(cards, Find.COUNT, deck, file, properties, values, solver, engine, None, time_limit, as_json)


def find_all(
    cards: Cards = None, deck: DeckName = None, file: CardFile = None, properties: Properties = None,
    values: Values = None, solver: Solver = SolverName.LOOKUP, engine: Engine = None, limit: Limit = None,
    time_limit: TimeLimit = None, as_json: Json = False,
) -> None:  # fmt: skip
    """List the sets, each once. Ctrl-C: those found so far."""
    solve(cards, Find.ALL, deck, file, properties, values, solver, engine, limit, time_limit, as_json)


def _any(search: _Search) -> None:
    from ludex.api.sets.solving import AnySet
    from ludex.sets.solving.search import find_any as find

    with searching(search.time_limit) as budget:
        found = find(search.source.position, budget=budget, **search.method)
    codes = None if found is None else list(map(search.source.deck.code, found))
    model = AnySet(found=found is not None, set=codes)
    output.answer(model, search.as_json, ["there is no set" if codes is None else " ".join(codes)])


def _count(search: _Search) -> None:
    from ludex.api.sets.solving import SetCount
    from ludex.sets.solving.search import count_sets
    from ludex.sets.study.facts import sets_in_deck

    if search.source.cards is None and search.method["name"] is SolverName.LOOKUP:
        number = sets_in_deck(search.source.deck)
    else:
        with searching(search.time_limit) as budget:
            number = count_sets(search.source.position, budget=budget, **search.method)
    output.answer(SetCount(count=number), search.as_json, [sets_said(number)])


def _all(search: _Search) -> None:
    from ludex.sets.solving.search import find_all as find

    with searching(search.time_limit) as budget:
        found = find(search.source.position, search.limit or EVERY, budget=budget, **search.method)
        if not len(found) and not found.complete:
            raise BudgetExhausted(budget.exhausted() or "cancelled")
    if search.as_json:
        _write_json(search.source.deck, found)
    else:
        for text in _pieces(search.source.deck, found, " ", "{}\n"):
            output.put(text)
        end = "these are all" if found.complete else "there may be more"
        output.write([f"{sets_said(len(found))}; {end}"])


def _write_json(deck: Deck, found: "FoundSets") -> None:
    output.put('{"items":[')
    for number, text in enumerate(_pieces(deck, found, '","', ',["{}"]')):
        output.put(text if number else text[1:])
    output.put(f'],"complete":{str(found.complete).lower()}}}\n')


def _pieces(deck: Deck, found: "FoundSets", joint: str, form: str) -> Iterator[str]:
    """Yield the sets as text, many at once: each the codes of its cards with the joint between them, in the form."""
    code = cache(deck.code)
    for start in range(0, len(found), _LINES):
        rows = found.cards[start : start + _LINES].tolist()
        yield "".join(form.format(joint.join(map(code, row))) for row in rows)


def sets_said(number: int) -> str:
    """Say how many sets there are.

    >>> sets_said(1), sets_said(1080)
    ('1 set', '1,080 sets')
    """
    return f"{number:,} set{'' if number == 1 else 's'}"
