"""The requests about Swap Planarity: those that are declared, and what is read of stored objects."""

from ludex.api.asking import routes_of
from ludex.api.routes import Routes
from ludex.requests.planarity import REQUESTS
from ludex.requests.planarity.bounds import BOUNDS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.planarity import importing, levels, packs

    return (*routes_of(REQUESTS), importing.routes, levels.routes, packs.routes, packs.census_routes)
