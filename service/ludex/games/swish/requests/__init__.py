"""The SWISH requests, except those that exist for every kind, in one module per subject."""

from typing import Any

from ludex.games.swish.requests import (
    deals,
    decks,
    drawing,
    hypergraphs,
    instances,
    lookup,
    no_swish,
    programs,
    reductions,
    solving,
)
from ludex.games.swish.requests.lookup import LOOKUPS

REQUESTS: tuple[Any, ...] = (
    solving.SOLVE,
    lookup.COMPARE,
    lookup.LOOKUP,
    lookup.DEDUP,
    decks.BOARD,
    decks.ADD_BOARD,
    decks.ADD_DECK,
    deals.DEALS,
    deals.PLOT,
    deals.LARGEST,
    deals.BY_COMMAND,
    decks.DEAL,
    solving.ADD,
    hypergraphs.CONSTRUCT,
    hypergraphs.HYPERGRAPH,
    no_swish.LARGEST,
    no_swish.EVERY,
    no_swish.NO_SWISH,
    drawing.DRAW,
    *reductions.REQUESTS,
    instances.STORE,
    programs.WRITE,
    programs.MATCH,
    *(request for lookup in LOOKUPS for request in lookup.requests()),
)
