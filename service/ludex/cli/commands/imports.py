"""`ludex import` and `ludex GAME import`: the lines of a file are stored, reported, and continued where they ended."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.catalogue import transfer
from ludex.catalogue.transfer import imports as importing
from ludex.cli.dataclass_options import flatten_dataclass_params
from ludex.cli.game_commands import games, registry
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.input_text import STANDARD_INPUT, called, lines_of, number_of_lines, opened_lines
from ludex.cli.terminal.output import Json, answer, complain, write
from ludex.cli.terminal.progress import TimeLimit, searching

if TYPE_CHECKING:
    from ludex.requests.imports import ImportFunction, KindImport, Line

Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=0, max=1024, help="Processes that read beside the one that stores. [default: one a processor]"
    ),
]
_SHORT_FILE = 1 << 19
_FAULTS_SHOWN = 20
_LINES_LISTED = 1000


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """The options of every import of a file."""

    each: Annotated[
        float, typer.Option("--time-limit-each", min=0.0, help="Seconds that each object may take; 0: without a limit.")
    ] = 10.0
    time_limit: TimeLimit = None
    from_line: Annotated[int, typer.Option("--from-line", min=1, help="Go on from this line of the file.")] = 1
    workers: Workers = None
    as_json: Json = False


def import_command(one: "KindImport") -> Callable[..., None]:
    """Return the command that imports objects of a kind."""

    def import_file(
        file: Annotated[str, typer.Argument(metavar="FILE", help="A file with one a line; `-`: standard input.")],
        *,
        source: Annotated[
            str, typer.Option("--source", help="Where they are from, as is told of new ones.")
        ] = "import",
        claimed: Annotated[
            bool,
            typer.Option(
                "--claimed",
                help="Search nothing: each line has `swaps` that make its drawing plane; they are done, and their "
                "number is stored as it is claimed, not proved.",
            ),
        ] = False,
        settings: ImportSettings,
    ) -> None:
        if claimed and one.with_solutions is not None:
            _import(file, one, one.with_solutions(), settings, source, in_bulk=True)
        else:
            _import(file, one, one.run, settings, source)

    about = f"""Store the {one.items} of a file, one a line, and report what came of each line.

    {one.about} A line is {one.line}. One that is refused changes nothing, and the others are stored; the exit code is 2
    then. Lines that the time limit comes before are named; the exit code is 1 then.
    """
    without = {} if one.with_solutions else {"source": "import", "each": 0.0, "claimed": False, "workers": None}
    return flatten_dataclass_params(import_file, about, **without)


def import_export(
    file: Annotated[str, typer.Argument(help="A file of `ludex export`; `-` is standard input.")],
    *,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Check nothing but the form: for an export of your own. What is new is noted as unchecked, until "
            "`ludex db verify` finds that it holds.",
        ),
    ] = False,
    settings: ImportSettings,
) -> None:
    """Store the objects of lines of JSON. Each is checked; what is wrong is refused, the rest stored.

    The exit code is 2 if lines are refused, 1 if the time limit came before some.
    """
    from ludex.games import kinds

    run = (
        partial(importing.trusted_lines.import_trusted, registry=kinds.registry)
        if trust
        else importing.checked_lines.import_checked
    )
    _import(file, None, run, settings, in_bulk=trust)


def _import(
    file: str,
    kind: "KindImport | None",
    run: "ImportFunction",
    settings: ImportSettings,
    source: str = "import",
    *,
    in_bulk: bool = False,
) -> None:
    """Import a file, report it, and end with exit code 2 for refused lines, with 1 for lines that were not reached."""
    from ludex.engine.workers import spread

    every_line = kind is not None and not in_bulk
    listed: Collection[importing.report.Outcome] = {
        importing.report.Outcome.REFUSED,
        importing.report.Outcome.NOT_REACHED,
    }
    if every_line:
        listed = tuple(importing.report.Outcome) if settings.as_json else ()
    first: list[bytes] = []
    with (
        opened_lines(file) as lines,
        opened() as catalogue,
        searching(settings.time_limit, number_of_lines(file)) as budget,
        spread(_processes(file, settings.workers) if in_bulk else 0, budget) as apply,
    ):
        wanted = _from_line(settings.from_line, lines if kind is None else lines_of(lines), first)
        report = importing.report.collect_report(
            run(
                catalogue,
                wanted,
                importing.pipeline.ImportOptions(budget, settings.each or None, source=source, spread=apply),
            ),
            listed,
            inf if every_line else _LINES_LISTED,
            _write_outcome if every_line and not settings.as_json else lambda _line: None,
        )
    none_taken = report.refused and not report.new + report.duplicates + report.not_reached
    complain_of(file, report.faults, _other_command(first[0], file, kind) if none_taken else None)
    command = f"ludex {'import' if kind is None else kind.command} {file}"
    answer(report, settings.as_json, [_summary(report, command)])
    if report.refused or report.not_reached:
        raise typer.Exit(2 if report.refused else 1)


def _from_line(start: int, lines: Iterable[bytes], first: list[bytes]) -> "Iterator[Line]":
    """Yield lines, those before `start` empty; keep the first wanted one in `first`, to recognize its form."""
    for number, line in enumerate(lines, start=1):
        wanted = line if number >= start else b""
        if not first and wanted.strip():
            first.append(wanted)
        yield wanted


def _processes(file: str, workers: int | None) -> int:
    """Return how many processes read a file: only this one if it is so short that others would start too late."""
    from ludex.engine.workers import processors

    if workers is not None:
        return workers
    short = file != STANDARD_INPUT and Path(file).is_file() and Path(file).stat().st_size < _SHORT_FILE
    return 0 if short else processors()


def complain_of(file: str, faults: "Sequence[importing.report.LineFault]", instead: str | None = None) -> None:
    """Report why lines are refused, one reason a line; `instead` names the command that reads all of them, if any."""
    if faults and instead is not None:
        number = sum(one.lines for one in faults)
        lines = "the only line" if number == 1 else f"all {number:,} lines"
        complain(f"{called(file)}: {lines} refused; line {faults[0].first_line}: {faults[0].reason}; {instead}")
        return
    for fault in faults[:_FAULTS_SHOWN]:
        more = f" and {fault.lines - 1:,} more" if fault.lines > 1 else ""
        complain(f"{called(file)}, line {fault.first_line}{more}: {fault.reason}")
    if len(faults) > _FAULTS_SHOWN:
        rest = sum(one.lines for one in faults[_FAULTS_SHOWN:])
        complain(f"{called(file)}: {rest:,} more lines are refused for other reasons; --json lists them")


def _other_command(line: bytes, file: str, kind: "KindImport | None") -> str | None:
    """Return which command reads a file with such a line, which the command for a kind refuses; None if none does."""
    text = line.decode("utf-8", "replace").strip()
    if _is_export(text):
        return None if kind is None else f"these are lines of `ludex export`: run `ludex import {file}`"
    fitting = [one for game in games() for one in game.imports() if one.fits(text)]
    if not fitting or kind in fitting:
        return None
    return f"these look like {' or '.join(f'{one.items}: run `ludex {one.command} {file}`' for one in fitting)}"


def _is_export(text: str) -> bool:
    try:
        transfer.export_format.read_line(registry(), text)
    except transfer.export_format.OtherLine:
        return False
    except ValueError:
        return True
    return True


def _summary(report: "importing.report.ImportReport", command: str) -> str:
    """Return the number of lines of each outcome, and how to continue."""
    counts = f"{report.new:,} new, {report.duplicates:,} known before, {report.refused:,} refused"
    if report.next_line is None:
        return counts
    late = f"{report.not_reached:,} not reached in time, from line {report.next_line} on"
    return f"{counts}, {late}: `{command} --from-line {report.next_line}` goes on"


def _write_outcome(line: "importing.report.LineReport") -> None:
    if line.label is None:
        return
    matching = "" if line.duplicate_of is None else " ".join(map(str, line.duplicate_of.matching or ()))
    known = "new" if line.duplicate_of is None else "known"
    own = "".join(f", {one}" for one in (line.name, line.id) if one is not None)
    write([f"line {line.line}{own}: {known} {line.label}{f', matching {matching}' if matching else ''}"])
