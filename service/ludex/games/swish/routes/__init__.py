"""The requests about SWISH: those that are declared, and what is read of stored objects, one module a subject."""

from ludex.api.resources.imports import import_of
from ludex.api.routing.request_routes import routes_of
from ludex.api.routing.routes import Routes
from ludex.games.swish.kinds import POSITION
from ludex.games.swish.requests import REQUESTS
from ludex.games.swish.requests.bounds import BOUNDS
from ludex.games.swish.requests.imports import POSITIONS
from ludex.games.swish.routes import hypergraphs, positions

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return (*routes_of(REQUESTS), import_of(POSITIONS, POSITION), positions.routes, hypergraphs.routes)
