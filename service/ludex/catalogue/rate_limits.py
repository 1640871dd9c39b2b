"""Rate limits for computing and storing, counted across processes and machines.

The library `limits` provides the time windows and their rules. The counts are rows of a table. On PostgreSQL, the table
is in the database of the catalogue. With SQLite, the table is in a separate file beside the catalogue, so that counting
never waits for writers of the catalogue.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter
from sqlalchemy import Engine, Row, case, create_engine, delete, event, literal_column, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.ownership import QuotaExceeded
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.sqlite_files import prepare
from ludex.catalogue.storage.tables import rate

_BETWEEN_CLEANINGS = 1000


class Rates:
    """The rate limits for computing requests and for stored objects. Both apply to each owner or address.

    Each limit is a text such as `120/minute`, or None for no limit. Threads and forked processes may share an instance.
    """

    def __init__(self, database: Database, requests: str | None, stored: str | None) -> None:
        self._requests = None if requests is None else parse(requests)
        self._stored = None if stored is None else parse(stored)
        window = 0 if self._stored is None else self._stored.get_expiry()
        self._counts = _Counts(database, window)
        self._limiter = FixedWindowRateLimiter(self._counts)

    def count_request(self, who: str) -> float | None:
        """Count a request.

        Return None if the request is within the limit. Otherwise, return the number of seconds until the next window
        begins.
        """
        if self._requests is None or self._limiter.hit(self._requests, "requests", who):
            return None
        return self._seconds(self._requests, "requests", who)

    def may_store(self, who: str) -> float | None:
        """Return None if another object may be stored now.

        Otherwise, return the number of seconds until the next window begins.
        """
        if self._stored is None or self._limiter.test(self._stored, "stored", who):
            return None
        return self._seconds(self._stored, "stored", who)

    def reserve(self, who: str, objects: int) -> Callable[[], None]:
        """Count objects that are about to be stored.

        Return a function that subtracts them again.

        If the quota does not allow all of these objects, none of them is counted, and QuotaExceeded is raised.
        """
        limit = self._stored
        if limit is None:
            return lambda: None
        key = limit.key_for("stored", who)
        until = self._counts.count(key, limit.get_expiry(), objects, limit.amount)
        if until is None:
            raise QuotaExceeded(self._seconds(limit, "stored", who))
        return lambda: self._counts.give_back(key, objects, until)

    def _seconds(self, limit: RateLimitItem, *who: str) -> float:
        return max(0.0, self._limiter.get_window_stats(limit, *who).reset_time - time.time())


class _Counts(Storage):
    """A storage backend of the library `limits` that stores the counts in a table.

    `window` is the length (in seconds) of the windows that :meth:`get` reads.
    """

    STORAGE_SCHEME = None

    def __init__(self, database: Database, window: int) -> None:
        super().__init__()
        self._window = window
        self._own = None if database.file is None else database.file.with_name(f"{database.file.name}-rates")
        self._engine = database.engine if self._own is None else _beside(self._own, database.engine)
        self._made = self._own is None
        self._until_cleaning = _BETWEEN_CLEANINGS

    @property
    def base_exceptions(self) -> type[Exception]:
        """Return the exceptions that a database raises."""
        return SQLAlchemyError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to the count of the current window, and return the new count.

        If the window has ended, a new window begins.
        """
        row = self._add(key, expiry, amount)
        assert row is not None, "only a limit prevents counting"
        return int(row.total)

    def count(self, key: str, expiry: int, amount: int, limit: int) -> float | None:
        """Add to the count in one statement, unless the count would then exceed the maximum.

        Return the end of the window, or None if the maximum would be exceeded.
        """
        row = None if amount > limit else self._add(key, expiry, amount, limit)
        return None if row is None else float(row.until)

    def give_back(self, key: str, amount: int, until: float) -> None:
        """Subtract from the count of the window that ends at `until`. Do nothing if that window has ended."""
        same = (rate.c.counted == key) & (rate.c.until == until)
        with self._table().begin() as connection:
            connection.execute(update(rate).where(same).values(count=rate.c.count - amount))

    def _add(self, key: str, expiry: int, amount: int, limit: int | None = None) -> Row[Any] | None:
        now = time.time()
        insert = (sqlite if self._own else postgresql).insert(rate)
        # Even if the clock was set back, no window remains current for longer than its length.
        over = (rate.c.until <= now) | (rate.c.until > now + expiry)
        total = case((over, literal_column("0")), else_=rate.c.count) + amount
        counted = insert.values(counted=key, count=amount, until=now + expiry).on_conflict_do_update(
            index_elements=["counted"],
            set_={"count": total, "until": case((over, insert.excluded.until), else_=rate.c.until)},
            where=None if limit is None else total <= limit,
        )
        with self._table().begin() as connection:
            row = connection.execute(counted.returning(rate.c.count.label("total"), rate.c.until)).one_or_none()
            self._until_cleaning -= 1
            if self._until_cleaning <= 0:
                self._until_cleaning = _BETWEEN_CLEANINGS
                connection.execute(delete(rate).where(over))
        return row

    def get(self, key: str) -> int:
        """Return the count in the current window."""
        now = time.time()
        open_window = select(rate.c.count).where(rate.c.counted == key, rate.c.until.between(now, now + self._window))
        with self._table().connect() as connection:
            return int(connection.scalar(open_window) or 0)

    def get_expiry(self, key: str) -> float:
        """Return the end of the window in seconds since 1970, or the current time if there is no window."""
        with self._table().connect() as connection:
            return float(connection.scalar(select(rate.c.until).where(rate.c.counted == key)) or time.time())

    def check(self) -> bool:
        """Return whether the storage is available."""
        with self._table().connect():
            return True

    def reset(self) -> None:
        """Delete all counts."""
        with self._table().begin() as connection:
            connection.execute(delete(rate))

    def clear(self, key: str) -> None:
        """Delete the count of a key."""
        with self._table().begin() as connection:
            connection.execute(delete(rate).where(rate.c.counted == key))

    def _table(self) -> Engine:
        if not self._made:
            rate.create(self._engine, checkfirst=True)
            self._made = True
        return self._engine


def _beside(file: Path, catalogue: Engine) -> Engine:
    engine = create_engine(f"sqlite:///{file}", max_overflow=-1)
    event.listen(catalogue, "engine_disposed", lambda _catalogue: engine.dispose())
    # If the machine crashes, only the counts of the last minutes can be lost.
    event.listen(engine, "connect", lambda connection, _record: prepare(connection, lasting=False))
    return engine
