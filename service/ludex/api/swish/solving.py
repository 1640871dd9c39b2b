"""`POST /swish/solve`: any swish, the largest, how many of each size, or all of them. Nothing is stored."""

from typing import Literal

from pydantic import ConfigDict, Field, RootModel

from ludex.api.models import Answer, Timed
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX, bounds
from ludex.api.swish.sources import CardsOrDeck, search
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule
from ludex.swish.position import Position
from ludex.swish.solving.answers import SizeCount, shortened
from ludex.swish.solving.search import (
    count_by_size,
    find_all,
    find_any,
    find_largest,
)
from ludex.swish.written import AnySwish, LargestSwish, Swishes

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


class SwishCounts(Answer):
    """How many swishes there are, by size."""

    by_size: dict[str, SizeCount]


class Solution(RootModel[AnySwish | LargestSwish | SwishCounts | Swishes]):
    """What was asked for by `find`."""


@routes.post("/solve", {200: Solution}, problems=(422, 503))
def solve(body: Solve) -> Solution:
    """Find swishes among cards or in a deck.

    `find` asks for any swish, a largest one with its proof, the numbers by size, or all. Indices count from 0 into
    the request's cards or the deck's listing. Where the time limit ends the search before anything is known, the
    answer is 422 `computation-too-large`.
    """
    position = body.source().position
    with search(body.find, body.time_limit, f"solve --find {body.find}", body.place) as budget:
        return Solution(_found(body, position, budget))


def _found(body: Solve, position: Position, budget: Budget) -> AnySwish | LargestSwish | SwishCounts | Swishes:
    asked = position, Rule(body.rule), body.max_size, budget
    match body.find:
        case "any":
            return AnySwish.of(find_any(*asked), position)
        case "largest":
            largest = find_largest(*asked)
            if largest.swish is None and not largest.proved:
                raise BudgetExhausted(budget.exhausted() or "time")
            return LargestSwish.of(largest, position)
        case "count":
            return SwishCounts(by_size={str(size): count for size, count in sorted(count_by_size(*asked).items())})
        case "all":
            listing = find_all(*asked, limit=body.limit)
            return Swishes.of(shortened(listing, position, bounds.FOUND_CODE_BYTES), position)
