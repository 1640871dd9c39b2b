"""`ludex planarity pack`: the packs that levels are in."""

from collections.abc import Callable
from typing import Annotated

import typer

from ludex.cli.commands.lists import write_list, write_objects
from ludex.cli.commands.stored_objects import delete_object, find_object
from ludex.cli.game_commands import registry
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, write
from ludex.games.planarity import operations

Pack = Annotated[str, typer.Argument(metavar="PACK", help="The pack's slug.")]

_PACK, _LEVEL = "planarity-pack", "planarity-level"


def list_packs(as_json: Json = False) -> None:
    """List the stored packs; as JSON a pack a line."""
    write_list(registry().kind[_PACK], [], form="ndjson" if as_json else "table")


def show(pack: Pack, as_json: Json = False) -> None:
    """List the levels of a pack in the order to play them; as JSON a level a line."""
    label = find_object(pack, _PACK).label
    with opened() as catalogue:
        write_objects(
            registry().kind[_LEVEL], (one for one, _ in operations.packs.levels_of_pack(catalogue, label)), as_json
        )


def next_level(
    pack: Pack,
    after: Annotated[str | None, typer.Option("--after", help="A level's label; the first one if not given.")] = None,
    as_json: Json = False,
) -> None:
    """Show the level of a pack that comes after a given one, or the first."""
    with opened() as catalogue:
        try:
            found = operations.packs.next_of_pack(catalogue, pack, after)
        except operations.packs.NotInPack as error:
            raise CommandError(f"--after: {error}") from None
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
