"""`ludex planarity pack`: the packs that levels are in."""

from collections.abc import Callable
from typing import Annotated

import typer

from ludex.cli.games import registry
from ludex.cli.lists import write_list
from ludex.cli.opening import opened
from ludex.cli.output import Json, write
from ludex.cli.stored_objects import delete_object, find_object

Pack = Annotated[str, typer.Argument(metavar="PACK", help="The pack's slug.")]

_PACK, _LEVEL = "planarity-pack", "planarity-level"


def list_packs(as_json: Json = False) -> None:
    """List the stored packs; as JSON a pack a line."""
    write_list(registry().kind[_PACK], [], form="ndjson" if as_json else "table")


def show(pack: Pack, as_json: Json = False) -> None:
    """List the levels of a pack in the order to play them; as JSON a level a line."""
    label = find_object(pack, _PACK).label
    write_list(registry().kind[_LEVEL], [("pack", label)], "grade", form="ndjson" if as_json else "table")


def next_level(
    pack: Pack,
    after: Annotated[str | None, typer.Option("--after", help="A level's label; the first one if not given.")] = None,
    as_json: Json = False,
) -> None:
    """Show the level of a pack that comes after a given one, or the first."""
    from ludex.operations.planarity.packs import next_level as following

    with opened() as catalogue:
        found = following(catalogue, after, pack=pack)
    if as_json:
        write([f'{{"level":{"null" if found is None else found.text()}}}'])
    else:
        write(["none: that was the last one" if found is None else found.label])


def remove(pack: Pack, as_json: Json = False) -> None:
    """Delete a pack of your own; its levels stay."""
    delete_object(pack, _PACK, as_json)


PACKS: dict[str, Callable[..., None]] = {
    "pack list": list_packs,
    "pack show": show,
    "pack next": next_level,
    "pack remove": remove,
}
