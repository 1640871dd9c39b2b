"""Commands for benchmarks and experiments: `ludex benchmark`, and the options and files of game experiments.

`ludex benchmark` solves the benchmark instances and compares the values with the known optima. Experiments write CSV
and SVG files.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.output import CommandError
from ludex.cli.progress import TimeLimit, interrupted, search_budget
from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows, render_csv
from ludex.requests.json_text import json_text
from ludex.requests.text_input import numbers_of_text
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.benchmarks import Benchmark, BenchmarkResult


Folder = Annotated[Path, typer.Option("--output", "-o", help="Folder for the files; it is created if it is missing.")]


def write_rows(
    rows: Rows[Any],
    folder: Path,
    name: str,
    plots: Mapping[str, Callable[[Sequence[Any]], str]],
    size_option: str,
    *,
    as_json: bool,
) -> None:
    """Write the rows of an experiment to files, and report the file names.

    Parameters
    ----------
    rows : Rows
        The rows. If the experiment was interrupted, rows are missing.
    folder : Path
        The folder for the files.
    name : str
        The name of the CSV file without its suffix.
    plots : mapping
        The functions that plot the rows, keyed by the name of the SVG file without its suffix.
    size_option : str
        The option that makes the experiment smaller, which is named in the error message if there are no rows.
    as_json : bool
        Whether to report in JSON.

    Raises
    ------
    CommandError
        If there are no rows.
    """
    if not rows.rows:
        end = f"the experiment was interrupted ({rows.ended})" if rows.ended else "the experiment found nothing"
        raise CommandError(f"{end} before its first row; try fewer {size_option}")
    files = {folder / f"{name}.csv": render_csv(rows.rows)}
    files |= {folder / f"{plot}.svg": draw(rows.rows) + "\n" for plot, draw in plots.items()}
    write_files(files)
    end = f"; interrupted before the last row ({rows.ended})" if rows.ended else ""
    members = {"rows": rows.rows, "ended": rows.ended, "files": list(map(str, files))}
    output.write_result(members, as_json, [f"{len(rows.rows)} rows{end}: {' '.join(map(str, files))}"])


def write_files(files: dict[Path, str]) -> None:
    """Write texts to files. Missing folders are created."""
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")


def read_numbers(text: str, option: str) -> list[int]:
    """Parse a list of numbers such as `8,10-12`. Raises CommandError, naming the option, if it is invalid.

    >>> read_numbers("8,10-12", "--sizes")
    [8, 10, 11, 12]
    """
    try:
        return numbers_of_text(text)
    except ValueError as error:
        raise CommandError(f"{option}: {error}") from error


def require_folder(folder: Path) -> None:
    """Raise CommandError if there is a file with the name of the folder.

    Call this function before a long computation.
    """
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"--output: {folder} is a file; name a folder")


@contextmanager
def experiment(folder: Path, time_limit: float | None) -> Iterator[Budget]:
    """Yield the budget of an experiment that writes to a folder.

    A ValueError in the block is converted to CommandError.
    """
    require_folder(folder)
    try:
        with search_budget(time_limit) as budget:
            yield budget
    except ValueError as error:
        raise CommandError(str(error)) from error


_NAMES_HELP = "Names of instances, in which `*` stands for any characters; all by default."

_HEADER = ("instance", "problem", "size", "optimum", "found", "seconds", "")


def benchmark(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help=_NAMES_HELP, show_default=False)] = None,
    only_list: Annotated[
        bool, typer.Option("--list", help="List the instances, with the sources of their known optima.")
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="Show the instances in their formats.")] = False,
    seconds_each: Annotated[
        float, typer.Option("--time-limit-each", min=0.01, help="Time limit per instance in seconds.")
    ] = 60.0,
    time_limit: TimeLimit = None,
    as_json: output.Json = False,
) -> None:
    """Solve the benchmark instances exactly and compare the values with the known optima.

    The exit code is 1 if a value contradicts a known optimum. With --json, each output line is one instance.
    """
    from ludex.benchmarks import benchmarks

    instances = list(benchmarks(names or ()))
    if not instances:
        raise CommandError(f"there is no instance {' or '.join(names or ())}; `ludex benchmark --list` shows all")
    if only_list or show:
        _list(instances, show=show, as_json=as_json)
        return
    _run(instances, seconds_each, time_limit, as_json=as_json)


def _list(instances: "list[Benchmark]", *, show: bool, as_json: bool) -> None:
    if as_json:
        output.write(json_text(instance if show else _without_source(instance)) for instance in instances)
    elif show:
        output.write(instance.source.rstrip("\n") for instance in instances)
    else:
        head = ("instance", "problem", "format", "size", "optimum", "known by")
        rows = [
            (instance.name, instance.problem, instance.form, instance.size, instance.optimum, instance.known_by)
            for instance in instances
        ]
        output.write(table([head, *rows]))


def _without_source(instance: "Benchmark") -> dict[str, Any]:
    names = ("name", "problem", "form", "reductions", "size", "optimum", "known_by")
    return {name: getattr(instance, name) for name in names}


def _run(instances: "list[Benchmark]", seconds_each: float, time_limit: float | None, *, as_json: bool) -> None:
    from ludex.benchmarks import run

    widths = [max(len(instance.name) for instance in instances), 20, 6, 7, 5, 8, 12]
    results: list[BenchmarkResult] = []
    if not as_json:
        output.write([_row(_HEADER, widths)])
    with search_budget(time_limit) as budget:
        for number, instance in enumerate(instances):
            if budget.exhausted():
                break
            budget.report(number, len(instances), instance.name)
            result = run(instance, budget.share(seconds=seconds_each))
            if interrupted():
                break
            results.append(result)
            output.write([json_text(result) if as_json else _row(_cells(result), widths)])
    wrong = sum(not result.agrees for result in results)
    if not as_json:
        proved = sum(result.proved for result in results)
        summary = f"{proved} of {len(instances)} proved, {len(results) - proved} out of time, {wrong} wrong"
        skipped = len(instances) - len(results)
        output.write([f"{summary}{f', {skipped} not run' if skipped else ''}"])
    if wrong:
        raise typer.Exit(1)


def _row(cells: tuple[object, ...], widths: list[int]) -> str:
    return "  ".join(str(cell).ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _cells(result: "BenchmarkResult") -> tuple[object, ...]:
    end = "proved" if result.proved else "out of time"
    found = "-" if result.found is None else result.found
    verdict = end if result.agrees else f"WRONG: {end}"
    return result.name, result.problem, result.size, result.optimum, found, f"{result.seconds:.3f}", verdict
