"""The SET game: a deck shuffled with a seed, with the sets on the first table."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from werkzeug.wrappers import Response

from ludex.card_games.pages.tables import deal_table
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.pictures.faces import svg_faces
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import find_all
from ludex.web.game_pages import Site

_DECK = Deck(4, 3)


def table(site: Site) -> Mapping[str, Any] | Response:
    """Return the game of a seed, or redirect to the next seed whose first table has a set. Raises Fault."""
    return deal_table(
        site,
        "sets all",
        {},
        lambda seed: Position(_DECK, tuple(islice(_DECK.shuffled(seed), _DECK.first_table))),
        lambda table, budget: bool(find_all(table, budget=budget)),
        _describe,
    )


def _describe(seed: int, table: Position, budget: Budget) -> Mapping[str, Any]:
    sets = find_all(table, budget=budget)
    return {
        "table": {"seed": str(seed), "order": [_DECK.code(card) for card in _DECK.shuffled(seed)]},
        "faces": svg_faces(_DECK),
        "sets": len(sets),
        "picture": set_table_svg(table),
        "solution": set_table_svg(table, list(sets)) if sets else "",
        "modules": ["sets/play"],
    }
