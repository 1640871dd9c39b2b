"""The first page: what there is, the search, an example of each game, the puzzle of the day."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from ludex.catalogue.pictures import picture_of
from ludex.catalogue.reading import find
from ludex.catalogue.registry import Registry
from ludex.catalogue.snapshot import Reader
from ludex.web.addresses import object_address
from ludex.web.exhibits import EXHIBITS
from ludex.web.games import GamePage, games_of, holdings
from ludex.web.page import Page, Site


def pages(_registry: Registry) -> Iterable[Page]:
    """Return the first page."""
    yield Page("/", _home, "home.html", title="Ludex, an index of game positions")


def _home(site: Site) -> Mapping[str, Any]:
    games = games_of(site.catalogue.registry)
    today = datetime.now(UTC).date()
    with site.catalogue.reading() as reader:
        held = {game.name: holdings(reader, game) for game in games}
        puzzle = next((one for game in games if (one := _puzzle(reader, game, today)) is not None), None)
    return {
        "games": games,
        "held": held,
        "objects": sum(one.counted for lists in held.values() for one in lists),
        "exhibits": {game.name: EXHIBITS[game.name].shown() for game in games if game.name in EXHIBITS},
        "puzzle": puzzle,
        "today": f"{today.day} {today:%B %Y}",
    }


def _puzzle(reader: Reader, game: GamePage, day: date) -> Mapping[str, Any] | None:
    """Return the puzzle of a day, if the game has one."""
    exhibits = EXHIBITS.get(game.name)
    label = exhibits.daily(reader, day) if exhibits is not None and exhibits.daily is not None else None
    if label is None:
        return None
    found = find(reader, label)
    return {
        "address": object_address(label),
        "game": game,
        "picture": picture_of(reader, found),
        "document": found.document(),
    }
