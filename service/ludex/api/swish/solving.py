"""`POST /swish/solve`: any swish, the largest, how many of each size, or all of them. Nothing is stored."""

from typing import Literal, get_args

from pydantic import ConfigDict, Field

from ludex.api.routes import Routes
from ludex.api.swish import PREFIX, bounds
from ludex.api.swish.sources import FoundLimit, TimedSource, search
from ludex.swish.found import Rule
from ludex.swish.solving.answers import shortened
from ludex.swish.solving.search import count_by_size, find_all, find_any, find_largest
from ludex.swish.written import AnySwish, LargestSwish, SwishCounts, Swishes

routes = Routes("swish-solving", tag="SWISH solving", about="Searches that store nothing.", prefix=PREFIX)


class Solve(TimedSource):
    """What to look for, among which cards."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "swish-36", "find": "count", "max_size": 3}]})

    find: Literal["any", "largest", "count", "all"] = "any"
    rule: Literal["swish", "simple"] = Field(default="swish", description="`simple` lays every card as it is written.")
    max_size: int | None = Field(
        default=None, ge=2, le=bounds.CARDS, description="Only swishes of at most so many cards."
    )
    limit: FoundLimit = bounds.FOUND_ITEMS_DEFAULT


Found = AnySwish | LargestSwish | SwishCounts | Swishes
"""What was asked for by `find`."""


@routes.post("/solve", {200: lambda _registry: get_args(Found)}, problems=(422, 503))
def solve(body: Solve) -> Found:
    """Find swishes among cards or in a deck.

    `find` asks for any swish, a largest one with its proof, the numbers by size, or all. Indices count from 0 into
    the request's cards or the deck's listing. Where the time limit ends the search before anything is known, the
    answer is 422 `computation-too-large`.
    """
    position = body.source().position
    with search(body.find, body.time_limit, f"solve --find {body.find}", body.place) as budget:
        asked = position, Rule(body.rule), body.max_size, budget
        match body.find:
            case "any":
                return AnySwish.of(find_any(*asked), position)
            case "largest":
                return LargestSwish.of(find_largest(*asked).known(budget), position)
            case "count":
                return SwishCounts.of(count_by_size(*asked))
            case "all":
                listing = find_all(*asked, limit=body.limit)
                return Swishes.of(shortened(listing, position, bounds.FOUND_CODE_BYTES), position)
