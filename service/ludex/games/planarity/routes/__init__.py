"""The requests about Swap Planarity: those that are declared, and what is read of stored objects."""

from ludex.api.resources.imports import import_of
from ludex.api.routing.request_routes import routes_of
from ludex.api.routing.routes import Routes
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.requests import REQUESTS
from ludex.games.planarity.requests.bounds import BOUNDS
from ludex.games.planarity.requests.imports import LEVELS
from ludex.games.planarity.routes import levels, packs

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return (*routes_of(REQUESTS), import_of(LEVELS, LEVEL), levels.routes, packs.routes, packs.census_routes)
