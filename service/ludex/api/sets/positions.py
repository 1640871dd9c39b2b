"""Positions: stored, compared, looked up, sorted into classes; and the sets that were found in a stored one."""

from dataclasses import replace
from typing import Any, Literal

from flask import Response
from pydantic import Field

from ludex.api.addresses import list_rule, object_rule
from ludex.api.collections import linked_page
from ludex.api.objects import object_text, stored_reply
from ludex.api.problems import refused
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.api.sets import bounds
from ludex.api.sets.sources import SetCardsIn, SetCode, example, search
from ludex.catalogue.kinds.sets import FOUND_SET, POSITION
from ludex.catalogue.reading import find
from ludex.operations.sets.positions import PositionClass, dedup, find_equivalent, store_position
from ludex.requests import bounds as shared
from ludex.requests.answers import item_model, page_answer, stored_answer
from ludex.requests.fields import Answer, LabelPath, Matching, PageQuery, Timed
from ludex.sets.identity.equivalence import PositionComparison, compare
from ludex.sets.solving.names import Find
from ludex.sets.solving.search import SetsLookedFor

routes = routes_of(POSITION)

_EXAMPLE: dict[str, Any] = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}


class StorableCards(SetCardsIn):
    """The cards of a position that has a label."""

    cards: list[SetCode] = Field(max_length=bounds.STORED_SET_CARDS)


class NewSetPosition(StorableCards, Timed):
    """The cards of a position, and what to look for among them."""

    model_config = example(**_EXAMPLE, find="all")

    find: Literal["any", "count", "all"] | None = Field(
        default=None, description="What to find and store with the position: a set, their number, the sets."
    )
    limit: int = Field(default=bounds.SETS_STORED_DEFAULT, ge=1, le=bounds.SETS_STORED, description="For `find: all`.")


class ComparedPositions(Timed):
    """Two positions."""

    model_config = example(a=_EXAMPLE, b=_EXAMPLE | {"cards": ["1111", "0120", "0211", "1010"]})

    a: SetCardsIn
    b: SetCardsIn = Field(description="As a.")


class SetLookup(StorableCards, Timed):
    """The cards of a position."""

    model_config = example(**_EXAMPLE)


class EquivalentPositions(Answer):
    """The stored position that is equivalent, if there is one, with a matching."""

    items: list[item_model(POSITION)]  # type: ignore[valid-type]
    matchings: list[Matching] = Field(description="For card i of the request, its card of the item.")


class SeveralSetPositions(Timed):
    """Some positions."""

    model_config = example(positions=[_EXAMPLE, _EXAMPLE])

    positions: list[StorableCards] = Field(min_length=1, max_length=shared.DEDUP_POSITIONS)


class SetPositionClasses(Answer):
    """The classes of some positions, in the order of their first members."""

    classes: list[PositionClass]


_STORED = stored_answer(
    POSITION,
    matching=(Matching, Field(description="For card i of the request, its index in `cards`.")),
    found=(SetsLookedFor | None, Field(description="What `find` asked for.")),
)


@routes.post(list_rule(POSITION), {201: _STORED, 200: _STORED}, problems=(403, 422, 503))
def store_one(body: NewSetPosition) -> Response:
    """Store a position, with what `find` asks for.

    201 where it is new. 200 where an equivalent one is stored already: that is the answer then, with the matching.
    """
    require_storing()
    position = body.position()
    with search("position", body.time_limit, "add") as budget:
        sought = None if body.find is None else Find(body.find)
        done = store_position(service().catalogue, position, sought, body.limit, budget)
    found = None if done.found is None else done.found.written(position.deck)
    return stored_reply(done.stored, matching=list(done.matching), found=found)


@routes.post("/equivalence", {200: PositionComparison}, problems=(422, 503))
def compare_positions(body: ComparedPositions) -> PositionComparison:
    """Tell whether a symmetry that keeps sets takes the cards of one position to those of another."""
    a, b = body.a.position("/a"), body.b.position("/b")
    with search("equivalence", body.time_limit, "equivalence", "/a/cards") as budget:
        return compare(a, b, budget).written


@routes.post("/positions/lookup", {200: EquivalentPositions}, problems=(422, 503))
def lookup(body: SetLookup) -> Response:
    """Find the stored position that is equivalent to these cards. Nothing is stored."""
    position = body.position()
    with search("lookup", body.time_limit, "lookup") as budget:
        one = find_equivalent(service().catalogue, position, budget)
    found = [] if one is None else [one]
    items = [object_text(replace(shown, rest=None)) for shown, _ in found]
    return reply({"items": items, "matchings": [list(matching) for _, matching in found]})


@routes.post("/positions/dedup", {200: SetPositionClasses}, problems=(422, 503))
def classes(body: SeveralSetPositions) -> SetPositionClasses:
    """Sort positions into classes of equivalent ones, and name the stored position of each. Nothing is stored."""
    if sum(len(one.cards) for one in body.positions) > shared.DEDUP_CARDS:
        raise refused("/positions", f"together they have more than {shared.DEDUP_CARDS:,} cards")
    positions = [one.position(f"/positions/{index}") for index, one in enumerate(body.positions)]
    with search("dedup", body.time_limit, "dedup", "/positions") as budget:
        return SetPositionClasses(classes=dedup(service().catalogue, positions, budget))


@routes.get(object_rule(POSITION, "/sets"), page_answer(FOUND_SET))
def sets_of_position(path: LabelPath, query: PageQuery) -> Response:
    """List the sets that were found in a position, the oldest first.

    Only those that a request or the starting catalogue looked for; POST /sets/solve finds all of them.
    """
    with service().catalogue.reading() as reader:
        position = find(reader, path.label, POSITION)
    return linked_page(position.id, "contains", FOUND_SET, query)
