"""Imports as jobs: lines of new objects or of an export, stored in one batch per step."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue import transfer
from ludex.catalogue.transfer import imports as importing
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault
from ludex.games import parts
from ludex.jobs.operation import Cursor, JobContext, Operation, Step
from ludex.requests.csv_input import CsvError, is_header, json_lines
from ludex.requests.fields import RequestModel, example
from ludex.requests.imports import KindImport

_FAULTS_KEPT = 100
_IMPORTS: Mapping[str, KindImport] = {
    kind_import.kind: kind_import for imports in parts("imports") for kind_import in imports
}
_KINDS = (*_IMPORTS, "export")
_EXAMPLE = next(
    (
        {"kind": kind_import.kind, "lines": kind_import.example}
        for kind_import in _IMPORTS.values()
        if kind_import.example
    ),
    {},
)


class ImportArguments(RequestModel):
    """The lines to import, and their format."""

    model_config = example(**_EXAMPLE)

    kind: Literal[_KINDS] = Field(  # type: ignore[valid-type]
        description="Kind of the objects, or `export` for lines of `ludex export`."
    )
    lines: Annotated[str, Field(min_length=1)] = Field(
        description="Lines in the format of the import of the kind; empty lines are skipped."
    )
    source: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default="import", description="Source of the objects, recorded in the provenance of new levels."
    )
    time_limit_each: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="Time limit for each object in seconds; no limit by default."
    )
    from_line: Annotated[int, Field(ge=1)] = Field(default=1, description="Number of the first line to import.")


def import_step(request: ImportArguments, cursor: Cursor, context: JobContext) -> Step:
    """Store objects, one per line, and report how many are new, already stored or refused, with the reasons.

    Each step stores twenty lines (a hundred lines of an export) in one transaction. An invalid line is refused, and the
    others are stored. If a worker crashes after storing lines but before reporting them, they count as already stored.
    """
    lines = _lines_of(request.lines, request.kind)
    start = cursor.get("at", request.from_line - 1)
    end = _end_of_batch(lines, start, request.kind)
    report = importing.report.collect_report(
        _reports(lines[start:end], request, context), {importing.report.Outcome.REFUSED}
    )
    context.check_cancelled()
    if report.not_reached:
        raise BudgetExhausted(context.budget.exhausted() or "time")
    faults = [{"line": line.line + start, "reason": line.reason} for line in report.lines]
    for fault in faults[:_FAULTS_KEPT]:
        context.say(f"line {fault['line']} is refused: {fault['reason']}")
    before: Mapping[str, Any] = cursor.get("counts") or {"new": 0, "duplicates": 0, "refused": 0, "faults": []}
    counts = {name: before[name] + getattr(report, name) for name in ("new", "duplicates", "refused")}
    result = {**counts, "faults": [*before["faults"], *faults][:_FAULTS_KEPT]}
    done = end >= len(lines)
    after = None if done else {"at": end, "counts": result}
    return Step(after, {**result, "next_line": None if done else end + 1}, end, len(lines))


@lru_cache(maxsize=4)
def _lines_of(text: str, kind: str) -> Sequence[str]:
    """Split a text into lines at line feeds only, as in a file; rows of CSV become lines of JSON. Raises Fault."""
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    columns = _IMPORTS[kind].columns if kind in _IMPORTS else ()
    if kind == "export" or not is_header(lines[0], columns):
        return lines
    try:
        return list(json_lines(lines, columns))
    except CsvError as error:
        raise Fault(str(error), ("lines",)) from None


def _end_of_batch(lines: Sequence[str], start: int, kind: str) -> int:
    """Return the end of the batch that begins at a line. Claims are in the batch of their object."""
    if kind != "export":
        return min(start + importing.objects.SOLVED_BATCH, len(lines))
    end = min(start + importing.checked_lines.BATCH, len(lines))
    while end < len(lines) and transfer.export_format.is_claim_line(lines[end]):
        end += 1
    return end


def _reports(
    lines: Sequence[str], request: ImportArguments, context: JobContext
) -> "Iterator[list[importing.report.LineReport]]":
    """Store a batch of lines, and yield their reports."""
    options = importing.pipeline.ImportOptions(context.budget, request.time_limit_each, source=request.source)
    if request.kind == "export":
        return importing.checked_lines.import_checked(context.catalogue, lines, options)
    return _IMPORTS[request.kind].run(context.catalogue, lines, options)


def _require_line(request: ImportArguments) -> None:
    """Raise Fault if `from_line` is after the last line."""
    number = len(_lines_of(request.lines, request.kind))
    if request.from_line > number:
        raise Fault(f"there are {number:,} lines; give one of their numbers", ("from_line",))


OPERATIONS = (Operation("import", ImportArguments, import_step, "lines", _require_line),)
