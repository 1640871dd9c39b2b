"""Times as the catalogue stores them."""

from datetime import UTC, datetime


def stored_time(at: datetime | None = None) -> str:
    """Return a time, by default the current one, as the catalogue stores it: ISO 8601 in seconds.

    >>> stored_time(datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC))
    '2026-01-02T03:04:05+00:00'
    """
    return (at or datetime.now(UTC)).isoformat(timespec="seconds")
