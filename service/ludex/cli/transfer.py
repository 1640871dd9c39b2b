"""`ludex export` and `ludex import`: the catalogue as lines of JSON."""

from collections.abc import Iterator
from typing import Annotated

import typer

from ludex.cli.importing import EachLimit, FromLine, Kept, complain_of, leave, summary
from ludex.cli.input_text import number_of_lines, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, answer, require_writable, write_lines
from ludex.cli.progress import Reporting, TimeLimit, searching, shown
from ludex.engine.budget import Progress

_LINES_BETWEEN_REPORTS = 100


def export_file(file: Output = None, as_json: Json = False) -> None:
    """Write the whole catalogue as lines of JSON, an object or a claim each; `ludex import` reads them.

    With --json and --output the answer says how many lines were written.
    """
    from ludex.catalogue.transfer import count_lines, export_lines

    require_writable(file)
    with opened() as catalogue, shown() as report:
        written = write_lines(_counted(export_lines(catalogue), count_lines(catalogue), report), file)
    if as_json and file is not None:
        answer({"file": str(file), "lines": written}, as_json, [])


def _counted(lines: Iterator[str], total: int, report: Reporting) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        yield line
        if number % _LINES_BETWEEN_REPORTS == 0:
            report(Progress(number, total, "lines written"))


def import_file(
    file: Annotated[str, typer.Argument(help="A file of `ludex export`; `-` is standard input.")],
    each: EachLimit = 10.0,
    time_limit: TimeLimit = None,
    from_line: FromLine = 1,
    as_json: Json = False,
) -> None:
    """Store the objects of lines of JSON. Each is checked; what is wrong is refused, the rest stored.

    The exit code is 2 if lines are refused, 1 if the time limit came before some.
    """
    from ludex.catalogue.imported import ImportedLine, ImportedLines, line_faults
    from ludex.catalogue.transfer import Terms, import_lines

    total = number_of_lines(file)
    with opened() as catalogue, opened_lines(file) as lines, searching(time_limit) as budget:
        kept, terms = Kept(lines, from_line), Terms(seconds=each or None, whole=budget)
        done = import_lines(catalogue, kept, terms, lambda number: budget.report(number, total, "lines read"))
    faults = line_faults((one.line, one.reason) for one in done.refused)
    foreign = done.new == done.duplicates == done.not_reached == 0 and all(one.foreign for one in done.refused)
    complain_of(file, faults, kept.examples if foreign else {})
    refused = tuple(ImportedLine.refused(one.line, one.reason) for one in done.refused)
    counts = (done.new, done.duplicates, len(refused), done.not_reached)
    report = ImportedLines(*counts, done.next_line, faults, refused)
    answer(report, as_json, [summary(report, f"ludex import {file}")])
    leave(report.refused, report.not_reached)
