"""`ludex swish list` and `ludex swish show`: the stored objects, filtered and sorted as in the API."""

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
    """The kinds of stored objects."""

    CARDS = "cards"
    DECKS = "decks"
    POSITIONS = "positions"
    HYPERGRAPHS = "hypergraphs"
    SWISHES = "swishes"
    NO_SWISH_SETS = "no-swish-sets"


_OF_LABEL = {
    "card": Objects.CARDS,
    "deck": Objects.DECKS,
    "position": Objects.POSITIONS,
    "hypergraph": Objects.HYPERGRAPHS,
    "swish": Objects.SWISHES,
    "noswish": Objects.NO_SWISH_SETS,
}


def list_objects(
    kind: Annotated[Objects, typer.Argument(help="What to list.")],
    where: Where = None,
    sort: Sort = "created",
    limit: ListLimit = None,
    as_json: Json = False,
) -> None:
    """List stored objects, such as `swishes --where size=3 --where deck=swish-60`; as JSON an object a line."""
    list_kind(_kinds()[kind], where, sort, limit, as_json)


def show(
    label: Annotated[str, typer.Argument(help="The label of a stored object, or a deck's slug.")], as_json: Json = False
) -> None:
    """Show a stored object."""
    show_stored(_kind_of(label), label, "swish", as_json)


def draw_stored(label: str) -> str:
    """Return the picture of a stored object. Raises CommandError."""
    return stored_objects.draw_stored(_kind_of(label), label, "swish")


def _kind_of(label: str) -> "Kind[Any, Any]":
    named = next((kind for prefix, kind in _OF_LABEL.items() if is_label(label, prefix)), Objects.DECKS)
    return _kinds()[named]


def _kinds() -> dict[Objects, "Kind[Any, Any]"]:
    """Return the kinds as the API shows them."""
    from ludex.api.swish import cards, decks, hypergraphs, no_swish_sets, positions, swishes

    modules = (cards, decks, positions, hypergraphs, swishes, no_swish_sets)
    return {kind: module.KIND for kind, module in zip(Objects, modules, strict=True)}
