"""`ludex planarity experiment` and `census`: what is counted over many drawings, as CSV and SVG, or in lines.

The experiments are the paper's on generation, and one of our own.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.commands.experiment_files import Folder, experiment, read_numbers, write_rows
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, answer, require_writable
from ludex.cli.terminal.progress import TimeLimit, searching
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
from ludex.requests.text_answers import table

Delta = Annotated[str, typer.Option("--delta", help=DELTA_DESCRIPTION)]

_HARDEST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Experiment:
    """How many samples are drawn, and where the rows go."""

    samples: Annotated[int, typer.Option("--samples", help="Of each row.")] = 100
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same rows.")] = 0
    folder: Folder = Path()
    time_limit: TimeLimit = None
    as_json: Json = False


def attempts(
    how: Experiment,
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 8,10-12.")] = "8,10-12",
    delta: Delta = "0.03",
    thresholds: Annotated[str, typer.Option("--thresholds", help="Restart thresholds, such as 50,100.")] = "",
) -> None:
    """Count attempts at placing a point against the restart threshold (Fig. 13): attempts.csv, attempts.svg."""
    wanted = read_numbers(thresholds, "--thresholds") if thresholds else THRESHOLDS
    with experiment(how.folder, how.time_limit) as budget:
        rows = attempts_by_threshold(
            read_numbers(sizes, "--sizes"), _units(delta), wanted, how.samples, how.seed, budget=budget
        )
    write_rows(
        rows, how.folder, "attempts", {"attempts": pictures.plots.svg_attempts_plot}, "--samples", as_json=how.as_json
    )


def interior(
    how: Experiment,
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 5-20.")] = "5-20",
    deltas: Annotated[
        str, typer.Option("--deltas", help="Multiples of 0.0001, joined by commas.")
    ] = "0,0.005,0.01,0.015,0.02,0.025,0.03",
) -> None:
    """Count points inside the hull (Figs. 14 and 15): interior.csv, interior.svg, interior-deviations.svg."""
    plots: dict[str, Callable[[Sequence[Any]], str]] = {
        "interior": pictures.plots.svg_interior_plot,
        "interior-deviations": partial(pictures.plots.svg_interior_plot, deviations=True),
    }
    with experiment(how.folder, how.time_limit) as budget:
        wanted = [_units(delta) for delta in deltas.split(",")]
        rows = interior_points(read_numbers(sizes, "--sizes"), wanted, how.samples, how.seed, budget=budget)
    write_rows(rows, how.folder, "interior", plots, "--samples", as_json=how.as_json)


def asked(
    how: Experiment,
    swaps: Annotated[str, typer.Option("--swaps", help="Numbers of random swaps, such as 1-8.")] = "1-8",
    vertices: Annotated[int, typer.Option("--vertices", "-n", help="Of each drawing.")] = 11,
    edges: Annotated[int, typer.Option("--edges", "-m", help="Of each drawing.")] = 20,
    delta: Delta = "0.02",
    flips: Annotated[int, typer.Option("--flips", help="Random Lawson flips of the triangulation.")] = 3,
) -> None:
    """Count the true minima of drawings after random swaps: asked.csv, asked.svg."""
    with experiment(how.folder, how.time_limit) as budget:
        units = _units(delta, vertices)
        rows = minima_of_scrambles(
            read_numbers(swaps, "--swaps"), vertices, edges, units, flips, how.samples, how.seed, budget
        )
    write_rows(rows, how.folder, "asked", {"asked": pictures.plots.svg_scramble_plot}, "--samples", as_json=how.as_json)


EXPERIMENTS: dict[str, Callable[..., None]] = {f"experiment {one.__name__}": one for one in (attempts, interior, asked)}


def _units(delta: str, points: int | None = None) -> int:
    """Return delta in units of the grid. Raises ValueError."""
    try:
        return units_of(exact(written_number(delta)), points)
    except NumberError:
        raise CommandError(f"--delta: {delta!r} is not a number; write 0 to 1, such as 0.05") from None


def census(
    n: Annotated[int, typer.Argument(min=MIN_CENSUS_POINTS, max=MAX_CENSUS_POINTS, help="How many vertices.")],
    file: Annotated[
        Path | None, typer.Option("--classes", help="Write every class to this file too, one a line.")
    ] = None,
    store: Annotated[bool, typer.Option("--store", help="Store every class.")] = False,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Count the swap classes of connected graphs with two disjoint edges by their minimum; show the hardest ones.

    A second for 5 vertices, a minute for 6, much longer for 7; to write or store every class takes more.
    """
    require_writable(file)
    with searching(time_limit) as budget:
        found = study.census.census_totals(n, budget)
    if store or file is not None:
        with searching(time_limit) as budget:
            _keep(n, file, store, budget)
    shares, hardest = found.shares(n), found.hardest
    answer({**asdict(shares), "hardest": hardest}, as_json, _lines(shares, hardest))


def _keep(n: int, file: Path | None, store: bool, budget: Budget) -> None:
    """Write every class to a file, or store it, or both."""
    with ExitStack() as opening:
        lines = None if file is None else opening.enter_context(file.open("w", encoding="utf-8"))

        def keep(one: "study.census.CensusClass") -> None:
            if lines is not None:
                lines.write(json_text(one) + "\n")

        if store:
            operations.census.store_census(opening.enter_context(opened()), n, budget, keep)
        else:
            for one in study.census.census(n, budget):
                keep(one)


def _lines(shares: "study.census.CensusSummary", hardest: "Sequence[study.census.CensusClass]") -> Iterator[str]:
    yield f"{shares.classes:,} classes"
    minima = [("unreachable" if one.min_swaps is None else one.min_swaps, one) for one in shares.distribution]
    yield from table([("minimum", "classes"), *((minimum, f"{one.classes:,}") for minimum, one in minima)])
    by_edges = [(one.edges, f"{one.classes:,}", one.largest_min_swaps) for one in shares.by_edges]
    yield from table([("edges", "classes", "largest minimum"), *by_edges])
    yield "hardest, fewest solutions first:"
    for one in hardest[:_HARDEST_SHOWN]:
        ways = one.optimal_solutions
        solutions = f"{counted(ways.sequences or 0, 'sequence')} to {counted(ways.arrangements or 0, 'final drawing')}"
        yield f"{counted(one.crossings, 'crossing')}, {solutions}: {json_text(one.drawing)}"
