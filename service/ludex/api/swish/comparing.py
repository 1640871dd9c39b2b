"""`POST /swish/equivalence`, `/positions/lookup` and `/positions/dedup`: which positions are the same puzzle."""

from collections.abc import Iterable

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.answers import item_model
from ludex.api.models import Answer, Limit, Matching, Timed
from ludex.api.objects import object_text
from ludex.api.problems import refused
from ludex.api.replies import reply
from ludex.api.routes import Routes
from ludex.api.service import service
from ludex.api.swish import PREFIX
from ludex.api.swish.sources import GivenCards, pointing_to, search
from ludex.catalogue.kinds.swish import POSITION
from ludex.operations.swish.positions import ClassOfPositions, classes_of_positions, isomorphic_positions
from ludex.swish.hypergraph import hypergraph_junctions
from ludex.swish.identity.equivalence import Equivalence, compare
from ludex.swish.position import Position

routes = Routes(
    "swish-equivalence", tag="SWISH equivalence", about="Whether two positions are the same puzzle.", prefix=PREFIX
)


class Compare(Timed):
    """Two positions."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"a": {"cards": ["*o."]}, "b": {"cards": ["..o"]}}]})

    a: GivenCards
    b: GivenCards = Field(description="As a.")


class Lookup(GivenCards, Timed):
    """The cards of a position."""

    limit: Limit = bounds.LIST_LIMIT_DEFAULT


class Isomorphic(Answer):
    """The stored positions with an isomorphic hypergraph, the oldest first, each with a matching."""

    items: list[item_model(POSITION)]  # type: ignore[valid-type]
    matchings: list[Matching] = Field(description="For card i of the request, its card of the item.")


class Several(Timed):
    """Some positions."""

    positions: list[GivenCards] = Field(min_length=1, max_length=bounds.DEDUP_POSITIONS)


class Classes(Answer):
    """The classes of some positions, in the order of their first members."""

    classes: list[ClassOfPositions]


@routes.post("/equivalence", {200: Equivalence}, problems=(422, 503))
def compare_positions(body: Compare) -> Equivalence:
    """Tell whether the hypergraphs of two positions are isomorphic, hypernodes kept.

    `matching` lists for card i of a its card of b.
    """
    a, b = _comparable([(body.a, "/a"), (body.b, "/b")])
    with search("equivalence", body.time_limit, "equivalence"):
        return compare(a, b)


def _comparable(given: Iterable[tuple[GivenCards, str]]) -> list[Position]:
    """Return positions that stand at these places in the body; each must have a hypergraph. Raises ProblemError."""
    positions = []
    for cards, place in given:
        position = cards.position(place)
        with pointing_to(f"{place}/cards"):
            hypergraph_junctions(position)
        positions.append(position)
    return positions


@routes.post("/positions/lookup", {200: Isomorphic}, problems=(422, 503))
def lookup(body: Lookup) -> Response:
    """Find the stored positions whose hypergraph is isomorphic to that of these cards. Nothing is stored."""
    position = body.position()
    with search("lookup", body.time_limit, "lookup"):
        found, matchings = isomorphic_positions(service().catalogue, position, body.limit)
    return reply({"items": [object_text(one) for one in found], "matchings": list(map(list, matchings))})


@routes.post("/positions/dedup", {200: Classes}, problems=(422, 503))
def dedup(body: Several) -> Classes:
    """Sort positions into classes with isomorphic hypergraphs, and name the stored positions of each.

    Nothing is stored.
    """
    if sum(len(one.cards) for one in body.positions) > bounds.DEDUP_CARDS:
        raise refused("/positions", f"together they have more than {bounds.DEDUP_CARDS} cards")
    positions = _comparable((one, f"/positions/{index}") for index, one in enumerate(body.positions))
    with search("dedup", body.time_limit, "dedup", "/positions"):
        return Classes(classes=classes_of_positions(service().catalogue, positions))
