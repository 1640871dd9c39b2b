"""`ludex planarity experiment` and `ludex planarity census`: statistics over many drawings.

The experiments on point sets are those of the paper; the one on minima is not in it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.commands.experiment_files import Folder, experiment, read_numbers, write_rows
from ludex.cli.errors import CommandError
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, require_writable, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.engine.budget import Budget
from ludex.games.planarity import operations, pictures, study
from ludex.games.planarity.making.point_sets import DELTA_DESCRIPTION
from ludex.games.planarity.requests.points import units_of
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.requests.sources import exact
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS
from ludex.games.planarity.study.experiments import (
    THRESHOLDS,
    attempts_by_threshold,
    interior_points,
    minima_of_scrambles,
)
from ludex.requests.exact_json import NumberError, written_number
from ludex.requests.json_text import json_text
from ludex.requests.text_output import table

_Delta = Annotated[str, typer.Option("--delta", help=DELTA_DESCRIPTION)]

_HARDEST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ExperimentSettings:
    """The options of every experiment."""

    samples: Annotated[int, typer.Option("--samples", help="Number of samples of each row.")] = 100
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the samples.")] = 0
    folder: Folder = Path()
    time_limit: TimeLimit = None
    as_json: Json = False


def _attempts(
    settings: ExperimentSettings,
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 8,10-12.")] = "8,10-12",
    delta: _Delta = "0.03",
    thresholds: Annotated[
        str, typer.Option("--thresholds", help="Restart thresholds, such as 50,100; those of the paper by default.")
    ] = "",
) -> None:
    """Count attempts at placing a point by restart threshold (Fig. 13): attempts.csv, attempts.svg."""
    numbers = read_numbers(thresholds, "--thresholds") if thresholds else THRESHOLDS
    with experiment(settings.folder, settings.time_limit) as budget:
        rows = attempts_by_threshold(
            read_numbers(sizes, "--sizes"),
            _grid_units(delta),
            numbers,
            settings.samples,
            settings.seed,
            budget=budget,
        )
    plots = {"attempts": pictures.plots.svg_attempts_plot}
    write_rows(rows, settings.folder, "attempts", plots, "--samples", as_json=settings.as_json)


def _interior(
    settings: ExperimentSettings,
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 5-20.")] = "5-20",
    deltas: Annotated[
        str, typer.Option("--deltas", help="Multiples of 0.0001, separated by commas.")
    ] = "0,0.005,0.01,0.015,0.02,0.025,0.03",
) -> None:
    """Count points inside the hull (Figs. 14 and 15): interior.csv, interior.svg, interior-deviations.svg."""
    plots: dict[str, Callable[[Sequence[Any]], str]] = {
        "interior": pictures.plots.svg_interior_plot,
        "interior-deviations": partial(pictures.plots.svg_interior_plot, deviations=True),
    }
    with experiment(settings.folder, settings.time_limit) as budget:
        units = [_grid_units(delta) for delta in deltas.split(",")]
        rows = interior_points(read_numbers(sizes, "--sizes"), units, settings.samples, settings.seed, budget=budget)
    write_rows(rows, settings.folder, "interior", plots, "--samples", as_json=settings.as_json)


def _minima(
    settings: ExperimentSettings,
    swaps: Annotated[str, typer.Option("--swaps", help="Numbers of random swaps, such as 1-8.")] = "1-8",
    vertices: Annotated[int, typer.Option("-n", "--n", "--vertices", help="Number of vertices of each drawing.")] = 11,
    edges: Annotated[int, typer.Option("-m", "--edges", help="Number of edges of each drawing.")] = 20,
    delta: _Delta = "0.02",
    flips: Annotated[int, typer.Option("--flips", help="Number of random Lawson flips of the triangulation.")] = 3,
) -> None:
    """Count the true minima of drawings after some random swaps: minima.csv, minima.svg."""
    with experiment(settings.folder, settings.time_limit) as budget:
        units, numbers = _grid_units(delta, vertices), read_numbers(swaps, "--swaps")
        rows = minima_of_scrambles(numbers, vertices, edges, units, flips, settings.samples, settings.seed, budget)
    plots = {"minima": pictures.plots.svg_scramble_plot}
    write_rows(rows, settings.folder, "minima", plots, "--samples", as_json=settings.as_json)


EXPERIMENTS: dict[str, Callable[..., None]] = {
    "experiment attempts": _attempts,
    "experiment interior": _interior,
    "experiment minima": _minima,
}


def _grid_units(delta: str, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises ValueError."""
    try:
        return units_of(exact(written_number(delta)), points)
    except NumberError:
        raise CommandError(f"--delta: {delta!r} is not a number; write 0 to 1, such as 0.05") from None


def census(
    n: Annotated[
        int,
        typer.Argument(metavar="VERTICES", min=MIN_CENSUS_POINTS, max=MAX_CENSUS_POINTS, help="Number of vertices."),
    ],
    file: Annotated[
        Path | None, typer.Option("--classes", help="Write all classes to this file, one per line.")
    ] = None,
    store: Annotated[bool, typer.Option("--store", help="Store all classes.")] = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Count the swap classes of connected graphs with two disjoint edges by their minimum, and show the hardest ones.

    The time grows quickly with the vertices; writing or storing the classes takes more than counting them.
    """
    require_writable(file)
    with search_budget(time_limit) as budget:
        totals = study.census.census_totals(n, budget)
    if store or file is not None:
        with search_budget(time_limit) as budget:
            _save_classes(n, file, store, budget)
    shares = totals.shares(n)
    members = {**asdict(shares), "hardest": totals.hardest}
    write_result(members, as_json, _census_lines(shares, totals.hardest))


def _save_classes(n: int, file: Path | None, store: bool, budget: Budget) -> None:
    """Write all classes to a file, or store them, or both."""
    with ExitStack() as stack:
        stream = None if file is None else stack.enter_context(file.open("w", encoding="utf-8"))

        def write_class(census_class: "study.census.CensusClass") -> None:
            if stream is not None:
                stream.write(json_text(census_class) + "\n")

        if store:
            operations.census.store_census(stack.enter_context(open_catalogue()), n, budget, write_class)
        else:
            for census_class in study.census.census(n, budget):
                write_class(census_class)


def _census_lines(shares: "study.census.CensusSummary", hardest: "Sequence[study.census.CensusClass]") -> Iterator[str]:
    yield f"{shares.classes:,} classes"
    minima = [
        ("unreachable" if share.min_swaps is None else share.min_swaps, f"{share.classes:,}")
        for share in shares.distribution
    ]
    yield from table([("minimum", "classes"), *minima])
    by_edges = [(share.edges, f"{share.classes:,}", share.largest_min_swaps) for share in shares.by_edges]
    yield from table([("edges", "classes", "largest minimum"), *by_edges])
    yield "hardest, fewest solutions first:"
    for census_class in hardest[:_HARDEST_SHOWN]:
        solutions = census_class.optimal_solutions
        sequences = counted(solutions.sequences or 0, "sequence")
        arrangements = counted(solutions.arrangements or 0, "final drawing")
        crossings = counted(census_class.crossings, "crossing")
        yield f"{crossings}, {sequences} to {arrangements}: {json_text(census_class.drawing)}"
