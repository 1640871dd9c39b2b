"""A backup put back in place of what a SQLite catalogue holds."""

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
    """Put what a backup holds in place of all that a SQLite catalogue holds.

    It is one transaction: whoever reads meanwhile sees the catalogue of before, and a restore that fails changes
    nothing. The backup is checked before. A running service goes on with what was restored. `progress` is called with
    the pages copied and all pages.

    Raises DatabaseError on PostgreSQL and for a file that is no backup of a catalogue, FileNotFoundError, WriterBusy
    if another program writes and does not come to an end.
    """
    if database.file is None:
        raise DatabaseError("a PostgreSQL catalogue is restored with pg_restore")
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
    """Raise DatabaseError for a file that is no whole catalogue of a revision that this version knows."""
    try:
        rows = backup.execute("SELECT version_num FROM alembic_version").fetchall()
        (found,) = backup.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise DatabaseError(
            f"{source} is no backup of a catalogue: {error}; `ludex db backup FILE` makes one"
        ) from error
    if not rows:
        raise DatabaseError(f"{source} is no backup of a catalogue: it has no tables; `ludex db backup FILE` makes one")
    if found != "ok":
        raise DatabaseError(f"{source} is damaged: {found}; take another backup")
    require_known(row[0] for row in rows)


def _require_numbers(backup: sqlite3.Connection, target: sqlite3.Connection, source: Path) -> None:
    """Raise DatabaseError if a number stands for another name in the backup: a running service would mix them up."""
    here, there = _numbers(target), _numbers(backup)
    names = {number: name for name, number in here.items()}
    for name, number in there.items():
        if here.get(name, number) != number or names.get(number, name) != name:
            raise DatabaseError(
                f"{source} numbers kinds in another way than the catalogue that is there: set LUDEX_DATABASE_URL to a "
                "new file and restore it there"
            )


def _numbers(connection: sqlite3.Connection) -> dict[tuple[str, str], tuple[str, int]]:
    """Return by category and name the category and number; nothing for a database without tables."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'name_number'").fetchone() is None:
        return {}
    rows = connection.execute("SELECT category, name, number FROM name_number")
    return {(category, name): (category, number) for category, name, number in rows}


class _RestoreProgress:
    """What SQLite tells of each piece of a copy, and of each time that it finds another program writing."""

    def __init__(self, progress: Callable[[int, int], None] | None) -> None:
        self._progress = progress
        self._left: int | None = None
        self._since = time.monotonic()

    def __call__(self, _status: int, left: int, pages: int) -> None:
        """Report the pages copied. Raises WriterBusy if there is nothing new to report for too long."""
        if left != self._left:
            self._left, self._since = left, time.monotonic()
            if self._progress is not None:
                self._progress(pages - left, pages)
        elif time.monotonic() - self._since > BUSY_SECONDS:
            raise WriterBusy(f"nothing is changed: {OTHER_WRITER}")
