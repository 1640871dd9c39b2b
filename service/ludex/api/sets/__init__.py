"""The requests about generalized SET beside those that every kind has, one module a subject."""

from ludex.api.addresses import PREFIX as API
from ludex.api.routes import Routes
from ludex.api.sets.bounds import BOUNDS

PREFIX = f"{API}/sets"

__all__ = ["BOUNDS", "PREFIX", "subjects"]


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.sets import caps, cards, games, positions, solving, statistics

    return (
        solving.routes,
        cards.deck_routes,
        positions.routes,
        games.routes,
        statistics.routes,
        caps.routes,
        cards.routes,
    )
