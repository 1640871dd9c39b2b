"""Jobs on the whole catalogue: its verification, and its export to a file."""

import os
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from pydantic import Field

from ludex.catalogue.graph.counts import graph_counts
from ludex.catalogue.transfer.export import exported_kinds, lines_between
from ludex.catalogue.verification import verify_part, verify_storage
from ludex.engine.faults import Fault
from ludex.games.kinds import registry
from ludex.jobs.operation import Cursor, JobContext, Operation, Step
from ludex.operations.objects import count_objects, newest_object
from ludex.requests.fields import RequestModel, example

EXPORT_SECONDS = 24 * 60 * 60
"""Time after which the file of an export is deleted."""
EXPORTS_A_DAY = 3
"""Maximum number of exports that an owner may start in a day, so that their files are at most so many."""
_PART = 100
_FINDINGS_KEPT = 1000


class VerifyArguments(RequestModel):
    """The part of the catalogue to verify."""

    model_config = example(kinds=[registry().kinds[0].name])

    kinds: list[str] | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="Only verify objects of these kinds, not the tables.",
    )


def verify(request: VerifyArguments, cursor: Cursor, context: JobContext) -> Step:
    """Verify the catalogue: recompute keys, documents, links, claims and proofs.

    Each step verifies a hundred objects. Valid claims record when and how they were checked.
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
    """An export has no arguments."""


def export(_request: ExportArguments, cursor: Cursor, context: JobContext) -> Step:
    """Export the catalogue, as of the start of the job, to a file in the format of `ludex export`.

    The result has the path of the file, which is next to the catalogue on the machine of the worker; `ludex import`
    reads it. Each step exports a thousand objects.
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
        # Overwrite the output of an earlier attempt at this step.
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
    """Delete the files of exports that have not changed for a day."""
    for file in folder.glob("job-*.ndjson*"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > EXPORT_SECONDS:
                file.unlink()


class ExportFileMissing(ValueError):
    """The partial file of an export is missing."""


def _file(name: str, counts: Cursor, *, complete: bool) -> dict[str, object]:
    return {"file": name, "complete": complete, "bytes": counts["bytes"], "objects": counts["objects"]}


OPERATIONS = (
    Operation("verify", VerifyArguments, verify, "objects"),
    Operation("export", ExportArguments, export, "objects", daily=EXPORTS_A_DAY),
)
