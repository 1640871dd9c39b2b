"""Levels: storing one, the solution of one, the levels that are near it, and the one to play after it."""

from flask import Response
from pydantic import Field

from ludex.api.answers import item_model, page_answer, stored_answer
from ludex.api.models import Answer, Label, LabelPath, PageQuery, Parameters
from ludex.api.objects import object_text, stored_reply
from ludex.api.paging import After, Part, page_reply, whole_numbers
from ludex.api.planarity.drawings import TimedDrawing, search
from ludex.api.problems import refused
from ludex.api.replies import picture, plain, reply
from ludex.api.routes import SVG, TEXT, routes_of
from ludex.api.service import require_storing, service
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.kinds.planarity.drawn import Swaps
from ludex.operations.planarity.levels import (
    Nearness,
    UnknownPack,
    find_level,
    near_levels,
    next_level,
    store_level,
)
from ludex.pictures.drawings import solution_svg
from ludex.planarity.untangle import write_untangle

routes = routes_of(LEVEL)


class NeighboursQuery(PageQuery):
    """What the neighbours share, and which page of them."""

    relation: Nearness = Field(
        default=Nearness.STATE_SPACE,
        strict=False,
        description="`state-space`: the same graph and, for a connected one, the same x-type: either is an "
        "arrangement of the other.",
    )


class PackQuery(Parameters):
    """Of which pack."""

    pack: Label | None = Field(default=None, description="Not given: of all levels.")


class LevelSolution(Answer):
    """One shortest solution of a level, in the vertices of its drawing."""

    swaps: Swaps
    min_swaps: int | None = Field(description="Null and proved: no plane arrangement is reachable.")
    proved: bool


class NextLevel(Answer):
    """The level that comes next, by grade and then by age."""

    level: item_model(LEVEL) | None = Field(description="Null after the last.")  # type: ignore[valid-type]


@routes.post("/levels", dict.fromkeys((201, 200), stored_answer(LEVEL)), problems=(403, 422, 503))
def store_one_level(body: TimedDrawing) -> Response:
    """Solve a drawing and store it as a level.

    201 where it is new, 200 where a swap-equivalent drawing is stored already: that is the answer then, with the
    matching in `duplicate_of`. Where the time limit ends the search, the level is stored with `proved` false; the
    same request with more time improves it.
    """
    require_storing()
    drawing = body.drawing()
    with search("level", body.time_limit, "add") as budget:
        stored = store_level(service().catalogue, drawing, budget)
    return stored_reply(stored)


@routes.get("/levels/<label:label>/solution", LevelSolution)
def solution_of_level(path: LabelPath) -> LevelSolution:
    """Show one shortest solution of a level: the edges to swap, in order.

    No swaps where none is known, or where no plane arrangement is reachable.
    """
    solution = find_level(service().catalogue, path.label).solution
    return LevelSolution(swaps=list(solution.swaps), min_swaps=solution.min_swaps, proved=solution.proved)


@routes.get("/levels/<label:label>/solution.svg", SVG, problems=(422,))
def draw_solution(path: LabelPath) -> Response:
    """Draw a level and, step by step, what each swap of its solution makes of it."""
    level = find_level(service().catalogue, path.label)
    if level.solution.min_swaps is None:
        raise refused("/label", "no solution of this level is known")
    return picture(solution_svg(level.drawing, level.solution.swaps))


@routes.get("/levels/<label:label>/untangle", TEXT)
def untangle_of_level(path: LabelPath) -> Response:
    """Show the graph of a level as a game description of Simon Tatham's Untangle, which leaves the points open."""
    return plain([write_untangle(find_level(service().catalogue, path.label).drawing)])


@routes.get("/levels/<label:label>/neighbours", page_answer(LEVEL))
def neighbours_of_level(path: LabelPath, query: NeighboursQuery) -> Response:
    """List the other levels with the same graph, order type or state space, the oldest first."""

    def read(after: After | None, limit: int) -> Part:
        start = None if after is None else whole_numbers(after, 1)
        found = near_levels(service().catalogue, path.label, query.relation, start, limit)
        return Part([object_text(one) for one in found.items], found.after, found.count)

    return page_reply(query, ["near", path.label, query.relation], read)


@routes.get("/levels/<label:label>/next", NextLevel, problems=(422,))
def next_after_level(path: LabelPath, query: PackQuery) -> Response:
    """Show the level that comes after this one by grade, of a pack or of all levels; null after the last."""
    try:
        found = next_level(service().catalogue, path.label, pack=query.pack)
    except UnknownPack as error:
        raise refused("/pack", str(error)) from None
    return reply({"level": None if found is None else object_text(found)})
