"""Commands for many levels: `ludex planarity pack` and `ludex planarity scramble`."""

from collections.abc import Callable
from typing import Annotated

import typer

from ludex.catalogue.transfer import imports as importing
from ludex.cli.commands.lists import write_list, write_objects
from ludex.cli.commands.stored_objects import delete_object, find_object
from ludex.cli.commands.transfer import Workers, warn_of_faults
from ludex.cli.game_commands import open_catalogue, registry
from ludex.cli.output import CommandError, Json, write, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.games.planarity import making, operations

_Pack = Annotated[str, typer.Argument(metavar="PACK", help="Slug of the pack.")]

_PACK, _LEVEL = "planarity-pack", "planarity-level"


def _list_packs(as_json: Json = False) -> None:
    """List the stored packs. With --json, print one pack per line."""
    write_list(registry().kind[_PACK], [], form="ndjson" if as_json else "table")


def _show_pack(pack: _Pack, as_json: Json = False) -> None:
    """List the levels of a pack in playing order. With --json, print one level per line."""
    label = find_object(pack, _PACK).label
    with open_catalogue() as catalogue:
        levels = (level for level, _ in operations.packs.levels_of_pack(catalogue, label))
        write_objects(registry().kind[_LEVEL], levels, as_json)


def _show_next_level(
    pack: _Pack,
    after: Annotated[str | None, typer.Option("--after", help="Label of a level; the first level by default.")] = None,
    as_json: Json = False,
) -> None:
    """Show the level that follows a given level in a pack, or the first level of the pack."""
    with open_catalogue() as catalogue:
        try:
            level = operations.packs.next_of_pack(catalogue, pack, after)
        except operations.packs.NotInPack as error:
            raise CommandError(f"--after: {error}") from None
    if as_json:
        write([f'{{"level":{"null" if level is None else level.text()}}}'])
    else:
        write(["none: that was the last level" if level is None else level.label])


def _remove_pack(pack: _Pack, as_json: Json = False) -> None:
    """Delete a pack, but not its levels. Packs of the starting catalogue cannot be deleted."""
    delete_object(pack, _PACK, as_json)


PACKS: dict[str, Callable[..., None]] = {
    "pack list": _list_packs,
    "pack show": _show_pack,
    "pack next": _show_next_level,
    "pack remove": _remove_pack,
}


def scramble(
    levels: Annotated[
        int, typer.Option("--levels", min=1, help="Number of levels, including levels made by earlier runs.")
    ],
    vertices: Annotated[int, typer.Option("-n", "--n", "--vertices", help="Number of vertices of each level.")] = 11,
    edges: Annotated[int, typer.Option("-m", "--edges", help="Number of edges of each level.")] = 20,
    swaps: Annotated[int, typer.Option("-s", "--swaps", help="Number of random swaps that scramble each level.")] = 6,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the levels.")] = 1,
    workers: Workers = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store many levels made from plane drawings by random swaps, for example to benchmark a large catalogue.

    The levels are not solved: the number of swaps is stored as the claimed minimum, unproved. If the command is
    interrupted, the exit code is 1; run the same command again to continue.
    """
    from ludex.engine.workers import processors, spread

    parameters = making.provenance.GenerationParameters(vertices, edges, swaps, seed=seed)
    processes = processors() if workers is None else workers
    with (
        open_catalogue() as catalogue,
        search_budget(time_limit, levels) as budget,
        spread(processes, budget) as apply,
    ):
        numbers = range(min(operations.level_imports.next_number(catalogue, parameters), levels + 1), levels + 1)
        options = importing.pipeline.ImportOptions(budget, spread=apply)
        report = importing.pipeline.collect_report(
            operations.level_imports.scramble_levels(catalogue, parameters, numbers, options), listed=()
        )
    warn_of_faults("the seed", report.faults)
    earlier = numbers.start - 1
    summary = f"{earlier:,} made by earlier runs, {report.new:,} new, {report.duplicates:,} of known classes"
    left = levels - earlier - report.new - report.duplicates - report.refused
    write_result(report, as_json, [summary if not left else f"{summary}; {left:,} left: run the command again"])
    if left:
        raise typer.Exit(1)
