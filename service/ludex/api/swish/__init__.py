"""The requests about SWISH: those that are declared, and what is read of stored objects, one module a subject."""

from ludex.api.asking import routes_of
from ludex.api.routes import Routes
from ludex.requests.swish import REQUESTS
from ludex.requests.swish.bounds import BOUNDS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.imports import import_of
    from ludex.api.swish import hypergraphs, positions
    from ludex.catalogue.kinds.swish import POSITION
    from ludex.requests.swish.imports import POSITIONS

    return (*routes_of(REQUESTS), import_of(POSITIONS, POSITION), positions.routes, hypergraphs.routes)
