"""The first page: what there is."""

from collections.abc import Iterable, Mapping
from typing import Any

from ludex.catalogue.registry import Registry
from ludex.web.exhibits import EXHIBITS
from ludex.web.games import games_of, holdings
from ludex.web.page import Page, Site


def pages(_registry: Registry) -> Iterable[Page]:
    """Return the first page."""
    yield Page("/", _home, "home.html", title="Ludex, an index of game positions")


def _home(site: Site) -> Mapping[str, Any]:
    games = games_of(site.catalogue.registry)
    with site.catalogue.reading() as reader:
        held = {game.address: holdings(reader, game) for game in games}
    exhibits = {game.name: EXHIBITS[game.name].shown() for game in games if game.name in EXHIBITS}
    return {"games": games, "held": held, "exhibits": exhibits}
