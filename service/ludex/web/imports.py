"""The page that imports objects from text.

The page shows a preview with the errors in each line. It stores the objects immediately, or as a job.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.objects.reading import ObjectView, find_many
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineOutcome, LineReport, collect_report
from ludex.engine.faults import Fault, within
from ludex.engine.text_lines import read_lines, replaced, split_lines
from ludex.jobs.operations import start_job
from ludex.jobs.store import TooManyJobs
from ludex.requests.bounds import IMPORT_LINES
from ludex.requests.imports import Line
from ludex.requests.session import Session
from ludex.requests.text_input import checked_line
from ludex.web.computing import computes
from ludex.web.declarations import ImportTab
from ludex.web.game_pages import GamePages, site
from ludex.web.packs import pick_address
from ludex.web.site.addresses import job_address, object_address, object_card
from ludex.web.site.form_input import PageContext

blueprint = Blueprint("imports", __name__)


_MOST_CHARACTERS = 400_000
_MOST_PICTURES = 60
_SECONDS_EACH = 60.0


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A line of the text, or an item of a page: its number, and either its content, or its text and the error in it."""

    number: int
    picture: str = ""
    about: str = ""
    fault: str = ""


@blueprint.route("/make/import", methods=["GET", "POST"])
@computes
def import_objects() -> str | Response:
    """Show the import page.

    It contains the form, the preview of a text, or the objects that were stored. If a job is to store the objects,
    start the job instead.
    """
    tabs = [(game, tab) for game in site.games for tab in game.imports]
    if not tabs:
        abort(404)
    kind = request.values.get("kind", "")
    game, tab = next(((game, tab) for game, tab in tabs if tab.reader.kind == kind), tabs[0])
    examples = dict(tab.examples)
    text, fault = examples.get(request.args.get("example", ""), ""), ""
    found: Mapping[str, Any] = {}
    do = request.form.get("do", "")
    try:
        text = _sent_text() if request.method == "POST" else text
        if text or request.method == "POST":
            lines = lines_of_text(tab, text)
            if do == "job":
                return _start(tab, lines)
            found = _stored(game, tab, lines) if do == "store" else _preview(tab, lines)
    except (Fault, TooManyJobs) as error:
        fault = str(error)
    return render_template(
        "make/import.html",
        title=f"Import {tab.title}",
        section="/make",
        tab=tab,
        tabs=[
            (other.title, url_for("imports.import_objects", kind=other.reader.kind), other is tab) for _, other in tabs
        ],
        address=url_for("imports.import_objects"),
        pick=pick_address(site.catalogue.registry.kind[tab.reader.kind]),
        text=replaced(text),
        most=IMPORT_LINES,
        fault=fault,
        stores=site.stores,
        modules=["import"],
        **found,
    )


def _sent_text() -> str:
    """Return the text in the form, or the content of the uploaded file. Raises Fault."""
    file = request.files.get("file")
    text = request.form.get("text", "")
    if file is not None and file.filename:
        with within("file"):
            text = "\n".join(read_lines(file.stream))
    if len(text) > _MOST_CHARACTERS:
        raise Fault(
            f"the text has more than {_MOST_CHARACTERS:,} characters; import large files with the command line",
            ("text",),
        )
    return text


def lines_of_text(tab: ImportTab, text: str) -> Sequence[str]:
    """Split a text into lines.

    Rows of CSV and items of JSON become lines of JSON. Raises Fault.
    """
    with within("text"):
        lines = list(tab.reader.lines(split_lines(text)))
    count = sum(1 for line in lines if line.strip())
    if not count:
        raise Fault("enter at least one line", ("text",))
    if count > IMPORT_LINES:
        raise Fault(f"{count:,} lines given; the limit is {IMPORT_LINES:,}", ("text",))
    return lines


def _preview(tab: ImportTab, lines: Sequence[str]) -> Mapping[str, Any]:
    """Return the lines with pictures, the errors, and what is stored already, from a dry run of the import."""
    pictures: dict[str, tuple[str, str]] = {}
    session = Session(site.catalogue, served=True)

    def read(line: Line) -> Any:  # noqa: ANN401 - a value of the kind
        value = tab.reader.read(line, session)
        if len(pictures) < _MOST_PICTURES:
            pictures[str(line)] = tab.describe(value)
        return value

    with PageContext(tab.reader.command).search() as budget:
        options = ImportOptions(budget, dry_run=True)
        report = collect_report(tab.reader.run(site.catalogue, lines, options, read))
    readable = [line for line in report.lines if line.outcome in (LineOutcome.NEW, LineOutcome.DUPLICATE)]
    return {
        "previewed": [
            ImportLine(line.line, *pictures.get(lines[line.line - 1], ("", ""))) for line in readable[:_MOST_PICTURES]
        ],
        "reports": {line.line: line for line in readable},
        "known": sum(1 for line in readable if line.label),
        "object_address": object_address,
        "readable": len(readable),
        "refused": _refused(report.lines, lines),
        "not_read": report.not_reached,
    }


def _refused(reports: Sequence[LineReport], lines: Sequence[str]) -> list[ImportLine]:
    return [
        ImportLine(report.line, about=replaced(lines[report.line - 1][:_MOST_PICTURES]), fault=report.reason or "")
        for report in reports
        if report.outcome is LineOutcome.REFUSED
    ]


def _stored(game: GamePages, tab: ImportTab, lines: Sequence[str]) -> Mapping[str, Any]:
    """Store the objects of the lines within the time limit of a request.

    Return the stored objects, the errors, and the remaining lines.
    """
    catalogue = site.storing()
    session = Session(catalogue, served=True)
    expected = sum(1 for line in lines if line.strip())
    with PageContext(tab.reader.command).search() as budget:
        options = ImportOptions(budget, expected=expected)
        report = collect_report(tab.reader.run(catalogue, lines, options, partial(tab.reader.read, context=session)))
    labels = list(dict.fromkeys(line.label for line in report.lines if line.label))
    kind = catalogue.registry.kind[tab.reader.kind]
    with site.catalogue.reading() as reader:
        objects = find_many(reader, kind, labels, whole=True)
    return {
        "report": report,
        "labels": labels,
        "stored": list(_results(game, tab, report.lines, objects)),
        "refused": _refused(report.lines, lines),
    }


def _results(
    game: GamePages, tab: ImportTab, reports: Sequence[LineReport], objects: Mapping[str, ObjectView]
) -> Iterator[Mapping[str, str]]:
    """Yield a card for each line that contains a stored object."""
    for report in reports:
        found = objects.get(report.label or "")
        if found is not None:
            again = "stored before, " if report.outcome is LineOutcome.DUPLICATE else ""
            play = game.play_address(found.kind.name, found.label, json.loads(found.text()))
            card = object_card(found.kind, found.label, again + tab.result(found))
            yield {**card, "name": f"Line {report.line}", "play": play}


def _start(tab: ImportTab, lines: Sequence[str]) -> Response:
    """Start the job that solves and stores the lines, and redirect to the job's page. Raises Fault, TooManyJobs."""
    site.storing()
    key = site.access.key()
    for number, line in enumerate(lines, start=1):
        with within(f"line {number}"):
            checked_line(line)
    arguments = {"kind": tab.reader.kind, "lines": "\n".join(lines), "time_limit_each": _SECONDS_EACH}
    job = start_job(site.jobs, "import", arguments, owner=None if key is None else key.owner)
    return redirect(job_address(job.id), 303)
