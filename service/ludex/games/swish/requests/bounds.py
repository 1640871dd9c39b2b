"""The bounds of the SWISH requests, which set the limits in the models."""

from ludex.games.swish.card import MAX_CELLS, MAX_SIDE
from ludex.games.swish.deck import DEAL_SIZE, MAX_BOARD_DECK_SIDE
from ludex.games.swish.hypergraph import MAX_HYPERGRAPH_ARCS
from ludex.games.swish.pictures.cards import MAX_DRAWN_CARDS, MAX_SYMBOLS
from ludex.games.swish.pictures.hypergraphs import MAX_ARCS as MAX_DRAWN_ARCS
from ludex.games.swish.position import MAX_SEARCH_CARDS
from ludex.games.swish.reductions.card_reductions import MAX_VERTICES
from ludex.games.swish.study.boards import MAX_CONSTRUCTION_SIDE
from ludex.requests.bounds import Bound, in_bytes, one_to

SIDE = MAX_SIDE
CARDS = MAX_SEARCH_CARDS
CODE_CHARACTERS = MAX_CELLS + SIDE
FOUND_ITEMS = 10_000
FOUND_ITEMS_DEFAULT = 1000
FOUND_CODE_BYTES = 8 * 1024 * 1024
STORED_CODE_BYTES = 1024 * 1024
SAMPLES = 20_000
SAMPLES_DEFAULT = 2000
SMALL_DECK_CARDS = 64
MAXIMUM_SETS = 20_000
CNF_CHARACTERS = 256 * 1024
DIGRAPH_VERTICES = MAX_VERTICES

BOUNDS: tuple[Bound, ...] = (
    Bound("side of a board", "cards and boards", f"1 to {SIDE}"),
    Bound("cells of a board", "cards and boards", f"at most {MAX_CELLS:,}"),
    Bound("cards", "a position or a user-defined deck", f"1 to {CARDS:,}"),
    Bound("side of a built-in deck's board", "`swish-HxW`", f"1 to {MAX_BOARD_DECK_SIDE}"),
    Bound(
        "swishes listed",
        "`limit` of `/swish/solve` with `find: all`",
        one_to(FOUND_ITEMS, FOUND_ITEMS_DEFAULT),
    ),
    Bound("codes of listed swishes", "`find: all`", f"{in_bytes(FOUND_CODE_BYTES)}, then `complete` is false"),
    Bound("codes of stored swishes", "`/swish/positions`", f"{in_bytes(STORED_CODE_BYTES)}, then `complete` is false"),
    Bound("cards of a deal", "`n`", one_to(CARDS, DEAL_SIZE)),
    Bound("samples of an estimate", "`samples`", one_to(SAMPLES, SAMPLES_DEFAULT)),
    Bound("board whose construction is listed", "`/swish/boards/{h}x{w}`", f"sides up to {MAX_CONSTRUCTION_SIDE}"),
    Bound("arcs of a hypergraph", "`/swish/hypergraphs`", f"{MAX_HYPERGRAPH_ARCS:,}"),
    Bound("nodes and arcs of a hypergraph's picture", "`/swish/hypergraphs/{label}.svg`", f"{MAX_DRAWN_ARCS:,}"),
    Bound("cards of a picture", "`.svg`", f"{MAX_DRAWN_CARDS:,}, with {MAX_SYMBOLS:,} points and circles in total"),
    Bound(
        "deck listed with all its maximum sets",
        "`/swish/decks/{slug}/no-swish-sets`",
        f"{SMALL_DECK_CARDS} cards",
    ),
    Bound("text of a formula", "`cnf` of `/swish/reductions/sat`", f"{CNF_CHARACTERS:,} characters"),
    Bound("cards of the result", "`/swish/reductions/...`", f"{CARDS:,}"),
    Bound("vertices of a directed graph", "`/swish/reductions/even-cycles`", f"1 to {DIGRAPH_VERTICES}"),
    Bound("maximum sets listed", "`/swish/decks/{slug}/no-swish-sets`", f"{MAXIMUM_SETS:,}"),
)
