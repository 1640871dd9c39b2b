"""Positions: stored with what is sought among them, compared, looked up, sorted into classes."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.sets import identity, operations
from ludex.games.sets.position import Position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.solving import FindName, sets_said
from ludex.games.sets.requests.sources import Cards, Shape, StorableSetCards, cards_of_text
from ludex.games.sets.serialization import SetSearchResponse
from ludex.games.sets.solving.solver import EVERY
from ludex.operations.classes import PositionClass
from ludex.requests import text_answers as lines
from ludex.requests.answers import matches_answer, stored_answer
from ludex.requests.bounds import DEDUP_CARDS, DEDUP_POSITIONS
from ludex.requests.fields import Answer, Argument, Matching, ServiceBounds, Timed, example
from ludex.requests.request import ExecutionContext, LookupResult, Request, Result, StoredResult, Stores

_EXAMPLE: dict[str, Any] = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}


class NewSetPosition(StorableSetCards, Timed):
    """The cards of a position, and what to look for among them."""

    model_config = example(**_EXAMPLE, find="all")

    find: FindName | None = Field(
        default=None, description="What to find and store with the position: a set, their number, the sets."
    )
    limit: Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_STORED)] | None = Field(
        default=None,
        description="For `find: all`: at most this many sets.",
        json_schema_extra={"default": bounds.SETS_STORED_DEFAULT},
    )


class ComparedSetPositions(Shape, Timed):
    """Two positions; their shape holds for cards that are given without one of their own."""

    model_config = example(a=_EXAMPLE, b=_EXAMPLE | {"cards": ["1111", "0120", "0211", "1010"]})

    a: Cards
    b: Cards


class SetLookup(StorableSetCards, Timed):
    """The cards of a position."""

    model_config = example(**_EXAMPLE)


class SeveralSetPositions(Shape, Timed):
    """Some positions; their shape holds for cards that are given without one of their own."""

    model_config = example(positions=[_EXAMPLE, _EXAMPLE])

    positions: Annotated[
        list[StorableSetCards],
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
        Argument("POSITION...", "Each as for `equivalence`.", cards_of_text, each=True),
    ]
    stored: bool = Field(default=True, description="False: no stored positions are named.")


class SetPositionClasses(Answer):
    """The classes of some positions, in the order of their first members."""

    classes: list[PositionClass]


def add(asked: NewSetPosition, work: ExecutionContext) -> StoredResult:
    """Store a position, with what `find` asks for.

    201 if it is new. 200 if an equivalent one is stored already: that is the answer then, with the matching.
    """
    position = asked.position(work)
    limit = asked.limit or work.bound(bounds.SETS_STORED_DEFAULT) or EVERY
    with asked.at_fault(), work.search() as budget:
        done = operations.positions.store_position(work.catalogue, position, asked.find, limit, budget)
    found = None if done.found is None else done.found.as_response(position.deck)
    return StoredResult(done.stored, {"matching": list(done.matching), "found": found})


def _added(made: StoredResult, _asked: NewSetPosition) -> Iterator[str]:
    yield from lines.stored(made)
    found: SetSearchResponse | None = made.members["found"]
    if found is not None:
        yield f"at least {sets_said(len(found.sets))}" if found.count is None else sets_said(found.count)
        yield from (" ".join(one) for one in found.sets)


def compare(asked: ComparedSetPositions, work: ExecutionContext) -> Result:
    """Tell whether a symmetry that keeps sets takes the cards of one position to those of another."""
    with within("a"):
        a = asked.a.position(work, asked)
    with within("b"):
        b = asked.b.position(work, asked)
    with within("a"), asked.a.at_fault(), work.search() as budget:
        found = identity.equivalence.compare(a, b, budget)
    return Result(found.as_response, of=[(a.codes[i], b.codes[j]) for i, j in enumerate(found.matching or ())])


def lookup(asked: SetLookup, work: ExecutionContext) -> LookupResult:
    """Find the stored position that is equivalent to these cards. Nothing is stored."""
    position = asked.position(work)
    with asked.at_fault(), work.search() as budget:
        one = operations.positions.find_equivalent(work.catalogue, position, budget)
    return LookupResult([], []) if one is None else LookupResult([one[0]], [list(one[1])])


def dedup(asked: SeveralSetPositions, work: ExecutionContext) -> SetPositionClasses:
    """Sort positions into classes of equivalent ones, and name the stored position of each. Nothing is stored."""
    with within("positions"):
        positions = list(_positions(asked, work))
        with work.search() as budget:
            found = operations.positions.dedup(work.catalogue if asked.stored else None, positions, budget)
    return SetPositionClasses(classes=found)


def _positions(asked: SeveralSetPositions, work: ExecutionContext) -> Iterator[Position]:
    most, cards = work.bound(DEDUP_CARDS), 0
    for index, one in enumerate(asked.positions):
        with within(index):
            position = one.position(work, asked)
        cards += len(position.cards)
        if most is not None and cards > most:
            raise Fault(f"together they have more than {most:,} cards")
        yield position


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
        matching=(Matching, Field(description="For card i of the request, its index in `cards`.")),
        found=(SetSearchResponse | None, Field(description="What `find` asked for.")),
    ),
)
COMPARE = Request(
    "POST /sets/equivalence",
    "sets equivalence",
    compare,
    lambda told, _asked: lines.comparison(told.value, told.of),
    "sets/positions",
    answers=_comparison,
)
LOOKUP = Request(
    "POST /sets/positions/lookup",
    "sets lookup",
    lookup,
    lambda found, _asked: lines.matches(found, "cards", "no equivalent position is stored"),
    "sets/positions",
    answers=matches_answer("EquivalentPositions", "set-position"),
)
DEDUP = Request(
    "POST /sets/positions/dedup",
    "sets dedup",
    dedup,
    lambda found, _asked: lines.classes(found.classes, "positions"),
    "sets/positions",
)
