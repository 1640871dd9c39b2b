"""Commands that store many levels.

`ludex planarity scramble` makes them by random swaps. `ludex planarity level-collection` makes levels of the graded
level collection again.
"""

from pathlib import Path
from typing import Annotated

import typer

from ludex.catalogue.transfer import imports as importing
from ludex.cli.commands.experiments import read_numbers
from ludex.cli.commands.transfer import Workers, warn_of_faults
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import CommandError, Json, require_writable, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault
from ludex.engine.workers import processors, spread
from ludex.games.planarity import making, operations, study


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

    parameters = making.generation.GenerationParameters(vertices, edges, swaps, seed=seed)
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


def level_collection(
    file: Annotated[Path, typer.Option("--output", "-o", help="File for the levels, one per line.")],
    levels: Annotated[
        int, typer.Option("--levels", min=10, help="Number of levels of the whole collection, a multiple of ten.")
    ] = 20_000,
    parts: Annotated[str, typer.Option("--parts", help="Numbers of parts, such as 0-9; all by default.")] = "",
    workers: Workers = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Regenerate the levels of the graded level collection, and write them to a file without storing them.

    The file does not depend on the number of workers. To store the levels with their packs, use `ludex atlas build
    planarity-levels-20000`.
    """
    require_writable(file)
    collection = study.level_collection
    processes = processors() if workers is None else workers
    count = 0
    try:
        numbers = read_numbers(parts, "--parts") if parts else range(len(collection.collection_parts(levels)))
        chosen = collection.parts_by_number(numbers, levels)
        with (
            search_budget(time_limit, len(chosen)) as budget,
            spread(processes, budget) as apply,
            file.open("w", encoding="utf-8", newline="\n") as stream,
        ):
            for _, made in collection.make_parts(chosen, budget, apply):
                stream.writelines(f"{line}\n" for line in operations.level_collection.level_lines(made))
                count += len(made)
    except Fault as fault:
        raise CommandError(fault.message) from None
    except BudgetExhausted as error:
        raise CommandError(f"interrupted after {count:,} levels ({error.reason}); choose fewer --parts") from None
    write_result({"levels": count, "file": str(file)}, as_json, [f"{count:,} levels: {file}"])
