"""Requests that find any, a largest or all swishes among cards, count them by size, and store positions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish import operations, solving
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import SOLVING, CardsInput, cards_of_text, looks_like_cards
from ludex.games.swish.swishes import (
    AnySwish,
    FoundSwish,
    Largest,
    LargestSwish,
    Rule,
    Swish,
    SwishCounts,
    Swishes,
    swish_responses,
    truncate_listing,
)
from ludex.requests.fields import Matching, ResponseModel, ServiceBounds, TimeLimited, example
from ludex.requests.imports import KindImport
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores, StreamedResult
from ludex.requests.response_models import stored_answer
from ludex.requests.text_output import stored, table

_LIMIT = "Maximum number of swishes for `find: all`."
_MOST = 2**62

FoundLimit = Annotated[int, Field(ge=1), ServiceBounds(bounds.FOUND_ITEMS)]


class SwishSolveRequest(CardsInput, TimeLimited):
    """Cards, and what to find among them."""

    model_config = example(deck="swish-36", find="count", max_size=3)

    find: Literal["any", "largest", "count", "all"] = Field(default="any", description="What to find.")
    rule: Annotated[Rule, Field(strict=False)] = Field(
        default=Rule.SWISH, description="With `simple`, no card may be flipped or turned."
    )
    max_size: Annotated[int, Field(ge=2), ServiceBounds(bounds.CARDS)] | None = Field(
        default=None, description="Maximum size of the swishes."
    )
    limit: FoundLimit | None = Field(
        default=None, description=_LIMIT, json_schema_extra={"default": bounds.FOUND_ITEMS_DEFAULT}
    )


class NewSwishPosition(CardsInput, TimeLimited):
    """The cards of a position, and what to find among them."""

    model_config = example(cards=["*o./.../.../...", "o*./.../.../..."], find="largest")

    find: Literal["any", "largest", "all"] | None = Field(
        default=None, description="What to find and store with the position."
    )
    limit: FoundLimit | None = Field(
        default=None, description=_LIMIT, json_schema_extra={"default": bounds.FOUND_ITEMS_DEFAULT}
    )


class FoundSwishes(ResponseModel):
    """The swishes found, given by card indices in the request."""

    swishes: list[FoundSwish] = Field(description="The swishes.")
    complete: bool = Field(
        description="For `largest`, whether the swish is proved to be largest; for `all`, whether "
        "all swishes are listed."
    )


def solve(request: SwishSolveRequest, context: ExecutionContext) -> AnySwish | LargestSwish | SwishCounts | Swishes:
    """Find swishes among cards or in a deck.

    `find` selects any swish, a largest swish with proof, the numbers of swishes by size, or all swishes. Indices refer
    to the cards of the request or the deck, and begin at 0. If the search for a largest swish reaches the time limit,
    `proved` is false, and it is proved that no swish has more than `upper_bound` cards. Returns 422
    `computation-too-large` if the search reaches the time limit without any result.
    """
    position = request.position(context)
    maximum = context.bound(bounds.FOUND_CODE_BYTES)
    if request.find == "all" and maximum is None:
        return listed(request, context, position)  # type: ignore[return-value] # only commands
    with request.at_fault(), context.search() as budget:
        terms = position, request.rule, request.max_size, budget
        match request.find:
            case "any":
                return AnySwish.of(solving.search.find_any(*terms), position)
            case "largest":
                largest = solving.search.find_largest(*terms).known(budget)
                return LargestSwish.of(_with_bound(largest, position, request, budget), position)
            case "count":
                return SwishCounts.of(solving.search.count_by_size(*terms))
            case "all":
                listing = solving.search.find_all(*terms, limit=request.limit or bounds.FOUND_ITEMS_DEFAULT)
                return Swishes.of(truncate_listing(listing, position, maximum or 0), position)


def _with_bound(largest: Largest, position: Position, request: SwishSolveRequest, budget: Budget) -> Largest:
    """Return a largest swish with a certificate that no swish is larger, if one is found in time."""
    if not largest.proved:
        return largest
    if largest.size == request.max_size:
        return replace(largest, bound={"by": "max-size"})
    simple = request.rule is Rule.SIMPLE
    cards = Position(tuple(sorted(position.cards)), position.symmetry) if simple else position.canonical()
    return replace(largest, bound=solving.size_proofs.prove_size(cards, largest.size, budget.quiet(), request.rule))


def listed(request: SwishSolveRequest, context: ExecutionContext, position: Position) -> StreamedResult:
    """Stream every swish as soon as it is found, one for each placement, smallest first."""

    def found(
        result: Callable[[Swish], str], first: str, between: str, end: Callable[[int, bool], str]
    ) -> Iterator[str]:
        number, complete = 0, False
        with request.at_fault(), context.search() as budget:
            swishes = solving.search.iterate_swishes(position, request.rule, request.max_size, budget)
            try:
                for number, swish in enumerate(islice(swishes, request.limit), start=1):
                    yield (first if number == 1 else between) + result(swish)
                    if number % 100 == 0:
                        budget.report(number, request.limit, "placements listed")
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

    return StreamedResult(as_json, lines)


def _line(swish: Swish) -> str:
    return f"{swish.size}: " + ", ".join(f"{placed.index} {placed.configuration}" for placed in swish.cards)


def _lines(result: AnySwish | LargestSwish | SwishCounts, _request: SwishSolveRequest) -> Iterator[str]:
    if isinstance(result, SwishCounts):
        rows = [(n, f"{counts.card_sets:,}", f"{counts.placements:,}") for n, counts in result.by_size.items()]
        yield from table([("cards", "card sets", "placements"), *rows]) if rows else ["there is no swish"]
        return
    if result.swish is None:
        yield "there is no swish" if isinstance(result, AnySwish) else "no swish"
    else:
        yield f"a swish of {result.swish.size} cards"
        cards = [(card.index, card.card, card.configuration, card.placed) for card in result.swish.cards]
        yield from table([("index", "card", "configuration", "placed"), *cards])
    if isinstance(result, LargestSwish):
        state = "proved to be the largest"
        limit = f"no swish has more than {result.upper_bound} cards"
        yield state if result.proved else f"not {state}: the search was interrupted; {limit}"


def add(request: NewSwishPosition, context: ExecutionContext) -> StoredResult:
    """Store a position with its hypergraph and with the swishes that `find` selects.

    Returns 201 if the position is new, and 200 if the same cards are already stored, in any order and in any
    configurations.
    """
    position = request.position(context)
    find = None if request.find is None else operations.positions.Find(request.find)
    limit = request.limit or context.bound(bounds.FOUND_ITEMS_DEFAULT) or _MOST
    with request.at_fault(), context.search() as budget:
        done = operations.positions.store_position(
            context.catalogue,
            position,
            budget,
            find,
            limit=limit,
            code_characters=context.bound(bounds.STORED_CODE_BYTES),
        )
    result = FoundSwishes(swishes=swish_responses(done.swishes, position), complete=done.complete) if find else None
    return StoredResult(done.stored, {"matching": done.matching, "found": result})


def _added(answer: StoredResult, _request: NewSwishPosition) -> Iterator[str]:
    yield from stored(answer)
    result: FoundSwishes | None = answer.members["found"]
    if result is not None:
        sizes = ", ".join(str(swish.size) for swish in result.swishes[:20]) or "none"
        yield f"swishes: {len(result.swishes)} of size {sizes}{'' if result.complete else '; there may be more'}"


FOUND = (FoundSwishes | None, Field(description="The result of `find`; null without `find`."))
STORED = stored_answer(
    "swish-position",
    matching=(Matching, Field(description="Entry i is the index in `cards` of card i of the request.")),
    found=FOUND,
)

SOLVE = Request("POST /swish/solve", "swish solve", solve, _lines, SOLVING, tool=True)
ADD = Request("POST /swish/positions", "swish add", add, _added, "swish/positions", Stores.ALWAYS, STORED)

SHORT_FORMS = {
    "any": "Find a swish, or prove that there is none.",
    "largest": "Find a largest swish, and prove that it is largest. Ctrl-C ends the search and shows the largest "
    "swish found so far.",
    "count": "Count the swishes of each size: sets of cards that form a swish, and their placements.",
    "all": "List the swishes as they are found, one for each placement, smallest first.",
}
"""The help texts of the commands that run `solve` with a fixed `find`."""


def _position(fields: CardsInput, context: ExecutionContext) -> KnownPosition:
    return KnownPosition(fields.position(context))


POSITIONS = KindImport(
    kind="swish-position",
    command="swish import",
    items="positions",
    line='`{"cards": [...]}` with `symmetry` if it is not `rectangle`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=CardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
    example="*o./...,o../.*.\n..*/.o.,*o./...\n",
)
IMPORTS = (POSITIONS,)
