"""`ludex export` and `ludex import`: the catalogue as lines of JSON."""

from collections.abc import Iterator
from typing import Annotated

import typer

from ludex.cli.input_text import called, number_of_lines, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, answer, complain, require_writable, write_lines
from ludex.cli.progress import Reporting, shown
from ludex.engine.budget import Progress

_LINES_BETWEEN_REPORTS = 100


def export_file(file: Output = None) -> None:
    """Write the whole catalogue as lines of JSON, an object or a claim each; `ludex import` reads them."""
    from ludex.catalogue.transfer import count_lines, export_lines

    require_writable(file)
    with opened() as catalogue, shown() as report:
        write_lines(_counted(export_lines(catalogue), count_lines(catalogue), report), file)


def _counted(lines: Iterator[str], total: int, report: Reporting) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        yield line
        if number % _LINES_BETWEEN_REPORTS == 0:
            report(Progress(number, total, "lines written"))


def import_file(
    file: Annotated[str, typer.Argument(help="A file of `ludex export`; `-` is standard input.")],
    seconds: Annotated[
        float, typer.Option("--check-seconds", min=0.0, help="How long each claim may be checked; 0: without a limit.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Store the objects of lines of JSON. Each is checked; what is wrong is refused, the rest stored."""
    from ludex.catalogue.transfer import Terms, import_lines

    terms = Terms(seconds=seconds or None)
    total = number_of_lines(file)
    with opened() as catalogue, opened_lines(file) as lines, shown() as report:
        imported = import_lines(catalogue, lines, terms, lambda number: report(Progress(number, total, "lines read")))
    for one in imported.refused:
        complain(f"{called(file)}, line {one.line}: {one.reason}")
    said = f"{imported.new:,} new, {imported.duplicates:,} known before, {len(imported.refused):,} refused"
    answer(imported, as_json, [said])
    if imported.refused:
        raise typer.Exit(2)
