"""`POST /planarity/levels`, `/lookup` and `/dedup`: storing a level, and finding the equivalent ones."""

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Duplicate, Timed
from ludex.api.planarity.drawings import SQUARE, DrawingIn
from ludex.api.planarity.equivalence import RelationName, VertexMatching
from ludex.api.planarity.levels import Level, routes, show
from ludex.api.planarity.searching import search
from ludex.api.planarity.solutions import solved
from ludex.api.problems import refused
from ludex.api.routes import reply
from ludex.api.service import require_storing, service
from ludex.catalogue.planarity.levels import StoredLevel
from ludex.catalogue.planarity.lookup import dedup, matching_levels, seek
from ludex.catalogue.planarity.preparing import prepare_level
from ludex.catalogue.planarity.storing_levels import store_level
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.equivalence import Relation


class NewLevel(DrawingIn, Timed):
    """A drawing to store as a level."""

    model_config = ConfigDict(json_schema_extra={"examples": [SQUARE]})


class LevelLookup(Timed):
    """A drawing, and the relation by which to look for it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"drawing": SQUARE, "relation": "swap"}]})

    drawing: DrawingIn
    relation: RelationName = "swap"
    limit: int = Field(default=bounds.LIST_LIMIT_DEFAULT, ge=1, le=bounds.LIST_LIMIT)


class EquivalentLevels(Answer):
    """The stored levels that are equivalent to the request's drawing, the oldest first, each with a matching."""

    items: list[Level]
    matchings: list[VertexMatching] = Field(
        description="For vertex i of the request, its vertex of the item's drawing."
    )


class DrawingsIn(Timed):
    """Some drawings, and the relation under which they are compared."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"drawings": [SQUARE, SQUARE], "relation": "swap"}]})

    drawings: list[DrawingIn] = Field(min_length=1, max_length=bounds.DEDUP_DRAWINGS)
    relation: RelationName = "swap"


class ClassOfDrawings(Answer):
    """Drawings of the request that are equivalent."""

    members: list[int] = Field(description="Indices into the request's drawings.")
    matchings: list[VertexMatching] = Field(
        description="For each member: for vertex i of the first member, its vertex of this one."
    )
    levels: list[str] = Field(description="The labels of the stored levels of this class, at most 100.")


class ClassesOfDrawings(Answer):
    """The classes of some drawings, in the order of their first members."""

    classes: list[ClassOfDrawings]


@routes.post("/levels", {201: Level, 200: Level}, problems=(403, 422, 503))
def store_one_level(body: NewLevel) -> Response:
    """Solve a drawing and store it as a level.

    201 where it is new, 200 where a swap-equivalent drawing is stored already: that is the answer then, with the
    matching in `duplicate_of`. Where the time limit ends the search, the level is stored with `proved` false; the
    same request with more time improves it.
    """
    require_storing()
    drawing = body.drawing()
    with search("level", body.time_limit, "add") as budget:
        sought = seek(drawing)
        with service().catalogue.reading() as session:
            known = matching_levels(session, sought).items
        if known and _is_settled(known[0][0]):
            stored, matching = known[0]
            return reply(show(stored, same_level(matching)))
        level = prepare_level(drawing, *solved(drawing, budget), {"source": "submitted"})
    with service().catalogue.writing() as session:
        made = store_level(session, level)
    answer = show(made.level, same_level(made.matching))
    return reply(answer, 201, {"Location": answer.url or ""}) if made.created else reply(answer)


def _is_settled(level: StoredLevel) -> bool:
    """Tell whether all is known of a level, so that solving it again brings nothing."""
    return level.proved and (level.min_swaps is None or level.grade is not None)


def same_level(matching: tuple[int, ...] | None) -> Duplicate | None:
    """Return how a drawing is the stored level that it matches; None for a new level."""
    return None if matching is None else Duplicate(relation="swap", matching=list(matching))


@routes.post("/levels/lookup", {200: EquivalentLevels}, problems=(422, 503))
def lookup_level(body: LevelLookup) -> EquivalentLevels:
    """Find the stored levels that are equivalent to a drawing. Nothing is stored.

    By `swap` and `order-type` there is one at most.
    """
    drawing = body.drawing.drawing("/drawing")
    with search("lookup", body.time_limit, "lookup", "/drawing"):
        sought = seek(drawing, Relation(body.relation))
        with service().catalogue.reading() as session:
            found = matching_levels(session, sought, limit=body.limit).items
    return EquivalentLevels(
        items=[show(level) for level, _ in found], matchings=[list(matching) for _, matching in found]
    )


@routes.post("/levels/dedup", {200: ClassesOfDrawings}, problems=(422, 503))
def dedup_drawings(body: DrawingsIn) -> ClassesOfDrawings:
    """Sort drawings into classes of equivalent ones, and name the stored levels of each. Nothing is stored."""
    if sum(len(one.points) for one in body.drawings) > bounds.DEDUP_VERTICES:
        raise refused("/drawings", f"together they have more than {bounds.DEDUP_VERTICES:,} vertices")
    with search("dedup", body.time_limit, "dedup", "/drawings") as budget:
        drawings = [_read_drawing(one, index, budget) for index, one in enumerate(body.drawings)]
        found = dedup(service().catalogue, drawings, Relation(body.relation), budget=budget)
    return ClassesOfDrawings(
        classes=[
            ClassOfDrawings(
                members=list(one.members), matchings=[list(each) for each in one.matchings], levels=list(one.levels)
            )
            for one in found
        ]
    )


def _read_drawing(body: DrawingIn, index: int, budget: Budget) -> Drawing:
    """Return a drawing of a batch. Its positions alone take milliseconds to check, so this counts as searching."""
    budget.check()
    return body.drawing(f"/drawings/{index}")
