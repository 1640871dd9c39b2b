"""Imports as jobs: lines of drawings, positions or an export, stored some at a time; a line is read once."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.jobs.operation import Cursor, JobWork, Operation, Step
from ludex.requests.fields import Asked, example

if TYPE_CHECKING:
    from ludex.requests.imported import Imported

_LINES = 20
"""What the import of a kind stores in one transaction."""
_EXPORTED = 100
_FAULTS_KEPT = 100

Counts = dict[str, Any]


class ImportAsked(Asked):
    """Lines to store, and what they are of."""

    model_config = example(kind="swish-position", lines="*o./...,o../.*.\n..*/.o.,*o./...\n")

    kind: Literal["planarity-level", "swish-position", "set-position", "export"] = Field(
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


def import_lines(asked: ImportAsked, cursor: Cursor, work: JobWork) -> Step:
    """Store objects, one a line, and report how many are new, known before, or refused, and why.

    Each step is twenty lines (a hundred of an export) and one transaction. A line that is refused changes nothing, and
    the others are stored. If a worker dies between storing lines and saying so, they count as known before.
    """
    lines = _lines_of(asked.lines)
    at = cursor.get("at", asked.from_line - 1)
    counts: Counts = dict(cursor.get("counts") or {"new": 0, "duplicates": 0, "refused": 0, "faults": []})
    end = _end_of_part(lines, at, work) if asked.kind == "export" else min(at + _LINES, len(lines))
    part = lines[at:end]
    found = _exported(part, asked, work) if asked.kind == "export" else _of_kind(part, asked, work)
    for name in ("new", "duplicates", "refused"):
        counts[name] += found[name]
    faults = [{"line": one["line"] + at, "reason": one["reason"]} for one in found["faults"]]
    counts["faults"] = [*counts["faults"], *faults][:_FAULTS_KEPT]
    for one in faults[:_FAULTS_KEPT]:
        work.say(f"line {one['line']} is refused: {one['reason']}")
    after = None if end >= len(lines) else {"at": end, "counts": counts}
    return Step(after, {**counts, "next_line": None if after is None else end + 1}, end, len(lines))


@lru_cache(maxsize=4)
def _lines_of(text: str) -> Sequence[str]:
    """Return the lines of a text; only a line feed ends one, as in a file."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


@cache
def _imports() -> Mapping[str, "Imported"]:
    from ludex.requests.planarity.importing import LEVELS
    from ludex.requests.sets.importing import POSITIONS as SET_POSITIONS
    from ludex.requests.swish.importing import POSITIONS as SWISH_POSITIONS

    return {one.kind: one for one in (LEVELS, SET_POSITIONS, SWISH_POSITIONS)}


def _of_kind(lines: Sequence[str], asked: ImportAsked, work: JobWork) -> Counts:
    from ludex.catalogue.imported import Outcome
    from ludex.requests.imported import Reading, Terms

    one, reading = _imports()[asked.kind], Reading(work.catalogue)
    terms = Terms(work.budget, asked.time_limit_each, source=asked.source)
    reports = list(one.run(work.catalogue, lines, lambda line: one.read(line, reading), terms))
    refused = [report for report in reports if report.outcome is Outcome.REFUSED]
    return {
        "new": sum(report.outcome is Outcome.NEW for report in reports),
        "duplicates": sum(report.outcome is Outcome.DUPLICATE for report in reports),
        "refused": len(refused),
        "faults": [{"line": report.line, "reason": report.reason} for report in refused],
    }


def _exported(lines: Sequence[str], asked: ImportAsked, work: JobWork) -> Counts:
    from ludex.catalogue.transfer import Terms
    from ludex.catalogue.transfer import import_lines as store_lines

    report = store_lines(work.catalogue, lines, Terms(seconds=asked.time_limit_each, whole=work.budget))
    work.check_cancelled()
    faults = [{"line": one.line, "reason": one.reason} for one in report.refused]
    return {"new": report.new, "duplicates": report.duplicates, "refused": len(faults), "faults": faults}


def _end_of_part(lines: Sequence[str], at: int, work: JobWork) -> int:
    """Return where a part of an export ends: the claims about an object stay with it."""
    from ludex.catalogue.claim import StoredClaim
    from ludex.catalogue.lines import read_line

    end = min(at + _EXPORTED, len(lines))
    while end < len(lines):
        try:
            if not isinstance(read_line(work.catalogue.registry, lines[end]), StoredClaim):
                break
        except ValueError:
            break
        end += 1
    return end


def _require_line(asked: ImportAsked) -> None:
    """Raise Fault if there is no line to begin at."""
    number = len(_lines_of(asked.lines))
    if asked.from_line > number:
        raise Fault(f"there are {number:,} lines; give a line of them", ("from_line",))


OPERATIONS = (Operation("import", ImportAsked, import_lines, "lines", _require_line),)
