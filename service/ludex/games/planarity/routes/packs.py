"""What is read of packs and of the census: the levels of a pack, the next one to play, the totals of the census."""

from dataclasses import asdict

from flask import Response
from pydantic import Field

from ludex.api.middleware.problems import not_found
from ludex.api.resources.collections import linked_page
from ludex.api.routing.responses import object_text, reply
from ludex.api.routing.routes import object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.objects.reading import find
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL, PACK
from ludex.games.planarity.operations.census import CensusNotStored, stored_census
from ludex.games.planarity.routes.levels import NextLevel, reply_next
from ludex.games.planarity.study.census import MAX_HARDEST, EdgesCount, MinimumCount
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS
from ludex.requests.answers import item_model, page_answer
from ludex.requests.fields import Answer, Label, LabelPath, PageQuery, Parameters

routes = routes_of(PACK)
census_routes = routes_of(CENSUS_CLASS)


class AfterQuery(Parameters):
    """After which level."""

    after: Label | None = Field(default=None, description="The label of a level; not given: the first one.")


class CensusPath(Parameters):
    """The census of this number of points."""

    n: int = Field(ge=MIN_CENSUS_POINTS, le=MAX_CENSUS_POINTS, description="How many points.")


class CensusOfPoints(Answer):
    """The census of n points: how many classes, by minimum (the unreachable ones last), by edges; the hardest ones."""

    n: int
    classes: int
    distribution: list[MinimumCount]
    by_edges: list[EdgesCount]
    hardest: list[item_model(CENSUS_CLASS)] = Field(  # type: ignore[valid-type]
        description=f"The classes of the largest minimum, fewest solutions first, at most {MAX_HARDEST}."
    )


@routes.get(object_rule(PACK, "/levels"), page_answer(LEVEL))
def levels_of_pack(path: LabelPath, query: PageQuery) -> Response:
    """List the levels of a pack in the order to play them."""
    with service().catalogue.reading() as reader:
        pack = find(reader, path.label, PACK)
    return linked_page(pack.id, "has-level", LEVEL, query)


@routes.get(object_rule(PACK, "/next"), NextLevel, problems=(422,))
def next_of_pack(path: LabelPath, query: AfterQuery) -> Response:
    """Show the first level of a pack, or the one that comes after a given level."""
    return reply_next(query.after, path.label, "/after")


@census_routes.get("/census/<label:n>", CensusOfPoints)
def census_totals(path: CensusPath) -> Response:
    """Show the totals of the census of n points, the distribution of the minima, and the hardest classes."""
    try:
        found = stored_census(service().catalogue, path.n)
    except CensusNotStored:
        raise not_found(
            f"census of {path.n} points in the catalogue: `ludex planarity census {path.n} --store` makes it"
        ) from None
    return reply({**asdict(found.totals), "hardest": [object_text(one.listed()) for one in found.hardest]})
