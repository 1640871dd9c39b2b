"""The requests about SWISH beside those that every kind has, one module a subject."""

from ludex.api.addresses import PREFIX as API
from ludex.api.routes import Routes
from ludex.api.swish.bounds import BOUNDS

PREFIX = f"{API}/swish"

__all__ = ["BOUNDS", "PREFIX", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.swish import boards, comparing, deals, decks, hypergraphs, no_swish_sets, positions, solving

    modules = (solving, comparing, boards, decks, deals, positions, hypergraphs, no_swish_sets)
    return tuple(module.routes for module in modules)
