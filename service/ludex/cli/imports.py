"""`ludex import` and `ludex GAME import`: the lines of a file are stored, reported, and continued where they ended."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from ludex.cli.games import games, registry
from ludex.cli.input_text import STANDARD_INPUT, called, lines_of, number_of_lines, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, complain, write
from ludex.cli.progress import TimeLimit, searching

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.imports.report import ImportReport, LineFault, LineReport
    from ludex.engine.budget import Budget
    from ludex.engine.workers import Spread
    from ludex.requests.imports import KindImport, Line

    Run = Callable[[Catalogue, Iterable[Line], Budget, Spread], Iterator[list[LineReport]]]

Source = Annotated[str, typer.Option("--source", help="Where they are from, as is told of new ones.")]
FromLine = Annotated[int, typer.Option("--from-line", min=1, help="Go on from this line of the file.")]
EachLimit = Annotated[
    float, typer.Option("--time-limit-each", min=0.0, help="Seconds that each object may take; 0: without a limit.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=0, max=1024, help="Processes that read beside the one that stores. [default: one a processor]"
    ),
]
Claimed = Annotated[
    bool,
    typer.Option(
        "--claimed",
        help="Search nothing: each line has `swaps` that make its drawing plane; they are done, and their number is "
        "stored as it is claimed, not proved.",
    ),
]
_SHORT_FILE = 1 << 19
_FAULTS_SHOWN = 20
_LINES_LISTED = 1000


def import_command(one: "KindImport") -> Callable[..., None]:
    """Return the command that imports objects of a kind."""

    def import_file(
        file: Annotated[str, typer.Argument(metavar="FILE", help="A file with one a line; `-`: standard input.")],
        source: Source = "import",
        each: EachLimit = 10.0,
        time_limit: TimeLimit = None,
        from_line: FromLine = 1,
        claimed: Claimed = False,
        workers: Workers = None,
        as_json: Json = False,
    ) -> None:
        def run(
            catalogue: "Catalogue", lines: "Iterable[Line]", budget: "Budget", spread: "Spread"
        ) -> "Iterator[list[LineReport]]":
            from ludex.catalogue.imports.pipeline import ImportOptions

            if claimed and one.with_solutions is not None:
                return one.with_solutions(catalogue, lines, source, spread, budget)
            return one.run(catalogue, lines, ImportOptions(budget, each or None, source=source))

        processes = processes_for(file, workers) if claimed else 0
        _import(_File(file, from_line, one), run, processes, time_limit, as_json, every_line=not claimed)

    import_file.__doc__ = f"""Store the {one.items} of a file, one a line, and report what came of each line.

    {one.about} A line is {one.line}. One that is refused changes nothing, and the others are stored; the exit code is 2
    then. Lines that the time limit comes before are named; the exit code is 1 then.
    """
    if one.with_solutions is None:
        from ludex.cli.dataclass_options import flatten_dataclass_params

        return flatten_dataclass_params(import_file, source="import", each=0.0, claimed=False, workers=None)
    return import_file


def import_export(
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

    def run(
        catalogue: "Catalogue", lines: "Iterable[Line]", budget: "Budget", spread: "Spread"
    ) -> "Iterator[list[LineReport]]":
        from ludex.catalogue import kinds
        from ludex.catalogue.imports.checked_lines import import_checked
        from ludex.catalogue.imports.pipeline import ImportOptions
        from ludex.catalogue.imports.trusted_lines import import_trusted

        if trust:
            return import_trusted(catalogue, lines, kinds.registry, spread, budget)
        return import_checked(catalogue, lines, ImportOptions(budget, each or None))

    _import(_File(file, from_line), run, processes_for(file, workers) if trust else 0, time_limit, as_json)


@dataclass(slots=True)
class _File:
    """A file that is imported, by the command for a kind or by `ludex import`, from one of its lines on."""

    name: str
    from_line: int
    kind: "KindImport | None" = None
    first: bytes = b""
    """The first line that is read, to recognize what the lines are."""

    def lines(self, file: BinaryIO) -> "Iterator[Line]":
        """Yield the lines; those before the wanted ones are empty."""
        for number, line in enumerate(file if self.kind is None else lines_of(file), start=1):
            wanted = line if number >= self.from_line else b""
            self.first = self.first or wanted.strip()
            yield wanted

    @property
    def command(self) -> str:
        """Return the command that imports the file."""
        return f"ludex {'import' if self.kind is None else self.kind.command} {self.name}"


def _import(
    file: _File, run: "Run", processes: int, time_limit: float | None, as_json: bool, *, every_line: bool = False
) -> None:
    """Import a file, report it, and end with exit code 2 for refused lines, with 1 for lines that were not reached.

    `every_line`: the outcome of each line is written, not only why lines were refused.
    """
    from ludex.catalogue.imports.report import Outcome, collect_report
    from ludex.engine.workers import spread

    listed: Collection[Outcome] = frozenset({Outcome.REFUSED, Outcome.NOT_REACHED})
    if every_line:
        listed = frozenset(Outcome) if as_json else frozenset()
    with (
        opened_lines(file.name) as lines,
        opened() as catalogue,
        searching(time_limit, number_of_lines(file.name)) as budget,
        spread(processes, budget) as apply,
    ):
        report = collect_report(
            run(catalogue, file.lines(lines), budget, apply),
            listed,
            inf if every_line else _LINES_LISTED,
            _write_outcome if every_line and not as_json else lambda _line: None,
        )
    none_taken = report.refused and not report.new + report.duplicates + report.not_reached
    complain_of(file.name, report.faults, _other_command(file) if none_taken else None)
    answer(report, as_json, [_summary(report, file.command)])
    if report.refused or report.not_reached:
        raise typer.Exit(2 if report.refused else 1)


def processes_for(file: str, workers: int | None) -> int:
    """Return how many processes read a file: only this one if it is so short that others would start too late."""
    from ludex.engine.workers import processors

    if workers is not None:
        return workers
    short = file != STANDARD_INPUT and Path(file).is_file() and Path(file).stat().st_size < _SHORT_FILE
    return 0 if short else processors()


def complain_of(file: str, faults: "Sequence[LineFault]", instead: str | None = None) -> None:
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


def _other_command(file: _File) -> str | None:
    """Return which command reads the lines of a file that its own command refuses; None if none is known."""
    text = file.first.decode("utf-8", "replace")
    if _is_export(text):
        return None if file.kind is None else f"these are lines of `ludex export`: run `ludex import {file.name}`"
    fitting = [one for game in games() for one in game.imports() if one.fits(text)]
    if not fitting or file.kind in fitting:
        return None
    return f"these look like {' or '.join(f'{one.items}: run `ludex {one.command} {file.name}`' for one in fitting)}"


def _is_export(text: str) -> bool:
    from ludex.catalogue.export_format import OtherLine, read_line

    try:
        read_line(registry(), text)
    except OtherLine:
        return False
    except ValueError:
        return True
    return True


def _summary(report: "ImportReport", command: str) -> str:
    """Return the number of lines of each outcome, and how to continue."""
    counts = f"{report.new:,} new, {report.duplicates:,} known before, {report.refused:,} refused"
    if report.next_line is None:
        return counts
    late = f"{report.not_reached:,} not reached in time, from line {report.next_line} on"
    return f"{counts}, {late}: `{command} --from-line {report.next_line}` goes on"


def _write_outcome(line: "LineReport") -> None:
    if line.label is None:
        return
    matching = "" if line.duplicate_of is None else " ".join(map(str, line.duplicate_of.matching or ()))
    known = "new" if line.duplicate_of is None else "known"
    own = "".join(f", {one}" for one in (line.name, line.id) if one is not None)
    write([f"line {line.line}{own}: {known} {line.label}{f', matching {matching}' if matching else ''}"])
