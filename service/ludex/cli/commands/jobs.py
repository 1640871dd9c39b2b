"""Job commands: `ludex jobs`, which starts, watches and cancels jobs, and `ludex worker`, which runs them."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.game_commands import declared_kinds, open_catalogue
from ludex.cli.output import CommandError, Json, warn, write, write_result
from ludex.cli.progress import interrupted, search_budget
from ludex.requests.json_text import json_text
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.jobs.job import Job, JobDetails
    from ludex.jobs.store import JobStore

app = typer.Typer(help="Jobs: long computations that survive crashes of their worker.", no_args_is_help=True)

_Id = Annotated[str, typer.Argument(metavar="JOB", help="Id of the job.")]
_POLL_SECONDS = 0.3


@contextmanager
def _open_store() -> "Iterator[JobStore]":
    """Yield the jobs of the configured catalogue. The catalogue's tables must have the current revision."""
    from ludex.jobs.store import store_of
    from ludex.settings import read_settings

    with open_catalogue():
        pass
    store = store_of(read_settings().database_url)
    try:
        yield store
    finally:
        store.close()


def worker(
    processes: Annotated[int, typer.Option("--processes", min=1, max=256, help="Number of worker processes.")] = 1,
    as_json: Json = False,
) -> None:
    """Run jobs until SIGTERM or Ctrl-C.

    Any number of workers can run at the same time, and with PostgreSQL they can run on several machines. If a worker is
    killed, another worker continues its jobs within half a minute, from the last finished step. Events are logged. With
    --json, they are written to standard output instead, one per line.
    """
    from ludex.jobs.connections import share_connections
    from ludex.jobs.worker import run_workers
    from ludex.settings import read_settings

    with open_catalogue() as catalogue:
        _, settings = share_connections(read_settings(), catalogue.database, working=processes)
    run_workers(settings, declared_kinds(), processes, sys.stdout if as_json else None)


@app.command()
def start(
    operation: Annotated[str, typer.Argument(help="Name of the operation to run, from `ludex jobs operations`.")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE...", help="Arguments: JSON or plain text; `@FILE` is the text of a file."),
    ] = None,
    watch_it: Annotated[bool, typer.Option("--watch", help="Watch the job until it ends.")] = False,
    as_json: Json = False,
) -> None:
    """Start a job and show its id.

    The job is run by `ludex worker`, or by the worker that runs alongside the service.
    """
    start_operation(operation, dict(_argument(word) for word in arguments or ()), watch_it, as_json)


def start_operation(operation: str, arguments: dict[str, Any], watch_it: bool, as_json: bool) -> None:
    """Start a job with these arguments, and either write its id or watch it until it ends. Raises Fault."""
    from ludex.jobs.operations import find_operation, start_job

    find_operation(operation)
    with _open_store() as store:
        job = start_job(store, operation, arguments)
        if watch_it:
            _watch(store, job.id, as_json)
        else:
            _write_job(job, as_json, [job.id])


def _argument(word: str) -> tuple[str, Any]:
    """Parse an argument of the form NAME=VALUE."""
    from ludex.engine.exact_json import exact_json

    name, sign, text = word.partition("=")
    if not sign or not name:
        raise CommandError(f"{word!r} must have the form NAME=VALUE, such as count=100 or lines=@levels.ndjson")
    if text.startswith("@"):
        if not Path(text[1:]).is_file():
            raise CommandError(f"{name}: there is no file {text[1:]}")
        return name, Path(text[1:]).read_text(encoding="utf-8")
    try:
        return name, exact_json(text)
    except ValueError:
        return name, text


@app.command()
def operations(
    name: Annotated[str | None, typer.Argument(metavar="OPERATION", help="Operation whose arguments to show.")] = None,
    as_json: Json = False,
) -> None:
    """List the operations that jobs can run, or show the arguments of an operation."""
    from ludex.jobs.operations import arguments_schema, by_name, example_arguments, find_operation

    if name is None:
        items = [
            {"operation": operation.name, "about": operation.about.partition("\n")[0]}
            for operation in by_name().values()
        ]
        write_result({"items": items}, as_json, table(tuple(item.values()) for item in items))
        return
    operation = find_operation(name)
    schema, example = arguments_schema(operation), example_arguments(operation)
    members = {"operation": operation.name, "about": operation.about, "arguments": schema, "example": example}
    required = schema.get("required", ())
    rows = [
        (
            field,
            "required" if field in required else f"default {json.dumps(argument.get('default'))}",
            argument.get("description", ""),
        )
        for field, argument in schema.get("properties", {}).items()
    ]
    write_result(members, as_json, [operation.about, "", *table(rows), "", f"example: {json.dumps(example)}"])


@app.command("list")
def list_jobs(
    state: Annotated[
        str | None,
        typer.Option("--state", help="Only jobs in this state: queued, running, succeeded, failed or cancelled."),
    ] = None,
    operation: Annotated[str | None, typer.Option("--operation", help="Only jobs of this operation.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="Maximum number of jobs.")] = 20,
    as_json: Json = False,
) -> None:
    """List jobs, the newest first."""
    from ludex.jobs.job import State

    if state is not None and state not in list(State):
        raise CommandError(f"--state: {state!r} is not one of {', '.join(State)}")
    with _open_store() as store:
        page = store.page(State(state) if state else None, operation, None, limit)
    rows = [(job.id, job.state, job.operation, _progress(job)) for job in page.items]
    write_result(
        {"items": [dict(job) for job in page.items], "count": page.count},
        as_json,
        table([("job", "state", "operation", "progress"), *rows]),
    )


@app.command()
def show(job: _Id, as_json: Json = False) -> None:
    """Show a job: its state, progress, result, and the end of its log."""
    with _open_store() as store:
        details = store.find(job)
    _write_job(details, as_json, _job_lines(details))


@app.command()
def objects(
    job: _Id,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Maximum number of objects.")] = None,
    as_json: Json = False,
) -> None:
    """List the labels and kinds of the objects that a job has stored, in storage order.

    `ludex list KIND --job JOB` lists only the objects of one kind, with their facts.
    """
    from ludex.catalogue.objects.store_result import every_job_object

    with _open_store() as store:
        store.get_summary(job)
    with open_catalogue() as catalogue:
        found = islice(every_job_object(catalogue, job), limit)
        if as_json:
            write(json_text({"label": item.label, "kind": item.kind}) for item in found)
        else:
            write(f"{item.label}\t{item.kind}" for item in found)


@app.command()
def watch(job: _Id, as_json: Json = False) -> None:
    """Watch a job until it ends, and then show its result.

    The exit code is 1 unless the job succeeds. Ctrl-C stops watching; the job continues.
    """
    with _open_store() as store:
        _watch(store, job, as_json)


def _watch(store: "JobStore", name: str, as_json: bool) -> None:
    from ludex.jobs.job import ENDED, State

    last, warned = 0, False
    with search_budget() as budget:
        while True:
            job = store.get_summary(name)
            if not warned and job.state is State.QUEUED and not any(worker.alive for worker in store.workers()):
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
    details = store.find(name)
    _write_job(details, as_json, _job_lines(details, log=False))
    if details.state in ENDED and details.state is not State.SUCCEEDED:
        raise typer.Exit(1)


@app.command()
def cancel(job: _Id, as_json: Json = False) -> None:
    """Cancel a job. The job stops within about a second. Objects that it has already stored are not deleted."""
    with _open_store() as store:
        details = store.cancel(job)
    _write_job(details, as_json, [f"{details.id}: {details.state}"])


@app.command()
def retry(job: _Id, as_json: Json = False) -> None:
    """Continue a failed or cancelled job from the step at which it ended."""
    with _open_store() as store:
        details = store.retry(job)
    _write_job(details, as_json, [f"{details.id}: {details.state}"])


@app.command()
def forget(
    days: Annotated[
        float, typer.Option("--days", min=0.0, help="Only jobs that ended more than this many days ago.")
    ] = 30.0,
    as_json: Json = False,
) -> None:
    """Delete the records of jobs that ended some time ago. Objects that were stored by these jobs are not deleted."""
    with _open_store() as store:
        deleted = store.purge_finished(days * 24 * 60 * 60)
    write_result({"forgotten": deleted}, as_json, [f"deleted the records of {deleted:,} jobs"])


def _write_job(job: "JobDetails", as_json: bool, lines: list[str]) -> None:
    write_result(dict(job), as_json, lines)


def _progress(job: "Job") -> str:
    progress = job.progress
    total = "" if progress.total is None else f" of {progress.total:,.0f}"
    rate = "" if progress.rate is None else f", {progress.rate:,.4g} per second"
    left = "" if progress.seconds_left is None else f", {progress.seconds_left:,.0f} s left"
    return f"{progress.done:,.0f}{total} {progress.unit}{rate}{left}"


def _job_lines(job: "JobDetails", *, log: bool = True) -> list[str]:
    rows = [
        ("job", job.id),
        ("operation", job.operation),
        ("state", job.state),
        ("progress", _progress(job)),
        ("started", job.started),
        ("ended", job.ended),
        ("worker", job.worker),
    ]
    lines = [*table(rows)]
    lines += [job.progress.note] if job.progress.note else []
    lines += [f"{entry.at} {entry.line}" for entry in job.log] if log else []
    lines += [f"error: {job.error['detail']}"] if job.error is not None else []
    return [*lines, *([str(job.result)] if job.result is not None else [])]
