"""`ludex sets experiment`: the thesis's experiments, CPU time of all solvers on the same boards, as CSV and SVG."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.experiment_files import Folder, read_numbers, refusing, require_folder, write_rows
from ludex.cli.failures import CommandError
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Seed, Whole
from ludex.cli.sets.sources import whole_deck
from ludex.engine.experiment_rows import Rows
from ludex.sets.solving.names import SolverName

app = typer.Typer(
    help="Section 6 of the thesis: CPU time by values, properties, sets or cards; each writes CSV and SVG.",
    no_args_is_help=True,
)

Values = Annotated[int, typer.Option("--values", "-v", min=1, help="Of a property.")]
Properties = Annotated[int, typer.Option("--properties", "-p", min=1, help="Of a card.")]
Sets = Annotated[int, typer.Option("--sets", min=1, help="To find in each game.")]
Solvers = Annotated[
    str, typer.Option("--solvers", help="Joined by commas, such as lookup,dynamic; all five if not given.")
]
Trials = Annotated[int, typer.Option("--trials", min=1, help="Games, or tables, of each row.")]
Share = Annotated[
    float, typer.Option("--share", help="Seconds that a solver may take for a row; if more, its larger rows are empty.")
]

_HERE = Path()


@app.command()
def values(
    span: Annotated[str, typer.Option("--span", help="Numbers of values, such as 3-7.")] = "3-7",
    properties: Properties = 4,
    sets: Sets = 5,
    solvers: Solvers = "",
    trials: Trials = 10,
    seed: Seed = 0,
    share: Share = 10.0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Time games by the number of values: values.csv, values.svg."""
    shape = {"properties": properties, "sets": sets}
    _games("values", span, shape, solvers, trials, seed, share, folder, time_limit)


@app.command()
def properties(
    span: Annotated[str, typer.Option("--span", help="Numbers of properties, such as 2-8.")] = "2-8",
    values: Values = 3,
    sets: Sets = 5,
    solvers: Solvers = "",
    trials: Trials = 10,
    seed: Seed = 0,
    share: Share = 10.0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Time games by the number of properties: properties.csv, properties.svg."""
    shape = {"values": values, "sets": sets}
    _games("properties", span, shape, solvers, trials, seed, share, folder, time_limit)


@app.command()
def sets(
    span: Annotated[str, typer.Option("--span", help="Numbers of sets, such as 1,5,10-20.")] = "1,2,4,6,8,10,12,15,20",
    values: Values = 3,
    properties: Properties = 4,
    solvers: Solvers = "",
    trials: Trials = 10,
    seed: Seed = 0,
    share: Share = 10.0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Time games by the number of sets that are found: sets.csv, sets.svg."""
    shape = {"values": values, "properties": properties}
    _games("sets", span, shape, solvers, trials, seed, share, folder, time_limit)


@app.command()
def cards(
    deck: Whole = "set-3-4",
    span: Annotated[
        str, typer.Option("--span", help="Numbers of cards on the table, such as 6,9,12.")
    ] = "6,9,12,15,18",
    solvers: Solvers = "",
    trials: Trials = 10,
    seed: Seed = 0,
    share: Share = 10.0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Time the search on tables of random cards, to a set or the proof that there is none: cards.csv, cards.svg."""
    from ludex.pictures import board_times_svg
    from ludex.sets.study.experiments import board_times

    whole = whole_deck(deck)
    require_folder(folder)
    with refusing(), searching(time_limit) as budget:
        rows = board_times(
            whole,
            read_numbers(span, "--span"),
            clock=time.process_time,
            solvers=_solvers(solvers),
            trials=trials,
            seed=seed,
            share=share,
            budget=budget,
        )
    _write(rows, folder, "cards", board_times_svg)


def _games(
    vary: str,
    span: str,
    shape: dict[str, int],
    solvers: str,
    trials: int,
    seed: int,
    share: float,
    folder: Path,
    time_limit: float | None,
) -> None:
    from ludex.pictures import solver_times_svg
    from ludex.sets.study.experiments import Vary, solver_times

    require_folder(folder)
    with refusing(), searching(time_limit) as budget:
        rows = solver_times(
            Vary(vary),
            read_numbers(span, "--span"),
            clock=time.process_time,
            solvers=_solvers(solvers),
            trials=trials,
            seed=seed,
            share=share,
            budget=budget,
            **shape,
        )
    _write(rows, folder, vary, solver_times_svg)


def _solvers(text: str) -> list[SolverName]:
    """Return the solvers that are named, or all of them. Raises CommandError."""
    names = text.split(",") if text else list(SolverName)
    for name in names:
        if name not in list(SolverName):
            raise CommandError(f"--solvers: {name!r} is not one of {', '.join(SolverName)}")
    return [SolverName(name) for name in names]


def _write(rows: Rows[Any], folder: Path, name: str, draw: Callable[[Sequence[Any]], str]) -> None:
    """Write the rows, and their plot where any of them has a time."""
    timed = any(row.mean_seconds is not None for row in rows.rows)
    write_rows(rows, folder, name, {name: draw} if timed else {}, "--trials")
