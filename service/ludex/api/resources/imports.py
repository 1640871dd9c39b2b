"""Routes that import the objects of a kind in the lines of a body, and report the result of each line."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from flask import Response
from pydantic import Field

from ludex.api.middleware.authorization import storing_catalogue
from ludex.api.middleware.problems import refused
from ludex.api.routing.request_data import read_import, require_bounds
from ludex.api.routing.responses import object_url, reply
from ludex.api.routing.routes import Routes, list_rule, routes_of
from ludex.api.service import search
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineFault, LineOutcome, LineReport, collect_report
from ludex.engine.budget import BudgetExhausted
from ludex.engine.notation import is_json
from ludex.requests import bounds
from ludex.requests.fields import ResponseModel, TimeLimited
from ludex.requests.imports import ImportContext, KindImport, Line
from ludex.requests.media import Media
from ludex.requests.text_input import checked_line

LINES = Media(("application/x-ndjson", "text/csv"))
_LATE = "the time limit was reached before this line; send this line and the following lines again"


class ImportQuery(TimeLimited):
    """The time limit for solving the objects of all lines. Each line has an equal share of the time."""


@dataclass(frozen=True, slots=True)
class ImportedLine(LineReport):
    """The result of a line. Lines are counted from 1, and `url` is the path of the object.

    `duplicate_of` contains the label of the stored object that the line duplicates, and the matching between them.
    `reason` states why the line was refused, or that the time limit was reached before it.
    """

    url: str | None = None


class ImportReport(ResponseModel):
    """The result of an import."""

    new: int = Field(description="Number of new objects.")
    duplicates: int = Field(description="Number of lines with objects that were already stored.")
    refused: int = Field(description="Number of refused lines.")
    not_reached: int = Field(description="Number of lines that were not reached within the time limit.")
    next_line: int | None = Field(
        description=(
            "Number of the first line that was not reached. Send this line and all following lines again, or use the "
            "job `import`, which has no time limit. Null if all lines were reached."
        )
    )
    faults: list[LineFault] = Field(
        description=(
            "Each reason for which lines were refused, with the number of the first line that was refused for it."
        )
    )
    lines: list[ImportedLine] = Field(description="The results in the order of the lines; empty lines are skipped.")


def import_of(kind_import: KindImport, kind: Kind[Any, Any]) -> Routes:
    """Return the route that imports objects of a kind."""
    routes = routes_of(kind)

    def respond(query: ImportQuery) -> Response:
        return _import(kind_import, query)

    columns = f" or columns among {', '.join(kind_import.columns)}" if kind_import.columns else ""
    about = (
        f"Store {kind_import.items}, one per line, and report the result of each line.\n\n{kind_import.about} "
        f"A line is {kind_import.line}. CSV has a row for each object and a header: the column `label`{columns}. An "
        "invalid line is refused, and all other lines are stored. Each line has an equal "
        "share of the time limit; an object that is not solved in this time is stored with `proved` false. Lines that "
        "were not reached in time are listed. Returns 201 if any object is new."
    )
    problems, answers = (401, 422, 503), {201: ImportReport, 200: ImportReport}
    rule = f"{list_rule(kind)}/import"
    routes.add("POST", rule, respond, answers, about, problems=problems, takes=LINES, query=ImportQuery)
    return routes


def _import(kind_import: KindImport, query: ImportQuery) -> Response:
    catalogue = storing_catalogue()
    lines = read_import(kind_import)
    expected = sum(1 for line in lines if line.strip())
    if expected > bounds.IMPORT_LINES:
        raise refused(
            "", f"{expected:,} lines exceed the limit of {bounds.IMPORT_LINES:,}; send them in several requests"
        )
    seconds = query.time_limit or bounds.TIME_LIMIT_DEFAULT
    read = partial(_read, kind_import, reading=ImportContext(catalogue, served=True))
    with search(kind_import.command.replace(" ", "-"), seconds, f"ludex {kind_import.command}") as budget:
        report = collect_report(kind_import.run(catalogue, lines, ImportOptions(budget, expected=expected), read))
        if report.not_reached and (reason := budget.exhausted()) != "time":
            raise BudgetExhausted(reason or "cancelled")
    kind = catalogue.registry.kind[kind_import.kind]
    shown = [_shown(line, kind) for line in report.lines]
    return reply({**asdict(report), "lines": shown}, 201 if report.new else 200)


def _shown(line: LineReport, kind: Kind[Any, Any]) -> Mapping[str, Any]:
    late = {"reason": _LATE} if line.outcome is LineOutcome.NOT_REACHED else {}
    return {**asdict(line), **late, "url": line.label and object_url(kind, line.label)}


def _read(kind_import: KindImport, line: Line, reading: ImportContext) -> object:
    """Parse a line within the bounds of a body.

    Raises ValueError, with the place of the error, if the line is invalid.
    """
    text = checked_line(line)
    if is_json(text):
        require_bounds(text)
    return kind_import.read(text, reading)
