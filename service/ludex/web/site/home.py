"""The home page: what is stored, the search, an example of each game, the puzzle of the day."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import find
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.catalogue_pages.games import holdings
from ludex.web.page import Page, Site
from ludex.web.site.addresses import object_address

if TYPE_CHECKING:
    from ludex.web.game_pages import DailyPuzzle


def pages(_site: Site) -> Iterable[Page]:
    """Return the home page."""
    yield Page("/", _home, "home.html", title="Ludex, an index of game positions")


def _home(site: Site) -> Mapping[str, Any]:
    today = datetime.now(UTC).date()
    with site.catalogue.reading() as reader:
        held = {game.name: holdings(reader, game) for game in site.games}
        puzzles = (_puzzle(reader, game.daily, today) for game in site.games if game.daily is not None)
        puzzle = next(filter(None, puzzles), None)
    examples = {game.name: game.exhibits for game in site.games if game.exhibits is not None}
    # The example of the game that has puzzles of the day stands in the place of the puzzle.
    hero = next((game.name for game in site.games if game.daily is not None and game.name in examples), "")
    return {
        "games": site.games,
        "held": held,
        "objects": sum(one.counted for lists in held.values() for one in lists),
        "hero": [one for name, one in examples.items() if name == hero],
        "examples": [one for name, one in examples.items() if name != hero],
        "puzzle": puzzle,
        "today": f"{today.day} {today:%B %Y}",
    }


def _puzzle(reader: Reader, daily: "DailyPuzzle", day: date) -> Mapping[str, Any] | None:
    """Return the puzzle of a day, if the catalogue has one."""
    label = daily.label(reader, day)
    if label is None:
        return None
    found = find(reader, label)
    return {
        "address": object_address(label),
        "picture": picture_of(reader, found),
        "caption": daily.caption(found.document()),
    }
