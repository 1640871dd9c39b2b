"""`POST /sets/solve`: any set among cards, how many there are, or all of them. Nothing is stored."""

from typing import TYPE_CHECKING, Literal, TypedDict

from flask import Response
from pydantic import ConfigDict, Field, RootModel

from ludex.api import bounds
from ludex.api.models import Answer, Timed
from ludex.api.problems import refused
from ludex.api.routes import Routes
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.set_lists import listed_sets, most_listed, none_in_time
from ludex.api.sets.sources import EngineName, SetCardsOrDeck, SetSolverName, laid_out
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.sets.deck import Deck
from ludex.sets.position import Position
from ludex.sets.study.facts import first_set, sets_in_deck

if TYPE_CHECKING:
    from ludex.sets.solving.names import IntegerProgramEngine, SolverName
    from ludex.sets.solving.solver import FoundSets

routes = Routes("set-solving", tag="SET solving", about="Searches that store nothing.", prefix=PREFIX)


class SolveSets(SetCardsOrDeck, Timed):
    """What to look for, among which cards, and how."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"], "find": "any"}]
        }
    )

    find: Literal["any", "count", "all"] = "any"
    solver: SetSolverName = Field(default="lookup", description="All of them are exact; `lookup` is the fast one.")
    engine: EngineName | None = Field(
        default=None, description="What solves the integer program, `cp-sat` where it is not given."
    )
    limit: int = Field(
        default=bounds.SETS_LISTED, ge=1, le=bounds.SETS_LISTED, description="For `find: all`: at most so many sets."
    )

    def method(self) -> "Method":
        """Return what the search takes besides the cards and its limits."""
        from ludex.sets.solving.names import IntegerProgramEngine, SolverName

        return {"name": SolverName(self.solver), "engine": IntegerProgramEngine(self.engine or "cp-sat")}


class Method(TypedDict):
    """How to search."""

    name: "SolverName"
    engine: "IntegerProgramEngine"


class AnySet(Answer):
    """A set, or that there is none, which is proved."""

    found: bool
    set: list[str] | None


class SetCount(Answer):
    """How many sets there are."""

    count: int


class Sets(Answer):
    """Sets, each once; `complete` says whether there are no others."""

    items: list[list[str]]
    complete: bool


class SetSolution(RootModel[AnySet | SetCount | Sets]):
    """What was asked for by `find`."""


@routes.post("/solve", {200: SetSolution}, problems=(422, 503))
def solve_sets(body: SolveSets) -> SetSolution | Response:
    """Find sets among cards or in a deck.

    `find` asks for any set, the number of sets, or all of them, which are streamed. Where the time limit ends the
    search, `any` and `count` answer 422 `computation-too-large`; `all` shows the sets found so far, `complete` false.
    """
    if body.engine is not None and body.solver != "integer-program":
        raise refused("/engine", "only the solver integer-program has engines")
    source = body.source()
    if isinstance(source, Deck) and body.solver == "lookup":
        # No search, for laying out a million cards keeps other requests waiting.
        if body.find == "count":
            return SetSolution(SetCount(count=sets_in_deck(source)))
        if body.find == "any":
            return SetSolution(AnySet(found=True, set=[source.code(card) for card in first_set(source)]))
    with search(body.find, body.time_limit, f"solve --find {body.find}", "/solver") as budget:
        position = laid_out(source)
        match body.find:
            case "any":
                return SetSolution(_any(position, body, budget))
            case "count":
                return SetSolution(_count(position, body, budget))
            case "all":
                found = _all(position, body, budget)
    return listed_sets(position.deck, found)


def _any(position: Position, body: SolveSets, budget: Budget) -> AnySet:
    from ludex.sets.solving.search import find_any

    found = find_any(position, budget=budget, **body.method())
    return AnySet(found=found is not None, set=None if found is None else [position.deck.code(card) for card in found])


def _count(position: Position, body: SolveSets, budget: Budget) -> SetCount:
    from ludex.sets.solving.search import count_sets

    return SetCount(count=count_sets(position, budget=budget, **body.method()))


def _all(position: Position, body: SolveSets, budget: Budget) -> "FoundSets":
    from ludex.sets.solving.search import find_all

    try:
        return find_all(position, most_listed(position.deck, body.limit), budget=budget, **body.method())
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        return none_in_time(position.deck)
