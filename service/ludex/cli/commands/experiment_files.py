"""The options of the commands for experiments, and the CSV and SVG files that they write."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli import output
from ludex.cli.errors import CommandError
from ludex.cli.progress import search_budget
from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows, render_csv
from ludex.requests.text_input import numbers_of_text

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
    """Write the rows of an experiment to files, and report the names of the files.

    Parameters
    ----------
    rows : Rows
        The rows. There are fewer than planned if the experiment was interrupted.
    folder : Path
        The folder for the files.
    name : str
        The name of the CSV file, without suffix.
    plots : mapping
        The functions that draw the rows, by the names of the SVG files without suffix.
    size_option : str
        The option that makes the experiment smaller, for the message if there are no rows.
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
    """Parse a list of numbers such as `8,10-12`. Raises CommandError, which names the option.

    >>> read_numbers("8,10-12", "--sizes")
    [8, 10, 11, 12]
    """
    try:
        return numbers_of_text(text)
    except ValueError as error:
        raise CommandError(f"{option}: {error}") from error


def require_folder(folder: Path) -> None:
    """Raise CommandError if a file has the name of the folder. This is called before long computations."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"--output: {folder} is a file; name a folder")


@contextmanager
def experiment(folder: Path, time_limit: float | None) -> Iterator[Budget]:
    """Yield the budget of an experiment that writes to a folder. ValueError in the block becomes CommandError."""
    require_folder(folder)
    try:
        with search_budget(time_limit) as budget:
            yield budget
    except ValueError as error:
        raise CommandError(str(error)) from error
