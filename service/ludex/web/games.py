"""A page for each game: what it is, pictures of it, exact results, and what the catalogue holds of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludex.catalogue.kind import Kind
from ludex.catalogue.listing import count
from ludex.catalogue.registry import Registry
from ludex.catalogue.snapshot import Reader
from ludex.web.addresses import list_address
from ludex.web.exhibits import EXHIBITS
from ludex.web.page import Page, Site
from ludex.web.wording import capital, words

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game of the catalogue: its name in addresses, its title, its kinds."""

    name: str
    title: str
    kinds: tuple[AnyKind, ...]

    @property
    def address(self) -> str:
        """Return the address of its page."""
        return game_address(self.kinds[0])


@dataclass(frozen=True, slots=True)
class Holding:
    """A list of the catalogue: its address, its name, what is in it and how much, in words and as far as counted."""

    address: str
    name: str
    about: str
    count: str
    counted: int


def games_of(registry: Registry) -> list[GamePage]:
    """Return the games of a catalogue, those with an exhibition first."""
    by_name: dict[str, GamePage] = {}
    for game in registry.games:
        name = game.kinds[0].address.partition("/")[0]
        by_name[name] = GamePage(name, game.title, game.kinds)
    order = [name for name in EXHIBITS if name in by_name]
    return [by_name[name] for name in dict.fromkeys((*order, *by_name))]


def holdings(reader: Reader, game: GamePage) -> list[Holding]:
    """Return the lists of a game. Cost: one capped count a list."""
    return [_held(reader, kind) for kind in game.kinds]


def _held(reader: Reader, kind: AnyKind) -> Holding:
    counted = count(reader, kind, {})
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    return Holding(list_address(kind), list_name(kind), kind.view.about, number, counted.count)


def game_address(kind: AnyKind) -> str:
    """Return the address of the page of a kind's game."""
    return f"/{kind.address.partition('/')[0]}"


def list_name(kind: AnyKind) -> str:
    """Return what the list of a kind is called on pages: `Census classes`."""
    return capital(words(kind.address.partition("/")[2].replace("/", " ")))


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of each game."""
    for game in games_of(registry):
        yield Page(game.address, partial(_game, game), "game.html", title=game.title, entry=game.title)


def _game(game: GamePage, site: Site) -> Mapping[str, Any]:
    exhibits = EXHIBITS.get(game.name)
    with site.catalogue.reading() as reader:
        stored = {} if exhibits is None else exhibits.stored(reader)
        held = holdings(reader, game)
    shown = {} if exhibits is None else exhibits.shown()
    return {"game": game, "held": held, "exhibits": exhibits, "shown": shown, "stored": stored, "modules": ["copy"]}
