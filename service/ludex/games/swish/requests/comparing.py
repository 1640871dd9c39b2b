"""Equivalence of positions: comparison, look-up of stored positions, and deduplication."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.swish import operations
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.identity import equivalence
from ludex.games.swish.identity.equivalence import Equivalence
from ludex.games.swish.position import Position
from ludex.games.swish.requests.sources import CardsArgument, CardsInput, SymmetryOfAll, cards_of_text
from ludex.operations.classes import PositionClass
from ludex.requests import text_output as lines
from ludex.requests.bounds import DEDUP_CARDS, DEDUP_POSITIONS, LIST_LIMIT_DEFAULT
from ludex.requests.fields import Argument, Limit, ResponseModel, ServiceBounds, TimeLimited, example
from ludex.requests.request import ExecutionContext, LookupResult, Request, Subject
from ludex.requests.response_models import matches_answer

_SUBJECT = Subject("swish-equivalence", "SWISH equivalence", "Comparison of positions by their hypergraphs.")


class SwishEquivalenceRequest(SymmetryOfAll, TimeLimited):
    """Two positions."""

    model_config = example(a={"cards": ["*o."]}, b={"cards": ["..o"]})

    a: CardsArgument = Field(description="The first position.")
    b: CardsArgument = Field(description="The second position.")


class SwishLookupRequest(CardsInput, TimeLimited):
    """The cards of a position."""

    limit: Limit | None = Field(
        default=None, description="Maximum number of positions.", json_schema_extra={"default": LIST_LIMIT_DEFAULT}
    )


class SwishDedupRequest(SymmetryOfAll, TimeLimited):
    """Positions to sort into classes."""

    positions: Annotated[
        list[CardsInput],
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
        Argument("POSITION...", "Positions, in the form of `equivalence`.", cards_of_text, each=True),
    ] = Field(description="The positions.")
    stored: bool = Field(default=True, description="Whether to list stored positions.")


def compare(request: SwishEquivalenceRequest, context: ExecutionContext) -> Equivalence:
    """Compare the hypergraphs of two positions up to isomorphisms that preserve hypernodes.

    Entry i of `matching` is the card of b that matches card i of a.
    """
    a, b = _comparable([("a", request.a), ("b", request.b)], request, context)
    with context.search():
        return equivalence.compare(a, b)


def _comparable(
    given: Iterable[tuple[str | int, CardsInput]],
    request: SwishEquivalenceRequest | SwishDedupRequest,
    context: ExecutionContext,
) -> list[Position]:
    """Return the positions at these places of the request; each must have a hypergraph. Raises Fault."""
    positions = []
    for place, cards in given:
        with within(place):
            position = cards.position(context, request.symmetry)
            with cards.at_fault():
                hypergraph_junctions(position)
        positions.append(position)
    return positions


def lookup(request: SwishLookupRequest, context: ExecutionContext) -> LookupResult:
    """Find the stored positions with an isomorphic hypergraph. Nothing is stored."""
    position = request.position(context)
    with request.at_fault(), context.search():
        limit = request.limit or context.bound(LIST_LIMIT_DEFAULT) or 2**31 - 1
        return LookupResult(*operations.positions.find_isomorphic_positions(context.catalogue, position, limit))


class SwishPositionClasses(ResponseModel):
    """Classes of positions, in the order of their first members; members count from 0."""

    classes: list[PositionClass] = Field(description="The classes.")


def dedup(request: SwishDedupRequest, context: ExecutionContext) -> SwishPositionClasses:
    """Sort positions into classes with isomorphic hypergraphs, and list the stored positions of each.

    Nothing is stored.
    """
    maximum = context.bound(DEDUP_CARDS)
    if maximum is not None and sum(len(position.cards or ()) for position in request.positions) > maximum:
        raise Fault(f"their total exceeds the limit of {maximum:,} cards", ("positions",))
    with within("positions"):
        positions = _comparable(enumerate(request.positions), request, context)
        with context.search():
            catalogue = context.catalogue if request.stored else None
            return SwishPositionClasses(classes=operations.positions.classify_positions(catalogue, positions))


COMPARE = Request(
    "POST /swish/equivalence",
    "swish equivalence",
    compare,
    lambda result, _request: lines.comparison(result, enumerate(result.matching or ())),
    _SUBJECT,
)
LOOKUP = Request(
    "POST /swish/positions/lookup",
    "swish lookup",
    lookup,
    lambda result, _request: lines.matches(result, "cards", "no stored position has this hypergraph"),
    _SUBJECT,
    answers=matches_answer("IsomorphicSwishPositions", "swish-position"),
)
DEDUP = Request(
    "POST /swish/positions/dedup",
    "swish dedup",
    dedup,
    lambda result, _request: lines.classes(result.classes, "positions"),
    _SUBJECT,
)
