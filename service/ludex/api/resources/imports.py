"""Import of objects of a kind, one a line of the body, with a report of each line."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from flask import Response
from pydantic import Field

from ludex.api.middleware.authorization import storing_catalogue
from ludex.api.middleware.problems import ProblemError, json_pointer, refused
from ludex.api.resources.collections import add_deletion
from ludex.api.routing.request_data import read_json, read_lines
from ludex.api.routing.responses import object_url, reply
from ludex.api.routing.routes import Routes, list_rule, routes_of
from ludex.api.service import search
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.transfer.imports.pipeline import ImportOptions
from ludex.catalogue.transfer.imports.report import LineFault, LineReport, Outcome, collect_report
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault
from ludex.requests import bounds
from ludex.requests.fields import Answer, Timed
from ludex.requests.imports import KindImport, Line, Reading
from ludex.requests.request import Media

NDJSON = Media(("application/x-ndjson",))
_LATE = "the time ran out before this line; send it again, and those after it"


class ImportQuery(Timed):
    """How long the lines may be solved, all together: each has an equal share."""


@dataclass(frozen=True, slots=True)
class ImportedLine(LineReport):
    """What came of a line, whose number counts from 1, and the address of the object that it is.

    `duplicate_of`: by which matching what the line gives is the object of this label. `reason`: why the line was
    refused, with the place in it, or that the time ran out before it.
    """

    url: str | None = None


class ImportReport(Answer):
    """What came of an import."""

    new: int
    duplicates: int
    refused: int
    not_reached: int = Field(description="How many lines the time ran out before.")
    next_line: int | None = Field(
        description="The first of these, from which on the lines are to be sent again; the job `import` has no limit."
    )
    faults: list[LineFault] = Field(description="Why lines are refused, each reason once, with the first such line.")
    lines: list[ImportedLine] = Field(description="In the order of the request; empty lines are passed over.")


def import_of(one: KindImport, kind: Kind[Any, Any]) -> Routes:
    """Return the request by which objects of a kind are imported."""
    routes = routes_of(kind)

    def respond(query: ImportQuery) -> Response:
        return _import(one, query)

    about = (
        f"Store {one.items}, one a line, and report what came of each.\n\n{one.about} A line is {one.line}. A line "
        "that is refused changes nothing, and the others are stored. Each has an equal share of the time limit; what "
        "is not solved in it is stored with `proved` false. Lines that no time is left for are named. 201 for new ones."
    )
    problems, answers = (401, 422, 503), {201: ImportReport, 200: ImportReport}
    rule = f"{list_rule(kind)}/import"
    if kind.naming is None:
        add_deletion(routes, kind)
    routes.add("POST", rule, respond, answers, about, problems=problems, takes=NDJSON, query=ImportQuery)
    return routes


def _import(one: KindImport, query: ImportQuery) -> Response:
    catalogue = storing_catalogue()
    lines = read_lines()
    expected = sum(1 for line in lines if line.strip())
    if expected > bounds.IMPORT_LINES:
        raise refused("", f"{expected:,} lines, at most {bounds.IMPORT_LINES:,} are taken at once")
    seconds = query.time_limit or bounds.TIME_LIMIT_DEFAULT
    read = partial(_read, one, reading=Reading(catalogue, served=True))
    with search(one.command.replace(" ", "-"), seconds, f"ludex {one.command}") as budget:
        report = collect_report(one.run(catalogue, lines, ImportOptions(budget, expected=expected), read))
        if report.not_reached and (reason := budget.exhausted()) != "time":
            raise BudgetExhausted(reason or "cancelled")
    kind = catalogue.registry.kind[one.kind]
    shown = [_shown(line, kind) for line in report.lines]
    return reply({**asdict(report), "lines": shown}, 201 if report.new else 200)


def _shown(line: LineReport, kind: Kind[Any, Any]) -> Mapping[str, Any]:
    late = {"reason": _LATE} if line.outcome is Outcome.NOT_REACHED else {}
    return {**asdict(line), **late, "url": line.label and object_url(kind, line.label)}


def _read(one: KindImport, line: Line, reading: Reading) -> object:
    """Read a line as strictly as a body. Raises ValueError, which names the place."""
    raw = line.encode() if isinstance(line, str) else line
    try:
        if raw.lstrip().startswith(b"{"):
            read_json(raw)
        return one.read(raw, reading)
    except Fault as fault:
        raise ValueError(f"{json_pointer(fault.place)}: {fault.message}".removeprefix(": ")) from None
    except ProblemError as error:
        raise ValueError(error.problem.detail) from None
