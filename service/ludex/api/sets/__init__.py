"""The requests about SET: those that are declared, and what is read of stored objects, one module a subject."""

from ludex.api.asking import routes_of
from ludex.api.routes import Routes
from ludex.requests.sets import REQUESTS
from ludex.requests.sets.bounds import BOUNDS

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.imports import import_of
    from ludex.api.sets import lists
    from ludex.catalogue.kinds.sets import POSITION
    from ludex.requests.sets.imports import POSITIONS

    return (*routes_of(REQUESTS), import_of(POSITIONS, POSITION), *lists.ROUTES)
