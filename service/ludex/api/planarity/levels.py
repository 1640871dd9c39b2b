"""Levels: storing and importing them, the solution of one, the levels that are near it, and the one after it."""

from dataclasses import asdict, dataclass

from flask import Response
from pydantic import Field

from ludex.api.addresses import object_url
from ludex.api.bodies import read_lines, read_object
from ludex.api.objects import object_text, stored_reply
from ludex.api.paging import After, Part, page_reply, whole_numbers
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import DrawingIn, TimedDrawing, search
from ludex.api.problems import ProblemError, refused
from ludex.api.replies import picture, plain, reply
from ludex.api.routes import SVG, TEXT, Media, routes_of
from ludex.api.service import require_storing, service
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.kinds.planarity.drawn import Swaps
from ludex.catalogue.reading import UnknownObject
from ludex.engine.budget import BudgetExhausted
from ludex.operations.planarity.drawing_lines import DrawingLine, ImportedDrawings, Outcome, import_drawings
from ludex.operations.planarity.levels import Nearness, find_level, near_levels, store_level
from ludex.operations.planarity.packs import UnknownPack, next_level
from ludex.pictures.drawings import solution_svg
from ludex.planarity.drawing import Drawing
from ludex.planarity.untangle import write_untangle
from ludex.requests.answers import item_model, page_answer, stored_answer
from ludex.requests.fields import Answer, Label, LabelPath, PageQuery, Parameters, Timed

routes = routes_of(LEVEL)

NDJSON = Media(("application/x-ndjson",))
_LATE = "the time ran out before this line; send it again"


class NeighboursQuery(PageQuery):
    """What the neighbours share, and which page of them."""

    relation: Nearness = Field(
        default=Nearness.STATE_SPACE,
        strict=False,
        description="`state-space`: the same graph and, for a connected one, the same x-type: either is an "
        "arrangement of the other.",
    )


class PackQuery(Parameters):
    """Of which pack."""

    pack: Label | None = Field(default=None, description="Not given: of all levels.")


class LevelSolution(Answer):
    """One shortest solution of a level, in the vertices of its drawing."""

    swaps: Swaps
    min_swaps: int | None = Field(description="Null and proved: no plane arrangement is reachable.")
    proved: bool


class NextLevel(Answer):
    """The level that comes next, by grade and then by age."""

    level: item_model(LEVEL) | None = Field(description="Null after the last.")  # type: ignore[valid-type]


class ImportQuery(Timed):
    """How long the lines may be solved, all together: each drawing has an equal share."""


@dataclass(frozen=True, slots=True)
class ImportedLine(DrawingLine):
    """What came of a line, whose number counts from 1, and the address of the level that it is.

    `duplicate_of`: by which matching the drawing is the level of this label. `reason`: why the line was refused, with
    the place in it.
    """

    url: str | None = None


class ImportReport(Answer):
    """What came of an import."""

    new: int
    duplicates: int
    refused: int
    lines: list[ImportedLine] = Field(description="In the order of the request; empty lines are passed over.")


@routes.post("/levels", dict.fromkeys((201, 200), stored_answer(LEVEL)), problems=(403, 422, 503))
def store_one_level(body: TimedDrawing) -> Response:
    """Solve a drawing and store it as a level.

    201 where it is new, 200 where a swap-equivalent drawing is stored already: that is the answer then, with the
    matching in `duplicate_of`. Where the time limit ends the search, the level is stored with `proved` false; the
    same request with more time improves it.
    """
    require_storing()
    drawing = body.drawing()
    with search("level", body.time_limit, "add") as budget:
        stored = store_level(service().catalogue, drawing, budget)
    return stored_reply(stored)


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
    report = ImportedDrawings.of(reports)
    lines_shown = [
        {**asdict(one), "url": None if one.label is None else object_url(LEVEL, one.label)} for one in report.lines
    ]
    return reply({**asdict(report), "lines": lines_shown}, 201 if report.new else 200)


def _read(line: str | bytes) -> Drawing:
    """Read a line as strictly as a body. Raises ValueError, which names the place."""
    try:
        return read_object(line.encode() if isinstance(line, str) else line, DrawingIn).drawing()
    except ProblemError as error:
        faults = [
            f"{fault.pointer}: {fault.detail}" if fault.pointer else fault.detail for fault in error.problem.errors
        ]
        raise ValueError("; ".join(faults)) from None


@routes.get("/levels/<label:label>/solution", LevelSolution)
def solution_of_level(path: LabelPath) -> LevelSolution:
    """Show one shortest solution of a level: the edges to swap, in order.

    No swaps where none is known, or where no plane arrangement is reachable.
    """
    solution = find_level(service().catalogue, path.label).solution
    return LevelSolution(swaps=list(solution.swaps), min_swaps=solution.min_swaps, proved=solution.proved)


@routes.get("/levels/<label:label>/solution.svg", SVG, problems=(422,))
def draw_solution(path: LabelPath) -> Response:
    """Draw a level and, step by step, what each swap of its solution makes of it."""
    level = find_level(service().catalogue, path.label)
    if level.solution.min_swaps is None:
        raise refused("/label", "no solution of this level is known")
    return picture(solution_svg(level.drawing, level.solution.swaps))


@routes.get("/levels/<label:label>/untangle", TEXT)
def untangle_of_level(path: LabelPath) -> Response:
    """Show the graph of a level as a game description of Simon Tatham's Untangle, which leaves the points open."""
    return plain([write_untangle(find_level(service().catalogue, path.label).drawing)])


@routes.get("/levels/<label:label>/neighbours", page_answer(LEVEL))
def neighbours_of_level(path: LabelPath, query: NeighboursQuery) -> Response:
    """List the other levels with the same graph, order type or state space, the oldest first."""

    def read(after: After | None, limit: int) -> Part:
        start = None if after is None else whole_numbers(after, 1)
        found = near_levels(service().catalogue, path.label, query.relation, start, limit)
        return Part([object_text(one) for one in found.items], found.after, found.count)

    return page_reply(query, ["near", path.label, query.relation], read)


@routes.get("/levels/<label:label>/next", NextLevel, problems=(422,))
def next_after_level(path: LabelPath, query: PackQuery) -> Response:
    """Show the level that comes after this one by grade, of a pack or of all levels; null after the last."""
    return reply_next(path.label, query.pack, "/pack")


def reply_next(after: str | None, pack: str | None, pointer: str) -> Response:
    """Show the level after another one. Raises ProblemError (422) where there is none of the name at the pointer."""
    try:
        found = next_level(service().catalogue, after, pack=pack)
    except UnknownObject as error:
        if isinstance(error, UnknownPack) == (pointer == "/pack"):
            raise refused(pointer, str(error)) from None
        raise
    return reply({"level": None if found is None else object_text(found)})
