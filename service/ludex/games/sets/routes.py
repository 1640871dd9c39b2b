"""The routes of SET: the declared requests, and the import of positions."""

from ludex.api.resources.imports import import_of
from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.routing.routes import Routes
from ludex.games.sets.kinds import POSITION
from ludex.games.sets.requests import REQUESTS
from ludex.games.sets.requests.bounds import BOUNDS
from ludex.games.sets.requests.solving import POSITIONS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes in the order of the documentation."""
    return (*routes_of_requests(REQUESTS), import_of(POSITIONS, POSITION))
