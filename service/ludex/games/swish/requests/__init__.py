"""The SWISH requests, except those that exist for every kind, in one module per subject."""

from typing import Any

from ludex.games.swish.requests import decks, hypergraphs, lookup, no_swish, reductions, solving

REQUESTS: tuple[Any, ...] = (
    solving.solve,
    lookup.compare,
    lookup.lookup,
    lookup.dedup,
    decks.board,
    decks.add_board,
    decks.add_deck,
    decks.deals,
    decks.plot_deals,
    decks.largest_in_deals,
    decks.deal_statistics,
    decks.deal,
    solving.add,
    solving.POSITIONS.request(),
    lookup.swishes_in_position,
    hypergraphs.construct,
    hypergraphs.hypergraph,
    no_swish.largest_no_swish_set,
    no_swish.all_largest_no_swish_sets,
    no_swish.no_swish,
    hypergraphs.draw,
    *reductions.REQUESTS,
    solving.program,
    solving.match_cards,
    *(request for found in lookup.LOOKUPS for request in found.requests()),
)
