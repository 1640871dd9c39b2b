"""The experiments of SET, with CSV and SVG output: CPU time of all solvers on the same boards, and uniform dealing."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.commands.experiments import (
    Folder,
    experiment,
    read_numbers,
    require_folder,
    write_files,
    write_rows,
)
from ludex.cli.dataclass_options import flatten_dataclass_params
from ludex.cli.output import CommandError, Json, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.engine.experiment_rows import Rows
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.sets import study
from ludex.games.sets.deck import Deck
from ludex.games.sets.requests.inputs import WHOLE_DECK, whole_deck
from ludex.games.sets.requests.statistics import uniformity_lines
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study.uniformity import uniformity

_DeckName = Annotated[str, typer.Argument(metavar="DECK", help=WHOLE_DECK)]
_Seed = Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="Seed of the random numbers.")]
_Span = Annotated[str, typer.Option("--span", help="Values of the parameter that varies, such as 3-7 or 1,5,10-20.")]
_Values = Annotated[
    int | None, typer.Option("--values", "-v", min=1, help="Number of values per property; 3 by default.")
]
_Properties = Annotated[
    int | None, typer.Option("--properties", "-p", min=1, help="Number of properties per card; 4 by default.")
]
_Sets = Annotated[int | None, typer.Option("--sets", min=1, help="Number of sets to find in each game; 5 by default.")]
_Solvers = Annotated[
    str, typer.Option("--solvers", help="Solvers, separated by commas, such as lookup,dynamic; all five by default.")
]
_Trials = Annotated[int, typer.Option("--trials", min=1, help="Number of games or tables for each row.")]
_Share = Annotated[
    float,
    typer.Option(
        "--share",
        help="Time limit in seconds for a solver on one row. A solver that exceeds it is left out of larger rows.",
    ),
]

_SHAPE = {"values": 3, "properties": 4, "sets": 5}


@dataclass(frozen=True, slots=True)
class Measurement:
    """The options of every experiment that measures CPU time."""

    solvers: _Solvers = ""
    trials: _Trials = 10
    seed: _Seed = 0
    share: _Share = 10.0
    folder: Folder = Path()
    time_limit: TimeLimit = None
    as_json: Json = False

    def write(self, name: str, deck: Deck | None, span: str, **shape: int) -> None:
        """Time solvers on games, or on random tables of a deck. Write a CSV file and, if any row has a time, a plot."""
        from ludex.games.sets.pictures.plots import board_times_svg, solver_times_svg

        arguments: dict[str, Any] = {"trials": self.trials, "seed": self.seed, "share": self.share, **shape}
        arguments |= {"solvers": _read_solvers(self.solvers), "clock": time.process_time}
        numbers = read_numbers(span, "--span")
        rows: Rows[Any]
        with experiment(self.folder, self.time_limit) as budget:
            if deck is None:
                vary = study.experiments.Vary(name)
                rows = study.experiments.solver_times(vary, numbers, budget=budget, **arguments)
            else:
                rows = study.experiments.board_times(deck, numbers, budget=budget, **arguments)
        draw = solver_times_svg if deck is None else board_times_svg
        timed = any(row.mean_seconds is not None for row in rows.rows)
        write_rows(rows, self.folder, name, {name: draw} if timed else {}, "--trials", as_json=self.as_json)


def _timing_command(vary: str, default_span: str, about: str) -> Callable[..., None]:
    """Return the command that times games while one of their parameters varies."""

    def command(
        span: _Span = default_span,
        values: _Values = None,
        properties: _Properties = None,
        sets: _Sets = None,
        *,
        measurement: Measurement,
    ) -> None:
        shape = {"values": values, "properties": properties, "sets": sets}
        if shape.pop(vary) is not None:
            raise CommandError(f"--{vary}: this parameter varies; give its range with --span")
        measurement.write(vary, None, span, **{name: number or _SHAPE[name] for name, number in shape.items()})

    return flatten_dataclass_params(command, f"Time games by {about}: {vary}.csv, {vary}.svg.")


def _cards(
    deck: _DeckName = "set-3-4",
    span: _Span = "6,9,12,15,18",
    *,
    measurement: Measurement,
) -> None:
    """Time the search for a set, or the proof that none exists, on random cards. Writes cards.csv and cards.svg."""
    measurement.write("cards", whole_deck(deck), span)


def _read_solvers(text: str) -> list[SolverName]:
    """Return the named solvers, or all solvers if the text is empty. Raises CommandError."""
    names = text.split(",") if text else list(SolverName)
    for name in names:
        if name not in list(SolverName):
            raise CommandError(f"--solvers: {name!r} is not one of {', '.join(SolverName)}")
    return [SolverName(name) for name in names]


def _uniformity(
    deck: _DeckName,
    trials: Annotated[int, typer.Option("--trials", min=1, help="Number of initial tables to deal.")] = 10_000,
    seed: _Seed = 0,
    folder: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder for the counts and histograms; none by default.")
    ] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Test with chi-square whether all cards are equally likely on initial tables and among the cards drawn next.

    With --output, the files are uniformity.csv, uniformity-initial.svg and uniformity-drawn.svg.
    """
    from ludex.games.sets.pictures.plots import uniformity_svg

    if folder is not None:
        require_folder(folder)
    with search_budget(time_limit) as budget:
        result = uniformity(whole_deck(deck), trials, seed, budget)
    if folder is not None:
        histograms = {"initial": uniformity_svg(result), "drawn": uniformity_svg(result, drawn=True)}
        pictures = {folder / f"uniformity-{name}.svg": svg + "\n" for name, svg in histograms.items()}
        write_files({folder / "uniformity.csv": result.csv, **pictures})
    write_result(result, as_json, uniformity_lines(result))


COMMANDS: dict[str, Callable[..., None]] = {
    "experiment values": _timing_command("values", "3-7", "the number of values"),
    "experiment properties": _timing_command("properties", "2-8", "the number of properties"),
    "experiment sets": _timing_command("sets", "1,2,4,6,8,10,12,15,20", "the number of sets to find"),
    "experiment cards": _cards,
    "statistics uniformity": _uniformity,
}
