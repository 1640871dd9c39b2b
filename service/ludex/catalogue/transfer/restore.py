"""Restoring a SQLite catalogue from a backup."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import OTHER_WRITER, DatabaseError, WriterBusy
from ludex.catalogue.storage.migrations import require_known
from ludex.catalogue.storage.writer_queue import BUSY_SECONDS

_PAGES = 1024


def restore(database: Database, source: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Replace the contents of a SQLite catalogue by those of a backup.

    The backup is checked first. The replacement is one transaction, so readers see the previous contents until it
    commits, and a failure changes nothing. A running service continues with the restored contents. `progress` is called
    with the number of copied pages and the total.

    Raises DatabaseError on PostgreSQL and for a file that is not a backup of a catalogue, FileNotFoundError, and
    WriterBusy if another program keeps writing.
    """
    if database.file is None:
        raise DatabaseError("only a SQLite catalogue can be restored here; use pg_restore for PostgreSQL")
    if not source.is_file():
        raise FileNotFoundError(f"there is no file {source}")
    if database.file.exists() and source.samefile(database.file):
        raise DatabaseError(f"{source} is the catalogue itself; name a backup of it")
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as backup:
        _require_sound(backup, source)
        with closing(sqlite3.connect(database.file, timeout=BUSY_SECONDS)) as target:
            _require_numbers(backup, target, source)
            backup.backup(target, pages=_PAGES, progress=_RestoreProgress(progress), sleep=0.05)


def _require_sound(backup: sqlite3.Connection, source: Path) -> None:
    """Raise DatabaseError unless a file is an intact catalogue of a schema revision that this version supports."""
    try:
        rows = backup.execute("SELECT version_num FROM alembic_version").fetchall()
        (found,) = backup.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise DatabaseError(
            f"{source} is not a backup of a catalogue: {error}; create one with `ludex db backup FILE`"
        ) from error
    if not rows:
        raise DatabaseError(
            f"{source} is not a backup of a catalogue: it has no tables; create one with `ludex db backup FILE`"
        )
    if found != "ok":
        raise DatabaseError(f"{source} is damaged: {found}; use another backup")
    require_known(row[0] for row in rows)


def _require_numbers(backup: sqlite3.Connection, target: sqlite3.Connection, source: Path) -> None:
    """Raise DatabaseError if a number belongs to another name in the backup, which would confuse a running service."""
    here, there = _numbers(target), _numbers(backup)
    names = {number: name for name, number in here.items()}
    for name, number in there.items():
        if here.get(name, number) != number or names.get(number, name) != name:
            raise DatabaseError(
                f"{source} assigns other numbers to kinds than the existing catalogue; set LUDEX_DATABASE_URL to a new "
                "file and restore into it"
            )


def _numbers(connection: sqlite3.Connection) -> dict[tuple[str, str], tuple[str, int]]:
    """Map each category and name to the category and number. The result is empty for a database without tables."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'name_number'").fetchone() is None:
        return {}
    rows = connection.execute("SELECT category, name, number FROM name_number")
    return {(category, name): (category, number) for category, name, number in rows}


class _RestoreProgress:
    """The progress callback of SQLite, which is called for each piece of a copy and if another program is writing."""

    def __init__(self, progress: Callable[[int, int], None] | None) -> None:
        self._progress = progress
        self._left: int | None = None
        self._since = time.monotonic()

    def __call__(self, _status: int, left: int, pages: int) -> None:
        """Report the number of copied pages. Raises WriterBusy if there is no progress for too long."""
        if left != self._left:
            self._left, self._since = left, time.monotonic()
            if self._progress is not None:
                self._progress(pages - left, pages)
        elif time.monotonic() - self._since > BUSY_SECONDS:
            raise WriterBusy(f"nothing was changed: {OTHER_WRITER}")
