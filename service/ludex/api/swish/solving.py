"""`POST /swish/solve`: any swish, the largest, how many of each size, or all of them. Nothing is stored."""

from collections.abc import Callable
from typing import Literal

from pydantic import ConfigDict, Field, RootModel

from ludex.api import bounds
from ludex.api.models import Answer, Timed
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX
from ludex.api.swish.searching import search
from ludex.api.swish.sources import CardsOrDeck
from ludex.api.swish.stacks import FoundSwish, found_swish, found_swishes, within_answer
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule, Swish
from ludex.swish.position import Position

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


class SwishesOfSize(Answer):
    """The swishes of one size: sets of cards that form one, and ways to lay them on fixed cells."""

    card_sets: int
    placements: int


class SwishCounts(Answer):
    """How many swishes there are, by size."""

    by_size: dict[str, SwishesOfSize]


class Swishes(Answer):
    """Swishes, one a placement, smallest first; `complete` says whether there are no others."""

    items: list[FoundSwish]
    complete: bool


class Solution(RootModel[AnySwish | LargestSwish | SwishCounts | Swishes]):
    """What was asked for by `find`."""


@routes.post("/solve", {200: Solution}, problems=(422, 503))
def solve(body: Solve) -> Solution:
    """Find swishes among cards or in a deck.

    `find` asks for any swish, a largest one with its proof, the numbers by size, or all. Indices count from 0 into
    the request's cards or the deck's listing. Where the time limit ends the search before anything is known, the
    answer is 422 `computation-too-large`.
    """
    position, deck = body.source()
    pointer = "/cards" if deck is None else "/deck"
    with search(body.find, body.time_limit, f"swish solve --find {body.find}", pointer) as budget:
        return Solution(_FINDERS[body.find](position, body, budget))


def _any(position: Position, body: Solve, budget: Budget) -> AnySwish:
    from ludex.swish.solving.search import find_any

    swish = find_any(position, Rule(body.rule), body.max_size, budget)
    return AnySwish(found=swish is not None, swish=_shown(swish, position))


def _largest(position: Position, body: Solve, budget: Budget) -> LargestSwish:
    from ludex.swish.solving.search import find_largest

    largest = find_largest(position, Rule(body.rule), body.max_size, budget)
    if largest.swish is None and not largest.proved:
        raise BudgetExhausted(budget.exhausted() or "time")
    return LargestSwish(size=largest.size, swish=_shown(largest.swish, position), proved=largest.proved)


def _count(position: Position, body: Solve, budget: Budget) -> SwishCounts:
    from ludex.swish.solving.search import count_by_size

    counts = count_by_size(position, Rule(body.rule), body.max_size, budget)
    return SwishCounts(
        by_size={
            str(size): SwishesOfSize(card_sets=count.card_sets, placements=count.placements)
            for size, count in sorted(counts.items())
        }
    )


def _all(position: Position, body: Solve, budget: Budget) -> Swishes:
    from ludex.swish.solving.search import find_all

    listing = find_all(position, Rule(body.rule), body.max_size, budget, limit=body.limit)
    listing = within_answer(listing, position)
    return Swishes(items=found_swishes(listing.items, position), complete=listing.complete)


def _shown(swish: Swish | None, position: Position) -> FoundSwish | None:
    return None if swish is None else found_swish(swish, position)


_FINDERS: dict[str, Callable[[Position, Solve, Budget], AnySwish | LargestSwish | SwishCounts | Swishes]] = {
    "any": _any,
    "largest": _largest,
    "count": _count,
    "all": _all,
}
