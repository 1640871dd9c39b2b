"""The home page, the page with links to everything that is stored, and a page for each game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request, url_for

from ludex.catalogue.claims.lists import ClaimFilters, claim_facets
from ludex.catalogue.kinds.kind import CompositePicture, Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.daily import DailyCard, DailySet, puzzles_of_day, today
from ludex.web.game_pages import GamePages, site
from ludex.web.packs import example_picture
from ludex.web.site.addresses import address_of, list_address, thumbnail_address
from ludex.web.site.text_filters import capital, words

blueprint = Blueprint("games", __name__)


AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class ListCard:
    """A link to a list.

    It has an address, a name, a subject, and the number of objects as text. `picture` is the address of the picture of
    an object in the list, if there is one.
    """

    address: str
    name: str
    about: str
    count: str
    picture: str = ""


def kinds_of(registry: Registry, game: GamePages) -> list[AnyKind]:
    """Return the kinds of a game."""
    return [kind for kind in registry.kinds if kind.address.startswith(f"{game.name}/")]


def list_cards(reader: Reader, game: GamePages) -> list[ListCard]:
    """Return links to the lists of a game; those of objects to play come first.

    Cost: two queries for each list, one of which counts up to a limit.
    """
    played = {action.kind for action in game.actions if action.name == "Play"}
    kinds = sorted(kinds_of(reader.registry, game), key=lambda kind: kind.name not in played)
    return [_list_card(reader, kind) for kind in kinds]


def _list_card(reader: Reader, kind: AnyKind) -> ListCard:
    counted = count(reader, kind, {})
    number = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
    return ListCard(list_address(kind), list_name(kind), kind.view.about, number, _picture_of_list(reader, kind))


def _picture_of_list(reader: Reader, kind: AnyKind) -> str:
    """Return the address of the picture of an object, or of its first part, because many parts would be too small.

    It is the latest object: the first objects of the starting catalogue are so small that their pictures say little.
    """
    composite = kind.view.picture
    latest = [] if composite is None else page(reader, kind, {}, limit=1, descending=True).items
    if latest and isinstance(composite, CompositePicture):
        for part in neighbours(reader, latest[0].id, composite.relation, limit=1):
            return thumbnail_address(reader.registry.kind[part.kind], part.label)
    return thumbnail_address(kind, latest[0].label) if latest else ""


def list_name(kind: AnyKind) -> str:
    """Return the title of the list of a kind, such as `Census classes`."""
    return capital(words(kind.address.partition("/")[2].replace("/", " ")))


@blueprint.get("/explore")
def explore() -> str:
    """Show the links to everything that is stored."""
    with site.catalogue.reading() as reader:
        lists = {game.name: list_cards(reader, game) for game in site.games}
    tabs = [game.lookup for game in site.games if game.lookup is not None]
    return render_template(
        "explore.html", title="Explore", section="/explore", games=site.games, lists=lists, tabs=tabs
    )


def show_game(game: GamePages) -> str:
    """Show the page of a game."""
    exhibits = game.exhibits
    with site.catalogue.reading() as reader:
        stored = {} if exhibits is None else exhibits.stored(reader)
        lists = list_cards(reader, game)
    shown = {} if exhibits is None else exhibits.shown()
    return render_template(
        "game.html",
        title=game.title,
        section="/explore",
        game=game,
        lists=lists,
        exhibits=exhibits,
        shown=shown,
        stored=stored,
        modules=["copy"],
    )


_CHOICE = "puzzle"


@blueprint.get("/")
def home() -> str:
    """Show the home page."""
    with site.catalogue.reading() as reader:
        objects = sum(count(reader, kind, {}).count for game in site.games for kind in kinds_of(reader.registry, game))
        daily = puzzles_of_day(reader, today())
        evidence = {sort.value: sort.count for sort in claim_facets(reader, ClaimFilters())["evidence"]}
    examples = [(game.name, game.exhibits) for game in site.games if game.exhibits is not None]
    live, board = _board(daily)
    return render_template(
        "home.html",
        title="Puzzles with proved best solutions",
        section="/",
        signed_in="signed_in" in request.args and site.access.key() is not None,
        games=site.games,
        acts=[game for game in site.games if game.packs is not None and game.packs.action],
        pictured=[(game, example_picture(game)) for game in site.games],
        objects=objects,
        evidence=evidence,
        daily=daily,
        tabs=_tabs(daily),
        live=live,
        styles=live.game.daily.styles if live is not None and live.game.daily is not None else (),
        board=board,
        # If there is no puzzle to play, the home page shows the example of the first game instead.
        example=None if live else next(iter(examples), None),
        modules=["daily", *(live.game.daily.modules if live is not None and live.game.daily is not None else ())],
    )


def _board(daily: DailySet) -> tuple[DailyCard | None, Mapping[str, Any]]:
    """Return the selected puzzle of a day, and the context of its board. By default, the first puzzle is selected."""
    chosen = request.args.get(_CHOICE, "")
    for card in sorted(daily.cards, key=lambda card: card.game.name != chosen):
        pages = card.game.daily
        if pages is not None and pages.board is not None:
            with site.catalogue.reading() as reader:
                row = pages.puzzles.row_of_day(reader, card.game.name, daily.day)
                return card, pages.board(reader, row, url_for("daily.show_today"))
    return None, {}


def _tabs(daily: DailySet) -> list[tuple[DailyCard, str]]:
    """Return the puzzles of a day with their addresses.

    A puzzle that has a board is shown on this page. All others have their own pages.
    """
    return [
        (
            card,
            address_of(url_for("games.home"), **{_CHOICE: card.game.name})
            if card.game.daily and card.game.daily.board
            else card.address,
        )
        for card in daily.cards
    ]
