"""What is read of stored levels: the solution of one, the levels that are near it, and the one after it."""

from flask import Response
from pydantic import Field

from ludex.api.middleware.problems import refused
from ludex.api.routing.paging import After, Part, page_reply, slice_of, whole_numbers
from ludex.api.routing.responses import object_text, object_texts, picture, plain, reply
from ludex.api.routing.routes import object_rule, routes_of
from ludex.api.service import search, service
from ludex.catalogue.objects.reading import UnknownObject
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.kinds.drawn import Swaps
from ludex.games.planarity.operations.levels import Nearness, find_level, near_levels, one_swap_levels
from ludex.games.planarity.operations.packs import NotInPack, UnknownPack, next_level, next_of_pack
from ludex.games.planarity.pictures.drawings import solution_svg
from ludex.games.planarity.untangle import write_untangle
from ludex.requests.answers import item_model, page_answer, page_of
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import Answer, Label, LabelPath, PageQuery, Parameters, Timed
from ludex.requests.request import SVG, TEXT

routes = routes_of(LEVEL)


class NeighboursQuery(PageQuery):
    """What the neighbours share, and which page of them."""

    relation: Nearness = Field(
        default=Nearness.STATE_SPACE,
        strict=False,
        description="`state-space`: the same graph and, for a connected one, the same x-type: either is an "
        "arrangement of the other.",
    )


class OneSwapLevelItem(Answer):
    """A stored level, and the swaps of the one it was asked for that lead to it."""

    level: item_model(LEVEL)  # type: ignore[valid-type]
    swaps: Swaps


class OneSwapQuery(PageQuery, Timed):
    """Which page, and how long may be computed."""


class PackQuery(Parameters):
    """Of which pack."""

    pack: Label | None = Field(default=None, description="Not given: of all levels.")


class LevelSolution(Answer):
    """One shortest solution of a level, in the vertices of its drawing."""

    swaps: Swaps
    min_swaps: int | None = Field(description="Null and proved: no plane arrangement is reachable.")
    proved: bool


class NextLevel(Answer):
    """The level that comes next: in a pack by its order, else by grade and then by age."""

    level: item_model(LEVEL) | None = Field(description="Null after the last.")  # type: ignore[valid-type]


@routes.get(object_rule(LEVEL, "/solution"), LevelSolution)
def solution_of_level(path: LabelPath) -> LevelSolution:
    """Show one shortest solution of a level: the edges to swap, in order.

    No swaps if none is known, or if no plane arrangement is reachable.
    """
    solution = find_level(service().catalogue, path.label).solution
    return LevelSolution(swaps=list(solution.swaps), min_swaps=solution.min_swaps, proved=solution.proved)


@routes.get(object_rule(LEVEL, "/solution.svg"), SVG, problems=(422,))
def draw_solution(path: LabelPath) -> Response:
    """Draw a level and, step by step, what each swap of its solution makes of it."""
    level = find_level(service().catalogue, path.label)
    if level.solution.min_swaps is None:
        raise refused(
            "/label", "no solution of this level is known; `POST /planarity/solve` with its label looks for one"
        )
    return picture(solution_svg(level.drawing, level.solution.swaps))


@routes.get(object_rule(LEVEL, "/untangle"), TEXT)
def untangle_of_level(path: LabelPath) -> Response:
    """Show the graph of a level as a game description of Simon Tatham's Untangle, which leaves the points open."""
    return plain([write_untangle(find_level(service().catalogue, path.label).drawing)])


@routes.get(object_rule(LEVEL, "/neighbours"), page_answer(LEVEL))
def neighbours_of_level(path: LabelPath, query: NeighboursQuery) -> Response:
    """List the other levels with the same graph, order type or state space, the oldest first."""

    def read(after: After | None, limit: int) -> Part:
        start = None if after is None else whole_numbers(after, 1)
        found = near_levels(service().catalogue, path.label, query.relation, start, limit)
        return Part(object_texts([one.listed() for one in found.items]), found.after, found.count)

    return page_reply(query, ["near", path.label, query.relation], read)


@routes.get(object_rule(LEVEL, "/one-swap-levels"), page_of(OneSwapLevelItem, "OneSwapLevel"), problems=(422, 503))
def levels_one_swap_away(path: LabelPath, query: OneSwapQuery) -> Response:
    """List the stored levels that one swap of a level leads to, the oldest first. They are found by their keys."""
    with search("planarity-near", query.time_limit or TIME_LIMIT_DEFAULT, "ludex planarity one-swap-levels") as budget:
        found = one_swap_levels(service().catalogue, path.label, budget)

    def read(after: After | None, limit: int) -> Part:
        part = slice_of(found, after, limit)
        items = [{"level": object_text(one.level.listed()), "swaps": one.swaps} for one in part.items]
        return Part(items, part.after, part.count)

    return page_reply(query, ["one-swap-levels", path.label], read)


@routes.get(object_rule(LEVEL, "/next"), NextLevel, problems=(422,))
def next_after_level(path: LabelPath, query: PackQuery) -> Response:
    """Show the level that comes after this one: in the order of a pack, or of all by grade; null after the last."""
    return reply_next(path.label, query.pack, "/pack")


def reply_next(after: str | None, pack: str | None, pointer: str) -> Response:
    """Show the level after another one. Raises ProblemError (422) if there is none of the name at the pointer."""
    try:
        catalogue = service().catalogue
        found = next_level(catalogue, after) if pack is None else next_of_pack(catalogue, pack, after)
    except NotInPack as error:
        raise refused("/after" if pointer == "/after" else "/label", str(error)) from None
    except UnknownObject as error:
        if isinstance(error, UnknownPack) == (pointer == "/pack"):
            raise refused(pointer, str(error)) from None
        raise
    return reply({"level": None if found is None else object_text(found.listed())})
