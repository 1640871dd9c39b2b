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

Span = Annotated[str, typer.Option("--span", help="The numbers that are tried, such as 3-7 or 1,5,10-20.")]
Values = Annotated[int | None, typer.Option("--values", "-v", min=1, help="Of a property; 3 if not given.")]
Properties = Annotated[int | None, typer.Option("--properties", "-p", min=1, help="Of a card; 4 if not given.")]
Sets = Annotated[int | None, typer.Option("--sets", min=1, help="To find in each game; 5 if not given.")]
Solvers = Annotated[
    str, typer.Option("--solvers", help="Joined by commas, such as lookup,dynamic; all five if not given.")
]
Trials = Annotated[int, typer.Option("--trials", min=1, help="Games, or tables, of each row.")]
Share = Annotated[
    float, typer.Option("--share", help="Seconds that a solver may take for a row; if more, its larger rows are empty.")
]

_HERE = Path()
_SHAPE = {"values": 3, "properties": 4, "sets": 5}


def _timing(vary: str, tried: str, about: str) -> Callable[..., None]:
    """Return the command that times games while one number of their shape varies."""

    def command(
        span: Span = tried,
        values: Values = None,
        properties: Properties = None,
        sets: Sets = None,
        solvers: Solvers = "",
        trials: Trials = 10,
        seed: Seed = 0,
        share: Share = 10.0,
        folder: Folder = _HERE,
        time_limit: TimeLimit = None,
    ) -> None:
        from ludex.pictures import solver_times_svg
        from ludex.sets.study.experiments import Vary, solver_times

        given = {"values": values, "properties": properties, "sets": sets}
        if given.pop(vary) is not None:
            raise CommandError(f"--{vary}: that is what varies here; write --span")
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
                **{name: number or _SHAPE[name] for name, number in given.items()},
            )
        _write(rows, folder, vary, solver_times_svg)

    command.__doc__ = f"Time games by {about}: {vary}.csv, {vary}.svg."
    return command


app.command("values")(_timing("values", "3-7", "the number of values"))
app.command("properties")(_timing("properties", "2-8", "the number of properties"))
app.command("sets")(_timing("sets", "1,2,4,6,8,10,12,15,20", "the number of sets that are found"))


@app.command()
def cards(
    deck: Whole = "set-3-4",
    span: Span = "6,9,12,15,18",
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
