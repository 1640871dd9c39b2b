"""Jobs on the catalogue as a whole: verification of everything it states, export of everything to a file."""

import os
from dataclasses import asdict
from datetime import UTC, datetime

from pydantic import Field

from ludex.catalogue.status import status_of
from ludex.catalogue.transfer.export import lines_between
from ludex.catalogue.verification import verify_part, verify_storage
from ludex.engine.faults import Fault
from ludex.games.kinds import registry
from ludex.jobs.operation import Cursor, JobContext, Operation, Step
from ludex.operations.objects import newest_object
from ludex.requests.fields import RequestModel, example

_PART = 100
_FINDINGS_KEPT = 1000


class VerifyAsked(RequestModel):
    """What of the catalogue to verify."""

    model_config = example(kinds=[registry().kinds[0].name])

    kinds: list[str] | None = Field(
        default=None, min_length=1, max_length=100, description="Only objects of these kinds, and not the tables."
    )


def verify(asked: VerifyAsked, cursor: Cursor, work: JobContext) -> Step:
    """Recompute everything that the catalogue states: keys, documents, links, claims, proofs.

    Each step is a hundred objects. The claims that hold say when they were checked, and how.
    """
    known = work.catalogue.registry.kind
    unknown = [kind for kind in asked.kinds or () if kind not in known]
    if unknown:
        raise Fault(f"no kind is called {unknown[0]!r}; the kinds are {', '.join(known)}", ("kinds",))
    kinds = asked.kinds or list(known)
    before = dict(cursor) or {"kind": 0, "after": 0, "checked": 0, "total": None, "findings": [], "unchecked": []}
    if before["total"] is None:
        counts = status_of(work.catalogue).kinds
        before["total"] = sum(counts.get(kind, 0) for kind in kinds)
    findings, unchecked = list(before["findings"]), list(before["unchecked"])
    at, last, checked = before["kind"], before["after"], before["checked"]
    if at < len(kinds):
        now = datetime.now(UTC).isoformat(timespec="seconds")
        report, following = verify_part(work.catalogue, kinds[at], last, _PART, work.budget, now)
        checked += sum(report.checked.values())
        findings += [asdict(one) for one in report.findings]
        unchecked += [asdict(one) for one in report.unchecked]
        for one in report.findings:
            work.say(str(one))
        at, last = (at, following) if following is not None else (at + 1, 0)
        after = {"kind": at, "after": last, "checked": checked, "total": before["total"]}
        after |= {"findings": findings[:_FINDINGS_KEPT], "unchecked": unchecked[:_FINDINGS_KEPT]}
    else:
        findings += [
            {"kind": "database", "label": "database", "problem": one} for one in verify_storage(work.catalogue)
        ]
        after = None
    if asked.kinds is not None and at == len(kinds):
        after = None
    result = {"sound": not findings, "complete": after is None, "checked": checked}
    result |= {"findings": findings[:_FINDINGS_KEPT], "unchecked": unchecked[:_FINDINGS_KEPT]}
    return Step(after, result, checked, max(checked, before["total"]))


class ExportAsked(RequestModel):
    """An export has no arguments."""


def export(_asked: ExportAsked, cursor: Cursor, work: JobContext) -> Step:
    """Write everything that the catalogue holds when the job begins to a file, as `ludex export` does.

    The result names the file, beside the catalogue on the machine of the worker; `ludex import` reads it. Each step is
    a thousand objects.
    """
    assert work.folder is not None
    kinds = list(work.catalogue.registry.kind)
    if not cursor:
        total, last = status_of(work.catalogue).objects, newest_object(work.catalogue)
        return Step({"kind": 0, "after": 0, "bytes": 0, "objects": 0, "total": total, "last": last}, None, 0, total)
    before = cursor
    work.folder.mkdir(parents=True, exist_ok=True)
    file = work.folder / f"{work.job}.ndjson"
    partial = file.with_name(f"{file.name}.partial")
    at = before["kind"]
    if at == len(kinds):
        if partial.exists():
            partial.rename(file)
        return Step(None, _file(str(file), before, complete=True), before["objects"], before["objects"])
    if before["bytes"] and not partial.exists():
        raise ExportGone(f"{partial} is not there: the machine that began this export is another, or it was deleted")
    lines, objects, following = lines_between(work.catalogue, kinds[at], before["after"], before["last"], 10 * _PART)
    text = "".join(f"{line}\n" for line in lines).encode()
    with partial.open("r+b" if partial.exists() else "wb") as opened:
        # What an earlier try of this step wrote is written over.
        opened.truncate(before["bytes"])
        opened.seek(before["bytes"])
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    after = {**before, "bytes": before["bytes"] + len(text), "objects": before["objects"] + objects}
    after |= {"kind": at, "after": following} if following is not None else {"kind": at + 1, "after": 0}
    work.budget.check()
    return Step(after, _file(str(partial), after, complete=False), after["objects"], after["total"])


class ExportGone(ValueError):
    """The file that an export has begun to write is not there any more."""


def _file(name: str, counts: Cursor, *, complete: bool) -> dict[str, object]:
    return {"file": name, "complete": complete, "bytes": counts["bytes"], "objects": counts["objects"]}


OPERATIONS = (
    Operation("verify", VerifyAsked, verify, "objects"),
    Operation("export", ExportAsked, export, "objects"),
)
