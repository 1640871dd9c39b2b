"""The queue of the writers of one process."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ludex.catalogue.storage.database_errors import OTHER_WRITER, WriterBusy

BUSY_SECONDS = 30.0
_HURRIED_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class WriteQueueLimits:
    """The time-out of the write lock, and the maximum number of waiting writers per process (None means no limit)."""

    seconds: float = BUSY_SECONDS
    writers: int | None = None


DEFAULT_LIMITS = WriteQueueLimits()


class WriterQueue:
    """The queue of the writers of one process.

    One writes, some wait up to a time limit, and further ones are refused.
    """

    def __init__(self, limits: WriteQueueLimits) -> None:
        self._timeout = limits.seconds
        self._seconds = limits.seconds if limits.writers is not None else -1
        self._places = threading.Semaphore(sys.maxsize if limits.writers is None else limits.writers + 1)
        self._turn = threading.Lock()
        self._refused = 0.0
        self._timed_out = False

    def refuse_for_now(self) -> None:
        """Refuse all waiting writers, because the current writer has timed out waiting for another program."""
        if self._seconds >= 0:
            self._refused = time.monotonic()
            self._timed_out = True

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for the turn of this writer, and yield the time-out in seconds for locks of other programs.

        If the previous writer timed out, the time-out is short, because a waiting writer may hold a computing slot.
        Raises WriterBusy.
        """
        came = time.monotonic()
        if not self._places.acquire(blocking=False):
            raise WriterBusy("enough writers wait already; try again in some seconds")
        try:
            if not self._turn.acquire(timeout=self._seconds):
                raise WriterBusy("the writer before did not come to an end in time; try again in some seconds")
            try:
                if came < self._refused:
                    raise WriterBusy(OTHER_WRITER)
                seconds = _HURRIED_SECONDS if self._timed_out else self._timeout
                self._timed_out = False
                yield seconds
            finally:
                self._turn.release()
        finally:
            self._places.release()
