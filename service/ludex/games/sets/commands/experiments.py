"""The experiments of SET, as CSV and SVG: CPU time of all solvers on the same boards; whether cards come alike."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.commands.experiment_files import Folder, read_numbers, refusing, require_folder, write_files, write_rows
from ludex.cli.dataclass_options import flatten_dataclass_params
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, answer
from ludex.cli.terminal.progress import TimeLimit, searching
from ludex.engine.experiment_rows import Rows
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.sets import study
from ludex.games.sets.deck import Deck
from ludex.games.sets.requests.sources import WHOLE_DECK, whole_deck
from ludex.games.sets.requests.statistics import uniformity_said
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study.uniformity import uniformity

DeckName = Annotated[str, typer.Argument(metavar="DECK", help=WHOLE_DECK)]
Seed = Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="Decides the random numbers.")]
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

_SHAPE = {"values": 3, "properties": 4, "sets": 5}


@dataclass(frozen=True, slots=True)
class Measured:
    """How an experiment is measured and where it is written: a parameter of this type has seven options."""

    solvers: Solvers = ""
    trials: Trials = 10
    seed: Seed = 0
    share: Share = 10.0
    folder: Folder = Path()
    time_limit: TimeLimit = None
    as_json: Json = False

    def write(self, name: str, deck: Deck | None, span: str, **shape: int) -> None:
        """Time games, or the tables of a deck, and write the rows, and their plot if any of them has a time."""
        from ludex.games.sets.pictures.plots import board_times_svg, solver_times_svg

        require_folder(self.folder)
        terms: dict[str, Any] = {"trials": self.trials, "seed": self.seed, "share": self.share, **shape}
        terms |= {"solvers": _solvers(self.solvers), "clock": time.process_time}
        numbers = read_numbers(span, "--span")
        rows: Rows[Any]
        with refusing(), searching(self.time_limit) as budget:
            if deck is None:
                rows = study.experiments.solver_times(study.experiments.Vary(name), numbers, budget=budget, **terms)
            else:
                rows = study.experiments.board_times(deck, numbers, budget=budget, **terms)
        draw = solver_times_svg if deck is None else board_times_svg
        timed = any(row.mean_seconds is not None for row in rows.rows)
        write_rows(rows, self.folder, name, {name: draw} if timed else {}, "--trials", as_json=self.as_json)


def _timing(vary: str, tried: str, about: str) -> Callable[..., None]:
    """Return the command that times games while one number of their shape varies."""

    def command(
        span: Span = tried,
        values: Values = None,
        properties: Properties = None,
        sets: Sets = None,
        *,
        measured: Measured,
    ) -> None:
        given = {"values": values, "properties": properties, "sets": sets}
        if given.pop(vary) is not None:
            raise CommandError(f"--{vary}: that is what varies here; write --span")
        measured.write(vary, None, span, **{name: number or _SHAPE[name] for name, number in given.items()})

    return flatten_dataclass_params(command, f"Time games by {about}: {vary}.csv, {vary}.svg.")


def _cards(
    deck: DeckName = "set-3-4",
    span: Span = "6,9,12,15,18",
    *,
    measured: Measured,
) -> None:
    """Time the search on tables of random cards, to a set or the proof that there is none: cards.csv, cards.svg."""
    measured.write("cards", whole_deck(deck), span)


def _solvers(text: str) -> list[SolverName]:
    """Return the solvers that are named, or all of them. Raises CommandError."""
    names = text.split(",") if text else list(SolverName)
    for name in names:
        if name not in list(SolverName):
            raise CommandError(f"--solvers: {name!r} is not one of {', '.join(SolverName)}")
    return [SolverName(name) for name in names]


def _uniformity(
    deck: DeckName,
    trials: Annotated[int, typer.Option("--trials", min=1, help="How many first tables are dealt.")] = 10_000,
    seed: Seed = 0,
    folder: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the counts and the histograms to this folder.")
    ] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Deal first tables, draw cards after each, and test by chi-square whether all cards came equally often.

    With a folder: uniformity.csv, and the histograms uniformity-initial.svg and uniformity-drawn.svg.
    """
    from ludex.games.sets.pictures.plots import uniformity_svg

    if folder is not None:
        require_folder(folder)
    with searching(time_limit) as budget:
        found = uniformity(whole_deck(deck), trials, seed, budget)
    if folder is not None:
        drawn = {"initial": uniformity_svg(found), "drawn": uniformity_svg(found, drawn=True)}
        pictures = {folder / f"uniformity-{name}.svg": svg + "\n" for name, svg in drawn.items()}
        write_files({folder / "uniformity.csv": found.csv, **pictures})
    answer(found, as_json, uniformity_said(found))


COMMANDS: dict[str, Callable[..., None]] = {
    "experiment values": _timing("values", "3-7", "the number of values"),
    "experiment properties": _timing("properties", "2-8", "the number of properties"),
    "experiment sets": _timing("sets", "1,2,4,6,8,10,12,15,20", "the number of sets that are found"),
    "experiment cards": _cards,
    "statistics uniformity": _uniformity,
}
