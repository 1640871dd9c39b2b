"""Commands for files of objects: `ludex export`, `ludex import`, and the command `import` of each game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, make_dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import lists, objects, transfer
from ludex.catalogue.transfer import imports as importing
from ludex.cli.dataclass_options import flatten_dataclass_params
from ludex.cli.game_commands import current_games, imports_of, open_catalogue, registry
from ludex.cli.input_text import STANDARD_INPUT, count_lines, located, open_lines, source_name
from ludex.cli.output import CommandError, Json, Output, require_writable, warn, write, write_lines, write_result
from ludex.cli.progress import ReportProgress, TimeLimit, progress_bar, search_budget
from ludex.engine.budget import Progress
from ludex.engine.exact_json import NumberError
from ludex.engine.faults import Fault
from ludex.engine.text_lines import read_lines
from ludex.requests.text_input import InputError, UnreadableInput, is_header

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.storage.snapshot import Reader
    from ludex.requests.imports import ImportFunction, KindImport, Line

Workers = Annotated[
    int | None,
    typer.Option("--workers", min=0, max=1024, help="Number of processes; one per processor by default."),
]
_LINES_BETWEEN_REPORTS = 100
_SHORT_FILE = 1 << 19
_FAULTS_SHOWN = 20
_LINES_LISTED = 1000


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """The options that every import has."""

    seconds_each: Annotated[
        float,
        typer.Option(
            "--time-limit-each",
            min=0.0,
            help="Time limit per object in seconds; 0, the default: none.",
        ),
    ] = 0.0
    time_limit: TimeLimit = None
    from_line: Annotated[int, typer.Option("--from-line", min=1, help="Start at this line of the file.")] = 1
    workers: Workers = None
    as_json: Json = False


def export_file(
    labels: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LABEL]...", help="Only these objects, by label or slug. By default, all objects."),
    ] = None,
    *,
    where: Annotated[
        str | None,
        typer.Option("--where", help="Only the objects that match this query, such as `kind:level swaps:3..5`."),
    ] = None,
    with_neighbours: Annotated[
        bool, typer.Option("--with-neighbours", help="Also the objects that are linked to the given objects.")
    ] = False,
    claims: Annotated[
        bool,
        typer.Option(
            "--claims",
            help="Also the claims about the given objects, and those whose witness they are. "
            "`ludex import` needs them.",
        ),
    ] = False,
    file: Output = None,
    keys: Annotated[
        bool, typer.Option("--keys", help="Include keys and derived links, for `ludex import --trust`.")
    ] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Include the notes about the objects.")] = False,
    as_json: Json = False,
) -> None:
    """Write the whole catalogue as JSON Lines, with one object or claim per line. `ludex import` reads these lines.

    The last line is a seal, with which `ludex-check-claims` notices lost lines. With labels or a query, only these
    objects are written; such a file can be checked too if it has the claims. With --json and --output, the number of
    lines is written to standard output.
    """
    require_writable(file)
    whole = labels is None and where is None
    if whole and (with_neighbours or claims):
        raise CommandError(
            "--with-neighbours and --claims select what is written beside given objects; give labels or --where"
        )
    if not whole and keys:
        raise CommandError("--keys is for exports of the whole catalogue; omit the selection or --keys")
    with open_catalogue() as catalogue, progress_bar() as report:
        if whole:
            total = transfer.export.count_lines(catalogue) + 1  # the seal
            lines = transfer.export.sealed(transfer.export.export_lines(catalogue, keys=keys, notes=notes))
            written = write_lines(_with_progress(lines, total, report), file)
        else:
            with catalogue.reading() as reader:
                nodes = [_stored_id(reader, label) for label in labels or ()]
                nodes += [] if where is None else lists.listing.select_ids(reader, where)
                lines = transfer.export.lines_of_objects(
                    reader, nodes, neighbours=with_neighbours, claims=claims, notes=notes
                )
                written = write_lines(transfer.export.sealed(lines), file)
    if as_json and file is not None:
        write_result({"file": str(file), "lines": written}, as_json, [])


def _stored_id(reader: "Reader", label: str) -> int:
    try:
        node = objects.reading.find(reader, label).id
    except objects.reading.UnknownObject as error:
        raise CommandError(str(error)) from None
    if not node:
        raise CommandError(f"{label} is built in and not stored")
    return node


def _with_progress(lines: Iterator[str], total: int, report: ReportProgress) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        yield line
        if number % _LINES_BETWEEN_REPORTS == 0:
            report(Progress(number, total, "lines written"))


def import_command(kind: "KindImport") -> Callable[..., None]:
    """Return the command that imports objects of a kind."""
    from ludex.cli.request_fields import parameters_of

    def import_file(
        file: Annotated[
            str, typer.Argument(metavar="FILE", help="File with one object per line, or CSV; `-`: standard input.")
        ],
        *,
        source: Annotated[
            str,
            typer.Option(
                "--source", help="Origin of the objects, which is stored with new objects as their provenance."
            ),
        ] = "import",
        claimed: Annotated[
            bool,
            typer.Option(
                "--claimed",
                help="Solve nothing: the `swaps` of each line must make its drawing plane. The number of swaps is "
                "stored as the claimed minimum, unproved.",
            ),
        ] = False,
        dry_run: Annotated[
            bool, typer.Option("--dry-run", help="Solve and store nothing; report what would be new, and what is not.")
        ] = False,
        only_new: Annotated[
            bool, typer.Option("--only-new", help="Write the lines with new objects instead of the results.")
        ] = False,
        settings: ImportSettings,
        shared: Any,  # noqa: ANN401 - a dataclass
    ) -> None:
        same = {name: value for name, value in asdict(shared).items() if value is not None}
        if claimed and kind.with_solutions is not None:
            if dry_run or only_new or same:
                names = ("--dry-run", "--only-new", *(f"--{name}" for name in kind.shared.model_fields))
                raise CommandError(f"--claimed excludes {', '.join(names)}")
            _import(file, kind, kind.with_solutions(), settings, source, in_bulk=True)
        else:
            try:
                run = partial(kind.run, shared=kind.read_shared(same))
            except Fault as fault:
                raise CommandError(f"--{'/'.join(map(str, fault.place))}: {fault.message}") from None
            _import(file, kind, run, settings, source, dry_run=dry_run, only_new=only_new)

    options = [option for name, info in kind.shared.model_fields.items() for option in parameters_of(name, info)]
    import_file.__annotations__["shared"] = make_dataclass(
        "Shared", [(option.name, option.annotation, option.default) for option in options]
    )

    about = f"""Store the {kind.items} of a file, one per line, and report the result of each line.

    {kind.about} A line is {kind.line}. Invalid lines are reported and skipped; the exit code is then 2. If the time
    limit ends before the last line, the first line that was not reached is reported, and the exit code is 1.
    `--dry-run --only-new` writes what of a file is new, as lines that this command reads.
    """
    fixed = {} if kind.with_solutions else {"source": "import", "seconds_each": 0.0, "claimed": False, "workers": None}
    return flatten_dataclass_params(import_file, about, **fixed)


def import_export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="File that `ludex export` wrote; `-`: standard input.")],
    *,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Check only the form of the lines, which is sufficient for your own exports. New objects are marked "
            "as unverified until "
            "`ludex db verify` has checked them.",
        ),
    ] = False,
    settings: ImportSettings,
) -> None:
    """Store the objects and claims of an export. Each line is checked; invalid lines are reported and skipped.

    The exit code is 2 if lines are invalid, and 1 if the time limit is reached before the last line.
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
    dry_run: bool = False,
    only_new: bool = False,
) -> None:
    """Import a file and report the result.

    The exit code is 2 if lines are invalid, and 1 if the time limit is reached before the last line.
    """
    from ludex.engine.workers import spread

    every_line = kind is not None and not in_bulk
    listed: Collection[importing.pipeline.LineOutcome] = {
        importing.pipeline.LineOutcome.REFUSED,
        importing.pipeline.LineOutcome.NOT_REACHED,
    }
    if every_line:
        listed = tuple(importing.pipeline.LineOutcome) if settings.as_json else ()
    listed = (importing.pipeline.LineOutcome.NEW,) if only_new and settings.as_json else listed
    first: list[str] = []
    kept: dict[int, str] = {}
    instead: str | None = None
    with (
        located(file),
        open_lines(file) as lines,
        open_catalogue() as catalogue,
        search_budget(settings.time_limit, count_lines(file)) as budget,
        spread(_process_count(file, settings.workers) if in_bulk else 0, budget) as apply,
    ):
        read = read_lines(lines)
        wanted = _from_line(settings.from_line, read if kind is None else kind.lines(read), first, kept)
        options = importing.pipeline.ImportOptions(
            budget, settings.seconds_each or None, source=source, spread=apply, dry_run=dry_run
        )
        try:
            report = importing.pipeline.collect_report(
                run(catalogue, wanted, options),
                listed,
                inf if every_line else _LINES_LISTED,
                partial(_write_outcome, kept=kept, only_new=only_new)
                if every_line and not settings.as_json
                else lambda line: kept.pop(line.line, None),
            )
        except UnreadableInput as error:
            instead = _other_command(error.first, file, kind, catalogue)
            raise InputError("; ".join(filter(None, (error.message, instead)))) from None
        if report.refused and not report.new + report.duplicates + report.not_reached:
            instead = _other_command(first[0], file, kind, catalogue)
    warn_of_faults(file, report.faults, instead)
    command = f"ludex {'import' if kind is None else kind.command} {file}"
    summary = _summary(report, command)
    if only_new and not settings.as_json:
        warn(summary)
    else:
        write_result(report, settings.as_json, [summary])
    if report.refused or report.not_reached:
        raise typer.Exit(2 if report.refused else 1)


def _from_line(start: int, lines: Iterable[str], first: list[str], kept: dict[int, str]) -> "Iterator[Line]":
    """Yield lines. The lines before line `start` are replaced by empty lines.

    The first line that is not replaced is stored in `first`, so that the format of the lines can be recognized. All
    lines are in `kept` until they are reported.
    """
    for number, line in enumerate(lines, start=1):
        wanted = line if number >= start else ""
        if wanted.strip():
            first += [] if first else [wanted]
            kept[number] = wanted
        yield wanted


def _process_count(file: str, workers: int | None) -> int:
    """Return the number of processes that read a file.

    Return 0 if the file is so short that several processes would not be faster.
    """
    from ludex.engine.workers import processors

    if workers is not None:
        return workers
    short = file != STANDARD_INPUT and Path(file).is_file() and Path(file).stat().st_size < _SHORT_FILE
    return 0 if short else processors()


def warn_of_faults(
    file: str, faults: "Sequence[importing.pipeline.LineFault]", other_command: str | None = None
) -> None:
    """Report the reasons why lines were refused, one reason per line.

    Parameters
    ----------
    file : str
        The name of the file.
    faults : sequence of LineFault
        The reasons.
    other_command : str, optional
        A hint for lines that another command reads. It is shown if all refused lines have that form.
    """
    if faults and other_command is not None:
        number = sum(fault.lines for fault in faults)
        lines = "the only line" if number == 1 else f"all {number:,} lines"
        first = f"line {faults[0].first_line}: {faults[0].reason}"
        warn(f"{source_name(file)}: {lines} refused; {first}; {other_command}")
        return
    for fault in faults[:_FAULTS_SHOWN]:
        more = f" and {fault.lines - 1:,} more" if fault.lines > 1 else ""
        warn(f"{source_name(file)}, line {fault.first_line}{more}: {fault.reason}")
    if len(faults) > _FAULTS_SHOWN:
        rest = sum(fault.lines for fault in faults[_FAULTS_SHOWN:])
        warn(f"{source_name(file)}: {rest:,} more lines are refused for other reasons; --json lists them")


def _other_command(text: str, file: str, kind: "KindImport | None", catalogue: "Catalogue") -> str | None:
    """Return a hint that names the command that reads files with such lines, or None if there is no such command."""
    if _is_export(text):
        return None if kind is None else f"these are lines of `ludex export`: run `ludex import {file}`"
    known = [kind_import for game in current_games() for kind_import in imports_of(game)]
    headers = [kind_import for kind_import in known if _is_header_of(text, kind_import)]
    kinds = headers or [kind_import for kind_import in known if kind_import.takes(text, catalogue)]
    if not kinds or kind in kinds:
        return None
    commands = " or ".join(f"{kind_import.items}: run `ludex {kind_import.command} {file}`" for kind_import in kinds)
    return f"these look like {commands}"


def _is_header_of(text: str, kind_import: "KindImport") -> bool:
    try:
        return is_header(text, kind_import.columns) and not any(kind_import.lines([text]))
    except InputError:
        return False  # of a column that the import does not have


def _is_export(text: str) -> bool:
    try:
        transfer.export.read_line(registry(), text)
    except (transfer.export.OtherLine, Fault, NumberError):
        return False
    except ValueError:
        return True
    return True


def _summary(report: "importing.pipeline.ImportReport", command: str) -> str:
    """Return a summary with the number of lines for each outcome, and with instructions for continuing."""
    counts = f"{report.new:,} new, {report.duplicates:,} known, {report.refused:,} refused"
    if report.next_line is None:
        return counts
    left = f"{report.not_reached:,} not reached within the time limit, from line {report.next_line}"
    return f"{counts}, {left}; continue with `{command} --from-line {report.next_line}`"


def _write_outcome(line: "importing.pipeline.LineReport", kept: dict[int, str], *, only_new: bool) -> None:
    outcomes, text = importing.pipeline.LineOutcome, kept.pop(line.line, "")
    is_new = line.outcome is outcomes.NEW
    if only_new or line.outcome not in (outcomes.NEW, outcomes.DUPLICATE):
        write([text] if is_new and only_new else [])
        return
    matching = "" if line.duplicate_of is None else " ".join(map(str, line.duplicate_of.matching or ()))
    names = "".join(f", {name}" for name in (line.name, line.id) if name is not None)
    parts = [
        f"{'new' if is_new else 'known'} {line.label or ''}".rstrip(),
        *([f"matching {matching}"] if matching else []),
        *([f"equal to line {line.equal_to_line}"] if line.equal_to_line else []),
        *([f"without a {line.lacks}"] if line.lacks else []),
    ]
    write([f"line {line.line}{names}: {', '.join(parts)}"])
