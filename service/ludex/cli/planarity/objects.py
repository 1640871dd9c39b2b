"""`ludex planarity list` and `ludex planarity show`: the stored objects, filtered and sorted as in the API."""

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

    LEVELS = "levels"
    PACKS = "packs"
    GRAPHS = "graphs"
    ORDER_TYPES = "order-types"
    X_TYPES = "x-types"
    CENSUS = "census"


_OF_LABEL = {
    "level": Objects.LEVELS,
    "graph": Objects.GRAPHS,
    "ordertype": Objects.ORDER_TYPES,
    "xtype": Objects.X_TYPES,
    "census": Objects.CENSUS,
}
# What a line shows where there is more than fits.
_SHORT = {
    Objects.LEVELS: ("vertices", "edges", "crossings", "min_swaps", "proved", "difficulty.grade", "grid_delta"),
    Objects.PACKS: ("levels", "least_grade", "greatest_grade", "title"),
    Objects.GRAPHS: ("graph6", "vertices", "edges", "degrees", "girth", "automorphisms", "planar", "levels"),
    Objects.ORDER_TYPES: ("points", "hull", "x_type", "levels"),
    Objects.X_TYPES: ("points", "order_types", "hulls"),
    Objects.CENSUS: ("vertices", "edges", "crossings", "min_swaps", "optimal_solutions.sequences"),
}


def list_objects(
    kind: Annotated[Objects, typer.Argument(help="What to list.")],
    where: Where = None,
    sort: Sort = "created",
    limit: ListLimit = None,
    as_json: Json = False,
) -> None:
    """List stored objects, such as `levels --where min_swaps=4 --where pack=hard`; as JSON an object a line."""
    list_kind(_kinds()[kind], where, sort, limit, as_json, _SHORT[kind])


def show(
    name: Annotated[str, typer.Argument(help="The label of a stored object, or a pack's slug.")], as_json: Json = False
) -> None:
    """Show a stored object."""
    show_stored(_kind_of(name), name, "planarity", as_json)


def draw_stored(label: str) -> str:
    """Return the picture of a stored object. Raises CommandError."""
    return stored_objects.draw_stored(_kind_of(label), label, "planarity")


def _kind_of(name: str) -> "Kind[Any, Any]":
    named = next((kind for prefix, kind in _OF_LABEL.items() if is_label(name, prefix)), Objects.PACKS)
    return _kinds()[named]


def _kinds() -> dict[Objects, "Kind[Any, Any]"]:
    """Return the kinds as the API shows them."""
    from ludex.api.planarity import census, graphs, levels, order_types, packs

    kinds = (levels.KIND, packs.KIND, graphs.KIND, order_types.KIND, order_types.X_KIND, census.KIND)
    return dict(zip(Objects, kinds, strict=True))
