"""The requests that are specific to SET, with one module per subject."""

from typing import Any

from ludex.games.sets.requests import caps, decks, drawing, games, solving, statistics
from ludex.games.sets.requests.lookup import LOOKUPS

REQUESTS: tuple[Any, ...] = (
    solving.SOLVE,
    solving.WRITE,
    decks.ADD_DECK,
    solving.ADD,
    solving.COMPARE,
    games.DEAL,
    games.PLAY,
    games.PLAY_BY_COMMAND,
    games.ROUND,
    games.REPLAY,
    decks.FACTS,
    statistics.RANDOM_CARDS,
    statistics.PLOT,
    statistics.NO_SET,
    statistics.STORED,
    statistics.ROUNDS,
    statistics.UNIFORMITY,
    caps.LARGEST,
    caps.COUNT,
    caps.COUNTS,
    caps.CLASSIFY,
    decks.ADD_CARDS,
    drawing.PICTURED,
    drawing.DRAW,
    *(request for lookup in LOOKUPS for request in lookup.requests()),
)
