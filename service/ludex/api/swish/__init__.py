"""The requests about SWISH, one module a subject."""

from ludex.api.routes import Routes

PREFIX = "/api/v1/swish"


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.swish import (
        boards,
        cards,
        deals,
        deck_maxima,
        decks,
        equivalence,
        hypergraphs,
        no_swish_sets,
        solving,
        storing_positions,
        swishes,
    )

    modules = (
        solving,
        decks,
        deals,
        storing_positions,
        equivalence,
        hypergraphs,
        swishes,
        no_swish_sets,
        deck_maxima,
        boards,
        cards,
    )
    return tuple(module.routes for module in modules)
