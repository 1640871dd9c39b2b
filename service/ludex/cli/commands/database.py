"""Database commands: `ludex db` for tables, backups and verification, and `ludex copy`."""

import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.catalogue import transfer
from ludex.catalogue.times import stored_time
from ludex.cli.game_commands import declared_kinds, open_catalogue
from ludex.cli.output import CommandError, Json, require_writable, warn, write_result
from ludex.cli.progress import TimeLimit, progress_bar, search_budget
from ludex.engine.budget import BudgetExhausted, Progress
from ludex.requests.text_output import table
from ludex.version import __version__

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

app = typer.Typer(help="The database of the catalogue: tables, backups, verification.", no_args_is_help=True)


@dataclass(frozen=True, slots=True)
class UpgradeResult:
    """The result of upgrading a catalogue.

    `filled` is None unless the starting catalogue was to be stored, and `backup` is None unless a backup was made.
    """

    database: str
    revision: str | None
    segments_written: int
    filled: bool | None
    released_bytes: int
    backup: str | None


@app.command()
def upgrade(
    revision: Annotated[str, typer.Argument(help="Revision to upgrade to; the newest by default.")] = "heads",
    and_fill: Annotated[bool, typer.Option("--fill", help="Also store the starting catalogue.")] = False,
    without_backup: Annotated[bool, typer.Option("--no-backup", help="Make no backup before an upgrade.")] = False,
    partitions: Annotated[
        int, typer.Option(min=0, max=64, help="Partitions of each large table of a new PostgreSQL catalogue.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Create the tables of the catalogue, or upgrade them without loss.

    Before a SQLite catalogue of an earlier version is upgraded, a backup of it is made beside it. Each upgrade is one
    transaction: if it is interrupted, the catalogue is as before.
    """
    from ludex.catalogue.status import revision_of
    from ludex.catalogue.storage.migrations import HEADS, is_earlier

    written = 0
    with open_catalogue(current=False) as catalogue:
        backup = None if without_backup or not is_earlier(catalogue.database) else _back_up(catalogue)
        with progress_bar() as report:
            _migrate(
                partial(
                    catalogue.upgrade,
                    partitions=partitions,
                    progress=lambda done, total: report(Progress(done, total, "rows converted")),
                ),
                revision,
            )
        if revision == HEADS:
            written = _seal(catalogue)
            _create_jobs(catalogue)
        filled = _fill(catalogue) if and_fill else None
        released = catalogue.database.release_free_pages()
        # Converting the URL to text hides the password.
        url, reached = str(catalogue.database.url), revision_of(catalogue.database)
    result = UpgradeResult(url, reached, written, filled, released, None if backup is None else str(backup))
    lines = [] if backup is None else [f"a backup of the earlier catalogue is in {backup}"]
    lines += [] if filled is None else [_fill_message(filled)]
    if released:
        lines.append(f"{released:,} bytes of free pages released")
    write_result(result, as_json, [*lines, f"the catalogue has revision {result.revision}: {result.database}"])


def _back_up(catalogue: "Catalogue") -> Path | None:
    """Back up a SQLite catalogue beside its file, and return the backup. Raises CommandError."""
    file = catalogue.database.file
    if file is None:
        return None
    needed, free = 2 * file.stat().st_size, shutil.disk_usage(file.absolute().parent).free
    if free < needed:
        raise CommandError(
            f"a backup and the upgrade of {file} need {needed:,} bytes, and {free:,} are free; free some space, or "
            "make a backup elsewhere and upgrade with --no-backup"
        )
    ends = chain([""], (f"-{number}" for number in count(2)))
    names = (file.with_name(f"{file.stem}.before-{__version__}{end}.sqlite") for end in ends)
    target = next(name for name in names if not name.exists())
    with progress_bar() as report:
        catalogue.database.backup(target, lambda done, total: report(Progress(done, total, "pages copied")))
    return target


def _create_jobs(catalogue: "Catalogue") -> None:
    """Create the job tables on PostgreSQL now, because they cannot be created through a pooler later."""
    from ludex.jobs.database import JobDatabase

    if not catalogue.database.is_sqlite:
        jobs = JobDatabase(catalogue.database.url)
        try:
            jobs.create()
        finally:
            jobs.close()


def _seal(catalogue: "Catalogue") -> int:
    from ludex.catalogue.columns.segments import seal_all

    with progress_bar() as report:
        return seal_all(
            catalogue.database,
            catalogue.numbering,
            lambda done, total: report(Progress(done, total, "kinds sealed")),
        )


@app.command()
def seal(as_json: Json = False) -> None:
    """Seal the facts of stored objects into segments, which the service can load quickly.

    This command is rarely needed, because the write that completes a segment also seals it, and so does `upgrade`.
    """
    with open_catalogue() as catalogue:
        written = _seal(catalogue)
    write_result({"segments_written": written}, as_json, [f"wrote {written:,} segments"])


@app.command()
def downgrade(
    revision: Annotated[str, typer.Argument(help="Revision to downgrade to; `base` drops every table.")],
    as_json: Json = False,
) -> None:
    """Downgrade the tables to an earlier revision.

    Data that does not fit into the earlier tables is lost, so make a backup first.
    """
    from ludex.catalogue.status import revision_of
    from ludex.catalogue.storage import migrations

    with open_catalogue(current=False) as catalogue:
        _migrate(partial(migrations.downgrade, catalogue.database), revision)
        left = revision_of(catalogue.database)
    write_result({"revision": left}, as_json, [f"the catalogue has revision {left or 'base'}"])


def _migrate(run: Callable[[str], None], revision: str) -> None:
    from alembic.util import CommandError as AlembicError

    try:
        run(revision)
    except AlembicError as error:
        raise CommandError(f"revision {revision!r}: {error}") from error


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist.")],
    as_json: Json = False,
) -> None:
    """Copy a SQLite catalogue to a file, even while the service runs."""
    require_writable(target)
    with open_catalogue() as catalogue, progress_bar() as report:
        catalogue.database.backup(target, lambda done, total: report(Progress(done, total, "pages copied")))
    size = target.stat().st_size
    write_result({"file": str(target), "size": size}, as_json, [f"copied to {target} ({size:,} bytes)"])


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="File that `ludex db backup` wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the existing catalogue.")] = False,
    as_json: Json = False,
) -> None:
    """Restore a backup, even while the service runs. The current content is lost, so make a backup first."""
    from ludex.catalogue.storage.migrations import outdated, revisions

    with open_catalogue(current=False) as catalogue, progress_bar() as report:
        database = catalogue.database
        if revisions(database) and not replace:
            raise CommandError(
                f"a catalogue already exists at {database.url}; save it with `ludex db backup FILE`, then replace it "
                "with --replace"
            )
        transfer.copying.restore(database, source, lambda done, total: report(Progress(done, total, "pages copied")))
        problem = outdated(database)
    lines = [f"restored from {source}", *([] if problem is None else [problem])]
    write_result({"file": str(source), "problem": problem}, as_json, lines)


@app.command()
def status(as_json: Json = False) -> None:
    """Show the catalogue's address, whether this version can use it, and the number of objects of each kind.

    The exit code is 1 if this version cannot use it.
    """
    from ludex.catalogue.status import status_of

    with open_catalogue(current=False, make=False) as catalogue:
        found = status_of(catalogue)
    rows = [
        ("catalogue", found.database),
        ("revision", found.revision or "none"),
        ("state", found.problem or "ready"),
        ("size", "-" if found.size is None else f"{found.size:,} bytes"),
    ]
    if found.problem is None:
        rows += [
            ("starting catalogue", "stored" if found.filled else "not stored; run `ludex db fill`"),
            ("objects", f"{found.objects:,}"),
            *((f"  {kind}", f"{number:,}") for kind, number in found.kinds.items() if number),
            *((f"  {kind} (not installed)", f"{number:,}") for kind, number in found.not_installed.items()),
            ("links", f"{found.links:,}"),
            ("claims", f"{found.claims:,}, {found.proved:,} of them proved"),
            *([("unverified imports", f"{found.trusted:,} objects; run `ludex db verify`")] if found.trusted else []),
        ]
    write_result(found, as_json, table(rows))
    if found.problem is not None:
        raise typer.Exit(1)


@app.command()
def fill(as_json: Json = False) -> None:
    """Store the starting catalogue, unless it is already stored."""
    with open_catalogue() as catalogue:
        filled = _fill(catalogue)
    write_result({"filled": filled}, as_json, [_fill_message(filled)])


def _fill(catalogue: "Catalogue") -> bool:
    from ludex.catalogue.starting import fill as fill_catalogue

    return fill_catalogue(catalogue)


def _fill_message(filled: bool) -> str:
    return "the starting catalogue is stored" if filled else "the starting catalogue was already stored"


@app.command()
def verify(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LABEL...", help="Labels or slugs of the objects to verify; all stored objects by default."
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option("--where", help="Only the objects that match this query, such as `kind:level swaps:3..5`."),
    ] = None,
    hours: Annotated[float | None, typer.Option("--hours", min=0, help="Time limit in hours; none by default.")] = None,
    as_json: Json = False,
) -> None:
    """Verify the catalogue by recomputing all keys, documents, links, claims and proofs.

    Confirmed claims are marked as checked, with the time and the method. Confirmed objects from trusted imports are
    marked as verified. With a time limit, the least recently verified objects come first, so that the next run
    continues with the objects that this run does not reach. The exit code is 1 if any error is found or objects are
    left.
    """
    from ludex.catalogue.verification import verify as verify_catalogue
    from ludex.catalogue.verification import verify_some

    at = stored_time()
    seconds = None if hours is None else hours * 3600
    with open_catalogue() as catalogue, search_budget(seconds) as budget:
        if names or where is not None:
            report = verify_some(catalogue, names or (), budget, at, where=where)
        else:
            report = verify_catalogue(catalogue, budget, at)
    result = "no errors" if report.sound else f"{len(report.findings)} errors"
    end = "" if report.complete else "; stopped before the end"
    total = sum(report.checked.values())
    lines = [*map(str, report.findings), *map(str, report.unchecked), f"{total:,} objects checked: {result}{end}"]
    if report.unchecked:
        lines.append(f"{len(report.unchecked):,} proofs were not checked within the time limit per object")
    if report.left:
        lines.append(f"{report.left:,} objects are left, about {report.left_seconds / 3600:.2f} hours")
    write_result(asdict(report), as_json, lines)
    if not report.sound:
        raise typer.Exit(1)


def copy_catalogue(
    to: Annotated[str, typer.Option("--to", help="URL of the other database, SQLite or PostgreSQL.")],
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Copy the catalogue into an empty database, or continue an incomplete copy, and compare every row.

    Labels, claims, slugs and marks are copied; jobs are not. If the copy is interrupted, the exit code is 1. Run the
    same command again to continue.
    """
    from ludex.catalogue.catalogue import Catalogue

    with open_catalogue() as source, search_budget(time_limit) as budget:
        target = Catalogue(to, declared_kinds())
        try:
            if target.database.url == source.database.url:
                raise CommandError("--to: the catalogue cannot be copied into itself; give another database")
            target.upgrade()
            result = transfer.copying.copy(source, target, budget)
        except BudgetExhausted:
            warn("the copy was interrupted; run the command again to continue it")
            raise typer.Exit(1) from None
        finally:
            target.close()
        rows = [(name, f"{count:,}") for name, count in result.rows.items() if count]
        total = sum(result.rows.values())
        message = f"wrote {result.written:,} rows; all {total:,} rows are equal in {target.database.url}"
    write_result(asdict(result), as_json, [*table(rows), message])
