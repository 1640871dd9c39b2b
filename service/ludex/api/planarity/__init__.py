"""The requests about Swap Planarity, one module a subject."""

from ludex.api.routes import Routes

PREFIX = "/api/v1/planarity"


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.planarity import (
        census,
        equivalence,
        generating,
        graphs,
        importing,
        invariants,
        levels,
        neighbours,
        order_types,
        packs,
        pictures,
        point_sets,
        solving,
        storing_levels,
        untangle,
        variants,
    )

    modules = (
        solving,
        equivalence,
        generating,
        levels,
        packs,
        invariants,
        pictures,
        untangle,
        variants,
        point_sets,
        order_types,
        graphs,
        census,
    )
    # These add their requests to those of the levels.
    assert {module.routes for module in (storing_levels, importing, neighbours)} == {levels.routes}
    return tuple(module.routes for module in modules)
