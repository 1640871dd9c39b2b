"""The routes of Swap Planarity: its declared requests, and routes that read stored levels, packs and the census."""

from dataclasses import asdict

from flask import Response
from pydantic import Field

from ludex.api.middleware.problems import not_found, refused
from ludex.api.resources.collections import linked_page
from ludex.api.resources.imports import import_of
from ludex.api.routing.cursors import After, PageSlice, page_reply, slice_of, whole_numbers
from ludex.api.routing.declared_routes import declared_routes
from ludex.api.routing.responses import object_text, object_texts, picture, plain, reply
from ludex.api.routing.routes import Routes, object_rule, routes_of
from ludex.api.service import search, service
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.engine.evidence import StatedEvidence
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL, PACK
from ludex.games.planarity.kinds.document_parts import Swaps
from ludex.games.planarity.kinds.level import draw_level_solution
from ludex.games.planarity.operations.census import CensusNotStored, stored_census
from ludex.games.planarity.operations.levels import Nearness, find_level, near_levels, one_swap_levels
from ludex.games.planarity.operations.packs import NotInPack, UnknownPack, next_level, next_of_pack
from ludex.games.planarity.requests import REQUESTS
from ludex.games.planarity.requests.bounds import BOUNDS
from ludex.games.planarity.requests.levels import LEVELS
from ludex.games.planarity.study.census import MAX_HARDEST, EdgesCount, MinimumCount
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS
from ludex.games.planarity.untangle import write_untangle
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import Label, LabelPath, PageQuery, Parameters, ResponseModel, TimeLimited
from ludex.requests.request import SVG, TEXT
from ludex.requests.response_models import item_model, page_answer, page_of

__all__ = ["BOUNDS", "subjects"]

level_routes = routes_of(LEVEL)


class SimilarLevelsQuery(PageQuery):
    """A page of similar levels."""

    relation: Nearness = Field(
        default=Nearness.STATE_SPACE,
        strict=False,
        description=(
            "What the levels have in common. `state-space` means the same graph and, if the graph is "
            "connected, the same x-type, so that each drawing is an arrangement of the other."
        ),
    )


class OneSwapLevelItem(ResponseModel):
    """A stored level, and the single swaps that turn the requested level into it."""

    level: item_model(LEVEL)  # type: ignore[valid-type]
    swaps: Swaps


class OneSwapQuery(PageQuery, TimeLimited):
    """A page of levels, and a time limit."""


class PackQuery(Parameters):
    """A pack of levels."""

    pack: Label | None = Field(default=None, description="Label or slug of a pack; by default all levels.")


class LevelSolution(ResponseModel):
    """A shortest solution of a level."""

    swaps: Swaps
    min_swaps: int | None = Field(
        description="Minimum number of swaps. If it is null and `proved` is true, the level is unsolvable."
    )
    proved: bool = Field(description="Whether the minimum is proved.")
    evidence: StatedEvidence


class NextLevel(ResponseModel):
    """The next level, in pack order or by grade and age."""

    level: item_model(LEVEL) | None = Field(description="The level; null after the last level.")  # type: ignore[valid-type]


@level_routes.get(object_rule(LEVEL, "/solution"), LevelSolution)
def solution_of_level(path: LabelPath) -> LevelSolution:
    """Return a shortest solution of a level: the edges to swap, in order.

    `swaps` is empty if no solution is known or no plane arrangement can be reached.
    """
    level = find_level(service().catalogue, path.label)
    return LevelSolution(
        swaps=list(level.solution.swaps),
        min_swaps=level.solution.min_swaps,
        proved=level.solution.proved,
        evidence=level.evidence,
    )


@level_routes.get(object_rule(LEVEL, "/solution.svg"), SVG, problems=(422,))
def draw_solution(path: LabelPath) -> Response:
    """Draw the steps of a shortest solution of a level.

    With `frames=solution`, the picture of a level shows the same frames in other formats and styles.
    """
    return picture(draw_level_solution(find_level(service().catalogue, path.label)))


@level_routes.get(object_rule(LEVEL, "/untangle"), TEXT)
def untangle_of_level(path: LabelPath) -> Response:
    """Return the graph of a level, without its points, as a game description of Simon Tatham's Untangle."""
    return plain([write_untangle(find_level(service().catalogue, path.label).drawing)])


@level_routes.get(object_rule(LEVEL, "/similar"), page_answer(LEVEL))
def similar_levels(path: LabelPath, query: SimilarLevelsQuery) -> Response:
    """List other levels that have the same graph, order type or state space as a level, oldest first."""

    def read(after: After | None, limit: int) -> PageSlice:
        start = None if after is None else whole_numbers(after, 1)
        result = near_levels(service().catalogue, path.label, query.relation, start, limit)
        return PageSlice(object_texts([item.listed() for item in result.items]), result.after, result.count)

    return page_reply(query, ["similar", path.label, query.relation], read)


@level_routes.get(
    object_rule(LEVEL, "/one-swap-levels"), page_of(OneSwapLevelItem, "OneSwapLevel"), problems=(422, 503)
)
def levels_one_swap_away(path: LabelPath, query: OneSwapQuery) -> Response:
    """List the stored levels that are one swap away from a level, oldest first.

    The levels are looked up by their keys.
    """
    with search("planarity-near", query.time_limit or TIME_LIMIT_DEFAULT, "ludex planarity one-swap-levels") as budget:
        result = one_swap_levels(service().catalogue, path.label, budget)

    def read(after: After | None, limit: int) -> PageSlice:
        part = slice_of(result, after, limit)
        items = [{"level": object_text(item.level.listed()), "swaps": item.swaps} for item in part.items]
        return PageSlice(items, part.after, part.count)

    return page_reply(query, ["one-swap-levels", path.label], read)


@level_routes.get(object_rule(LEVEL, "/next"), NextLevel, problems=(422,))
def next_after_level(path: LabelPath, query: PackQuery) -> Response:
    """Return the level that follows a given level in a pack, or among all levels by grade."""
    return reply_next(path.label, query.pack, "/pack")


def reply_next(after: str | None, pack: str | None, pointer: str) -> Response:
    """Return the next level. Raises ProblemError (422), located at the parameter, if there is no such object."""
    try:
        catalogue = service().catalogue
        result = next_level(catalogue, after) if pack is None else next_of_pack(catalogue, pack, after)
    except NotInPack as error:
        raise refused("/after" if pointer == "/after" else "/label", str(error)) from None
    except UnknownObject as error:
        if isinstance(error, UnknownPack) == (pointer == "/pack"):
            raise refused(pointer, str(error)) from None
        raise
    return reply({"level": None if result is None else object_text(result.listed())})


pack_routes = routes_of(PACK)
census_routes = routes_of(CENSUS_CLASS)


class AfterQuery(Parameters):
    """A position in a pack."""

    after: Label | None = Field(default=None, description="Label of a level; by default, the first level is returned.")


class CensusPath(Parameters):
    """The number of points in a census, as a path parameter."""

    n: int = Field(ge=MIN_CENSUS_POINTS, le=MAX_CENSUS_POINTS, description="Number of points.")


class CensusOfPoints(ResponseModel):
    """The census of n points: the class counts and the hardest classes."""

    n: int = Field(description="Number of points.")
    classes: int = Field(description="Number of classes.")
    distribution: list[MinimumCount] = Field(
        description="Number of classes for each minimum number of swaps, with unsolvable classes last."
    )
    by_edges: list[EdgesCount] = Field(description="Number of classes for each number of edges.")
    hardest: list[item_model(CENSUS_CLASS)] = Field(  # type: ignore[valid-type]
        description=f"At most {MAX_HARDEST} classes with the largest minimum, fewest solutions first."
    )


@pack_routes.get(object_rule(PACK, "/levels"), page_answer(LEVEL))
def levels_of_pack(path: LabelPath, query: PageQuery) -> Response:
    """List the levels of a pack in playing order."""
    with service().catalogue.reading() as reader:
        pack = find(reader, path.label, PACK)
    return linked_page(pack.id, "has-level", LEVEL, query)


@pack_routes.get(object_rule(PACK, "/next"), NextLevel, problems=(422,))
def next_in_pack(path: LabelPath, query: AfterQuery) -> Response:
    """Return the first level of a pack, or the level after a given level."""
    return reply_next(query.after, path.label, "/after")


@census_routes.get("/census/<label:n>", CensusOfPoints, tool=True)
def census_totals(path: CensusPath) -> Response:
    """Return the census totals for n points, the distribution of the minima, and the hardest classes."""
    try:
        result = stored_census(service().catalogue, path.n)
    except CensusNotStored:
        raise not_found(
            f"census of {path.n} points in the catalogue: `ludex planarity census {path.n} --store` creates it"
        ) from None
    totals = asdict(result.totals)
    del totals["max_edges"]  # only whole censuses are stored by the number of points
    return reply({**totals, "hardest": [object_text(level.listed()) for level in result.hardest]})


def subjects() -> tuple[Routes, ...]:
    """Return the routes in the order of the documentation."""
    return (*declared_routes(REQUESTS), import_of(LEVELS, LEVEL), level_routes, pack_routes, census_routes)
