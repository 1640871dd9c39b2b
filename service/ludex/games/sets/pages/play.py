"""The SET game: a deck shuffled with a seed, and its first table, on which every set is to be found."""

from collections.abc import Mapping
from typing import Any

from werkzeug.wrappers import Response

from ludex.card_games.pages.tables import deal_table
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.games.sets.daily import DAILY, DECK, dealt
from ludex.games.sets.pictures.faces import svg_faces
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import find_all
from ludex.requests.daily import Row
from ludex.web.game_pages import DailyPages, DailyView, Page, Site
from ludex.web.play import PLAY


def table(site: Site) -> Mapping[str, Any] | Response:
    """Return the game of a seed, or redirect to the next seed whose first table has a set. Raises Fault."""
    return deal_table(
        site,
        "sets all",
        {},
        dealt,
        lambda table, budget: bool(find_all(table, budget=budget)),
        _describe,
    )


def first_table(site: Site) -> Mapping[str, Any] | Response:
    """Return the first table of a seed, or redirect to the next seed whose first table has a set. Raises Fault."""
    return deal_table(
        site,
        "sets all",
        {},
        dealt,
        lambda table, budget: bool(find_all(table, budget=budget)),
        _describe_first_table,
    )


def _describe(seed: int, table: Position, budget: Budget) -> Mapping[str, Any]:
    sets = find_all(table, budget=budget)
    return {
        "table": {"seed": str(seed), "order": [DECK.code(card) for card in DECK.shuffled(seed)]},
        "faces": svg_faces(DECK),
        "sets": len(sets),
        "picture": set_table_svg(table),
        "solution": set_table_svg(table, list(sets)) if sets else "",
        "modules": ["sets/play"],
    }


def _describe_first_table(seed: int, table: Position, budget: Budget) -> Mapping[str, Any]:
    cards = [DECK.code(card) for card in table.cards]
    described = _describe(seed, table, budget)
    return {**described, "table": {"seed": str(seed), "cards": cards}, "modules": ["sets/find-all"]}


def view_of_day(_reader: Reader, row: Row) -> DailyView:
    """Return the daily cards as they are shown and scored: the result is the number of hints and mistakes."""
    table, sets = dealt(int(row["seed"])), int(row["sets"])
    task = f"Find all {sets} sets on the table: three cards that are in each property all alike or all different."
    return DailyView(set_table_svg(table), task, "set-tables", row["seed"], best=0, goal=sets)


DAILY_PAGES = DailyPages(DAILY, view_of_day)
FIRST_TABLE_PAGE = Page(
    f"{PLAY}/sets/table", first_table, "sets/table.html", title="Find every set", section=PLAY, computes=True
)
