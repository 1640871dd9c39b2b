"""Reads from a PostgreSQL streaming replica.

A read sees every write that was acknowledged before the read began.

Before a read, this process asks the primary server for the end of its flushed log. If the log has grown since the last
read, the process also asks the replica whether it has replayed the log up to that position. Both queries are short
statements. The read itself then runs on the replica. The process reads from the primary instead if the replica is
behind, if it is unreachable, or if it is not (or no longer) a replica.

If the primary is unreachable, reads use the current state of the replica. Reads therefore continue to work, while
writes fail.
"""

import time
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, text
from sqlalchemy.exc import InterfaceError, OperationalError

from ludex.catalogue.storage.availability import TRANSIENT
from ludex.catalogue.storage.database import Database, Snapshot
from ludex.catalogue.storage.database_errors import DatabaseError, ReadersBusy

WAIT_SECONDS = 0.05
"""How long a read waits for the replica before it reads from the primary.

After such a read, no read waits until the replica has caught up.
"""

AVOID_SECONDS = 5.0
"""How long reads avoid a replica after an error."""

_PRIMARY_SECONDS = 1.0
"""How long to wait before the process tries to reach an unreachable primary again."""

_FLUSHED = text("SELECT CAST(pg_current_wal_flush_lsn() AS text)")
_BEHIND = text("""
    SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(CAST(:flushed AS pg_lsn), pg_last_wal_replay_lsn()) END
""")


@dataclass(frozen=True, slots=True)
class ReplicaStatus:
    """The state of a replica, and the number of bytes of the log that it has not replayed yet (None if unknown).

    The state is `unverified` if the primary is unreachable. Reads use the replica if its state is `current` or
    `unverified`.
    """

    state: Literal["current", "behind", "unverified", "unreachable"]
    bytes_behind: int | None


class Replica:
    """A streaming replica of a database. Threads share one instance.

    Raises DatabaseError if the replica or the primary is a SQLite file.
    """

    def __init__(self, primary: Database, url: str, connections: int) -> None:
        self.primary = primary
        if primary.is_sqlite:
            raise DatabaseError("only a catalogue on PostgreSQL has a replica; unset LUDEX_READ_DATABASE_URL")
        self.database = Database(url, make=False, connections=connections)
        if self.database.is_sqlite:
            raise DatabaseError("a replica is a PostgreSQL server; correct LUDEX_READ_DATABASE_URL")
        self._waits = True
        # The last position that the replica is known to have replayed. It never decreases.
        self._replayed: str | None = None
        self._avoided_until = self._primary_away_until = 0.0

    def reading(self) -> "ReplicaSnapshot":
        """Open a read-only connection on a snapshot.

        The snapshot is that of the replica if the replica is current, and otherwise that of the primary.
        """
        return ReplicaSnapshot(self)

    def is_current(self) -> bool:
        """Return whether the replica has replayed everything that the primary had flushed when the call began.

        Waits a short time for the replica. Also returns True if the primary is unreachable.
        """
        now = time.monotonic()
        if now < self._avoided_until:
            return False
        deadline, pause = now + (WAIT_SECONDS if self._waits else 0.0), 0.001
        try:
            flushed = self._flushed(now)
            while flushed is not None and flushed != self._replayed:
                behind = self._bytes_behind(flushed)
                if behind is None:
                    # The replica was promoted to a primary. To use it, set the address of the catalogue to its address.
                    self.avoid()
                    return False
                if behind <= 0:
                    self._replayed = flushed
                    break
                if time.monotonic() >= deadline:
                    self._waits = False
                    return False
                time.sleep(pause)
                pause *= 2
        except ReadersBusy:
            return False
        except TRANSIENT:
            self.avoid()
            return False
        self._waits = True
        return True

    def status(self) -> ReplicaStatus:
        """Return the state of the replica."""
        try:
            flushed = self._flushed(self._primary_away_until)
            behind = None if flushed is None else self._bytes_behind(flushed)
        except (*TRANSIENT, DatabaseError):
            return ReplicaStatus("unreachable", None)
        if behind is None:
            return ReplicaStatus("unverified" if flushed is None else "unreachable", None)
        return ReplicaStatus("behind" if behind > 0 else "current", max(0, behind))

    def avoid(self) -> None:
        """Read from the primary for some seconds, because reading from the replica has failed."""
        self._avoided_until = time.monotonic() + AVOID_SECONDS
        self._replayed = None

    def _flushed(self, now: float) -> str | None:
        """Return the position of the end of the primary's flushed log. Return None if the primary is unreachable."""
        if now < self._primary_away_until:
            return None
        try:
            with self.primary.looking() as connection:
                position: str = connection.scalar(_FLUSHED)
                return position
        except ReadersBusy:
            raise
        except TRANSIENT:
            self._primary_away_until = time.monotonic() + _PRIMARY_SECONDS
            return None

    def _bytes_behind(self, flushed: str) -> int | None:
        """Return the number of bytes by which the replica is behind a position.

        Return None if the server is not a replica.
        """
        with self.database.looking() as connection:
            behind = connection.scalar(_BEHIND, {"flushed": flushed})
        return None if behind is None else int(behind)

    def close(self) -> None:
        """Close every connection to the replica."""
        self.database.close()


class ReplicaSnapshot:
    """A context manager that opens a connection to the replica or the primary for reading."""

    __slots__ = ("_from_replica", "_replica", "_snapshot")

    def __init__(self, replica: Replica) -> None:
        self._replica = replica

    def __enter__(self) -> Connection:
        """Begin a transaction."""
        replica = self._replica
        self._from_replica = replica.is_current()
        if self._from_replica:
            self._snapshot: Snapshot = replica.database.reading()
            try:
                return self._snapshot.__enter__()
            except ReadersBusy:
                pass
            except TRANSIENT:
                replica.avoid()
        self._from_replica = False
        self._snapshot = replica.primary.reading()
        return self._snapshot.__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *trace: object) -> None:
        """End the transaction.

        If the connection was lost or the read conflicted with the replay of the log, avoid the replica for some time.
        """
        if self._from_replica and kind is not None and issubclass(kind, (OperationalError, InterfaceError)):
            self._replica.avoid()
        self._snapshot.__exit__(kind, error, *trace)
