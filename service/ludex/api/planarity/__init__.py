"""The requests about Swap Planarity: those that are declared, and what is read of stored objects."""

from ludex.api.asking import routes_of
from ludex.api.routes import Routes
from ludex.requests.planarity import REQUESTS
from ludex.requests.planarity.bounds import BOUNDS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.imports import import_of
    from ludex.api.planarity import levels, packs
    from ludex.catalogue.kinds.planarity import LEVEL
    from ludex.requests.planarity.imports import LEVELS

    return (*routes_of(REQUESTS), import_of(LEVELS, LEVEL), levels.routes, packs.routes, packs.census_routes)
