"""`ludex export` and `ludex import`: the catalogue as lines of JSON."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.importing import (
    EachLimit,
    FromLine,
    Kept,
    Workers,
    complain_of,
    counted,
    leave,
    processes,
    summary,
)
from ludex.cli.input_text import number_of_lines, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, answer, require_writable, write_lines
from ludex.cli.progress import Reporting, TimeLimit, searching, shown
from ludex.engine.budget import Progress

if TYPE_CHECKING:
    from ludex.catalogue.imported import ImportedLines

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
    from ludex.catalogue.transfer import count_lines, export_lines

    require_writable(file)
    with opened() as catalogue, shown() as report:
        written = write_lines(_counted(export_lines(catalogue, keys=keys), count_lines(catalogue), report), file)
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
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Check nothing but the form: for an export of your own. What is new is noted as unchecked, until "
            "`ludex db verify` finds that it holds.",
        ),
    ] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Store the objects of lines of JSON. Each is checked; what is wrong is refused, the rest stored.

    The exit code is 2 if lines are refused, 1 if the time limit came before some.
    """
    if trust:
        _import_trusted(file, time_limit, from_line, workers, as_json)
        return
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
    _answer(file, ImportedLines(*counts, done.next_line, faults, refused), as_json)


def _import_trusted(file: str, time_limit: float | None, from_line: int, workers: int | None, as_json: bool) -> None:
    from ludex.engine.workers import spread
    from ludex.operations.trusted import import_trusted

    with (
        opened_lines(file) as lines,
        opened() as catalogue,
        searching(time_limit, number_of_lines(file)) as budget,
        spread(processes(file, workers), budget) as apply,
    ):
        kept = Kept(lines, from_line, most_recent=None)
        report = counted(import_trusted(catalogue, kept, apply, budget), kept)
    only_refused = bool(report.refused) and not report.new + report.duplicates + report.not_reached
    complain_of(file, report.faults, kept.examples if only_refused else {})
    _answer(file, report, as_json)


def _answer(file: str, report: "ImportedLines", as_json: bool) -> None:
    answer(report, as_json, [summary(report, f"ludex import {file}")])
    leave(report.refused, report.not_reached)
