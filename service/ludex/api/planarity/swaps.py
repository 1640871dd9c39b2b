"""Levels one swap from a level, and the class of the census that a drawing is of."""

from flask import Response
from pydantic import Field

from ludex.api import bounds
from ludex.api.answers import item_model, page_of
from ludex.api.models import Answer, LabelPath, Matching, PageQuery
from ludex.api.objects import object_text
from ludex.api.paging import After, Part, page_reply, slice_of
from ludex.api.planarity.drawings import SQUARE, TimedDrawing, example, search
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.planarity import CENSUS_CLASS, LEVEL
from ludex.catalogue.kinds.planarity.drawn import Swaps
from ludex.operations.planarity.swaps import class_in_census, one_swap_levels

level_routes = routes_of(LEVEL)
class_routes = routes_of(CENSUS_CLASS)


class OneSwapLevelItem(Answer):
    """A stored level, and the swaps of the one it was asked for that lead to it."""

    level: item_model(LEVEL)  # type: ignore[valid-type]
    swaps: Swaps


class OneSwapQuery(PageQuery):
    """Which page, and how long may be computed."""

    time_limit: float = Field(
        default=bounds.TIME_LIMIT_DEFAULT,
        ge=bounds.TIME_LIMIT_LEAST,
        le=bounds.TIME_LIMIT,
        description="Seconds that the computation may take.",
    )


class DrawingToLookUp(TimedDrawing):
    """A drawing, and how long it may be looked at."""

    model_config = example(**SQUARE)


class ClassOfDrawing(Answer):
    """The class of the census that a drawing is of; null where it is not stored."""

    item: item_model(CENSUS_CLASS) | None  # type: ignore[valid-type]
    matching: Matching | None = Field(description="For vertex i of the request, its vertex of the item's drawing.")


@level_routes.get(
    "/levels/<label:label>/one-swap-levels", page_of(OneSwapLevelItem, "OneSwapLevel"), problems=(422, 503)
)
def levels_one_swap_away(path: LabelPath, query: OneSwapQuery) -> Response:
    """List the stored levels that one swap of a level leads to, the oldest first. They are found by their keys."""
    with search("near", query.time_limit, "one-swap-levels", "/label") as budget:
        found = one_swap_levels(service().catalogue, path.label, budget)

    def read(after: After | None, limit: int) -> Part:
        part = slice_of(found, after, limit)
        items = [{"level": object_text(one.level), "swaps": one.swaps} for one in part.items]
        return Part(items, part.after, part.count)

    return page_reply(query, ["one-swap-levels", path.label], read)


@class_routes.post("/census/classes/lookup", {200: ClassOfDrawing}, problems=(422, 503))
def look_up_class(body: DrawingToLookUp) -> Response:
    """Find the class of the census that a drawing is of. Nothing is stored."""
    drawing = body.drawing()
    with search("lookup", body.time_limit, "census-class"):
        found = class_in_census(service().catalogue, drawing)
    if found is None:
        return reply({"item": None, "matching": None})
    return reply({"item": object_text(found.item), "matching": found.matching})
