"""Job commands: `ludex jobs`. Most of them are derived from requests; starting and watching are not."""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import typer

from ludex.cli.alternatives import one_of
from ludex.cli.game_commands import open_jobs
from ludex.cli.output import CommandError, Json, warn, write, write_result
from ludex.cli.progress import interrupted, search_budget
from ludex.cli.request_commands import add_commands
from ludex.jobs import requests

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from ludex.jobs.job import JobDetails
    from ludex.jobs.store import JobStore

app = typer.Typer(help="Jobs: long computations that survive crashes of their worker.", no_args_is_help=True)

_Id = Annotated[str, typer.Argument(metavar="JOB", help="Id of the job.")]
_WORKERS_START_SECONDS = 5.0
"""The time after which the workers of `ludex serve` run, which start with the first job of a catalogue."""
_POLL_SECONDS = 0.3


@app.command()
def start(
    operation: Annotated[str, typer.Argument(help="Name of the operation to run, from `ludex jobs operations`.")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE...",
            help="Arguments: JSON or plain text; commas separate the items of a list; `@FILE` is the text of a file.",
        ),
    ] = None,
    watch_it: Annotated[bool, typer.Option("--watch", help="Watch the job until it ends.")] = False,
    as_json: Json = False,
) -> None:
    """Start a job and show its id.

    The job is run by `ludex worker`, or by the worker that runs alongside the service.
    """
    from ludex.jobs.operations import find_operation

    fields = find_operation(operation).takes.model_fields
    start_operation(operation, dict(_argument(word, fields) for word in arguments or ()), watch_it, as_json)


def start_operation(operation: str, arguments: dict[str, Any], watch_it: bool, as_json: bool) -> None:
    """Start a job with these arguments, and either write its id or watch it until it ends. Raises Fault."""
    from ludex.jobs.operations import find_operation, start_job

    find_operation(operation)
    with open_jobs() as store:
        job = start_job(store, operation, arguments)
        if watch_it:
            _watch(store, job.id, as_json)
        else:
            _write_job(job, as_json, [job.id])


def _argument(word: str, fields: "Mapping[str, FieldInfo]") -> tuple[str, Any]:
    """Parse an argument of the form NAME=VALUE. Commas separate the items of a list that is not written as JSON."""
    name, sign, text = word.partition("=")
    if not sign or not name:
        raise CommandError(f"{word!r} must have the form NAME=VALUE, such as count=100 or lines=@levels.ndjson")
    if text.startswith("@"):
        if not Path(text[1:]).is_file():
            raise CommandError(f"{name}: there is no file {text[1:]}")
        return name, Path(text[1:]).read_text(encoding="utf-8")
    if name in fields and not text.lstrip().startswith("["):
        return name, _value(name, fields[name], text)
    return name, _json_or_text(text)


def _value(name: str, info: "FieldInfo", text: str) -> Any:  # noqa: ANN401 - JSON
    from ludex.engine.fact import plain_types
    from ludex.requests.fields import Argument, Hidden, Option, Text

    items = [get_args(plain) for plain in plain_types(info.annotation) if get_origin(plain) in (list, tuple, Sequence)]
    if not items or any(isinstance(mark, Argument | Hidden | Text) for mark in info.metadata):
        return _json_or_text(text)
    option = next((mark for mark in info.metadata if isinstance(mark, Option)), None)
    try:
        if option is not None and option.read is not None:
            return option.read(text)
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None
    is_text = str in plain_types(items[0][0])
    return [item if is_text else _json_or_text(item) for item in text.split(",")]


def _json_or_text(text: str) -> Any:  # noqa: ANN401 - JSON
    from ludex.engine.exact_json import exact_json

    try:
        return exact_json(text)
    except ValueError:
        return text


app.command("operations")(one_of(requests.job_operations, requests.job_operation))
add_commands(app, (requests.jobs, requests.job, requests.objects_of_job, requests.cancel_job, requests.retry_job))


@app.command()
def watch(job: _Id, as_json: Json = False) -> None:
    """Watch a job until it ends, and then show its result.

    The exit code is 1 unless the job succeeds. Ctrl-C stops watching; the job continues.
    """
    with open_jobs() as store:
        _watch(store, job, as_json)


def _watch(store: "JobStore", name: str, as_json: bool) -> None:
    from ludex.jobs.job import ENDED, State

    last, waited, warned = 0, 0.0, False
    with search_budget() as budget:
        while True:
            job = store.get_summary(name)
            waits = job.state is State.QUEUED and waited > _WORKERS_START_SECONDS
            if waits and not warned and not any(worker.alive for worker in store.workers()):
                warned = True
                warn(f"no worker is running, so {name} waits; start one with `ludex worker`, or stop with Ctrl-C")
            lines = store.lines(name, last)
            if not as_json:
                write([line.line for line in lines])
            last = lines[-1].number if lines else last
            note = job.progress.note or f"{job.progress.unit}, {job.state}"
            budget.report(job.progress.done, job.progress.total, note)
            if job.state in ENDED or interrupted():
                break
            time.sleep(_POLL_SECONDS)
            waited += _POLL_SECONDS
    details = store.find(name)
    _write_job(details, as_json, requests.lines_of_job(details, log=False))
    if details.state in ENDED and details.state is not State.SUCCEEDED:
        raise typer.Exit(1)


@app.command()
def forget(
    days: Annotated[
        float, typer.Option("--days", min=0.0, help="Only jobs that ended more than this many days ago.")
    ] = 30.0,
    as_json: Json = False,
) -> None:
    """Delete the records of jobs that ended some time ago. Objects that were stored by these jobs are not deleted."""
    with open_jobs() as store:
        deleted = store.purge_finished(days * 24 * 60 * 60)
    write_result({"forgotten": deleted}, as_json, [f"deleted the records of {deleted:,} jobs"])


def _write_job(job: "JobDetails", as_json: bool, lines: Iterable[str]) -> None:
    write_result(job.json_members(), as_json, list(lines))
