"""Jobs that concern the whole catalogue: imports, verification, and export to a file."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue import transfer
from ludex.catalogue.graph.neighbours import graph_counts
from ludex.catalogue.kinds.label import MAX_QUERY
from ludex.catalogue.lists.filters import WHERE, ListingError
from ludex.catalogue.lists.listing import select_ids, selections
from ludex.catalogue.times import stored_time
from ludex.catalogue.transfer import imports as importing
from ludex.catalogue.transfer.export import exported_kinds, lines_between, sealed
from ludex.catalogue.verification import last_of_part, verify_part, verify_storage
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, within
from ludex.engine.text_lines import split_lines
from ludex.games import parts
from ludex.games.kinds import registry
from ludex.jobs.operation import Cursor, Division, JobContext, JobOperation, Step
from ludex.operations.objects import count_objects, newest_object
from ludex.requests.fields import RequestModel, example, validate
from ludex.requests.imports import KindImport

EXPORT_SECONDS = 24 * 60 * 60
"""The time after which an export file is deleted."""
EXPORTS_A_DAY = 3
"""The maximum number of exports that an owner may start per day. This also limits the number of export files."""
_PART = 100
_FINDINGS_KEPT = 1000
_FAULTS_KEPT = 100
_PARTS_AT_ONCE = 500
_IMPORT_PARTS = 64
_LEAST_LINES, _MOST_LINES = 100, 2000
_COUNTS = ("new", "duplicates", "refused")
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
    shared: dict[str, Any] = Field(
        default_factory=dict,
        max_length=10,
        description="Fields of all lines that do not state them, as in the import request of the kind.",
    )


def import_step(request: ImportArguments, cursor: Cursor, context: JobContext) -> Step:
    """Store objects, one per line, and report how many are new, already stored or refused (with the reasons).

    Each step stores twenty lines (a hundred lines of an export) in one transaction. Invalid lines are refused, and all
    other lines are stored. If a worker crashes after storing lines but before reporting them, the lines count as
    already stored. The lines are divided into parts. The lines of an export are one part, because a line may refer to
    earlier lines.
    """
    lines = _lines_of(request.lines, request.kind)
    start = cursor.get("at", cursor["first"])
    end = min(_end_of_batch(lines, start, request.kind), cursor["stop"])
    report = importing.pipeline.collect_report(
        _reports(lines[start:end], request, context), {importing.pipeline.LineOutcome.REFUSED}
    )
    context.check_cancelled()
    if report.not_reached:
        raise BudgetExhausted(context.budget.exhausted() or "time")
    faults = [{"line": line.line + start, "reason": line.reason} for line in report.lines]
    for fault in faults[:_FAULTS_KEPT]:
        context.say(f"line {fault['line']} is refused: {fault['reason']}")
    counts = {name: getattr(report, name) for name in _COUNTS}
    result = _joined_imports(request, [*cursor.get("counts", ()), {**counts, "faults": faults}], context)
    after = {**cursor, "at": end, "counts": [result]} if end < cursor["stop"] else None
    return Step(after, result, end - cursor["first"])


def _plan_import(request: ImportArguments, results: Sequence[Any], _context: JobContext) -> list[Cursor]:
    first, stop = request.from_line - 1, len(_lines_of(request.lines, request.kind))
    if results or first == stop:
        return []
    size = stop - first
    if request.kind != "export":
        size = min(max(size // _IMPORT_PARTS, _LEAST_LINES), _MOST_LINES)
    return [{"first": at, "stop": min(at + size, stop)} for at in range(first, stop, size)]


def _joined_imports(_request: ImportArguments, results: Sequence[Any], _context: JobContext) -> dict[str, Any]:
    faults = [fault for result in results for fault in result["faults"]]
    return {name: sum(result[name] for result in results) for name in _COUNTS} | {"faults": faults[:_FAULTS_KEPT]}


def _lines_to_import(request: ImportArguments, _context: JobContext) -> int:
    return len(_lines_of(request.lines, request.kind)) - request.from_line + 1


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
    reader = _IMPORTS[request.kind]
    return reader.run(context.catalogue, lines, options, shared=validate(reader.shared, request.shared))


def _require_line(request: ImportArguments) -> None:
    """Raise Fault if `from_line` is after the last line, or if a field of all lines is invalid."""
    with within("shared"):
        validate(RequestModel if request.kind == "export" else _IMPORTS[request.kind].shared, request.shared)
    number = len(_lines_of(request.lines, request.kind))
    if request.from_line > number:
        raise Fault(f"must be at most {number:,}, the number of lines", ("from_line",))


class VerifyArguments(RequestModel):
    """The part of the catalogue to verify."""

    model_config = example(where=f"kind:{registry().kinds[0].name}")

    where: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_QUERY,
        description="Verify only the objects that match this query, such as `kind:level proved`, and not the tables.",
    )


def verify(request: VerifyArguments, cursor: Cursor, context: JobContext) -> Step:
    """Verify the catalogue: recompute keys, documents, links, claims and proofs.

    Each step verifies a hundred objects. For valid claims, the time and the method of the check are recorded.
    """
    if "kind" not in cursor:
        problems = verify_storage(context.catalogue)
        findings = [{"kind": "database", "label": "database", "problem": problem} for problem in problems]
        return Step(None, {"checked": 0, "findings": findings, "unchecked": []}, 0)
    now, after = stored_time(), cursor.get("at", cursor["after"])
    report, following = verify_part(
        context.catalogue, cursor["kind"], after, _PART, context.budget, now, last=cursor["last"], where=request.where
    )
    for finding in report.findings:
        context.say(str(finding))
    found = {name: [asdict(finding) for finding in getattr(report, name)] for name in ("findings", "unchecked")}
    result = _joined_reports([*cursor.get("found", ()), {"checked": sum(report.checked.values()), **found}])
    result |= {"kind": cursor["kind"], "last": cursor["last"]}
    return Step(
        None if following is None else {**cursor, "at": following, "found": [result]}, result, result["checked"]
    )


def _plan_verification(request: VerifyArguments, results: Sequence[Any], context: JobContext) -> list[Cursor]:
    """Return the next ranges of ids. The first part of all verifies the storage."""
    kinds = _kinds_to_verify(request, context)
    parts: list[Cursor] = [] if results or request.where is not None else [{}]
    done = next((result for result in reversed(results) if "kind" in result), None)
    remaining = kinds if done is None else kinds[kinds.index(done["kind"]) :]
    after = 0 if done is None else done["last"]
    for kind in remaining:
        following = partial(last_of_part, context.catalogue, kind, size=10 * _PART, where=request.where)
        while len(parts) < _PARTS_AT_ONCE and (last := following(after=after)):
            parts.append({"kind": kind, "after": after, "last": last})
            after = last
        if len(parts) == _PARTS_AT_ONCE:
            break
        after = 0
    return parts


def _join_verification(_request: VerifyArguments, results: Sequence[Any], _context: JobContext) -> dict[str, Any]:
    joined = _joined_reports(results)
    return {"sound": not joined["findings"], "complete": True, **joined}


def _joined_reports(results: Sequence[Any]) -> dict[str, Any]:
    joined: dict[str, Any] = {"checked": sum(result["checked"] for result in results)}
    for name in ("findings", "unchecked"):
        joined[name] = [finding for result in results for finding in result[name]][:_FINDINGS_KEPT]
    return joined


def _kinds_matching(where: str, context: JobContext) -> list[str]:
    """Return the kinds of the objects that match a query. Raises Fault if the query is invalid."""
    try:
        with context.catalogue.reading() as reader:
            return list(selections(reader, where))
    except ListingError as error:
        raise Fault(error.message, (WHERE,)) from None


def _objects_matching(where: str, context: JobContext) -> int:
    _kinds_matching(where, context)
    with context.catalogue.reading() as reader:
        return sum(1 for _ in select_ids(reader, where))


def _kinds_to_verify(request: VerifyArguments, context: JobContext) -> list[str]:
    return list(context.catalogue.registry.kind) if request.where is None else _kinds_matching(request.where, context)


def _objects_to_verify(request: VerifyArguments, context: JobContext) -> int:
    if request.where is not None:
        return _objects_matching(request.where, context)
    kinds = _kinds_to_verify(request, context)
    with context.catalogue.reading() as reader:
        counts = {count.kind: count.count for count in graph_counts(reader).kinds}
    return sum(counts.get(kind, 0) for kind in kinds)


class ExportArguments(RequestModel):
    """The part of the catalogue to export."""

    model_config = example(where=f"kind:{registry().kinds[0].name}")

    where: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_QUERY,
        description="Export only the objects that match this query, such as `kind:level proved`, and their claims.",
    )


def export(request: ExportArguments, cursor: Cursor, context: JobContext) -> Step:
    """Export the catalogue, as it was at the start of the job, to a file in the format of `ludex export`.

    If a query is given, only the objects that match it are exported, with their claims. The result contains the path of
    the file, which is next to the catalogue on the worker's machine. The command `ludex import` reads the file. Each
    step exports a thousand objects.
    """
    assert context.folder is not None
    where = request.where
    kinds = exported_kinds(context.catalogue) if where is None else _kinds_matching(where, context)
    if not cursor:
        last = newest_object(context.catalogue)
        total = count_objects(context.catalogue) if where is None else _objects_matching(where, context)
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
    lines, objects, following = lines_between(
        context.catalogue, kinds[at], before["after"], before["last"], 10 * _PART, where
    )
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
    JobOperation(
        "import",
        ImportArguments,
        import_step,
        "lines",
        _require_line,
        division=Division(_plan_import, _joined_imports, _lines_to_import),
    ),
    JobOperation(
        "verify",
        VerifyArguments,
        verify,
        "objects",
        division=Division(_plan_verification, _join_verification, _objects_to_verify),
    ),
    JobOperation("export", ExportArguments, export, "objects", daily=EXPORTS_A_DAY),
)
