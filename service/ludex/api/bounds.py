"""Every bound of the API in one table: the schemas take their limits from here, and schema/notation.md shows it."""

from dataclasses import dataclass

from ludex.catalogue.listing import COUNT_CAP, FACET_LIMIT
from ludex.catalogue.sets.decks import MAX_STORED_CARDS
from ludex.engine.budget import MEMORY_LIMIT
from ludex.pictures.cards import MAX_DRAWN_CARDS, MAX_SYMBOLS
from ludex.pictures.hypergraphs import MAX_ARCS as MAX_DRAWN_ARCS
from ludex.planarity.drawing import MAX_VERTICES
from ludex.planarity.making.provenance import MAX_FLIPS, MAX_SWAPS
from ludex.sets.deck import MAX_DECK, MAX_PROPERTIES, MAX_VALUES
from ludex.swish.card import MAX_CELLS, MAX_SIDE
from ludex.swish.deck import MAX_BOARD_DECK_SIDE
from ludex.swish.hypergraph import MAX_HYPERGRAPH_ARCS
from ludex.swish.making.deals import DEAL_SIZE

BODY_BYTES = 8 * 1024 * 1024
JSON_DEPTH = 16
JSON_NAMES = 64
JSON_MARKS = 500_000
REQUEST_LINE_BYTES = 8190
HEADERS = 100
HEADER_BYTES = 8190

TIME_LIMIT = 60.0
TIME_LIMIT_LEAST = 0.05
TIME_LIMIT_DEFAULT = 10.0

LIST_LIMIT = 1000
LIST_LIMIT_DEFAULT = 100
CURSOR_CHARACTERS = 1024
BATCH_LABELS = 1000
LABEL_CHARACTERS = 128

SIDE = MAX_SIDE
CARDS = 1000
CODE_CHARACTERS = MAX_CELLS + SIDE
FOUND_ITEMS = 10_000
FOUND_ITEMS_DEFAULT = 1000
FOUND_CODE_BYTES = 8 * 1024 * 1024
STORED_CODE_BYTES = 1024 * 1024
DEDUP_POSITIONS = 1000
DEDUP_CARDS = 10_000
SLUG_CHARACTERS = 64
TITLE_CHARACTERS = 200
DESCRIPTION_CHARACTERS = 2000
SEED = 2**63 - 1
SAMPLES = 20_000
SAMPLES_DEFAULT = 2000
SMALL_DECK_CARDS = 64
CONSTRUCTION_CELLS = 256
MAXIMUM_SETS = 20_000

VERTICES = MAX_VERTICES
EDGES = VERTICES * (VERTICES - 1) // 2
COORDINATE_CHARACTERS = 64
CROSSING_PAIRS = 20_000
DEDUP_DRAWINGS = 1000
DEDUP_VERTICES = 16_384
DRAWN_SWAPS = 200
GENERATED_LEVELS = 100
GENERATED_SWAPS = MAX_SWAPS
GENERATED_FLIPS = MAX_FLIPS
IMPORT_LINES = 1000
PACK_LEVELS = 1000
UNTANGLE_CHARACTERS = 16_384

SET_PROPERTIES = MAX_PROPERTIES
SET_VALUES = MAX_VALUES
SET_DECK = MAX_DECK
SET_CARDS = 5000
STORED_SET_CARDS = MAX_STORED_CARDS
SETS_LISTED = 1_000_000
SET_LIST_BYTES = 48 * 1024 * 1024
LARGE_SET_LISTS = 8
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


@dataclass(frozen=True, slots=True)
class Bound:
    """One row of the table: what is bounded, where, and by how much."""

    subject: str
    place: str
    limit: str


def _bytes(number: int) -> str:
    return f"{number // (1024 * 1024)} MiB" if number % (1024 * 1024) == 0 else f"{number:,} bytes"


BOUNDS: tuple[Bound, ...] = (
    Bound("request body", "every POST", _bytes(BODY_BYTES)),
    Bound("nesting of JSON", "every POST", f"{JSON_DEPTH} levels"),
    Bound("names in an object", "every POST", f"{JSON_NAMES}"),
    Bound("commas, quotes, `[` and `{`", "every POST with JSON", f"{JSON_MARKS:,} together"),
    Bound("request line", "every request", _bytes(REQUEST_LINE_BYTES)),
    Bound("headers", "every request", f"{HEADERS}, each at most {_bytes(HEADER_BYTES)}"),
    Bound(
        "time of a search",
        "`time_limit`",
        f"{TIME_LIMIT_LEAST} to {TIME_LIMIT:g} seconds, {TIME_LIMIT_DEFAULT:g} where it is not given",
    ),
    Bound("memory of a search's tables", "every search", _bytes(MEMORY_LIMIT)),
    Bound("objects in a page", "`limit` of a list", f"1 to {LIST_LIMIT:,}, {LIST_LIMIT_DEFAULT} where it is not given"),
    Bound("counted objects", "`count` of a list", f"{COUNT_CAP:,}; beyond it `count_exact` is false"),
    Bound("labels in a batch", "`POST .../batch`", f"1 to {BATCH_LABELS:,}"),
    Bound("values of a facet", "`/facets`", f"the {FACET_LIMIT:,} most frequent"),
    Bound("side of a board", "cards and boards", f"1 to {SIDE}"),
    Bound("cells of a board", "cards and boards", f"at most {MAX_CELLS:,}"),
    Bound("cards", "a position or a deck of one's own", f"1 to {CARDS:,}"),
    Bound("side of a built-in deck's board", "`swish-HxW`", f"1 to {MAX_BOARD_DECK_SIDE}"),
    Bound(
        "swishes listed",
        "`limit` of `/swish/solve` with `find: all`",
        f"1 to {FOUND_ITEMS:,}, {FOUND_ITEMS_DEFAULT:,} where it is not given",
    ),
    Bound("codes of listed swishes", "`find: all`", f"{_bytes(FOUND_CODE_BYTES)}, then `complete` is false"),
    Bound("codes of stored swishes", "`/swish/positions`", f"{_bytes(STORED_CODE_BYTES)}, then `complete` is false"),
    Bound(
        "positions",
        "`/swish/positions/dedup`, `/sets/positions/dedup`",
        f"1 to {DEDUP_POSITIONS:,}, of {DEDUP_CARDS:,} cards together",
    ),
    Bound("cards of a deal", "`n`", f"1 to {CARDS:,}, {DEAL_SIZE} where it is not given"),
    Bound("samples of an estimate", "`samples`", f"1 to {SAMPLES:,}, {SAMPLES_DEFAULT:,} where it is not given"),
    Bound("board whose construction is listed", "`/swish/boards/{h}x{w}`", f"{CONSTRUCTION_CELLS} cells"),
    Bound("arcs of a hypergraph", "`/swish/hypergraphs`", f"{MAX_HYPERGRAPH_ARCS:,}"),
    Bound("nodes and arcs of a hypergraph's picture", "`/swish/hypergraphs/{label}.svg`", f"{MAX_DRAWN_ARCS:,}"),
    Bound("cards of a picture", "`.svg`", f"{MAX_DRAWN_CARDS:,}, of {MAX_SYMBOLS:,} points and circles together"),
    Bound(
        "deck listed with all its maximum sets",
        "`/swish/decks/{slug}/no-swish-sets`",
        f"{SMALL_DECK_CARDS} cards",
    ),
    Bound("maximum sets listed", "`/swish/decks/{slug}/no-swish-sets`", f"{MAXIMUM_SETS:,}"),
    Bound("slug of a deck", "`slug`", f"{SLUG_CHARACTERS} characters"),
    Bound("title of a deck", "`title`", f"{TITLE_CHARACTERS} characters"),
    Bound("description of a deck", "`description`", f"{DESCRIPTION_CHARACTERS:,} characters"),
    Bound("seed", "`seed`", "0 to 2^63 - 1"),
    Bound("vertices", "a drawing, a point set", f"1 to {VERTICES}"),
    Bound("edges", "a drawing", f"at most {EDGES:,}"),
    Bound("coordinates", "a drawing, a point set", "-2^30 to 2^30, once they are scaled to be whole"),
    Bound("text of a coordinate", "`points`", f"{COORDINATE_CHARACTERS} characters, 30 decimals"),
    Bound("crossing pairs listed", "`/planarity/invariants`", f"{CROSSING_PAIRS:,}"),
    Bound("drawings", "`/planarity/levels/dedup`", f"1 to {DEDUP_DRAWINGS:,}, of {DEDUP_VERTICES:,} vertices together"),
    Bound("levels generated", "`count`", f"1 to {GENERATED_LEVELS}, 1 where it is not given"),
    Bound("swaps of a generated level", "`swaps`", f"0 to {GENERATED_SWAPS}"),
    Bound("edge flips of a generated level", "`flips`", f"0 to {GENERATED_FLIPS:,}"),
    Bound("delta", "`delta`", "0 to 1, a multiple of 0.0001"),
    Bound("lines", "`/planarity/levels/import`", f"1 to {IMPORT_LINES:,}"),
    Bound("levels", "a pack of one's own", f"1 to {PACK_LEVELS:,}"),
    Bound("swaps of a picture", "`/planarity/pictures`, `solution.svg`", f"{DRAWN_SWAPS}"),
    Bound("text of an Untangle description", "`/planarity/untangle`", f"{UNTANGLE_CHARACTERS:,} characters"),
    Bound("slug of a pack", "`slug`", f"{SLUG_CHARACTERS} characters"),
    Bound("properties", "a deck of SET", f"1 to {SET_PROPERTIES}"),
    Bound("values", "a deck of SET", f"1 to {SET_VALUES}"),
    Bound("cards of a whole deck", "`properties` and `values`, `set-V-P`", f"{SET_DECK:,}"),
    Bound("cards of SET", "a request", f"at most {SET_CARDS:,}"),
    Bound("cards of SET that are stored", "a position or a deck of one's own", f"at most {STORED_SET_CARDS:,}"),
    Bound(
        "sets listed",
        "`/sets/solve` with `find: all`",
        f"{SETS_LISTED:,}, of {_bytes(SET_LIST_BYTES)} together, then `complete` is false",
    ),
    Bound("lists of more than 1 MiB", "`/sets/solve` with `find: all`", f"{LARGE_SET_LISTS} on their way at once"),
    Bound(
        "sets stored",
        "`limit` of `/sets/positions`",
        f"1 to {SETS_STORED:,}, {SETS_STORED_DEFAULT:,} where it is not given",
    ),
    Bound("cards dealt in a game", "`/sets/games`", f"{GAME_CARDS:,}"),
    Bound(
        "samples of an estimate of SET",
        "`samples` of `/sets/statistics`",
        f"1 to {SET_SAMPLES:,}, {SET_SAMPLES_DEFAULT:,} where it is not given",
    ),
    Bound(
        "games played at once",
        "`games` of `/sets/statistics/rounds`",
        f"1 to {PLAYED_GAMES:,}, {PLAYED_GAMES_DEFAULT:,} where it is not given",
    ),
    Bound(
        "trials",
        "`trials` of `/sets/statistics/uniformity`",
        f"1 to {TRIALS:,}, {TRIALS_DEFAULT:,} where it is not given",
    ),
    Bound("cards of a deck that is dealt often", "`/sets/statistics/rounds`, `.../uniformity`", f"{SET_CARDS:,}"),
    Bound("sets marked in a picture", "`/sets/pictures`", f"{MARKED_SETS}"),
)


def bounds_table() -> str:
    """Return the table as Markdown, as schema/notation.md shows it.

    >>> print(bounds_table().splitlines()[0])
    | What | Where | Limit |
    """
    rows = ["| What | Where | Limit |", "|---|---|---|"]
    rows += [f"| {bound.subject} | {bound.place} | {bound.limit} |" for bound in BOUNDS]
    return "\n".join(rows) + "\n"
