"""Imports as jobs: lines of drawings, positions or an export, stored one batch a step."""

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
from ludex.requests.fields import RequestModel, example
from ludex.requests.imports import KindImport

_FAULTS_KEPT = 100
_IMPORTS: Mapping[str, KindImport] = {one.kind: one for imports in parts("imports") for one in imports}
_KINDS = (*_IMPORTS, "export")
_EXAMPLE = next(({"kind": one.kind, "lines": one.example} for one in _IMPORTS.values() if one.example), {})


class ImportAsked(RequestModel):
    """Lines to store, and what they are of."""

    model_config = example(**_EXAMPLE)

    kind: Literal[_KINDS] = Field(  # type: ignore[valid-type]
        description="What each line is; `export`: the lines of `ludex export`."
    )
    lines: Annotated[str, Field(min_length=1)] = Field(
        description="The lines, each as the import of its kind takes it; empty ones are passed over."
    )
    source: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default="import", description="Where levels are from, as is told of new ones."
    )
    time_limit_each: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="Seconds that each object may take; without it there is no limit."
    )
    from_line: Annotated[int, Field(ge=1)] = Field(default=1, description="Go on from this line.")


def import_step(asked: ImportAsked, cursor: Cursor, work: JobContext) -> Step:
    """Store objects, one a line, and report how many are new, known before, or refused, and why.

    Each step is twenty lines (a hundred of an export) and one transaction. A line that is refused changes nothing, and
    the others are stored. If a worker dies between storing lines and saying so, they count as known before.
    """
    lines = _lines_of(asked.lines)
    start = cursor.get("at", asked.from_line - 1)
    end = _end_of_batch(lines, start, asked.kind)
    report = importing.report.collect_report(
        _reports(lines[start:end], asked, work), {importing.report.Outcome.REFUSED}
    )
    work.check_cancelled()
    if report.not_reached:
        raise BudgetExhausted(work.budget.exhausted() or "time")
    faults = [{"line": one.line + start, "reason": one.reason} for one in report.lines]
    for one in faults[:_FAULTS_KEPT]:
        work.say(f"line {one['line']} is refused: {one['reason']}")
    before: Mapping[str, Any] = cursor.get("counts") or {"new": 0, "duplicates": 0, "refused": 0, "faults": []}
    counts = {name: before[name] + getattr(report, name) for name in ("new", "duplicates", "refused")}
    result = {**counts, "faults": [*before["faults"], *faults][:_FAULTS_KEPT]}
    done = end >= len(lines)
    after = None if done else {"at": end, "counts": result}
    return Step(after, {**result, "next_line": None if done else end + 1}, end, len(lines))


@lru_cache(maxsize=4)
def _lines_of(text: str) -> Sequence[str]:
    """Return the lines of a text; only a line feed ends one, as in a file."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def _end_of_batch(lines: Sequence[str], start: int, kind: str) -> int:
    """Return where the batch that begins at a line ends; the lines of claims about an object stay with it."""
    if kind != "export":
        return min(start + importing.objects.SOLVED_BATCH, len(lines))
    end = min(start + importing.checked_lines.BATCH, len(lines))
    while end < len(lines) and transfer.export_format.is_claim_line(lines[end]):
        end += 1
    return end


def _reports(
    lines: Sequence[str], asked: ImportAsked, work: JobContext
) -> "Iterator[list[importing.report.LineReport]]":
    """Store some of the lines, and yield their reports."""
    options = importing.pipeline.ImportOptions(work.budget, asked.time_limit_each, source=asked.source)
    if asked.kind == "export":
        return importing.checked_lines.import_checked(work.catalogue, lines, options)
    return _IMPORTS[asked.kind].run(work.catalogue, lines, options)


def _require_line(asked: ImportAsked) -> None:
    """Raise Fault if `from_line` is after the last line."""
    number = len(_lines_of(asked.lines))
    if asked.from_line > number:
        raise Fault(f"there are {number:,} lines; give a line of them", ("from_line",))


OPERATIONS = (Operation("import", ImportAsked, import_step, "lines", _require_line),)
