"""The list of jobs, and a page for each job with progress, log, results, and buttons to cancel or retry the job."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.label import is_storable
from ludex.catalogue.objects.reading import UnknownObject, find_many
from ludex.catalogue.objects.store_result import count_job_objects, job_objects
from ludex.engine.faults import Fault
from ludex.jobs.job import ENDED, Job, JobDetails, State, public_view
from ludex.jobs.operations import by_name
from ludex.jobs.store import JobConflict, TooManyJobs, UnknownJob
from ludex.web.catalogue_pages.games import list_name
from ludex.web.game_pages import site
from ludex.web.packs import pick_address
from ludex.web.site.addresses import address_of, api_address, job_address, list_address, name_of, object_card
from ludex.web.site.text_filters import capital, duration, words

blueprint = Blueprint("jobs", __name__)


_A_PAGE = 50
_MOST_LABELS = 100
_MOST_SHOWN = 12
_MOST_READ = 1_000_000
_MOST_WRITTEN = 10_000


@dataclass(frozen=True, slots=True)
class JobObjectsOfKind:
    """The objects of one kind that a job stored.

    It has their name, their number, their list, and the page that collects such objects.
    """

    name: str
    count: int
    address: str
    pick: str


@blueprint.get("/jobs")
def list_jobs() -> str:
    """List the jobs."""
    state = request.args.get("state", "")
    after = request.args.get("after", "")
    place = int(after) if after.isascii() and after.isdigit() and len(after) < 19 else None
    chosen = State(state) if state in list(State) else None
    found = site.jobs.page(chosen, after=place, limit=_A_PAGE)
    return render_template(
        "jobs/list.html",
        title="Jobs",
        section="/make",
        jobs=[
            (job, job_title(job.operation), job_address(job.id), describe_state(job), job.created)
            for job in found.items
        ],
        count=found.count,
        state=chosen or "",
        states=[(str(name), url_for("jobs.list_jobs", state=name)) for name in State],
        next=url_for("jobs.list_jobs", state=chosen, after=found.after) if found.after is not None else "",
    )


@blueprint.route("/jobs/<name>", methods=["GET", "POST"])
def show_job(name: str) -> str | Response:
    """Show a job. A POST request cancels or retries the job. Raises UnknownObject."""
    fault = ""
    if not is_storable(name):
        raise UnknownObject("there is no job with this name")
    try:
        if request.method == "POST":
            try:
                _change(name, request.form.get("do", ""))
                return redirect(job_address(name), 303)
            except (Fault, JobConflict, TooManyJobs) as error:
                fault = str(error)
        found = site.jobs.find(name)
        if not site.may_read_job(found.owner):
            found = public_view(found)
    except UnknownJob as error:
        raise UnknownObject(str(error)) from None
    ended = found.state in ENDED
    operation = by_name().get(found.operation)
    result, labels = _result(found)
    stored, by_kind = _stored(found.id)
    labels = stored or labels
    return render_template(
        "jobs/job.html",
        section="/make",
        title=job_title(found.operation),
        job=found,
        about=operation.about.partition("\n")[0] if operation else "",
        sentence=describe_state(found),
        ended=ended,
        times=[(word, at) for word, at in _times(found) if at is not None],
        arguments=[(key, json.dumps(value, default=str)) for key, value in (found.arguments or {}).items()],
        log="\n".join(f"{entry.at}  {entry.line}" for entry in found.log),
        error=found.error,
        result=result,
        objects=list(_objects(labels[:_MOST_SHOWN])),
        by_kind=by_kind,
        labels=len(labels),
        whole=api_address(f"jobs/{found.id}"),
        here=job_address(found.id),
        fault=fault,
        stores=site.stores,
        no_worker=not ended and not any(worker.alive for worker in site.jobs.workers()),
        reloads=request.args.get("reload") == "1",
        modules=[] if ended else ["job"],
    )


def _stored(job: str) -> tuple[list[str], Sequence[JobObjectsOfKind]]:
    """Return the labels of the first objects that a job stored.

    Also return, for each kind, the list of all objects that the job stored.
    """
    with site.catalogue.reading() as reader:
        labels = [stored.label for stored in job_objects(reader, job, limit=_MOST_SHOWN).items]
        counts = count_job_objects(reader, job)
    kinds = site.catalogue.registry.kind
    by_kind = []
    for name, count in counts.items():
        address = address_of(list_address(kinds[name]), job=job)
        by_kind.append(JobObjectsOfKind(list_name(kinds[name]), count, address, pick_address(kinds[name])))
    return labels, by_kind


def _change(name: str, do: str) -> None:
    """Cancel or retry a job. Raises Fault, JobConflict, UnknownJob."""
    site.storing()
    found, key = site.jobs.find(name), site.access.key()
    if key is not None and not key.reaches(found.owner):
        raise Fault(f"this job does not belong to {key.owner}; only its owner can change it")
    changes = {"cancel": site.jobs.cancel, "retry": site.jobs.retry}
    if do not in changes:
        raise Fault("unknown action: a job can be cancelled or retried")
    changes[do](name)


def job_title(operation: str) -> str:
    """Return the title of a job.

    It is the title of the form for the operation if there is one, and otherwise the operation in words.
    """
    forms = (form for game in site.games for form in game.forms)
    return next((form.title for form in forms if form.operation == operation), capital(words(operation)))


def describe_state(job: Job) -> str:
    """Return a sentence that describes the state of a job."""
    progress = job.progress
    done = f"{progress.done:,.0f}" + (f" of {progress.total:,.0f}" if progress.total is not None else "")
    counted = f"{done} {progress.unit}".strip()
    if job.state is State.QUEUED:
        return "Waiting for a worker."
    if job.state is State.SUCCEEDED:
        return f"Finished: {counted}."
    if job.state is State.FAILED:
        return f"Failed after {counted}."
    if job.state is State.CANCELLED:
        return f"Cancelled after {counted}."
    if progress.total is not None and progress.done >= progress.total:
        return f"Finishing: {counted}."
    rate = f", {progress.rate:.3g} per second" if progress.rate else ""
    left = f", about {duration(progress.seconds_left)} left" if progress.seconds_left else ""
    note = f"; {progress.note}" if progress.note else ""
    return f"Running: {counted}{rate}{left}{note}."


def _times(job: Job) -> list[tuple[str, str | None]]:
    return [("Submitted", job.created), ("Started", job.started), ("Ended", job.ended)]


def _result(job: JobDetails) -> tuple[str, list[str]]:
    """Return the result of a job as JSON text, and the labels in the result. A long text is shortened."""
    text = job.result
    if text is None or text == "null":
        return "", []
    if len(text) > _MOST_READ:
        return f"{text[:_MOST_WRITTEN]} ...", []
    value = json.loads(text)
    labels = dict.fromkeys(found for found in _texts(value) if site.catalogue.registry.labelled(found))
    written = json.dumps(value, indent=1, ensure_ascii=False)
    cut = f"{written[:_MOST_WRITTEN]} ..." if len(written) > _MOST_WRITTEN else written
    return cut, list(labels)[:_MOST_LABELS]


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """Yield every string in a JSON value.

    The function uses no recursion, because results may be nested deeply.
    """
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            pending += reversed(item.values())
        elif isinstance(item, list):
            pending += reversed(item)


def _objects(labels: list[str]) -> Iterator[Mapping[str, str]]:
    """Yield a card for each label of a stored object, in the given order."""
    registry = site.catalogue.registry
    with site.catalogue.reading() as reader:
        for label in labels:
            kind = registry.labelled(label)
            found = None if kind is None else find_many(reader, kind, [label], whole=True).get(label)
            if kind is not None and found is not None:
                play = site.game_of(kind).play_address(kind.name, label, json.loads(found.text()))
                yield {**object_card(kind, label, words(kind.noun), title=name_of(found)), "play": play}
