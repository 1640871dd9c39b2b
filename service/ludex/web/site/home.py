"""The home page: search, statistics, an example of each game, the puzzle of the day."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import find
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.catalogue_pages.games import list_cards
from ludex.web.game_pages import DailyPuzzle, Page, Site
from ludex.web.site.addresses import object_address


def pages(_site: Site) -> Iterable[Page]:
    """Return the home page."""
    yield Page("/", _home, "home.html", title="Ludex, an index of game positions")


def _home(site: Site) -> Mapping[str, Any]:
    today = datetime.now(UTC).date()
    with site.catalogue.reading() as reader:
        lists = {game.name: list_cards(reader, game) for game in site.games}
        puzzles = (_puzzle(reader, game.daily, today) for game in site.games if game.daily is not None)
        puzzle = next(filter(None, puzzles), None)
    examples = [(game.name, game.exhibits) for game in site.games if game.exhibits is not None]
    # If there is no puzzle yet, the example of the game that has a daily puzzle replaces it.
    hero = next((game.name for game in site.games if game.daily is not None and game.exhibits is not None), "")
    return {
        "games": site.games,
        "lists": lists,
        "objects": sum(entry.counted for cards in lists.values() for entry in cards),
        "hero": [example for example in examples if example[0] == hero],
        "examples": [example for example in examples if example[0] != hero],
        "puzzle": puzzle,
        "today": f"{today.day} {today:%B %Y}",
    }


def _puzzle(reader: Reader, daily: DailyPuzzle, day: date) -> Mapping[str, Any] | None:
    """Return the context of the puzzle of a day, or None if the catalogue has none."""
    label = daily.label(reader, day)
    if label is None:
        return None
    found = find(reader, label)
    return {
        "address": object_address(label),
        "picture": picture_of(reader, found),
        "caption": daily.caption(found.document()),
    }
