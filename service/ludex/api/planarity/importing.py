"""`POST /planarity/levels/import`: drawings as lines of JSON, each stored once, with a report of every line."""

from dataclasses import dataclass
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
from ludex.api.planarity.solutions import solved
from ludex.api.planarity.storing_levels import is_settled, same_level
from ludex.api.problems import InputError, ProblemError, refused
from ludex.api.routes import Media, reply
from ludex.api.service import require_storing, service
from ludex.budget import Budget
from ludex.catalogue.planarity.levels import LEVELS, StoredLevel
from ludex.catalogue.planarity.lookup import Sought, seek
from ludex.catalogue.planarity.preparing import PreparedLevel, prepare_level
from ludex.catalogue.planarity.storing_levels import store_levels
from ludex.graphs.isomorphism import through
from ludex.labels import label
from ludex.planarity.drawing import Drawing


class ImportQuery(Parameters):
    """How long the lines may be solved."""

    time_limit: float = Field(
        default=bounds.TIME_LIMIT_DEFAULT,
        ge=bounds.TIME_LIMIT_LEAST,
        le=bounds.TIME_LIMIT,
        description="Seconds, shared by the lines that are new.",
    )


class ImportedLine(Answer):
    """What came of a line."""

    line: int = Field(description="Its number, from 1.")
    outcome: Literal["new", "duplicate", "refused"]
    label: str | None
    url: str | None
    duplicate_of: Duplicate | None = Field(description="By which matching the drawing is the level of this label.")
    errors: list[InputError] = Field(description="Why the line was refused, with pointers into it.")


class ImportReport(Answer):
    """What came of an import."""

    new: int
    duplicates: int
    refused: int
    lines: list[ImportedLine] = Field(description="In the order of the request; empty lines are passed over.")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that holds a drawing."""

    number: int
    drawing: Drawing
    sought: Sought

    @property
    def label(self) -> str:
        return label("level", (self.drawing.vertices, len(self.drawing.edges)), self.sought.key)


@routes.post("/levels/import", {201: ImportReport, 200: ImportReport}, problems=(403, 422, 503), takes=Media((NDJSON,)))
def import_levels(query: ImportQuery) -> Response:
    """Store drawings, one a line as `{"points": ..., "edges": ...}`, and report what came of each.

    A line that is refused changes nothing, and the others are stored. The time limit is shared by the new lines; a
    level that is not solved in its share is stored with `proved` false. 201 where any level is new.
    """
    require_storing()
    lines = read_lines()
    if len(lines) > bounds.IMPORT_LINES:
        raise refused("", f"{len(lines):,} lines, at most {bounds.IMPORT_LINES:,} are taken at once")
    drawings: list[tuple[int, Drawing]] = []
    report: dict[int, ImportedLine] = {}
    for number, raw in lines:
        try:
            drawings.append((number, read_object(raw, DrawingIn).drawing()))
        except ProblemError as error:
            report[number] = _refused(number, error)
    with search("import", query.time_limit, "import") as budget:
        read = [_sought(number, drawing, budget) for number, drawing in drawings]
        levels = _solved(read, budget)
    report |= _stored(read, levels)
    outcomes = [report[number] for number, _ in lines]
    answer = ImportReport(
        new=sum(one.outcome == "new" for one in outcomes),
        duplicates=sum(one.outcome == "duplicate" for one in outcomes),
        refused=sum(one.outcome == "refused" for one in outcomes),
        lines=outcomes,
    )
    return reply(answer, 201 if answer.new else 200)


def _refused(number: int, error: ProblemError) -> ImportedLine:
    errors = error.problem.errors or [InputError(pointer="", detail=error.problem.detail)]
    return ImportedLine(line=number, outcome="refused", label=None, url=None, duplicate_of=None, errors=errors)


def _sought(number: int, drawing: Drawing, budget: Budget) -> _Line:
    budget.check()
    return _Line(number, drawing, seek(drawing))


def _solved(lines: list[_Line], budget: Budget) -> list[PreparedLevel]:
    """Solve the first line of each class of which not all is known, each in its share of the time that is left."""
    with service().catalogue.reading() as session:
        known = LEVELS.by_labels(session, [line.label for line in lines])
    first = {line.label: line for line in reversed(lines)}
    unsettled = [line for line in lines if first[line.label] is line and not _is_known(known.get(line.label))]
    levels = []
    for done, line in enumerate(unsettled):
        share = Budget(seconds=budget.remaining() / (len(unsettled) - done), stop=budget.stop)
        levels.append(prepare_level(line.drawing, *solved(line.drawing, share), {"source": "import"}))
    return levels


def _is_known(level: StoredLevel | None) -> bool:
    return level is not None and is_settled(level)


def _stored(lines: list[_Line], levels: list[PreparedLevel]) -> dict[int, ImportedLine]:
    """Store the levels and return what came of each line that held a drawing."""
    new: set[str] = set()
    if levels:
        with service().catalogue.writing() as session:
            new = {one.level.label for one in store_levels(session, levels) if one.created}
    with service().catalogue.reading() as session:
        stored = LEVELS.by_labels(session, [line.label for line in lines])
    orders = {name: seek(level.drawing).canonical.order for name, level in stored.items()}
    report = {}
    for line in lines:
        created = line.label in new
        new.discard(line.label)
        matching = None if created else through(line.sought.canonical.order, orders[line.label])
        report[line.number] = ImportedLine(
            line=line.number,
            outcome="new" if created else "duplicate",
            label=line.label,
            url=level_url(line.label),
            duplicate_of=same_level(matching),
            errors=[],
        )
    return report
