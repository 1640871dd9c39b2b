"""`POST /swish/solve`: any swish, the largest, how many of each size, or all of them. Nothing is stored."""

from collections.abc import Callable
from typing import Literal

from pydantic import ConfigDict, Field, RootModel

from ludex.api.models import Answer, Timed
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX, bounds
from ludex.api.swish.sources import CardsOrDeck, search
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule
from ludex.swish.position import Position
from ludex.swish.solving.search import (
    SizeCount,
    count_by_size,
    find_all,
    find_any,
    find_largest,
    shortened,
)
from ludex.swish.written import FoundSwish, written

routes = Routes("swish-solving", tag="SWISH solving", about="Searches that store nothing.", prefix=PREFIX)


class Solve(CardsOrDeck, Timed):
    """What to look for, among which cards."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "swish-36", "find": "count", "max_size": 3}]})

    find: Literal["any", "largest", "count", "all"] = "any"
    rule: Literal["swish", "simple"] = Field(default="swish", description="`simple` lays every card as it is written.")
    max_size: int | None = Field(
        default=None, ge=2, le=bounds.CARDS, description="Only swishes of at most so many cards."
    )
    limit: int = Field(
        default=bounds.FOUND_ITEMS_DEFAULT,
        ge=1,
        le=bounds.FOUND_ITEMS,
        description="For `find: all`: at most so many swishes.",
    )


class AnySwish(Answer):
    """A swish, or that there is none."""

    found: bool
    swish: FoundSwish | None


class LargestSwish(Answer):
    """A largest swish; where not proved, the largest that was met in time. Size 0, then proved: there is none."""

    size: int
    swish: FoundSwish | None
    proved: bool


class SwishCounts(Answer):
    """How many swishes there are, by size."""

    by_size: dict[str, SizeCount]


class Swishes(Answer):
    """Swishes, one a placement, smallest first; `complete` says whether there are no others."""

    items: list[FoundSwish]
    complete: bool


class Solution(RootModel[AnySwish | LargestSwish | SwishCounts | Swishes]):
    """What was asked for by `find`."""


@routes.post("/solve", {200: Solution}, problems=(422, 503))
def solve(body: Solve) -> Answer:
    """Find swishes among cards or in a deck.

    `find` asks for any swish, a largest one with its proof, the numbers by size, or all. Indices count from 0 into
    the request's cards or the deck's listing. Where the time limit ends the search before anything is known, the
    answer is 422 `computation-too-large`.
    """
    position = body.source().position
    with search(body.find, body.time_limit, f"solve --find {body.find}", body.place) as budget:
        return _FINDERS[body.find](position, body, budget)


def _any(position: Position, body: Solve, budget: Budget) -> Answer:
    swish = find_any(position, Rule(body.rule), body.max_size, budget)
    return AnySwish(found=swish is not None, swish=None if swish is None else written([swish], position)[0])


def _largest(position: Position, body: Solve, budget: Budget) -> Answer:
    largest = find_largest(position, Rule(body.rule), body.max_size, budget)
    if largest.swish is None and not largest.proved:
        raise BudgetExhausted(budget.exhausted() or "time")
    swish = None if largest.swish is None else written([largest.swish], position)[0]
    return LargestSwish(size=largest.size, swish=swish, proved=largest.proved)


def _count(position: Position, body: Solve, budget: Budget) -> Answer:
    counts = count_by_size(position, Rule(body.rule), body.max_size, budget)
    return SwishCounts(by_size={str(size): counts[size] for size in sorted(counts)})


def _all(position: Position, body: Solve, budget: Budget) -> Answer:
    listing = find_all(position, Rule(body.rule), body.max_size, budget, limit=body.limit)
    shown = shortened(listing, position, bounds.FOUND_CODE_BYTES)
    return Swishes(items=written(shown.items, position), complete=shown.complete)


_FINDERS: dict[str, Callable[[Position, Solve, Budget], Answer]] = {
    "any": _any,
    "largest": _largest,
    "count": _count,
    "all": _all,
}
