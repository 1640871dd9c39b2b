"""What can be asked of SET beside what every kind has, one module a subject."""

from ludex.games.sets.requests import caps, decks, drawing, games, positions, programs, solving, statistics
from ludex.games.sets.requests.lookup import SOUGHT
from ludex.requests.request import Request

REQUESTS: tuple[Request, ...] = (
    solving.SOLVE,
    programs.WRITE,
    decks.ADD_DECK,
    positions.ADD,
    positions.COMPARE,
    positions.LOOKUP,
    positions.DEDUP,
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
    decks.ADD_CARDS,
    drawing.PICTURED,
    drawing.DRAW,
    *(request for one in SOUGHT for request in one.requests()),
)
