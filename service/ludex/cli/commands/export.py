"""`ludex export`: the catalogue as lines of JSON."""

from collections.abc import Iterator
from typing import Annotated

import typer

from ludex.catalogue import transfer
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.output import Json, Output, answer, require_writable, write_lines
from ludex.cli.terminal.progress import Reporting, shown
from ludex.engine.budget import Progress

_LINES_BETWEEN_REPORTS = 100


def export_file(
    file: Output = None,
    keys: Annotated[
        bool, typer.Option("--keys", help="With keys and links that follow, for `ludex import --trust`.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write the whole catalogue as lines of JSON, an object or a claim each; `ludex import` reads them.

    With --json and --output the answer says how many lines were written.
    """
    require_writable(file)
    with opened() as catalogue, shown() as report:
        written = write_lines(
            _counted(
                transfer.export.export_lines(catalogue, keys=keys), transfer.export.count_lines(catalogue), report
            ),
            file,
        )
    if as_json and file is not None:
        answer({"file": str(file), "lines": written}, as_json, [])


def _counted(lines: Iterator[str], total: int, report: Reporting) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        yield line
        if number % _LINES_BETWEEN_REPORTS == 0:
            report(Progress(number, total, "lines written"))
