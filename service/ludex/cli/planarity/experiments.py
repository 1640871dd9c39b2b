"""`ludex planarity experiment`: the paper's experiments on generation, and one of our own, as CSV and SVG."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.planarity.arguments import Delta, read_delta
from ludex.cli.progress import TimeLimit, searching
from ludex.experiment_rows import Rows, csv_text
from ludex.planarity.experiments import THRESHOLDS

app = typer.Typer(
    help="The experiments of section 5 of the paper, and asked against true minimum; each writes CSV and SVG.",
    no_args_is_help=True,
)

Folder = Annotated[Path, typer.Option("--output", "-o", help="The folder to write to; it is made where it is missing.")]
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
    from ludex.planarity.experiments import attempts_by_threshold

    _require_folder(folder)
    wanted = _numbers(thresholds, "--thresholds") if thresholds else THRESHOLDS
    with _refusing(), searching(time_limit) as budget:
        rows = attempts_by_threshold(
            _numbers(sizes, "--sizes"), read_delta(delta), wanted, samples, seed, budget=budget
        )
    _write(rows, folder, "attempts", {"attempts": svg_attempts_plot})


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
    from ludex.planarity.experiments import interior_points

    def deviations(rows: Sequence[Any]) -> str:
        return svg_interior_plot(rows, deviations=True)

    _require_folder(folder)
    with _refusing(), searching(time_limit) as budget:
        wanted = [read_delta(delta) for delta in deltas.split(",")]
        rows = interior_points(_numbers(sizes, "--sizes"), wanted, samples, seed, budget=budget)
    _write(rows, folder, "interior", {"interior": svg_interior_plot, "interior-deviations": deviations})


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
    from ludex.planarity.experiments import asked_and_true

    _require_folder(folder)
    with _refusing(), searching(time_limit) as budget:
        rows = asked_and_true(
            _numbers(swaps, "--swaps"), vertices, edges, read_delta(delta, vertices), flips, samples, seed, budget
        )
    _write(rows, folder, "asked", {"asked": svg_asked_plot})


def _write(rows: Rows[Any], folder: Path, name: str, plots: dict[str, Callable[[Sequence[Any]], str]]) -> None:
    """Write the rows that there are, and their plots. Raises CommandError where there are none."""
    if not rows.rows:
        ended = f"the experiment was ended ({rows.ended})" if rows.ended else "no point sets were found"
        raise CommandError(f"{ended} before its first row; try fewer --samples")
    folder.mkdir(parents=True, exist_ok=True)
    files = {folder / f"{name}.csv": csv_text(rows.rows)}
    files |= {folder / f"{plot}.svg": draw(rows.rows) + "\n" for plot, draw in plots.items()}
    for file, text in files.items():
        file.write_text(text, encoding="utf-8", newline="")
    end = f"; ended before the last row ({rows.ended})" if rows.ended else ""
    output.write([f"{len(rows.rows)} rows{end}: {' '.join(map(str, files))}"])


def _numbers(text: str, option: str) -> list[int]:
    """Return the numbers of a text such as `8,10-12`. Raises CommandError.

    >>> _numbers("8,10-12", "--sizes")
    [8, 10, 11, 12]
    """
    numbers: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not first <= last <= first + 1000:
            raise CommandError(f"{option}: {part!r} is neither a number nor a range such as 8-12")
        numbers += range(first, last + 1)
    return numbers


def _require_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"--output: {folder} is a file; name a folder")


@contextmanager
def _refusing() -> Iterator[None]:
    """Make one line of what an experiment refuses."""
    try:
        yield
    except ValueError as error:
        raise CommandError(str(error)) from error
