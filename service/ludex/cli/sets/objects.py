"""`ludex sets list` and `ludex sets show`: the stored objects, filtered and sorted as in the API."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import stored_objects
from ludex.cli.output import Json
from ludex.cli.stored_objects import ListLimit, Sort, Where, list_kind, show_stored
from ludex.labels import is_label

if TYPE_CHECKING:
    from ludex.api.kinds import Kind


class Objects(StrEnum):
    """The kinds of stored objects; the last two are numbers, which have no labels."""

    CARDS = "cards"
    DECKS = "decks"
    POSITIONS = "positions"
    FOUND_SETS = "found-sets"
    CAPS = "caps"
    GAMES = "games"
    CAP_COUNTS = "cap-counts"
    STATISTICS = "statistics"


_OF_LABEL = {
    "setcard": Objects.CARDS,
    "setdeck": Objects.DECKS,
    "setposition": Objects.POSITIONS,
    "set": Objects.FOUND_SETS,
    "cap": Objects.CAPS,
    "setgame": Objects.GAMES,
}


_SHOWN = {
    Objects.CARDS: ("properties", "values", "code"),
    Objects.DECKS: ("slugs", "properties", "values", "size", "title"),
    Objects.POSITIONS: ("properties", "values", "size", "has_set", "sets", "cards"),
    Objects.FOUND_SETS: ("properties", "values", "differing", "cards"),
    Objects.CAPS: ("properties", "values", "size", "complete", "largest", "proved", "cards"),
    Objects.GAMES: ("properties", "values", "seed", "solver", "finished", "sets", "rounds", "final_cards"),
    Objects.CAP_COUNTS: ("properties", "values", "size", "caps", "classes"),
    Objects.STATISTICS: ("properties", "values", "cards", "probability", "exact", "low", "high"),
}


def list_objects(
    kind: Annotated[Objects, typer.Argument(help="What to list.")],
    where: Where = None,
    sort: Sort = "created",
    limit: ListLimit = None,
    as_json: Json = False,
) -> None:
    """List stored objects, such as `positions --where has_set=false`; as JSON an object a line."""
    list_kind(_kinds()[kind], where, sort, limit, as_json, _SHOWN[kind])


def show(
    label: Annotated[str, typer.Argument(help="The label of a stored object, or a deck's slug.")], as_json: Json = False
) -> None:
    """Show a stored object."""
    show_stored(_kind_of(label), label, "sets", as_json)


def draw_stored(label: str) -> str:
    """Return the picture of a stored object. Raises CommandError."""
    return stored_objects.draw_stored(_kind_of(label), label, "sets")


def _kind_of(label: str) -> "Kind[Any, Any]":
    named = next((kind for prefix, kind in _OF_LABEL.items() if is_label(label, prefix)), Objects.DECKS)
    return _kinds()[named]


def _kinds() -> dict[Objects, "Kind[Any, Any]"]:
    """Return the kinds as the API shows them."""
    from ludex.api.sets import cap_counts, caps, cards, decks, found_sets, games, positions, statistics

    modules = (cards, decks, positions, found_sets, caps, games, cap_counts, statistics)
    return {kind: module.KIND for kind, module in zip(Objects, modules, strict=True)}
