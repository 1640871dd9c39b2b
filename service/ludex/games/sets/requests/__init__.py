"""The requests that are specific to SET, with one module per subject."""

from typing import Any

from ludex.games.sets.requests import caps, decks, drawing, games, solving, statistics
from ludex.games.sets.requests.lookup import LOOKUPS

REQUESTS: tuple[Any, ...] = (
    solving.solve,
    solving.program,
    decks.add_deck,
    solving.add,
    solving.POSITIONS.request(),
    solving.compare,
    solving.sets_of_position,
    games.deal,
    games.play,
    games.replay,
    decks.facts,
    statistics.statistics,
    statistics.plot_statistics,
    statistics.no_set,
    statistics.stored_statistics,
    statistics.rounds,
    statistics.uniformity,
    caps.largest,
    caps.count,
    caps.counts,
    caps.classify,
    decks.add_cards,
    drawing.draw,
    *(request for lookup in LOOKUPS for request in lookup.requests()),
)
