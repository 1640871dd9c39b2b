"""`ludex planarity experiment`: the paper's experiments on generation, and one of our own, as CSV and SVG."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.experiment_files import Folder, experiment, read_numbers, write_rows
from ludex.cli.planarity.arguments import Delta, read_delta
from ludex.cli.progress import TimeLimit
from ludex.planarity.study.experiments import THRESHOLDS

app = typer.Typer(
    help="The experiments of section 5 of the paper, and asked against true minimum; each writes CSV and SVG.",
    no_args_is_help=True,
)

Samples = Annotated[int, typer.Option("--samples", help="Of each row.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same rows.")]

_HERE = Path()


@app.command()
def attempts(
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 8,10-12.")] = "8,10-12",
    delta: Delta = "0.03",
    thresholds: Annotated[str, typer.Option("--thresholds", help="Restart thresholds, such as 50,100.")] = "",
    samples: Samples = 100,
    seed: Seed = 0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Count attempts at placing a point against the restart threshold (Fig. 13): attempts.csv, attempts.svg."""
    from ludex.pictures.experiment_plots import svg_attempts_plot
    from ludex.planarity.study.experiments import attempts_by_threshold

    wanted = read_numbers(thresholds, "--thresholds") if thresholds else THRESHOLDS
    with experiment(folder, time_limit) as budget:
        rows = attempts_by_threshold(
            read_numbers(sizes, "--sizes"), read_delta(delta), wanted, samples, seed, budget=budget
        )
    write_rows(rows, folder, "attempts", {"attempts": svg_attempts_plot}, "--samples")


@app.command()
def interior(
    sizes: Annotated[str, typer.Option("--sizes", help="Numbers of points, such as 5-20.")] = "5-20",
    deltas: Annotated[
        str, typer.Option("--deltas", help="Multiples of 0.0001, joined by commas.")
    ] = "0,0.005,0.01,0.015,0.02,0.025,0.03",
    samples: Samples = 100,
    seed: Seed = 0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Count points inside the hull (Figs. 14 and 15): interior.csv, interior.svg, interior-deviations.svg."""
    from ludex.pictures.experiment_plots import svg_interior_plot
    from ludex.planarity.study.experiments import interior_points

    def deviations(rows: Sequence[Any]) -> str:
        return svg_interior_plot(rows, deviations=True)

    with experiment(folder, time_limit) as budget:
        wanted = [read_delta(delta) for delta in deltas.split(",")]
        rows = interior_points(read_numbers(sizes, "--sizes"), wanted, samples, seed, budget=budget)
    write_rows(
        rows, folder, "interior", {"interior": svg_interior_plot, "interior-deviations": deviations}, "--samples"
    )


@app.command()
def asked(
    swaps: Annotated[str, typer.Option("--swaps", help="Numbers of random swaps, such as 1-8.")] = "1-8",
    vertices: Annotated[int, typer.Option("--vertices", "-n", help="Of each drawing.")] = 11,
    edges: Annotated[int, typer.Option("--edges", "-m", help="Of each drawing.")] = 20,
    delta: Delta = "0.02",
    flips: Annotated[int, typer.Option("--flips", help="Random Lawson flips of the triangulation.")] = 3,
    samples: Samples = 200,
    seed: Seed = 0,
    folder: Folder = _HERE,
    time_limit: TimeLimit = None,
) -> None:
    """Count the true minima of drawings after random swaps: asked.csv, asked.svg."""
    from ludex.pictures.experiment_plots import svg_asked_plot
    from ludex.planarity.study.experiments import asked_and_true

    with experiment(folder, time_limit) as budget:
        rows = asked_and_true(
            read_numbers(swaps, "--swaps"), vertices, edges, read_delta(delta, vertices), flips, samples, seed, budget
        )
    write_rows(rows, folder, "asked", {"asked": svg_asked_plot}, "--samples")
