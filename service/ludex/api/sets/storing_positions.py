"""`POST /sets/positions`, `/lookup` and `/dedup`: storing positions, and finding the equivalent ones."""

from dataclasses import dataclass
from typing import Any, Literal

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Duplicate, Matching, Timed
from ludex.api.problems import refused
from ludex.api.routes import reply
from ludex.api.service import require_storing, service
from ludex.api.sets.positions import PATH, SetPosition, position_fields, routes, show
from ludex.api.sets.searching import search
from ludex.api.sets.sources import SetCardsIn, SetCode
from ludex.catalogue.database import Database
from ludex.catalogue.sets.found_sets import store_sets, through_matching
from ludex.catalogue.sets.lookup import dedup, equivalent_positions
from ludex.catalogue.sets.positions import POSITIONS, PreparedPosition, prepare_position, store_position
from ludex.engine.budget import Budget
from ludex.sets.position import Position
from ludex.sets.solving.solver import SetCards

_EXAMPLE: dict[str, Any] = {"properties": 4, "values": 3, "cards": ["0000", "0121", "0212", "1111"]}


class StorableCards(SetCardsIn):
    """The cards of a position that has a label."""

    cards: list[SetCode] = Field(max_length=bounds.STORED_SET_CARDS)


class NewSetPosition(StorableCards, Timed):
    """The cards of a position, and what to look for among them."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE | {"find": "all"}]})

    find: Literal["any", "count", "all"] | None = Field(
        default=None, description="What to find and store with the position: a set, their number, the sets."
    )
    limit: int = Field(default=bounds.SETS_STORED_DEFAULT, ge=1, le=bounds.SETS_STORED, description="For `find: all`.")


class SetsLookedFor(Answer):
    """What was looked for, in the cards of the request."""

    count: int | None = Field(description="How many sets there are, null where that is not known.")
    sets: list[list[str]]
    complete: bool = Field(description="False: there are more sets than were looked for.")


class StoredSetPosition(SetPosition):
    """A position that a request stored."""

    matching: Matching = Field(description="For card i of the request, its index in `cards`.")
    duplicate_of: Duplicate | None = Field(description="Null where the position is new.")
    found: SetsLookedFor | None = Field(description="What `find` asked for.")


class SetLookup(StorableCards, Timed):
    """The cards of a position."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})


class EquivalentPositions(Answer):
    """The stored position that is equivalent, if there is one, with a matching."""

    items: list[SetPosition]
    matchings: list[Matching] = Field(description="For card i of the request, its card of the item.")


class SeveralSetPositions(Timed):
    """Some positions."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"positions": [_EXAMPLE, _EXAMPLE]}]})

    positions: list[StorableCards] = Field(min_length=1, max_length=bounds.DEDUP_POSITIONS)


class SetPositionClass(Answer):
    """Positions of the request that are equivalent."""

    members: list[int] = Field(description="Indices into the request's positions.")
    matchings: list[Matching] = Field(
        description="For each member: for card i of the first member, its card of this one."
    )
    positions: list[str] = Field(description="The label of the stored position of this class, if there is one.")


class SetPositionClasses(Answer):
    """The classes of some positions, in the order of their first members."""

    classes: list[SetPositionClass]


@dataclass(frozen=True, slots=True)
class SearchedSets:
    """What is known of the sets of a position after a search; None: not known."""

    sets: tuple[SetCards, ...] = ()
    count: int | None = None
    has_set: bool | None = None
    complete: bool = True


@routes.post("/positions", {201: StoredSetPosition, 200: StoredSetPosition}, problems=(403, 422, 503))
def store_set_position(body: NewSetPosition) -> Response:
    """Store a position, with what `find` asks for.

    201 where it is new. 200 where an equivalent one is stored already: that is the answer then, with the matching.
    """
    require_storing()
    position = body.position()
    with search("position", body.time_limit, "add") as budget:
        found = look_for(position, body.find, body.limit, budget)
        prepared = prepare_position(position, budget, sets=found.count, has_set=found.has_set)
    answer = stored_answer(service().catalogue, prepared, found if body.find else None)
    new = answer.duplicate_of is None
    return reply(answer, 201, {"Location": f"{PATH}/{answer.label}"}) if new else reply(answer)


def stored_answer(catalogue: Database, prepared: PreparedPosition, found: SearchedSets | None) -> StoredSetPosition:
    """Store a position, with the sets that were found in it, and return the answer about it."""
    position = prepared.position
    with catalogue.writing() as session:
        made = store_position(session, prepared)
        stored = POSITIONS.load(session, [made.row])[0]
        if found is not None and found.sets:
            there = through_matching(found.sets, position, stored.position, made.matching)
            store_sets(session, position.deck, there, made.row)
    matching = list(made.matching)
    return StoredSetPosition.model_validate(
        position_fields(stored)
        | {
            "matching": matching,
            "duplicate_of": None if made.created else Duplicate(relation="symmetry", matching=matching),
            "found": None if found is None else _shown(found, position),
        }
    )


def look_for(position: Position, find: str | None, limit: int, budget: Budget) -> SearchedSets:
    """Look for `any` set, the `count` of them, `all` of them up to a limit, or nothing. Raises BudgetExhausted."""
    from ludex.sets.solving.search import count_sets, find_all, find_any

    match find:
        case "any":
            one = find_any(position, budget=budget)
            return SearchedSets(count=0, has_set=False) if one is None else SearchedSets((one,), has_set=True)
        case "count":
            count = count_sets(position, budget=budget)
            return SearchedSets(count=count, has_set=count > 0)
        case "all":
            listed = find_all(position, limit, budget=budget)
            if not listed.complete:
                return SearchedSets(tuple(listed), has_set=True if len(listed) else None, complete=False)
            return SearchedSets(tuple(listed), len(listed), len(listed) > 0)
        case _:
            return SearchedSets()


def _shown(found: SearchedSets, position: Position) -> SetsLookedFor:
    code = position.deck.code
    return SetsLookedFor(
        count=found.count, sets=[[code(card) for card in one] for one in found.sets], complete=found.complete
    )


@routes.post("/positions/lookup", {200: EquivalentPositions}, problems=(422, 503))
def lookup_set_position(body: SetLookup) -> EquivalentPositions:
    """Find the stored position that is equivalent to these cards. Nothing is stored."""
    position = body.position()
    with search("lookup", body.time_limit, "lookup") as budget:
        prepared = prepare_position(position, budget)
    with service().catalogue.reading() as session:
        found = equivalent_positions(session, prepared)
    return EquivalentPositions(
        items=[show(stored) for stored, _ in found], matchings=[list(matching) for _, matching in found]
    )


@routes.post("/positions/dedup", {200: SetPositionClasses}, problems=(422, 503))
def dedup_set_positions(body: SeveralSetPositions) -> SetPositionClasses:
    """Sort positions into classes of equivalent ones, and name the stored position of each. Nothing is stored."""
    if sum(len(one.cards) for one in body.positions) > bounds.DEDUP_CARDS:
        raise refused("/positions", f"together they have more than {bounds.DEDUP_CARDS:,} cards")
    positions = [one.position(f"/positions/{index}") for index, one in enumerate(body.positions)]
    with search("dedup", body.time_limit, "dedup", "/positions") as budget:
        found = dedup(service().catalogue, positions, budget)
    return SetPositionClasses(
        classes=[
            SetPositionClass(
                members=list(one.members),
                matchings=[list(matching) for matching in one.matchings],
                positions=list(one.positions),
            )
            for one in found
        ]
    )
