"""The routes of peg solitaire: its requests, and its import."""

from ludex.api.resources.imports import import_of
from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.routing.routes import Routes
from peg_solitaire.kinds import POSITION
from peg_solitaire.requests import BOUNDS, POSITIONS, REQUESTS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    return (*routes_of_requests(REQUESTS), import_of(POSITIONS, POSITION))
