"""`ludex planarity scramble`: a large catalogue of levels that nobody has solved."""

from typing import Annotated

import typer

from ludex.catalogue.transfer import imports as importing
from ludex.cli.commands.imports import Workers, complain_of
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.output import Json, answer
from ludex.cli.terminal.progress import TimeLimit, searching
from ludex.games.planarity import making, operations


def scramble(
    levels: Annotated[int, typer.Option("--levels", min=1, help="How many are made, those made before among them.")],
    vertices: Annotated[int, typer.Option("-n", "--vertices")] = 11,
    edges: Annotated[int, typer.Option("-m", "--edges")] = 20,
    swaps: Annotated[int, typer.Option("-s", "--swaps", help="So many random swaps scramble each.")] = 6,
    seed: Annotated[int, typer.Option("--seed", help="The same seed makes the same levels.")] = 1,
    workers: Workers = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store many levels of random plane drawings that swaps have scrambled, as for measuring a large catalogue.

    Their keys are true; no minimum is searched for: that of each is claimed to be the number of swaps, not proved. A
    command that was ended, however it was, goes on if it is run again.
    """
    from ludex.engine.workers import processors, spread

    parameters = making.provenance.Parameters(vertices, edges, swaps, seed=seed)
    processes = processors() if workers is None else workers
    with (
        opened() as catalogue,
        searching(time_limit, levels) as budget,
        spread(processes, budget) as apply,
    ):
        numbers = range(min(operations.level_imports.next_number(catalogue, parameters), levels + 1), levels + 1)
        options = importing.pipeline.ImportOptions(budget, spread=apply)
        report = importing.report.collect_report(
            operations.level_imports.scramble_levels(catalogue, parameters, numbers, options), listed=()
        )
    complain_of("the seed", report.faults)
    before = numbers.start - 1
    said = f"{before:,} made before, {report.new:,} new, {report.duplicates:,} of classes known before"
    late = levels - before - report.new - report.duplicates - report.refused
    answer(report, as_json, [said if not late else f"{said}; {late:,} are left: run the command again"])
    if late:
        raise typer.Exit(1)
