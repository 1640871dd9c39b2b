"""The totals of the census: every class of swap-equivalent drawings of connected graphs on few points."""

from dataclasses import asdict

from flask import Response
from pydantic import Field

from ludex.api.answers import item_model
from ludex.api.models import Answer, Parameters
from ludex.api.objects import object_text
from ludex.api.problems import not_found
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.planarity import CENSUS_CLASS
from ludex.operations.planarity.census import CensusNotStored, stored_census
from ludex.planarity.study.census import MOST_HARDEST, EdgesShare, MinimumShare
from ludex.planarity.study.census_bounds import LEAST_POINTS, MOST_POINTS

routes = routes_of(CENSUS_CLASS)


class CensusPath(Parameters):
    """The census of so many points."""

    n: int = Field(ge=LEAST_POINTS, le=MOST_POINTS, description="How many points.")


class CensusOfPoints(Answer):
    """The census of n points: how many classes, by minimum (the unreachable ones last), by edges; the hardest ones."""

    n: int
    classes: int
    distribution: list[MinimumShare]
    by_edges: list[EdgesShare]
    hardest: list[item_model(CENSUS_CLASS)] = Field(  # type: ignore[valid-type]
        description=f"The classes of the largest minimum, fewest solutions first, at most {MOST_HARDEST}."
    )


@routes.get("/census/<label:n>", CensusOfPoints)
def census_totals(path: CensusPath) -> Response:
    """Show the totals of the census of n points, the distribution of the minima, and the hardest classes."""
    try:
        found = stored_census(service().catalogue, path.n)
    except CensusNotStored:
        raise not_found(
            f"census of {path.n} points in the catalogue: `ludex planarity census {path.n} --store` makes it"
        ) from None
    return reply({**asdict(found.totals), "hardest": [object_text(one) for one in found.hardest]})
