"""`POST /swish/positions`, `/lookup` and `/dedup`: storing positions, and finding the equivalent ones."""

from typing import Any, Literal

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Duplicate, Matching, Timed
from ludex.api.problems import refused
from ludex.api.routes import reply
from ludex.api.service import require_storing, service
from ludex.api.swish.positions import Position, position_fields, routes, show
from ludex.api.swish.searching import search
from ludex.api.swish.sources import Cards
from ludex.api.swish.stacks import FoundSwish, found_swishes, within_answer
from ludex.catalogue.swish.placing import to_canonical_order
from ludex.catalogue.swish.positions import POSITIONS, isomorphic_positions, store_position
from ludex.catalogue.swish.swishes import store_largest, store_swishes
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Swish
from ludex.swish.identity.hypergraph import CanonicalHypergraph
from ludex.swish.junctions import HypergraphError
from ludex.swish.position import Position as Table


class NewPosition(Cards, Timed):
    """The cards of a position, and what to look for among them."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"cards": ["*o./.../.../...", "o*./.../.../..."], "find": "largest"}]}
    )

    find: Literal["any", "largest", "all"] | None = Field(
        default=None, description="What to find and store with the position."
    )
    limit: int = Field(default=bounds.FOUND_ITEMS_DEFAULT, ge=1, le=bounds.FOUND_ITEMS, description="For `find: all`.")


class FoundSwishes(Answer):
    """The swishes that were looked for, by the request's indices."""

    swishes: list[FoundSwish]
    complete: bool = Field(description="For `largest`: proved; for `all`: there are no others; for `any`: true.")


class StoredPositionAnswer(Position):
    """A position that a request stored."""

    matching: Matching = Field(description="For card i of the request, its index in `cards`.")
    duplicate_of: Duplicate | None = Field(description="Null where the position is new.")
    found: FoundSwishes | None = Field(description="What `find` asked for.")


class Lookup(Cards, Timed):
    """The cards of a position."""

    limit: int = Field(default=bounds.LIST_LIMIT_DEFAULT, ge=1, le=bounds.LIST_LIMIT)


class Isomorphic(Answer):
    """The stored positions with an isomorphic hypergraph, the oldest first, each with a matching."""

    items: list[Position]
    matchings: list[Matching] = Field(description="For card i of the request, its card of the item.")


class Several(Timed):
    """Some positions."""

    positions: list[Cards] = Field(min_length=1, max_length=bounds.DEDUP_POSITIONS)


class PositionClass(Answer):
    """Positions of the request with isomorphic hypergraphs."""

    members: list[int] = Field(description="Indices into the request's positions.")
    matchings: list[Matching] = Field(
        description="For each member: for card i of the first member, its card of this one."
    )
    positions: list[str] = Field(description="The labels of the stored positions of this class.")


class Classes(Answer):
    """The classes of some positions, in the order of their first members."""

    classes: list[PositionClass]


@routes.post("/positions", {201: StoredPositionAnswer, 200: StoredPositionAnswer}, problems=(403, 422, 503))
def store_one(body: NewPosition) -> Response:
    """Store a position with its hypergraph, and with what `find` asks for.

    201 where it is new, 200 where the same cards are stored already, in whatever order and configurations.
    """
    require_storing()
    position = body.position()
    with search("position", body.time_limit, "swish add") as budget:
        hypergraph = hypergraph_of(position)
        swishes, complete = _look_for(position, body, budget)
    with service().catalogue.writing() as session:
        stored = store_position(session, position, hypergraph)
        if body.find == "largest":
            store_largest(session, stored.row, position, swishes[0] if swishes else None, complete)
        elif swishes:
            store_swishes(session, stored.row, position, swishes)
    found = FoundSwishes(swishes=found_swishes(swishes, position), complete=complete)
    fields = stored_fields(position, stored.row.label, stored.created)
    answer = StoredPositionAnswer(**fields, found=found if body.find else None)
    return reply(answer, 201, {"Location": answer.url}) if stored.created else reply(answer)


def _look_for(position: Table, body: NewPosition, budget: Budget) -> tuple[list[Swish], bool]:
    from ludex.swish.solving.search import find_all, find_any, find_largest

    match body.find:
        case "any":
            swish = find_any(position, budget=budget)
            return ([] if swish is None else [swish]), True
        case "largest":
            largest = find_largest(position, budget=budget)
            if largest.swish is None and not largest.proved:
                raise BudgetExhausted(budget.exhausted() or "time")
            return ([] if largest.swish is None else [largest.swish]), largest.proved
        case "all":
            found = find_all(position, budget=budget, limit=body.limit)
            listing = within_answer(found, position, bounds.STORED_CODE_BYTES)
            return list(listing.items), listing.complete
        case None:
            return [], True


def hypergraph_of(position: Table) -> CanonicalHypergraph | None:
    """Return the hypergraph of a position, or None where it has none."""
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    try:
        return canonical_hypergraph(position)
    except HypergraphError:
        return None


def stored_fields(position: Table, label: str, created: bool) -> dict[str, Any]:
    """Return the fields of the answer to a request that stored a position."""
    matching = to_canonical_order(position, range(len(position.cards)))
    with service().catalogue.reading() as session:
        stored = POSITIONS.by_label(session, label)
    assert stored is not None
    return {
        **position_fields(stored),
        "matching": matching,
        "duplicate_of": None if created else Duplicate(relation="same-cards", matching=matching),
    }


@routes.post("/positions/lookup", {200: Isomorphic}, problems=(422, 503))
def lookup(body: Lookup) -> Isomorphic:
    """Find the stored positions whose hypergraph is isomorphic to that of these cards. Nothing is stored."""
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    position = body.position()
    with search("lookup", body.time_limit, "swish lookup"):
        hypergraph = canonical_hypergraph(position)
    with service().catalogue.reading() as session:
        found = isomorphic_positions(session, hypergraph, body.limit)
    return Isomorphic(items=[show(stored) for stored, _ in found], matchings=[list(matching) for _, matching in found])


@routes.post("/positions/dedup", {200: Classes}, problems=(422, 503))
def dedup(body: Several) -> Classes:
    """Sort positions into classes with isomorphic hypergraphs, and name the stored positions of each.

    Nothing is stored.
    """
    from ludex.swish.identity.equivalence import classes
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    if sum(len(cards.cards) for cards in body.positions) > bounds.DEDUP_CARDS:
        raise refused("/positions", f"together they have more than {bounds.DEDUP_CARDS} cards")
    positions = [cards.position(f"/positions/{index}") for index, cards in enumerate(body.positions)]
    with search("dedup", body.time_limit, "swish dedup", "/positions"):
        found = classes(positions)
        hypergraphs = [canonical_hypergraph(positions[each.members[0]]) for each in found]
    with service().catalogue.reading() as session:
        known = [[one.label for one, _ in isomorphic_positions(session, graph)] for graph in hypergraphs]
    return Classes(
        classes=[
            PositionClass(members=list(each.members), matchings=[list(m) for m in each.matchings], positions=labels)
            for each, labels in zip(found, known, strict=True)
        ]
    )
