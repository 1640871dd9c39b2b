"""The home page: the puzzle of the day as a live board, links into the site, and the content of the catalogue."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import request

from ludex.web.catalogue_pages.games import list_cards
from ludex.web.daily import DAILY, DailyCard, DailySet, puzzles_of_day, today
from ludex.web.game_pages import Page, Site

_CHOICE = "puzzle"


def pages(_site: Site) -> Iterable[Page]:
    """Return the home page."""
    yield Page("/", _home, "home.html", title="Ludex, puzzles with proven best solutions")


def _home(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        lists = {game.name: list_cards(reader, game) for game in site.games}
        daily = puzzles_of_day(site, reader, today())
    examples = [(game.name, game.exhibits) for game in site.games if game.exhibits is not None]
    live, board = _board(site, daily)
    return {
        "games": site.games,
        "lists": lists,
        "objects": sum(entry.counted for cards in lists.values() for entry in cards),
        "daily": daily,
        "tabs": _tabs(daily),
        "live": live,
        "styles": live.game.daily.styles if live is not None and live.game.daily is not None else (),
        "board": board,
        # If there is no puzzle to play, the home page shows the example of the first game.
        "example": None if live else next(iter(examples), None),
        "modules": ["daily", *(live.game.daily.modules if live is not None and live.game.daily is not None else ())],
    }


def _board(site: Site, daily: DailySet) -> tuple[DailyCard | None, Mapping[str, Any]]:
    """Return the chosen puzzle of a day, by default the first, and the context of its board within another page."""
    chosen = request.args.get(_CHOICE, "")
    for card in sorted(daily.cards, key=lambda card: card.game.name != chosen):
        pages = card.game.daily
        if pages is not None and pages.board is not None:
            return card, pages.board(site, pages.puzzles.row(daily.day), DAILY)
    return None, {}


def _tabs(daily: DailySet) -> list[tuple[DailyCard, str]]:
    """Return the puzzles of a day with the addresses that show them: here if there is a board, else on their page."""
    return [
        (card, f"/?{_CHOICE}={card.game.name}" if card.game.daily and card.game.daily.board else card.address)
        for card in daily.cards
    ]
