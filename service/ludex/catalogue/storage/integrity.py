"""The regular integrity checks of a SQLite file: a probe once a minute, and a complete check once a day.

The checks find overwritten pages in the middle of the file. Its size and its header are compared at every request (see
:meth:`~ludex.catalogue.storage.database.Database.check`).
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import structlog

from ludex.catalogue.storage import sqlite_files

PROBE_SECONDS = 60.0
"""The interval of probes."""
PROBE_BYTES = 64 * 1024 * 1024
"""Larger files are checked only once a day, because a probe takes about 15 ms per MiB."""
CHECK_SECONDS = 86_400.0
"""The interval of complete checks."""
_LONGEST_CHECK = 600.0
_INSTRUCTIONS = 10_000
"""The number of SQLite instructions between two looks at the clock."""

_log = structlog.get_logger("ludex.integrity")


def in_background(work: Callable[[], None]) -> None:
    """Run a function in a thread that does not keep the process from ending."""
    threading.Thread(target=work, name="integrity", daemon=True).start()


class IntegrityChecks:
    """The integrity checks of a file, which :meth:`start_due` starts, and the damage that they have found.

    SQLite checks a file without holding the interpreter's lock, so other threads continue. A check ends after
    `_LONGEST_CHECK` seconds without a result.
    """

    def __init__(
        self,
        file: Path,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[Callable[[], None]], None] = in_background,
    ) -> None:
        self._file = file
        self._clock = clock
        self._start = start
        self._running = threading.Lock()
        # The first probe follows the first request for the state, and the first complete check a day later.
        self._next_probe = clock()
        self._next_check = clock() + CHECK_SECONDS
        self._damage: str | None = None

    def start_due(self) -> None:
        """Start the check that is due, if any, unless one is running."""
        now = self._clock()
        if now < min(self._next_probe, self._next_check) or not self._running.acquire(blocking=False):
            return
        complete = now >= self._next_check
        self._next_probe = now + PROBE_SECONDS
        if complete:
            self._next_check = now + CHECK_SECONDS
        self._start(lambda: self._run(complete))

    def expect_damage(self) -> None:
        """Make a complete check due, because a read has met a damaged page."""
        self._next_check = self._clock()

    def require_undamaged(self) -> None:
        """Raise DatabaseDamaged if the last check has found damage."""
        if self._damage is not None:
            raise sqlite_files.damaged(self._file, self._damage)

    def _run(self, complete: bool) -> None:
        try:
            # A damaged file of any size is probed, because a backup may have replaced its content.
            if complete or self._damage is not None or self._file.stat().st_size <= PROBE_BYTES:
                self._damage = damage_of(self._file, _LONGEST_CHECK)
        except (OSError, sqlite3.Error) as error:
            # Requests notice by themselves that the file is missing or locked.
            _log.warning("the integrity of the catalogue was not checked", error=str(error))
        finally:
            self._running.release()
        if self._damage is not None:
            _log.error("the catalogue is damaged", file=str(self._file), damage=self._damage)


def damage_of(file: Path, seconds: float) -> str | None:
    """Return the first damage in a file, or None if there is none.

    Raises sqlite3.OperationalError after the time limit. Older versions of SQLite look at the clock only between two
    tables.
    """
    until = time.monotonic() + seconds
    with closing(sqlite_files.connect(file, sqlite_files.reading_parameters(file))) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > until, _INSTRUCTIONS)
        try:
            ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            if not sqlite_files.is_damage(error):
                raise
            return str(error)
    return None if found == "ok" else str(found).replace("\n", " ")
