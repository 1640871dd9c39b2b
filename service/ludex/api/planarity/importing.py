"""Import of drawings, one a line: each is solved and stored once, and what became of it is reported."""

from dataclasses import asdict, dataclass

from flask import Response
from pydantic import Field

from ludex.api.addresses import object_url
from ludex.api.bodies import read_lines, read_object
from ludex.api.problems import ProblemError, json_pointer, refused
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, search, service
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault
from ludex.operations.planarity.drawing_lines import DrawingLine, ImportedDrawings, Outcome, import_drawings
from ludex.planarity.named_line import NamedLine
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import Answer, Timed
from ludex.requests.planarity import bounds
from ludex.requests.planarity.sources import NamedDrawing
from ludex.requests.request import Media

routes = routes_of(LEVEL)

NDJSON = Media(("application/x-ndjson",))
_LATE = "the time ran out before this line; send it again"


class ImportQuery(Timed):
    """How long the lines may be solved, all together: each drawing has an equal share."""


@dataclass(frozen=True, slots=True)
class ImportedLine(DrawingLine):
    """What came of a line, whose number counts from 1, and the address of the level that it is.

    `duplicate_of`: by which matching the drawing is the level of this label. `reason`: why the line was refused, with
    the place in it. `name` and `id` are the line's own.
    """

    url: str | None = None


class ImportReport(Answer):
    """What came of an import."""

    new: int
    duplicates: int
    refused: int
    lines: list[ImportedLine] = Field(description="In the order of the request; empty lines are passed over.")


@routes.post("/levels/import", {201: ImportReport, 200: ImportReport}, problems=(422, 503), takes=NDJSON)
def import_levels(query: ImportQuery) -> Response:
    """Store drawings, one a line as `{"points": ..., "edges": ...}`, and report what came of each.

    A line may have a `name` and an `id` of its own: they are kept in the provenance of the level that it brings.

    A line that is refused changes nothing, and the others are stored. Each drawing has an equal share of the time
    limit; a level that is not solved in it is stored with `proved` false. Lines that no time is left for are refused.
    201 where any level is new.
    """
    require_storing()
    lines = read_lines()
    numbers = [number for number, line in enumerate(lines, start=1) if line.strip()]
    if len(numbers) > bounds.IMPORT_LINES:
        raise refused("", f"{len(numbers):,} lines, at most {bounds.IMPORT_LINES:,} are taken at once")
    reports: dict[int, DrawingLine] = {}
    seconds, catalogue = query.time_limit or TIME_LIMIT_DEFAULT, service().catalogue
    with search("planarity-import", seconds, "ludex planarity import") as budget:
        found = import_drawings(catalogue, lines, read=_read, seconds=None, budget=budget, expected=len(numbers))
        try:
            for one in found:
                reports[one.line] = one
        except BudgetExhausted as exhausted:
            if exhausted.reason != "time":
                raise
    late = (DrawingLine(number, Outcome.REFUSED, reason=_LATE) for number in numbers if number not in reports)
    report = ImportedDrawings.of([*reports.values(), *late])
    shown = [{**asdict(one), "url": one.label and object_url(LEVEL, one.label)} for one in report.lines]
    return reply({**asdict(report), "lines": shown}, 201 if report.new else 200)


def _read(line: str | bytes) -> NamedLine:
    """Read a line as strictly as a body. Raises ValueError, which names the place."""
    try:
        return read_object(line.encode() if isinstance(line, str) else line, NamedDrawing).named(service())
    except Fault as fault:
        raise ValueError(f"{json_pointer(fault.place)}: {fault.message}") from None
    except ProblemError as error:
        faults = (f"{fault.pointer}: {fault.detail}" for fault in error.problem.errors)
        raise ValueError("; ".join(one.removeprefix(": ") for one in faults)) from None
