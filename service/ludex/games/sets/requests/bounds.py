"""The bounds on the parameters of SET requests. The request models enforce these bounds."""

from ludex.games.sets.deck import MAX_DECK, MAX_PROPERTIES, MAX_VALUES
from ludex.requests.bounds import LARGE_LIST_BYTES, LARGE_LISTS, Bound, in_bytes, one_to

SET_PROPERTIES = MAX_PROPERTIES
SET_VALUES = MAX_VALUES
SET_DECK = MAX_DECK
SET_CARDS = 5000
STORED_SET_CARDS = 4096
SETS_LISTED = 1_000_000
SET_LIST_BYTES = 48 * 1024 * 1024
SETS_STORED = 10_000
SETS_STORED_DEFAULT = 1000
GAME_CARDS = 20_000
GAME_SETS = 20_000
SET_SAMPLES = 1_000_000
SET_SAMPLES_DEFAULT = 20_000
PLAYED_GAMES = 10_000
PLAYED_GAMES_DEFAULT = 1000
TRIALS = 1_000_000
TRIALS_DEFAULT = 10_000
MARKED_SETS = 100

BOUNDS: tuple[Bound, ...] = (
    Bound("properties", "a deck of SET", f"1 to {SET_PROPERTIES}"),
    Bound("values", "a deck of SET", f"1 to {SET_VALUES}"),
    Bound("cards of a whole deck", "`properties` and `values`, `set-V-P`", f"{SET_DECK:,}"),
    Bound("cards of SET", "a request", f"at most {SET_CARDS:,}"),
    Bound("cards of SET that are stored", "a position or a deck of your own", f"at most {STORED_SET_CARDS:,}"),
    Bound(
        "sets listed",
        "`/sets/solve` with `find: all`",
        f"{SETS_LISTED:,} and {in_bytes(SET_LIST_BYTES)} in total; if there are more, `complete` is false",
    ),
    Bound(
        f"lists of more than {in_bytes(LARGE_LIST_BYTES)}",
        "`/sets/solve` with `find: all`",
        f"{LARGE_LISTS} at the same time",
    ),
    Bound(
        "sets stored",
        "`limit` of `/sets/positions`",
        one_to(SETS_STORED, SETS_STORED_DEFAULT),
    ),
    Bound("cards dealt in a game", "`/sets/games`", f"{GAME_CARDS:,}"),
    Bound(
        "samples of an estimate of SET",
        "`samples` of `/sets/statistics`",
        one_to(SET_SAMPLES, SET_SAMPLES_DEFAULT),
    ),
    Bound(
        "games of a simulation",
        "`trials` of `/sets/statistics/rounds`",
        one_to(PLAYED_GAMES, PLAYED_GAMES_DEFAULT),
    ),
    Bound(
        "trials",
        "`trials` of `/sets/statistics/uniformity`",
        one_to(TRIALS, TRIALS_DEFAULT),
    ),
    Bound("cards of a deck in a simulation", "`/sets/statistics/rounds`, `.../uniformity`", f"{SET_CARDS:,}"),
    Bound("sets marked in a picture", "`/sets/pictures`", f"{MARKED_SETS}"),
)
