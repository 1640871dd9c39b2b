"""The SWISH game: a table of cards dealt from a seed, with its solution."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.card_games.pages.tables import deal_table, number_in_address
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.swish import solving
from ludex.games.swish.daily import DAILY, DECK, dealt
from ludex.games.swish.dealing import DEAL_SIZE, deal
from ludex.games.swish.deck import STARTING_SLUGS, built_in_deck
from ludex.games.swish.pictures.cards import cell_colours, svg_position, svg_swish
from ludex.games.swish.position import Position
from ludex.requests.daily import Row
from ludex.web.game_pages import DailyPages, DailyView, Site

_LEAST_CARDS, _MOST_CARDS = 4, 24


def table(site: Site) -> Mapping[str, Any] | Response:
    """Return the table of a seed, or redirect to the next seed whose cards have a swish. Raises Fault."""
    slug = request.args.get("deck") or "swish-60"
    if slug not in STARTING_SLUGS:
        raise Fault(f"unknown deck {slug!r}; the decks are {' and '.join(STARTING_SLUGS)}")
    found = built_in_deck(slug)
    assert found is not None
    deck = found.position
    n = number_in_address("cards", DEAL_SIZE, _LEAST_CARDS, _MOST_CARDS)

    def describe(seed: int, position: Position, budget: Budget) -> Mapping[str, Any]:
        largest = solving.search.find_largest(position, budget=budget).known(budget)
        swish, colours = largest.swish, cell_colours(position.height, position.width, position.symmetry)
        return {
            "table": {
                "name": f"{slug}, {n} cards, seed {seed}",
                "cards": [str(card) for card in position.cards],
                "height": position.height,
                "width": position.width,
                "colours": [colours[cell] for cell in sorted(colours)],
                "largest": largest.size,
                "proved": largest.proved,
            },
            "decks": STARTING_SLUGS,
            "deck": slug,
            "cards": n,
            "bounds": (_LEAST_CARDS, _MOST_CARDS),
            "largest": largest,
            "picture": svg_position(position),
            "solution": "" if swish is None else svg_swish(swish.stack, position.symmetry, list(swish.indices)),
            "modules": ["swish/play"],
        }

    return deal_table(
        site,
        "swish largest",
        {"deck": slug, "cards": n},
        lambda seed: deck.part(deal(deck, n, seed)),
        lambda position, budget: solving.search.find_any(position, budget=budget) is not None,
        describe,
    )


def view_of_day(_reader: Reader, row: Row) -> DailyView:
    """Return the daily cards as they are shown and scored: the result is by how much a swish is too small."""
    position, largest = dealt(row), int(row["largest"])
    task = (
        f"Stack cards, flipped as you like, so that every point meets a circle. The largest swish has {largest} of the "
        f"{len(position.cards)} cards, and there is a proof that none is larger."
    )
    key = f"{DECK}, {len(position.cards)} cards, seed {row['seed']}"
    return DailyView(svg_position(position), task, "swish-tables", key, best=0, goal=largest, step=-1)


DAILY_PAGES = DailyPages(DAILY, view_of_day)
