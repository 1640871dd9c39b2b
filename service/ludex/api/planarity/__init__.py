"""The requests about Swap Planarity beside those that every kind of object has, one module a subject."""

from ludex.api.planarity.bounds import BOUNDS
from ludex.api.routes import Routes

__all__ = ["BOUNDS", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.planarity import census, comparing, generating, levels, packs, points, solving, swaps

    return (
        solving.routes,
        solving.variant_routes,
        comparing.routes,
        levels.routes,
        comparing.level_routes,
        swaps.level_routes,
        generating.routes,
        packs.routes,
        points.routes,
        points.order_type_routes,
        census.routes,
        swaps.class_routes,
    )
