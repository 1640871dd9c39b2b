"""Jobs that concern the whole catalogue: imports, verification, and export to a file."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue import transfer
from ludex.catalogue.graph.neighbours import graph_counts
from ludex.catalogue.transfer import imports as importing
from ludex.catalogue.transfer.export import exported_kinds, lines_between
from ludex.catalogue.transfer.seals import sealed
from ludex.catalogue.verification import verify_part, verify_storage
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, within
from ludex.engine.text_lines import split_lines
from ludex.games import parts
from ludex.games.kinds import registry
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step
from ludex.operations.objects import count_objects, newest_object
from ludex.requests.fields import RequestModel, example
from ludex.requests.imports import KindImport

EXPORT_SECONDS = 24 * 60 * 60
"""The time after which an export file is deleted."""
EXPORTS_A_DAY = 3
"""The maximum number of exports that an owner may start per day. This also limits the number of export files."""
_PART = 100
_FINDINGS_KEPT = 1000
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
    """The lines to import and their format."""

    model_config = example(**_EXAMPLE)

    kind: Literal[_KINDS] = Field(  # type: ignore[valid-type]
        description="Kind of the objects, or `export` for lines of `ludex export`."
    )
    lines: Annotated[str, Field(min_length=1)] = Field(
        description="Lines in the import format of the kind. Empty lines are skipped."
    )
    source: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default="import", description="Source of the objects, which new levels record as their provenance."
    )
    time_limit_each: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="Time limit for each object in seconds; no limit by default."
    )
    from_line: Annotated[int, Field(ge=1)] = Field(default=1, description="Number of the first line to import.")


def import_step(request: ImportArguments, cursor: Cursor, context: JobContext) -> Step:
    """Store objects, one per line, and report how many are new, already stored or refused (with the reasons).

    Each step stores twenty lines (a hundred lines of an export) in one transaction. Invalid lines are refused, and all
    other lines are stored. If a worker crashes after storing lines but before reporting them, the lines count as
    already stored.
    """
    lines = _lines_of(request.lines, request.kind)
    start = cursor.get("at", request.from_line - 1)
    end = _end_of_batch(lines, start, request.kind)
    report = importing.pipeline.collect_report(
        _reports(lines[start:end], request, context), {importing.pipeline.LineOutcome.REFUSED}
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
    """Split a text into lines, as a command does with a file. Raises Fault."""
    lines = split_lines(text)
    if kind == "export":
        return lines
    with within("lines"):
        return list(_IMPORTS[kind].lines(lines))


def _end_of_batch(lines: Sequence[str], start: int, kind: str) -> int:
    """Return the end of the batch that begins at a line. Claims are always in the same batch as their object."""
    if kind != "export":
        return min(start + importing.objects.SOLVED_BATCH, len(lines))
    end = min(start + importing.checked_lines.BATCH, len(lines))
    while end < len(lines) and transfer.export.is_claim_line(lines[end]):
        end += 1
    return end


def _reports(
    lines: Sequence[str], request: ImportArguments, context: JobContext
) -> "Iterator[list[importing.pipeline.LineReport]]":
    """Store a batch of lines, and yield their reports."""
    options = importing.pipeline.ImportOptions(context.budget, request.time_limit_each, source=request.source)
    if request.kind == "export":
        return importing.checked_lines.import_checked(context.catalogue, lines, options)
    return _IMPORTS[request.kind].run(context.catalogue, lines, options)


def _require_line(request: ImportArguments) -> None:
    """Raise Fault if `from_line` is after the last line."""
    number = len(_lines_of(request.lines, request.kind))
    if request.from_line > number:
        raise Fault(f"must be at most {number:,}, the number of lines", ("from_line",))


class VerifyArguments(RequestModel):
    """The part of the catalogue to verify."""

    model_config = example(kinds=[registry().kinds[0].name])

    kinds: list[str] | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="Verify only objects of these kinds, and not the tables.",
    )


def verify(request: VerifyArguments, cursor: Cursor, context: JobContext) -> Step:
    """Verify the catalogue: recompute keys, documents, links, claims and proofs.

    Each step verifies a hundred objects. For valid claims, the time and the method of the check are recorded.
    """
    known = context.catalogue.registry.kind
    unknown = [kind for kind in request.kinds or () if kind not in known]
    if unknown:
        raise Fault(f"{unknown[0]!r} is not a kind; the kinds are {', '.join(known)}", ("kinds",))
    kinds = request.kinds or list(known)
    before = dict(cursor) or {"kind": 0, "after": 0, "checked": 0, "total": None, "findings": [], "unchecked": []}
    if before["total"] is None:
        with context.catalogue.reading() as reader:
            counts = {count.kind: count.count for count in graph_counts(reader).kinds}
        before["total"] = sum(counts.get(kind, 0) for kind in kinds)
    findings, unchecked = list(before["findings"]), list(before["unchecked"])
    at, last, checked = before["kind"], before["after"], before["checked"]
    if at < len(kinds):
        now = datetime.now(UTC).isoformat(timespec="seconds")
        report, following = verify_part(context.catalogue, kinds[at], last, _PART, context.budget, now)
        checked += sum(report.checked.values())
        findings += [asdict(finding) for finding in report.findings]
        unchecked += [asdict(finding) for finding in report.unchecked]
        for finding in report.findings:
            context.say(str(finding))
        at, last = (at, following) if following is not None else (at + 1, 0)
        after = {"kind": at, "after": last, "checked": checked, "total": before["total"]}
        after |= {"findings": findings[:_FINDINGS_KEPT], "unchecked": unchecked[:_FINDINGS_KEPT]}
    else:
        findings += [
            {"kind": "database", "label": "database", "problem": problem}
            for problem in verify_storage(context.catalogue)
        ]
        after = None
    if request.kinds is not None and at == len(kinds):
        after = None
    result = {"sound": not findings, "complete": after is None, "checked": checked}
    result |= {"findings": findings[:_FINDINGS_KEPT], "unchecked": unchecked[:_FINDINGS_KEPT]}
    return Step(after, result, checked, max(checked, before["total"]))


class ExportArguments(RequestModel):
    """Exports have no arguments."""


def export(_request: ExportArguments, cursor: Cursor, context: JobContext) -> Step:
    """Export the catalogue, as it was at the start of the job, to a file in the format of `ludex export`.

    The result contains the path of the file, which is next to the catalogue on the worker's machine. The command `ludex
    import` reads the file. Each step exports a thousand objects.
    """
    assert context.folder is not None
    kinds = exported_kinds(context.catalogue)
    if not cursor:
        total, last = count_objects(context.catalogue), newest_object(context.catalogue)
        return Step({"kind": 0, "after": 0, "bytes": 0, "objects": 0, "total": total, "last": last}, None, 0, total)
    before = cursor
    context.folder.mkdir(parents=True, exist_ok=True)
    delete_old_exports(context.folder)
    file = context.folder / f"{context.job}.ndjson"
    partial = file.with_name(f"{file.name}.partial")
    at = before["kind"]
    if at == len(kinds):
        if partial.exists():
            with partial.open("r+b") as opened:
                # An earlier attempt at this step may have written the seal.
                opened.truncate(before["bytes"])
                *_, seal = sealed(line.decode().rstrip("\n") for line in opened)
                opened.seek(0, os.SEEK_END)
                opened.write(f"{seal}\n".encode())
            partial.rename(file)
        return Step(None, _file(file.name, before, complete=True), before["objects"], before["objects"])
    if before["bytes"] and not partial.exists():
        raise ExportFileMissing(
            f"{partial.name} is missing: another machine began this export, or the file was deleted"
        )
    lines, objects, following = lines_between(context.catalogue, kinds[at], before["after"], before["last"], 10 * _PART)
    text = "".join(f"{line}\n" for line in lines).encode()
    partial.touch(mode=0o600)
    with partial.open("r+b") as opened:
        # Overwrite the lines that an earlier attempt at this step has written.
        opened.truncate(before["bytes"])
        opened.seek(before["bytes"])
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    after = {**before, "bytes": before["bytes"] + len(text), "objects": before["objects"] + objects}
    after |= {"kind": at, "after": following} if following is not None else {"kind": at + 1, "after": 0}
    context.budget.check()
    return Step(after, _file(partial.name, after, complete=False), after["objects"], after["total"])


def delete_old_exports(folder: Path) -> None:
    """Delete export files that have not changed for a day."""
    for file in folder.glob("job-*.ndjson*"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > EXPORT_SECONDS:
                file.unlink()


class ExportFileMissing(ValueError):
    """The partially written file of an export no longer exists."""


def _file(name: str, counts: Cursor, *, complete: bool) -> dict[str, object]:
    return {"file": name, "complete": complete, "bytes": counts["bytes"], "objects": counts["objects"]}


OPERATIONS = (
    JobOperation("import", ImportArguments, import_step, "lines", _require_line),
    JobOperation("verify", VerifyArguments, verify, "objects"),
    JobOperation("export", ExportArguments, export, "objects", daily=EXPORTS_A_DAY),
)
