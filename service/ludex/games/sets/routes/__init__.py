"""The requests about SET: those that are declared, and what is read of stored objects, one module a subject."""

from ludex.api.resources.imports import import_of
from ludex.api.routing.request_routes import routes_of
from ludex.api.routing.routes import Routes
from ludex.games.sets.kinds import POSITION
from ludex.games.sets.requests import REQUESTS
from ludex.games.sets.requests.bounds import BOUNDS
from ludex.games.sets.requests.imports import POSITIONS
from ludex.games.sets.routes import lists

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return (*routes_of(REQUESTS), import_of(POSITIONS, POSITION), *lists.ROUTES)
