"""The requests about generalized SET, one module a subject."""

from ludex.api.routes import Routes

PREFIX = "/api/v1/sets"


def subjects() -> tuple[Routes, ...]:
    """Return the routes of every subject, in the order of the documentation."""
    from ludex.api.sets import (
        cap_counts,
        caps,
        cards,
        decks,
        equivalence,
        facts,
        found_sets,
        games,
        pictures,
        play_statistics,
        positions,
        solving,
        statistics,
        storing_positions,
    )

    modules = (
        solving,
        facts,
        decks,
        storing_positions,
        equivalence,
        found_sets,
        games,
        statistics,
        play_statistics,
        cap_counts,
        caps,
        cards,
        pictures,
    )
    # The former adds its requests to those of the latter.
    assert len({module.routes for module in (storing_positions, positions)}) == 1
    return tuple(module.routes for module in modules)
