"""`ludex jobs` and `ludex worker`: long work that is started, watched, cancelled and tried again; who does it."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.game_commands import declared
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, answer, write
from ludex.cli.terminal.progress import interrupted, searching
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.jobs.job import Job, JobDetails
    from ludex.jobs.store import JobStore

app = typer.Typer(help="Jobs: long work that workers do, and that goes on when they end.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="JOB", help="The id of a job.")]
_LOOK_SECONDS = 0.3


@contextmanager
def _store() -> "Iterator[JobStore]":
    """Yield the jobs of the catalogue of the settings, which must be as this version needs it."""
    from ludex.jobs.store import store_of
    from ludex.settings import read_settings

    with opened():
        pass
    store = store_of(read_settings().database_url)
    try:
        yield store
    finally:
        store.close()


def worker(
    processes: Annotated[int, typer.Option("--processes", min=1, max=256, help="Processes that work.")] = 1,
    as_json: Json = False,
) -> None:
    """Work on jobs until SIGTERM or Ctrl-C: any number of workers, with PostgreSQL on any machines.

    A worker may be killed at any moment: another goes on with its jobs within half a minute, at the last finished step.
    What happens is logged; with `--json` it is said on standard output, an event a line.
    """
    from ludex.jobs.connections import shared
    from ludex.jobs.worker import run_workers
    from ludex.settings import read_settings

    with opened() as catalogue:
        _, settings = shared(read_settings(), catalogue.database, working=processes)
    run_workers(settings, declared(), processes, sys.stdout if as_json else None)


@app.command()
def start(
    operation: Annotated[str, typer.Argument(help="What to do: `ludex jobs operations` lists it.")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE...", help="JSON, or a plain text; `@FILE` is the text of a file."),
    ] = None,
    watch_it: Annotated[bool, typer.Option("--watch", help="Then watch it until it ends.")] = False,
    as_json: Json = False,
) -> None:
    """Start a job and show its id. A worker does it: `ludex worker`, or the one beside the service."""
    from ludex.jobs.submission import find_operation, start_job

    given = dict(_argument(word) for word in arguments or ())
    find_operation(operation)
    with _store() as store:
        made = start_job(store, operation, given)
        if watch_it:
            _watch(store, made.id, as_json)
        else:
            _show(made, as_json, [made.id])


def _argument(word: str) -> tuple[str, Any]:
    """Return name and value of an argument."""
    from ludex.requests.exact_json import exact_json

    name, sign, text = word.partition("=")
    if not sign or not name:
        raise CommandError(f"{word!r}: write NAME=VALUE, such as count=100 or lines=@levels.ndjson")
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
    name: Annotated[str | None, typer.Argument(metavar="OPERATION", help="Show what this one takes.")] = None,
    as_json: Json = False,
) -> None:
    """List what jobs can do; of one operation, what it takes."""
    from ludex.jobs.operations import by_name
    from ludex.jobs.submission import arguments_schema, example_arguments, find_operation

    if name is None:
        found = list(by_name().values())
        items = [{"operation": one.name, "about": one.about.partition("\n")[0]} for one in found]
        answer({"items": items}, as_json, table(tuple(one.values()) for one in items))
        return
    one = find_operation(name)
    form = arguments_schema(one)
    shown = {"operation": one.name, "about": one.about, "arguments": form, "example": example_arguments(one)}
    needed = form.get("required", ())
    rows = [
        (field, "needed" if field in needed else f"default {json.dumps(of.get('default'))}", of.get("description", ""))
        for field, of in form.get("properties", {}).items()
    ]
    answer(shown, as_json, [one.about, "", *table(rows), "", f"example: {json.dumps(shown['example'])}"])


@app.command("list")
def list_jobs(
    state: Annotated[
        str | None, typer.Option("--state", help="queued, running, succeeded, failed or cancelled.")
    ] = None,
    operation: Annotated[str | None, typer.Option("--operation", help="Only jobs of this operation.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="At most so many.")] = 20,
    as_json: Json = False,
) -> None:
    """List jobs, the newest first."""
    from ludex.jobs.job import State

    if state is not None and state not in list(State):
        raise CommandError(f"--state: {state!r} is not one of {', '.join(State)}")
    with _store() as store:
        found = store.page(State(state) if state else None, operation, None, limit)
    rows = [(one.id, one.state, one.operation, _progress(one)) for one in found.items]
    answer(
        {"items": [dict(one) for one in found.items], "count": found.count},
        as_json,
        table([("job", "state", "operation", "done"), *rows]),
    )


@app.command()
def show(job: Id, as_json: Json = False) -> None:
    """Show a job: its state, how far it is, its result, the end of its log."""
    with _store() as store:
        found = store.find(job)
    _show(found, as_json, _lines(found))


@app.command()
def watch(job: Id, as_json: Json = False) -> None:
    """Watch a job until it ends, then show its result.

    The exit code is 1 unless it succeeds. Ctrl-C ends the watching, not the job.
    """
    with _store() as store:
        _watch(store, job, as_json)


def _watch(store: "JobStore", name: str, as_json: bool) -> None:
    from ludex.jobs.job import ENDED, State

    last = 0
    with searching() as budget:
        while True:
            found = store.get_summary(name)
            lines = store.lines(name, last)
            if not as_json:
                write([line.line for line in lines])
            last = lines[-1].number if lines else last
            note = found.progress.note or f"{found.progress.unit}, {found.state}"
            budget.report(found.progress.done, found.progress.total, note)
            if found.state in ENDED or interrupted():
                break
            time.sleep(_LOOK_SECONDS)
    found = store.find(name)
    _show(found, as_json, _lines(found, log=False))
    if found.state in ENDED and found.state is not State.SUCCEEDED:
        raise typer.Exit(1)


@app.command()
def cancel(job: Id, as_json: Json = False) -> None:
    """Cancel a job. It ends within about a second; what it has stored stays."""
    with _store() as store:
        found = store.cancel(job)
    _show(found, as_json, [f"{found.id}: {found.state}"])


@app.command()
def retry(job: Id, as_json: Json = False) -> None:
    """Let a job that failed or was cancelled go on, from the step at which it ended."""
    with _store() as store:
        found = store.retry(job)
    _show(found, as_json, [f"{found.id}: {found.state}"])


@app.command()
def forget(
    days: Annotated[float, typer.Option("--days", min=0.0, help="Those that ended longer ago than that.")] = 30.0,
    as_json: Json = False,
) -> None:
    """Delete the records of jobs that have ended. What they stored in the catalogue stays."""
    with _store() as store:
        forgotten = store.purge_finished(days * 24 * 60 * 60)
    answer({"forgotten": forgotten}, as_json, [f"{forgotten:,} jobs are forgotten"])


def _show(found: "JobDetails", as_json: bool, lines: list[str]) -> None:
    answer(dict(found), as_json, lines)


def _progress(found: "Job") -> str:
    of = found.progress
    total = "" if of.total is None else f" of {of.total:,.0f}"
    rate = "" if of.rate is None else f", {of.rate:,.4g} a second"
    left = "" if of.seconds_left is None else f", {of.seconds_left:,.0f} s left"
    return f"{of.done:,.0f}{total} {of.unit}{rate}{left}"


def _lines(found: "JobDetails", *, log: bool = True) -> list[str]:
    rows = [
        ("job", found.id),
        ("operation", found.operation),
        ("state", found.state),
        ("done", _progress(found)),
        ("started", found.started),
        ("ended", found.ended),
        ("worker", found.worker),
    ]
    told = [*table(rows)]
    told += [found.progress.note] if found.progress.note else []
    told += [f"{one.at} {one.line}" for one in found.log] if log else []
    told += [f"error: {found.error['detail']}"] if found.error is not None else []
    return [*told, *([str(found.result)] if found.result is not None else [])]
