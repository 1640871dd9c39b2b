"""Which positions are the same puzzle: two compared, the stored ones looked up, many sorted into classes."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.swish import operations
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.identity import equivalence
from ludex.games.swish.identity.equivalence import Equivalence
from ludex.games.swish.position import Position
from ludex.games.swish.requests.sources import CardsArgument, GivenCards, SymmetryOfAll, cards_of_text
from ludex.operations.classes import PositionClass
from ludex.requests import text_answers as lines
from ludex.requests.answers import matches_answer
from ludex.requests.bounds import DEDUP_CARDS, DEDUP_POSITIONS, LIST_LIMIT_DEFAULT
from ludex.requests.fields import Answer, Argument, Limit, ServiceBounds, Timed, example
from ludex.requests.request import ExecutionContext, LookupResult, Request, Subject

_SUBJECT = Subject("swish-equivalence", "SWISH equivalence", "Whether two positions are the same puzzle.")


class Compare(SymmetryOfAll, Timed):
    """Two positions."""

    model_config = example(a={"cards": ["*o."]}, b={"cards": ["..o"]})

    a: CardsArgument
    b: CardsArgument


class Lookup(GivenCards, Timed):
    """The cards of a position."""

    limit: Limit | None = Field(
        default=None, description="Maximum number of results.", json_schema_extra={"default": LIST_LIMIT_DEFAULT}
    )


class Several(SymmetryOfAll, Timed):
    """Some positions."""

    positions: Annotated[
        list[GivenCards],
        Field(min_length=1),
        ServiceBounds(DEDUP_POSITIONS),
        Argument("POSITION...", "Each as for `equivalence`.", cards_of_text, each=True),
    ]
    stored: bool = Field(default=True, description="False: no stored positions are named.")


def compare(asked: Compare, work: ExecutionContext) -> Equivalence:
    """Tell whether the hypergraphs of two positions are isomorphic, hypernodes kept.

    `matching` lists for card i of a its card of b.
    """
    a, b = _comparable([("a", asked.a), ("b", asked.b)], asked, work)
    with work.search():
        return equivalence.compare(a, b)


def _comparable(
    given: Iterable[tuple[str | int, GivenCards]], asked: Compare | Several, work: ExecutionContext
) -> list[Position]:
    """Return positions that stand at these places; each must have a hypergraph. Raises Fault."""
    positions = []
    for place, cards in given:
        with within(place):
            position = cards.position(work, asked.symmetry)
            with cards.at_fault():
                hypergraph_junctions(position)
        positions.append(position)
    return positions


def lookup(asked: Lookup, work: ExecutionContext) -> LookupResult:
    """Find the stored positions whose hypergraph is isomorphic to that of these cards. Nothing is stored."""
    position = asked.position(work)
    with asked.at_fault(), work.search():
        limit = asked.limit or work.bound(LIST_LIMIT_DEFAULT) or 2**31 - 1
        return LookupResult(*operations.positions.find_isomorphic_positions(work.catalogue, position, limit))


class Classes(Answer):
    """The classes of some positions, in the order of their first members; members count from 0."""

    classes: list[PositionClass]


def dedup(asked: Several, work: ExecutionContext) -> Classes:
    """Sort positions into classes with isomorphic hypergraphs, and name the stored positions of each.

    Nothing is stored.
    """
    most = work.bound(DEDUP_CARDS)
    if most is not None and sum(len(one.cards or ()) for one in asked.positions) > most:
        raise Fault(f"together they have more than {most:,} cards", ("positions",))
    with within("positions"):
        positions = _comparable(enumerate(asked.positions), asked, work)
        with work.search():
            catalogue = work.catalogue if asked.stored else None
            return Classes(classes=operations.positions.classify_positions(catalogue, positions))


COMPARE = Request(
    "POST /swish/equivalence",
    "swish equivalence",
    compare,
    lambda found, _asked: lines.comparison(found, enumerate(found.matching or ())),
    _SUBJECT,
)
LOOKUP = Request(
    "POST /swish/positions/lookup",
    "swish lookup",
    lookup,
    lambda found, _asked: lines.matches(found, "cards", "no stored position has this hypergraph"),
    _SUBJECT,
    answers=matches_answer("IsomorphicSwishPositions", "swish-position"),
)
DEDUP = Request(
    "POST /swish/positions/dedup",
    "swish dedup",
    dedup,
    lambda found, _asked: lines.classes(found.classes, "positions"),
    _SUBJECT,
)
