"""The routes of Swap Planarity: its declared requests, and the import of levels."""

from ludex.api.resources.imports import import_of
from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.routing.routes import Routes
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.requests import REQUESTS
from ludex.games.planarity.requests.bounds import BOUNDS
from ludex.games.planarity.requests.levels import LEVELS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes in the order of the documentation."""
    return (*routes_of_requests(REQUESTS), import_of(LEVELS, LEVEL))
