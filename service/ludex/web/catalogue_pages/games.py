"""A page for each game: its exhibition, and the lists of the catalogue that it has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import count
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.page import AnyGamePages, Page, Site
from ludex.web.site.addresses import list_address
from ludex.web.site.text_filters import capital, words

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class Holding:
    """A list of the catalogue: its address, name and subject, and its size as text and as far as counted."""

    address: str
    name: str
    about: str
    count: str
    counted: int


def kinds_of(registry: Registry, game: AnyGamePages) -> list[AnyKind]:
    """Return the kinds of a game."""
    return [kind for kind in registry.kinds if game_address(kind) == game.address]


def holdings(reader: Reader, game: AnyGamePages) -> list[Holding]:
    """Return the lists of a game. Cost: one capped count a list."""
    return [_holding(reader, kind) for kind in kinds_of(reader.registry, game)]


def _holding(reader: Reader, kind: AnyKind) -> Holding:
    counted = count(reader, kind, {})
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    return Holding(list_address(kind), list_name(kind), kind.view.about, number, counted.count)


def game_address(kind: AnyKind) -> str:
    """Return the address of the page of a kind's game."""
    return f"/{kind.address.partition('/')[0]}"


def list_name(kind: AnyKind) -> str:
    """Return the name of the list of a kind on pages: `Census classes`."""
    return capital(words(kind.address.partition("/")[2].replace("/", " ")))


def pages(site: Site) -> Iterable[Page]:
    """Return the page of each game."""
    for game in site.games:
        yield Page(game.address, partial(_game, game), "game.html", title=game.title, entry=game.title)


def _game(game: AnyGamePages, site: Site) -> Mapping[str, Any]:
    exhibits = game.exhibits
    with site.catalogue.reading() as reader:
        stored = {} if exhibits is None else exhibits.stored(reader)
        held = holdings(reader, game)
    shown = {} if exhibits is None else exhibits.shown()
    return {"game": game, "held": held, "exhibits": exhibits, "shown": shown, "stored": stored, "modules": ["copy"]}
