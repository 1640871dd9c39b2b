"""`POST /planarity/levels/import`: drawings as lines of JSON, each stored once, with a report of every line."""

from collections import Counter

from flask import Response
from pydantic import Field

from ludex.api.addresses import object_url
from ludex.api.bodies import read_lines, read_object
from ludex.api.models import Answer, Duplicate, Timed
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import DrawingIn, search
from ludex.api.problems import ProblemError, refused
from ludex.api.replies import reply
from ludex.api.routes import Media, routes_of
from ludex.api.service import require_storing, service
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.engine.budget import BudgetExhausted
from ludex.operations.planarity.drawing_lines import DrawingLine, Outcome, import_drawings
from ludex.planarity.drawing import Drawing

routes = routes_of(LEVEL)

NDJSON = Media(("application/x-ndjson",))
_LATE = "the time ran out before this line; send it again"


class ImportQuery(Timed):
    """How long the lines may be solved, all together: each drawing has an equal share."""


class ImportedLine(Answer):
    """What came of a line."""

    line: int = Field(description="Its number, from 1.")
    outcome: Outcome
    label: str | None
    url: str | None
    duplicate_of: Duplicate | None = Field(description="By which matching the drawing is the level of this label.")
    reason: str | None = Field(description="Why the line was refused, with the place in it.")


class ImportReport(Answer):
    """What came of an import."""

    new: int
    duplicates: int
    refused: int
    lines: list[ImportedLine] = Field(description="In the order of the request; empty lines are passed over.")


@routes.post("/levels/import", {201: ImportReport, 200: ImportReport}, problems=(403, 422, 503), takes=NDJSON)
def import_levels(query: ImportQuery) -> Response:
    """Store drawings, one a line as `{"points": ..., "edges": ...}`, and report what came of each.

    A line that is refused changes nothing, and the others are stored. Each drawing has an equal share of the time
    limit; a level that is not solved in it is stored with `proved` false. Lines that no time is left for are refused.
    201 where any level is new.
    """
    require_storing()
    lines = read_lines()
    filled = sum(bool(line.strip()) for line in lines)
    if filled > bounds.IMPORT_LINES:
        raise refused("", f"{filled:,} lines, at most {bounds.IMPORT_LINES:,} are taken at once")
    reports: list[DrawingLine] = []
    with search("import", query.time_limit, "import") as budget:
        found = import_drawings(service().catalogue, lines, read=_read, seconds=None, budget=budget, expected=filled)
        try:
            for one in found:
                reports.append(one)
        except BudgetExhausted as exhausted:
            if exhausted.reason != "time":
                raise
    reached = {one.line for one in reports}
    for number, line in enumerate(lines, start=1):
        if line.strip() and number not in reached:
            reports.append(DrawingLine(number, Outcome.REFUSED, reason=_LATE))
    counts = Counter(one.outcome for one in reports)
    answer = ImportReport(
        new=counts[Outcome.NEW],
        duplicates=counts[Outcome.DUPLICATE],
        refused=counts[Outcome.REFUSED],
        lines=[_shown(one) for one in sorted(reports, key=lambda one: one.line)],
    )
    return reply(answer, 201 if answer.new else 200)


def _read(line: str | bytes) -> Drawing:
    """Read a line as strictly as a body. Raises ValueError, which names the place."""
    try:
        return read_object(line.encode() if isinstance(line, str) else line, DrawingIn).drawing()
    except ProblemError as error:
        faults = [
            f"{fault.pointer}: {fault.detail}" if fault.pointer else fault.detail for fault in error.problem.errors
        ]
        raise ValueError("; ".join(faults)) from None


def _shown(report: DrawingLine) -> ImportedLine:
    known = None if report.matching is None else list(report.matching)
    return ImportedLine(
        line=report.line,
        outcome=report.outcome,
        label=report.label,
        url=None if report.label is None else object_url(LEVEL, report.label),
        duplicate_of=None if known is None else Duplicate(relation=LEVEL.view.same, matching=known),
        reason=report.reason,
    )
