"""What the commands of experiments share: the numbers they run over, and the files they write."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.cli.terminal import output
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.progress import searching
from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows, render_csv
from ludex.requests.number_lists import numbers_of_text

Folder = Annotated[Path, typer.Option("--output", "-o", help="The folder to write to; it is made if it is missing.")]


def write_rows(
    rows: Rows[Any],
    folder: Path,
    name: str,
    plots: dict[str, Callable[[Sequence[Any]], str]],
    fewer: str,
    *,
    as_json: bool,
) -> None:
    """Write the rows that there are, and their plots. Raises CommandError if there are none: try `fewer`."""
    if not rows.rows:
        ended = f"the experiment was ended ({rows.ended})" if rows.ended else "nothing was found"
        raise CommandError(f"{ended} before its first row; try fewer {fewer}")
    files = {folder / f"{name}.csv": render_csv(rows.rows)}
    files |= {folder / f"{plot}.svg": draw(rows.rows) + "\n" for plot, draw in plots.items()}
    write_files(files)
    end = f"; ended before the last row ({rows.ended})" if rows.ended else ""
    told = {"rows": rows.rows, "ended": rows.ended, "files": list(map(str, files))}
    output.answer(told, as_json, [f"{len(rows.rows)} rows{end}: {' '.join(map(str, files))}"])


def write_files(files: dict[Path, str]) -> None:
    """Write texts to files, whose folders are made if they are missing."""
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")


def read_numbers(text: str, option: str) -> list[int]:
    """Return the numbers of a text such as `8,10-12`. Raises CommandError.

    >>> read_numbers("8,10-12", "--sizes")
    [8, 10, 11, 12]
    """
    try:
        return numbers_of_text(text)
    except ValueError as error:
        raise CommandError(f"{option}: {error}") from error


def require_folder(folder: Path) -> None:
    """Raise CommandError if no folder can be made at this place, before anything long is computed."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"--output: {folder} is a file; name a folder")


@contextmanager
def experiment(folder: Path, time_limit: float | None) -> Iterator[Budget]:
    """Yield the budget of an experiment that writes to a folder; what it refuses is a CommandError."""
    require_folder(folder)
    with refusing(), searching(time_limit) as budget:
        yield budget


@contextmanager
def refusing() -> Iterator[None]:
    """Make one line of what an experiment refuses."""
    try:
        yield
    except ValueError as error:
        raise CommandError(str(error)) from error
