"""`ludex db`: the tables of the catalogue, its copy, its check, its starting content."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.catalogue import transfer
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, answer, require_writable
from ludex.cli.terminal.progress import TimeLimit, searching, shown
from ludex.engine.budget import Progress
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

app = typer.Typer(help="The catalogue: its tables, copies, checks.", no_args_is_help=True)


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What bringing a catalogue up to date did. `filled` is None if the starting catalogue was not asked for."""

    database: str
    revision: str | None
    segments_written: int
    filled: bool | None


@app.command()
def upgrade(
    revision: Annotated[str, typer.Argument(help="A revision; the newest if not given.")] = "head",
    and_fill: Annotated[bool, typer.Option("--fill", help="Then store the starting catalogue too.")] = False,
    as_json: Json = False,
) -> None:
    """Create the tables of the catalogue, or bring them up to date. Nothing is lost."""
    from ludex.catalogue.storage.revisions import require_known

    written = 0
    with opened(current=False) as catalogue:
        require_known(catalogue.database.revision())
        _migrated(catalogue.database.upgrade, revision)
        if revision == "head":
            written = _sealed(catalogue)
        filled = _filled(catalogue) if and_fill else None
        # The URL hides its password.
        done = Upgraded(str(catalogue.database.url), catalogue.database.revision(), written, filled)
    lines = [] if filled is None else [_of_filling(filled)]
    answer(done, as_json, [*lines, f"the catalogue is of revision {done.revision}: {done.database}"])


def _sealed(catalogue: "Catalogue") -> int:
    from ludex.catalogue.columns.sealing import seal_all

    with shown() as report:
        return seal_all(
            catalogue.database,
            catalogue.registry,
            lambda done, total: report(Progress(done, total, "kinds sealed")),
        )


@app.command()
def seal(as_json: Json = False) -> None:
    """Seal the facts of many objects into segments, from which the service loads them in a moment.

    Who stores objects does that too, when there are enough; `upgrade` ends with it.
    """
    with opened() as catalogue:
        written = _sealed(catalogue)
    answer({"segments_written": written}, as_json, [f"{written:,} segments were written"])


@app.command()
def downgrade(
    revision: Annotated[str, typer.Argument(help="A revision; `base` drops every table.")], as_json: Json = False
) -> None:
    """Take the tables back to an earlier revision. What they held beyond it is lost: make a backup before."""
    with opened(current=False) as catalogue:
        _migrated(catalogue.database.downgrade, revision)
        left = catalogue.database.revision()
    answer({"revision": left}, as_json, [f"the catalogue is of revision {left or 'base'}"])


def _migrated(run: Callable[[str], None], revision: str) -> None:
    from alembic.util import CommandError as AlembicError

    try:
        run(revision)
    except AlembicError as error:
        raise CommandError(f"revision {revision!r}: {error}") from error


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")], as_json: Json = False
) -> None:
    """Copy a SQLite catalogue to a file, while the service goes on."""
    require_writable(target)
    with opened() as catalogue, shown() as report:
        catalogue.database.backup(target, lambda done, total: report(Progress(done, total, "pages copied")))
    size = target.stat().st_size
    answer({"file": str(target), "size": size}, as_json, [f"copied to {target} ({size:,} bytes)"])


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="A file that `ludex db backup` wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="In place of a catalogue that holds something.")] = False,
    as_json: Json = False,
) -> None:
    """Put a backup back, while the service goes on. What the catalogue holds now is lost: make a backup before."""
    from ludex.catalogue.storage.revisions import outdated

    with opened(current=False) as catalogue, shown() as report:
        database = catalogue.database
        if database.revision() is not None and not replace:
            raise CommandError(
                f"there is a catalogue at {database.url} already; `ludex db backup FILE` keeps it, and --replace "
                "puts the backup in its place"
            )
        transfer.restore.restore(database, source, lambda done, total: report(Progress(done, total, "pages copied")))
        problem = outdated(database)
    lines = [f"restored from {source}", *([] if problem is None else [problem])]
    answer({"file": str(source), "problem": problem}, as_json, lines)


@app.command()
def status(as_json: Json = False) -> None:
    """Show where the catalogue is, whether it can be used as it is, and how much it holds. Exit code 1 if it cannot."""
    from ludex.catalogue.status import status_of

    with opened(current=False, make=False) as catalogue:
        found = status_of(catalogue)
    rows = [
        ("catalogue", found.database),
        ("revision", found.revision or "none"),
        ("state", found.problem or "as this version needs it"),
        ("size", "-" if found.size is None else f"{found.size:,} bytes"),
    ]
    if found.problem is None:
        rows += [
            ("starting catalogue", "stored" if found.filled else "not stored; run `ludex db fill`"),
            ("objects", f"{found.objects:,}"),
            *((f"  {kind}", f"{number:,}") for kind, number in found.kinds.items() if number),
            ("links", f"{found.links:,}"),
            ("claims", f"{found.claims:,}, {found.proved:,} of them proved"),
            *([("taken on trust", f"{found.trusted:,} objects; run `ludex db verify`")] if found.trusted else []),
        ]
    answer(found, as_json, table(rows))
    if found.problem is not None:
        raise typer.Exit(1)


@app.command()
def fill(as_json: Json = False) -> None:
    """Store the starting catalogue if it is not stored yet."""
    with opened() as catalogue:
        filled = _filled(catalogue)
    answer({"filled": filled}, as_json, [_of_filling(filled)])


def _filled(catalogue: "Catalogue") -> bool:
    from ludex.catalogue.starting import fill as fill_catalogue

    return fill_catalogue(catalogue)


def _of_filling(filled: bool) -> str:
    return "the starting catalogue is stored" if filled else "the starting catalogue was stored before"


@app.command()
def verify(time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Recompute everything that the catalogue states: keys, documents, links, claims, proofs.

    The claims that hold say when they were checked, and how. What was taken on trust and holds is so no more.
    """
    from ludex.catalogue.verification import verify as verify_catalogue

    at = datetime.now(UTC).isoformat(timespec="seconds")
    with opened() as catalogue, searching(time_limit) as budget:
        report = verify_catalogue(catalogue, budget, at)
    state = "everything holds" if report.sound else f"{len(report.findings)} findings"
    rest = "" if report.complete else "; it was ended before the end"
    total = sum(report.checked.values())
    lines = [*map(str, report.findings), *map(str, report.unchecked), f"{total:,} objects checked: {state}{rest}"]
    if report.unchecked:
        lines.append(f"{len(report.unchecked):,} of them were not proved again in the time of one object")
    answer(asdict(report), as_json, lines)
    if not report.sound:
        raise typer.Exit(1)
