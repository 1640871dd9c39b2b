"""Swishes among cards: any, the largest, how many of each size, all of them; and cards stored with what is found."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.budget import BudgetExhausted
from ludex.games.swish import operations, solving
from ludex.games.swish.position import Position
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.sources import SOLVING, GivenCards
from ludex.games.swish.serialization import AnySwish, FoundSwish, LargestSwish, SwishCounts, Swishes, swish_responses
from ludex.games.swish.solving.results import truncate_listing
from ludex.games.swish.swishes import Rule, Swish
from ludex.requests.answers import stored_answer
from ludex.requests.fields import Answer, Matching, ServiceBounds, Timed, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores, Streamed
from ludex.requests.text_answers import stored, table

_LIMIT = "For `find: all`: at most this many swishes."
_MOST = 2**62

FoundLimit = Annotated[int, Field(ge=1), ServiceBounds(bounds.FOUND_ITEMS)]


class Solve(GivenCards, Timed):
    """What to look for, among which cards."""

    model_config = example(deck="swish-36", find="count", max_size=3)

    find: Literal["any", "largest", "count", "all"] = Field(default="any", description="What to look for.")
    rule: Annotated[Rule, Field(strict=False)] = Field(
        default=Rule.SWISH, description="`simple` lays every card as it is written."
    )
    max_size: Annotated[int, Field(ge=2), ServiceBounds(bounds.CARDS)] | None = Field(
        default=None, description="Only swishes of at most this many cards."
    )
    limit: FoundLimit | None = Field(
        default=None, description=_LIMIT, json_schema_extra={"default": bounds.FOUND_ITEMS_DEFAULT}
    )


class Add(GivenCards, Timed):
    """The cards of a position, and what to look for among them."""

    model_config = example(cards=["*o./.../.../...", "o*./.../.../..."], find="largest")

    find: Literal["any", "largest", "all"] | None = Field(
        default=None, description="What to find and store with the position."
    )
    limit: FoundLimit | None = Field(
        default=None, description=_LIMIT, json_schema_extra={"default": bounds.FOUND_ITEMS_DEFAULT}
    )


class FoundSwishes(Answer):
    """The swishes that were looked for, by the request's indices."""

    swishes: list[FoundSwish]
    complete: bool = Field(description="For `largest`: proved; for `all`: there are no others; for `any`: true.")


def solve(asked: Solve, work: ExecutionContext) -> AnySwish | LargestSwish | SwishCounts | Swishes:
    """Find swishes among cards or in a deck.

    `find` asks for any swish, a largest one with its proof, the numbers by size, or all. Indices count from 0 into
    the request's cards or the deck's listing. If the time limit ends the search before anything is known, the
    answer is 422 `computation-too-large`.
    """
    position = asked.position(work)
    most = work.bound(bounds.FOUND_CODE_BYTES)
    if asked.find == "all" and most is None:
        return listed(asked, work, position)  # type: ignore[return-value] # as a command has it
    with asked.at_fault(), work.search() as budget:
        terms = position, asked.rule, asked.max_size, budget
        match asked.find:
            case "any":
                return AnySwish.of(solving.search.find_any(*terms), position)
            case "largest":
                return LargestSwish.of(solving.search.find_largest(*terms).known(budget), position)
            case "count":
                return SwishCounts.of(solving.search.count_by_size(*terms))
            case "all":
                listing = solving.search.find_all(*terms, limit=asked.limit or bounds.FOUND_ITEMS_DEFAULT)
                return Swishes.of(truncate_listing(listing, position, most or 0), position)


def listed(asked: Solve, work: ExecutionContext, position: Position) -> Streamed:
    """Return every swish, one a placement, smallest first, each as soon as it is found."""

    def found(told: Callable[[Swish], str], first: str, between: str, end: Callable[[int, bool], str]) -> Iterator[str]:
        number, complete = 0, False
        with asked.at_fault(), work.search() as budget:
            swishes = solving.search.iterate_swishes(position, asked.rule, asked.max_size, budget)
            try:
                for number, swish in enumerate(islice(swishes, asked.limit), start=1):
                    yield (first if number == 1 else between) + told(swish)
                    if number % 100 == 0:
                        budget.report(number, asked.limit, "placements listed")
                complete = next(swishes, None) is None
            except BudgetExhausted:
                if not number:
                    raise
        yield end(number, complete)

    def as_json() -> Iterator[bytes]:
        opening = '{"items":['
        pieces = found(
            lambda swish: json_text(swish_responses([swish], position)[0]),
            opening,
            ",",
            lambda number, complete: f'{"" if number else opening}],"complete":{str(complete).lower()}}}',
        )
        return (piece.encode() for piece in pieces)

    def lines() -> Iterator[str]:
        ends = {True: "these are all", False: "there are more"}
        return found(_line, "", "", lambda number, complete: f"{number:,} placements; {ends[complete]}")

    return Streamed(as_json, lines)


def _line(swish: Swish) -> str:
    return f"{swish.size}: " + ", ".join(f"{placed.index} {placed.configuration}" for placed in swish.cards)


def _said(found: AnySwish | LargestSwish | SwishCounts, _asked: Solve) -> Iterator[str]:
    if isinstance(found, SwishCounts):
        rows = [(n, f"{each.card_sets:,}", f"{each.placements:,}") for n, each in found.by_size.items()]
        yield from table([("cards", "card sets", "placements"), *rows]) if rows else ["there is no swish"]
        return
    if found.swish is None:
        yield "there is no swish" if isinstance(found, AnySwish) else "no swish"
    else:
        yield f"a swish of {found.swish.size} cards"
        cards = [(card.index, card.card, card.configuration, card.placed) for card in found.swish.cards]
        yield from table([("index", "card", "configuration", "placed"), *cards])
    if isinstance(found, LargestSwish):
        state = "proved to be the largest"
        yield state if found.proved else f"not {state}: the search was ended"


def add(asked: Add, work: ExecutionContext) -> StoredResult:
    """Store a position with its hypergraph, and with what `find` asks for.

    201 if it is new, 200 if the same cards are stored already, in whatever order and configurations.
    """
    position = asked.position(work)
    find = None if asked.find is None else operations.positions.Find(asked.find)
    limit = asked.limit or work.bound(bounds.FOUND_ITEMS_DEFAULT) or _MOST
    with asked.at_fault(), work.search() as budget:
        done = operations.positions.store_position(
            work.catalogue,
            position,
            budget,
            find,
            limit=limit,
            code_characters=work.bound(bounds.STORED_CODE_BYTES),
        )
    found = FoundSwishes(swishes=swish_responses(done.swishes, position), complete=done.complete) if find else None
    return StoredResult(done.stored, {"matching": done.matching, "found": found})


def _added(made: StoredResult, _asked: Add) -> Iterator[str]:
    yield from stored(made)
    found: FoundSwishes | None = made.members["found"]
    if found is not None:
        sizes = ", ".join(str(swish.size) for swish in found.swishes[:20]) or "none"
        yield f"swishes: {len(found.swishes)} of size {sizes}{'' if found.complete else '; there may be more'}"


FOUND = (FoundSwishes | None, Field(description="What `find` asked for; null if nothing was looked for."))
STORED = stored_answer(
    "swish-position",
    matching=(Matching, Field(description="For card i of the request, its index in `cards`.")),
    found=FOUND,
)

SOLVE = Request("POST /swish/solve", "swish solve", solve, _said, SOLVING)
ADD = Request("POST /swish/positions", "swish add", add, _added, "swish/positions", Stores.ALWAYS, STORED)

SHORT_FORMS = {
    "any": "Find a swish, or prove that there is none.",
    "largest": "Find a swish of the most cards, and prove that none has more. Ctrl-C: the largest so far.",
    "count": "Count the swishes of each size: the sets of cards that form one, and the ways to lay them.",
    "all": "List the swishes, one a placement, smallest first, each as soon as it is found.",
}
"""Commands that are `solve` with one `find`, and what each does."""
