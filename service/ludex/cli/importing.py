"""`ludex GAME import`: the objects of a file, one a line, stored; what came of each line, and how to go on."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.games import games, registry
from ludex.cli.input_text import STANDARD_INPUT, called, lines_of, number_of_lines, opened_lines
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, complain, write
from ludex.cli.progress import TimeLimit, searching
from ludex.engine.budget import BudgetExhausted

if TYPE_CHECKING:
    from ludex.catalogue.imported import Counted, ImportedLine, ImportedLines, LineFault
    from ludex.requests.imported import Imported, Line

FromLine = Annotated[int, typer.Option("--from-line", min=1, help="Go on from this line of the file.")]
EachLimit = Annotated[
    float, typer.Option("--time-limit-each", min=0.0, help="Seconds that each object may take; 0: without a limit.")
]
_File = Annotated[str, typer.Argument(metavar="FILE", help="A file with one a line; `-`: standard input.")]
_Source = Annotated[str, typer.Option("--source", help="Where they are from, as is told of new ones.")]
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
_MOST_FAULTS = 20
_MOST_EXAMPLES = 1000
_MORE_THAN_A_BATCH = 64


def import_command(one: "Imported") -> Callable[..., None]:
    """Return the command that imports objects of a kind."""

    def import_file(
        file: _File,
        source: Annotated[
            str, typer.Option("--source", help="Where they are from, as is told of new ones.")
        ] = "import",
        each: EachLimit = 10.0,
        time_limit: TimeLimit = None,
        from_line: FromLine = 1,
        claimed: Claimed = False,
        workers: Workers = None,
        as_json: Json = False,
    ) -> None:
        from ludex.catalogue.imported import Counted, Outcome
        from ludex.requests.imported import Reading, Terms

        if claimed:
            import_in_bulk(one, file, source, workers, time_limit, from_line, as_json)
            return
        done = Counted(frozenset(Outcome) if as_json else frozenset())
        recent: deque[int] = deque(maxlen=_MORE_THAN_A_BATCH)
        with opened_lines(file) as lines, opened() as catalogue, searching(time_limit) as budget:
            reading = Reading(catalogue)
            kept = Kept(lines_of(lines), from_line)
            terms = Terms(budget, each or None, source=source)
            try:
                for line in one.run(catalogue, kept, lambda text: one.read(text, reading), terms):
                    done.add(line)
                    recent.append(line.line)
                    if not as_json:
                        _report(line)
            except BudgetExhausted:
                _leave_rest(done, set(recent), kept)
            _finish(one, file, done.report(), kept, as_json)

    import_file.__doc__ = f"""Store the {one.items} of a file, one a line, and report what came of each line.

    {one.about} A line is {one.line}. One that is refused changes nothing, and the others are stored; the exit code is 2
    then. Lines that the time limit comes before are named; the exit code is 1 then.
    """
    if not one.solves:
        from ludex.cli.dataclass_options import flatten_dataclass_params

        return flatten_dataclass_params(import_file, source="import", each=0.0, claimed=False, workers=None)
    return import_file


class Kept:
    """The lines of a file, those before the first wanted one empty; a few are kept, to tell what they look like."""

    def __init__(self, lines: Iterable[bytes], first: int, most_recent: int | None = _MORE_THAN_A_BATCH) -> None:
        self._lines = enumerate(lines, start=1)
        self._first = first
        self.examples: dict[int, bytes] = {}
        self.recent: deque[int] = deque(maxlen=most_recent)

    def forget(self, last: int) -> None:
        """Forget the lines up to one that is reported."""
        while self.recent and self.recent[0] <= last:
            self.recent.popleft()

    def __iter__(self) -> "Iterator[Line]":
        for number, line in self._lines:
            wanted = number >= self._first
            if wanted and line.strip():
                self.recent.append(number)
                if len(self.examples) < _MOST_EXAMPLES:
                    self.examples[number] = line
            yield line if wanted else b""

    def rest(self) -> Iterator[int]:
        """Yield the numbers of the lines that nobody has read, empty ones left out."""
        for number, line in self._lines:
            if line.strip() and number >= self._first:
                yield number


def _leave_rest(done: "Counted", reported: set[int], kept: Kept) -> None:
    """Report the lines that were not reached: those that were read and not reported, and the rest."""
    from ludex.catalogue.imported import ImportedLine, Outcome

    first = max(reported, default=0)
    read = (number for number in kept.recent if number > first)
    for number in chain(read, kept.rest()):
        done.add(ImportedLine(number, Outcome.NOT_REACHED))


def import_in_bulk(
    one: "Imported",
    file: str,
    source: str,
    workers: int | None,
    time_limit: float | None,
    from_line: int,
    as_json: bool,
) -> None:
    """Store the objects of a file whose solutions are taken over as they are claimed, and report what came of them."""
    from ludex.engine.workers import spread

    assert one.claimed is not None
    with (
        opened_lines(file) as lines,
        opened() as catalogue,
        searching(time_limit, number_of_lines(file)) as budget,
        spread(processes(file, workers), budget) as apply,
    ):
        kept = Kept(lines_of(lines), from_line, most_recent=None)
        done = counted(one.claimed(catalogue, kept, source, apply, budget), kept)
        _finish(one, file, done, kept, as_json)


def counted(batches: "Iterable[Sequence[ImportedLine]]", kept: Kept | None = None) -> "ImportedLines":
    """Return the report of an import in bulk; the lines that it lists are the first of those that were refused.

    Those that were not reached are named if it is known which lines were `kept`.
    """
    from ludex.catalogue.imported import Counted, Outcome

    done = Counted(frozenset({Outcome.REFUSED, Outcome.NOT_REACHED}), _MOST_EXAMPLES)
    last = 0
    try:
        for reports in batches:
            for line in reports:
                done.add(line)
            last = reports[-1].line
            if kept is not None:
                kept.forget(last)
    except BudgetExhausted:
        if kept is not None:
            _leave_rest(done, {last}, kept)
    return done.report()


def processes(file: str, workers: int | None) -> int:
    """Return how many processes read a file: none but this one if it is so short that they would come too late."""
    from ludex.engine.workers import processors

    if workers is not None:
        return workers
    short = file != STANDARD_INPUT and Path(file).is_file() and Path(file).stat().st_size < _SHORT_FILE
    return 0 if short else processors()


def _finish(one: "Imported", file: str, report: "ImportedLines", kept: Kept, as_json: bool) -> None:
    only_refused = bool(report.refused) and not report.new + report.duplicates + report.not_reached
    complain_of(file, report.faults, kept.examples if only_refused else {}, one)
    answer(report, as_json, [summary(report, f"ludex {one.command} {file}")])
    leave(report.refused, report.not_reached)


def complain_of(
    file: str, faults: "Sequence[LineFault]", examples: Mapping[int, bytes], own: "Imported | None" = None
) -> None:
    """Say why lines are refused, a reason a line, and for lines of another form which command takes them instead.

    `examples` are lines by their numbers; none are looked at if some lines were taken.
    """
    if faults and (line := examples.get(faults[0].first_line)) is not None:
        other = command_for(line, file, own)
        if other is not None:
            number = sum(one.lines for one in faults)
            lines = "the only line" if number == 1 else f"all {number:,} lines"
            complain(f"{called(file)}: {lines} refused; line {faults[0].first_line}: {faults[0].reason}; {other}")
            return
    for fault in faults[:_MOST_FAULTS]:
        more = f" and {fault.lines - 1:,} more" if fault.lines > 1 else ""
        complain(f"{called(file)}, line {fault.first_line}{more}: {fault.reason}")
    if len(faults) > _MOST_FAULTS:
        rest = sum(one.lines for one in faults[_MOST_FAULTS:])
        complain(f"{called(file)}: {rest:,} more lines are refused for other reasons; --json lists them")


def command_for(line: bytes, file: str, own: "Imported | None" = None) -> str | None:
    """Return which command takes a line that another, `own` or `ludex import`, does not take; None if none is known."""
    text = line.decode("utf-8", "replace").strip()
    if own is not None and _is_export(text):
        return f"these are lines of `ludex export`: run `ludex import {file}`"
    fitting = [one for game in games() for one in game.imports() if one.fits(text)]
    if not fitting or own in fitting:
        return None
    return f"these look like {' or '.join(f'{one.items}: run `ludex {one.command} {file}`' for one in fitting)}"


def _is_export(text: str) -> bool:
    from ludex.catalogue.lines import read_line

    try:
        read_line(registry(), text)
    except ValueError:
        return False
    return True


def summary(report: "ImportedLines", command: str) -> str:
    """Return how many lines came to what, and how to go on."""
    said = f"{report.new:,} new, {report.duplicates:,} known before, {report.refused:,} refused"
    if report.next_line is None:
        return said
    late = f"{report.not_reached:,} not reached in time, from line {report.next_line} on"
    return f"{said}, {late}: `{command} --from-line {report.next_line}` goes on"


def leave(refused: int, not_reached: int) -> None:
    """End with exit code 2 for refused lines, with 1 for those that were not reached."""
    if refused:
        raise typer.Exit(2)
    if not_reached:
        raise typer.Exit(1)


def _report(line: "ImportedLine") -> None:
    if line.label is None:
        return
    matching = "" if line.duplicate_of is None else " ".join(map(str, line.duplicate_of.matching or ()))
    known = "new" if line.duplicate_of is None else "known"
    own = "".join(f", {one}" for one in (line.name, line.id) if one is not None)
    write([f"line {line.line}{own}: {known} {line.label}{f', matching {matching}' if matching else ''}"])
