"""The routes of peg solitaire: its declared requests."""

from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.routing.routes import Routes
from peg_solitaire.requests import BOUNDS, REQUESTS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return routes_of_requests(REQUESTS)
