"""The requests about generalized SET, one module a subject."""

from ludex.api.routes import Routes

PREFIX = "/api/v1/sets"


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.sets import facts, solving

    modules = (solving, facts)
    return tuple(module.routes for module in modules)
