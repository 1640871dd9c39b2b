"""Positions: storing them with the sets among their cards, importing them one per line, and comparing them."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.faults import within
from ludex.games.sets import identity, operations
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.solving import FindName, count_of_sets
from ludex.games.sets.requests.sources import Cards, Shape, StorableSetCardsInput, cards_of_text, looks_like_cards
from ludex.games.sets.serialization import SetSearchResponse
from ludex.games.sets.solving.solver import EVERY
from ludex.requests import text_output as lines
from ludex.requests.fields import Matching, ServiceBounds, TimeLimited, example
from ludex.requests.imports import KindImport
from ludex.requests.request import ExecutionContext, Request, Result, StoredResult, Stores
from ludex.requests.response_models import stored_answer

_EXAMPLE: dict[str, Any] = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}


class NewSetPosition(StorableSetCardsInput, TimeLimited):
    """The cards of a position, and what to find among them."""

    model_config = example(**_EXAMPLE, find="all")

    find: FindName | None = Field(
        default=None, description="What to find and store with the position: any set, the number of sets, or all sets."
    )
    limit: Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_STORED)] | None = Field(
        default=None,
        description="Maximum number of sets for `find: all`.",
        json_schema_extra={"default": bounds.SETS_STORED_DEFAULT},
    )


class SetEquivalenceRequest(Shape, TimeLimited):
    """Two positions. `properties` and `values` apply to cards that do not specify their own."""

    model_config = example(a=_EXAMPLE, b=_EXAMPLE | {"cards": ["1111", "0120", "0211", "1010"]})

    a: Cards = Field(description="The first position.")
    b: Cards = Field(description="The second position.")


def add(request: NewSetPosition, context: ExecutionContext) -> StoredResult:
    """Store a position with the result of `find`.

    Returns 201 if it is new. If an equivalent position is stored already, returns 200 with that position and the
    matching.
    """
    position = request.position(context)
    limit = request.limit or context.bound(bounds.SETS_STORED_DEFAULT) or EVERY
    with request.at_fault(), context.search() as budget:
        done = operations.positions.store_position(context.catalogue, position, request.find, limit, budget)
    result = None if done.found is None else done.found.as_response(position.deck)
    return StoredResult(done.stored, {"matching": list(done.matching), "found": result})


def _added(answer: StoredResult, _request: NewSetPosition) -> Iterator[str]:
    yield from lines.stored(answer)
    result: SetSearchResponse | None = answer.members["found"]
    if result is not None:
        yield f"at least {count_of_sets(len(result.sets))}" if result.count is None else count_of_sets(result.count)
        yield from (" ".join(cards) for cards in result.sets)


def compare(request: SetEquivalenceRequest, context: ExecutionContext) -> Result:
    """Compare two positions up to symmetries that preserve sets."""
    with within("a"):
        a = request.a.position(context, request)
    with within("b"):
        b = request.b.position(context, request)
    with within("a"), request.a.at_fault(), context.search() as budget:
        result = identity.equivalence.compare(a, b, budget)
    return Result(result.as_response, of=[(a.codes[i], b.codes[j]) for i, j in enumerate(result.matching or ())])


def _comparison(_registry: object) -> type[Any]:
    return identity.equivalence.PositionComparison


ADD = Request(
    "POST /sets/positions",
    "sets add",
    add,
    _added,
    "sets/positions",
    Stores.ALWAYS,
    stored_answer(
        "set-position",
        matching=(Matching, Field(description="Entry i is the index in `cards` of card i of the request.")),
        found=(SetSearchResponse | None, Field(description="The result of `find`; null without `find`.")),
    ),
)
COMPARE = Request(
    "POST /sets/equivalence",
    "sets equivalence",
    compare,
    lambda result, _request: lines.comparison(result.value, result.of),
    "sets/positions",
    answers=_comparison,
    tool=True,
)


def _position(fields: StorableSetCardsInput, context: ExecutionContext) -> KnownPosition:
    return KnownPosition(fields.position(context))


POSITIONS = KindImport(
    kind="set-position",
    command="sets import",
    items="positions",
    line='`{"properties": 4, "values": 3, "cards": [...]}`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=StorableSetCardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
)
IMPORTS = (POSITIONS,)
