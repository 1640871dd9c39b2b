"""The page with links to everything stored, and a page for each game with its exhibits and its lists."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import count
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.game_pages import GamePages, Page, Site
from ludex.web.site.addresses import EXPLORE, list_address
from ludex.web.site.text_filters import capital, words

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class ListCard:
    """A link to a list: its address, name and subject, the number of objects as text, and the counted number."""

    address: str
    name: str
    about: str
    count: str
    counted: int


def kinds_of(registry: Registry, game: GamePages) -> list[AnyKind]:
    """Return the kinds of a game."""
    return [kind for kind in registry.kinds if game_address(kind) == game.address]


def list_cards(reader: Reader, game: GamePages) -> list[ListCard]:
    """Return links to the lists of a game. Cost: one capped count per list."""
    return [_list_card(reader, kind) for kind in kinds_of(reader.registry, game)]


def _list_card(reader: Reader, kind: AnyKind) -> ListCard:
    counted = count(reader, kind, {})
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    return ListCard(list_address(kind), list_name(kind), kind.view.about, number, counted.count)


def game_address(kind: AnyKind) -> str:
    """Return the address of the page of a kind's game."""
    return f"/{kind.address.partition('/')[0]}"


def list_name(kind: AnyKind) -> str:
    """Return the title of the list of a kind, such as `Census classes`."""
    return capital(words(kind.address.partition("/")[2].replace("/", " ")))


def pages(site: Site) -> Iterable[Page]:
    """Return the page with links to everything stored, and the page of each game."""
    yield Page(EXPLORE, _explore, "explore.html", title="Explore", entry="Explore")
    for game in site.games:
        yield Page(game.address, partial(_game, game), "game.html", title=game.title, section=EXPLORE)


def _explore(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        lists = {game.name: list_cards(reader, game) for game in site.games}
    tabs = [game.lookup for game in site.games if game.lookup is not None]
    return {"games": site.games, "lists": lists, "tabs": tabs}


def _game(game: GamePages, site: Site) -> Mapping[str, Any]:
    exhibits = game.exhibits
    with site.catalogue.reading() as reader:
        stored = {} if exhibits is None else exhibits.stored(reader)
        lists = list_cards(reader, game)
    shown = {} if exhibits is None else exhibits.shown()
    return {"game": game, "lists": lists, "exhibits": exhibits, "shown": shown, "stored": stored, "modules": ["copy"]}
