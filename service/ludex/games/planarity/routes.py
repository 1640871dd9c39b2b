"""The routes of Swap Planarity: its declared requests."""

from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.routing.routes import Routes
from ludex.games.planarity.requests import REQUESTS
from ludex.games.planarity.requests.bounds import BOUNDS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes in the order of the documentation."""
    return routes_of_requests(REQUESTS)
