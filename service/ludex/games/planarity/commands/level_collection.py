"""`ludex planarity level-collection`: regenerate levels of the graded level collection."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.commands.experiments import read_numbers
from ludex.cli.commands.transfer import Workers
from ludex.cli.output import CommandError, Json, require_writable, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault
from ludex.engine.workers import processors, spread
from ludex.games.planarity import operations, study


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
