"""`POST /sets/solve`: any set among cards, how many there are, or all of them. Nothing is stored."""

from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Literal

from flask import Response
from pydantic import Field

from ludex.api.problems import ProblemError, refused
from ludex.api.routes import Routes
from ludex.api.sets import PREFIX, bounds
from ludex.api.sets.sources import EngineName, SetCardsOrDeck, SetSolverName, example, search
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.requests.fields import Answer, Timed
from ludex.sets.deck import Deck
from ludex.sets.position import Position, laid_out
from ludex.sets.solving.names import Find, IntegerProgramEngine, SolverName
from ludex.sets.written import AnySet, SetCount, list_as_json, list_bytes, set_bytes, without_search

if TYPE_CHECKING:
    from ludex.sets.solving.solver import FoundSets

routes = Routes("set-solving", tag="SET solving", about="Searches that store nothing.", prefix=PREFIX)

_LARGE_BYTES = 1024 * 1024
_large_answers = BoundedSemaphore(bounds.LARGE_SET_LISTS)


class SolveSets(SetCardsOrDeck, Timed):
    """What to look for, among which cards, and how."""

    model_config = example(properties=4, values=3, cards=["0000", "0121", "0212", "1111"], find="any")

    find: Literal["any", "count", "all"] = "any"
    solver: SetSolverName = Field(default="lookup", description="All of them are exact; `lookup` is the fast one.")
    engine: EngineName | None = Field(
        default=None, description="What solves the integer program, `cp-sat` where it is not given."
    )
    limit: int = Field(
        default=bounds.SETS_LISTED, ge=1, le=bounds.SETS_LISTED, description="For `find: all`: at most so many sets."
    )


class Sets(Answer):
    """Sets, each once; `complete` says whether there are no others."""

    items: list[list[str]]
    complete: bool


@routes.post("/solve", {200: lambda _registry: (AnySet, SetCount, Sets)}, problems=(422, 503))
def solve_sets(body: SolveSets) -> AnySet | SetCount | Response:
    """Find sets among cards or in a deck.

    `find` asks for any set, the number of sets, or all of them, which are streamed. Where the time limit ends the
    search, `any` and `count` answer 422 `computation-too-large`; `all` shows the sets found so far, `complete` false.
    """
    from ludex.sets.solving.search import count_sets, find_any

    if body.engine is not None and body.solver != "integer-program":
        raise refused("/engine", "only the solver integer-program has engines")
    source, find, solver = body.source(), Find(body.find), SolverName(body.solver)
    known = without_search(source, find, solver)  # laying out a million cards keeps other requests waiting
    if known is not None:
        return known
    with search(body.find, body.time_limit, f"solve --find {body.find}", "/solver") as budget:
        position = laid_out(source)
        method = solver, budget, IntegerProgramEngine(body.engine or "cp-sat")
        if find is Find.ANY:
            return AnySet.of(position.deck, find_any(position, *method))
        if find is Find.COUNT:
            return SetCount(count_sets(position, *method))
        found = _all(position, body.limit, *method)
    return _listed(position.deck, found)


def _all(position: Position, limit: int, *method: *tuple[SolverName, Budget, IntegerProgramEngine]) -> "FoundSets":
    import numpy as np

    from ludex.sets.solving.search import find_all
    from ludex.sets.solving.solver import FoundSets

    try:
        return find_all(position, min(limit, bounds.SET_LIST_BYTES // set_bytes(position.deck)), *method)
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        return FoundSets(np.empty((0, position.deck.values), np.int32), complete=False)


def _listed(deck: Deck, found: "FoundSets") -> Response:
    """Return the list of sets, streamed where it is large.

    Raises ProblemError (503) where too many large lists are on their way already: each holds its array meanwhile.
    """
    length = list_bytes(deck, found)
    if length <= _LARGE_BYTES:
        return Response(b"".join(list_as_json(deck, found)), content_type="application/json")
    if not _large_answers.acquire(blocking=False):
        raise ProblemError(
            503,
            "Many large lists are on their way to clients already. Ask again, or for fewer sets with `limit`.",
            kind="busy",
            headers={"Retry-After": "5"},
        )
    headers = {"Content-Length": str(length)}
    response = Response(list_as_json(deck, found), content_type="application/json", headers=headers)
    response.call_on_close(_large_answers.release)
    return response
