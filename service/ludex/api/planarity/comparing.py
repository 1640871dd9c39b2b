"""Which drawings are the same, and which stored levels they are."""

from typing import Annotated

from flask import Response
from pydantic import Field

from ludex.api.objects import object_text
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import SQUARE, DrawingIn, drawing_routes, example, search
from ludex.api.problems import refused
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.operations.planarity import lookup
from ludex.operations.planarity.lookup import DrawingClass
from ludex.planarity.identity.equivalence import RELATIONS_ABOUT, DrawingComparison, Relation, compare
from ludex.requests.answers import stored_item_model
from ludex.requests.bounds import LIST_LIMIT_DEFAULT
from ludex.requests.fields import Answer, Limit, Matching, Timed

routes = drawing_routes("comparing")
level_routes = routes_of(LEVEL)

RelationName = Annotated[Relation, Field(strict=False, description=RELATIONS_ABOUT)]


class Related(Timed):
    """A relation between drawings."""

    relation: RelationName = Relation.SWAP


class ComparedDrawings(Related):
    """Two drawings, and the relation that they may stand in."""

    model_config = example(a=SQUARE, b=SQUARE, relation="swap")

    a: DrawingIn
    b: DrawingIn = Field(description="As a.")


class LevelLookup(Related):
    """A drawing, and the relation by which to look for it."""

    model_config = example(drawing=SQUARE, relation="swap")

    drawing: DrawingIn
    limit: Limit = LIST_LIMIT_DEFAULT


class EquivalentLevels(Answer):
    """The stored levels that are equivalent to the request's drawing, the oldest first, each with a matching."""

    items: list[stored_item_model(LEVEL)]  # type: ignore[valid-type]
    matchings: list[Matching] = Field(description="For vertex i of the request, its vertex of the item's drawing.")


class DrawingsIn(Related):
    """Some drawings, and the relation under which they are compared."""

    model_config = example(drawings=[SQUARE, SQUARE], relation="swap")

    drawings: list[DrawingIn] = Field(min_length=1, max_length=bounds.DEDUP_DRAWINGS)


class ClassesOfDrawings(Answer):
    """The classes of some drawings, in the order of their first members; members count from 0."""

    classes: list[DrawingClass]


@routes.post("/equivalence", {200: DrawingComparison}, problems=(422, 503))
def compare_drawings(body: ComparedDrawings) -> DrawingComparison:
    """Tell whether two drawings are equivalent.

    `matching` lists for vertex i of a its vertex of b; `reason` names an invariant that differs. Mirror images are
    equivalent under every relation.
    """
    a, b = body.a.drawing("/a"), body.b.drawing("/b")
    with search("equivalence", body.time_limit, "equivalence"):
        return compare(a, b, body.relation)


@level_routes.post("/levels/lookup", {200: EquivalentLevels}, problems=(422, 503))
def lookup_level(body: LevelLookup) -> Response:
    """Find the stored levels that are equivalent to a drawing. Nothing is stored.

    By `swap` and `order-type` there is one at most.
    """
    drawing = body.drawing.drawing("/drawing")
    with search("lookup", body.time_limit, "lookup", "/drawing") as budget:
        found = lookup.matching_levels(service().catalogue, drawing, body.relation, limit=body.limit, budget=budget)
    items = [object_text(one, duplicate_of=None) for one in found.items]
    return reply({"items": items, "matchings": found.matchings})


@level_routes.post("/levels/dedup", {200: ClassesOfDrawings}, problems=(422, 503))
def dedup_drawings(body: DrawingsIn) -> ClassesOfDrawings:
    """Sort drawings into classes of equivalent ones, and name the stored levels of each. Nothing is stored."""
    if sum(len(one.points) for one in body.drawings) > bounds.DEDUP_VERTICES:
        raise refused("/drawings", f"together they have more than {bounds.DEDUP_VERTICES:,} vertices")
    with search("dedup", body.time_limit, "dedup", "/drawings") as budget:
        drawings = []
        for index, one in enumerate(body.drawings):  # to check one takes milliseconds: this counts as searching
            budget.check()
            drawings.append(one.drawing(f"/drawings/{index}"))
        found = lookup.dedup(service().catalogue, drawings, body.relation, budget=budget)
    return ClassesOfDrawings(classes=list(found))
