"""`POST /planarity/levels/import`: drawings as lines of JSON, each stored once, with a report of every line."""

from collections.abc import Iterator
from typing import Literal

from flask import Response
from pydantic import Field

from ludex.api import bounds
from ludex.api.bodies import read_lines, read_object
from ludex.api.exports import NDJSON
from ludex.api.models import Answer, Duplicate
from ludex.api.parameters import Parameters
from ludex.api.planarity.drawings import DrawingIn
from ludex.api.planarity.levels import level_url, routes
from ludex.api.planarity.searching import search
from ludex.api.planarity.storing_levels import same_level
from ludex.api.problems import ProblemError, refused
from ludex.api.routes import Media, reply
from ludex.api.service import require_storing, service
from ludex.catalogue.planarity.drawing_lines import DrawingLine, Outcome, import_drawings
from ludex.engine.budget import BudgetExhausted
from ludex.planarity.drawing import Drawing


class ImportQuery(Parameters):
    """How long the lines may be solved."""

    time_limit: float = Field(
        default=bounds.TIME_LIMIT_DEFAULT,
        ge=bounds.TIME_LIMIT_LEAST,
        le=bounds.TIME_LIMIT,
        description="Seconds; each drawing has an equal share.",
    )


class ImportedLine(Answer):
    """What came of a line."""

    line: int = Field(description="Its number, from 1.")
    outcome: Literal["new", "duplicate", "refused"]
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


@routes.post("/levels/import", {201: ImportReport, 200: ImportReport}, problems=(403, 422, 503), takes=Media((NDJSON,)))
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
    with search("import", query.time_limit, "import") as budget:
        reports = import_drawings(service().catalogue, lines, read=_read, seconds=None, budget=budget, expected=filled)
        outcomes = list(_until_the_end(reports))
    outcomes = sorted(outcomes + _not_reached(lines, outcomes), key=lambda one: one.line)
    answer = ImportReport(
        new=sum(one.outcome == "new" for one in outcomes),
        duplicates=sum(one.outcome == "duplicate" for one in outcomes),
        refused=sum(one.outcome == "refused" for one in outcomes),
        lines=outcomes,
    )
    return reply(answer, 201 if answer.new else 200)


def _until_the_end(reports: Iterator[DrawingLine]) -> Iterator[ImportedLine]:
    """Show reports for as long as the time lasts. Raises BudgetExhausted where the import is cancelled."""
    try:
        for report in reports:
            yield show_line(report)
    except BudgetExhausted as exhausted:
        if exhausted.reason != "time":
            raise


def _not_reached(lines: list[bytes], outcomes: list[ImportedLine]) -> list[ImportedLine]:
    """Return what came of the lines that no time was left for."""
    reached = {one.line for one in outcomes}
    reason = "the time ran out before this line; send it again"
    return [
        show_line(DrawingLine(number, Outcome.REFUSED, reason=reason))
        for number, line in enumerate(lines, start=1)
        if line.strip() and number not in reached
    ]


def _read(line: str | bytes) -> Drawing:
    """Read a line as strictly as a body. Raises ValueError, which names the place."""
    try:
        return read_object(line.encode() if isinstance(line, str) else line, DrawingIn).drawing()
    except ProblemError as error:
        faults = [
            f"{fault.pointer}: {fault.detail}" if fault.pointer else fault.detail for fault in error.problem.errors
        ]
        raise ValueError("; ".join(faults)) from None


def show_line(report: DrawingLine) -> ImportedLine:
    """Return the answer that shows what came of a line."""
    return ImportedLine(
        line=report.line,
        outcome=report.outcome.value,
        label=report.label,
        url=None if report.label is None else level_url(report.label),
        duplicate_of=same_level(report.matching),
        reason=report.reason,
    )
