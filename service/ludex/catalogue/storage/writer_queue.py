"""The writers of one process wait for their turn."""

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
    """How long a writer waits for the write lock, and how many of one process wait at most (None: any number)."""

    seconds: float = BUSY_SECONDS
    writers: int | None = None


DEFAULT_LIMITS = WriteQueueLimits()


class WriterQueue:
    """The writers of one process: one writes, some wait for some time, further ones are refused."""

    def __init__(self, limits: WriteQueueLimits) -> None:
        self._timeout = limits.seconds
        self._seconds = limits.seconds if limits.writers is not None else -1
        self._places = threading.Semaphore(sys.maxsize if limits.writers is None else limits.writers + 1)
        self._turn = threading.Lock()
        self._refused = 0.0
        self._in_vain = False

    def refuse_for_now(self) -> None:
        """Refuse those who wait now: whoever had the turn has waited for another program in vain."""
        if self._seconds >= 0:
            self._refused = time.monotonic()
            self._in_vain = True

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for one's turn, hold it, and yield for how many seconds to wait for other programs. Raises WriterBusy.

        It is a short time if the previous writer waited in vain: a waiting writer may hold what others compute with.
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
                seconds = _HURRIED_SECONDS if self._in_vain else self._timeout
                self._in_vain = False
                yield seconds
            finally:
                self._turn.release()
        finally:
            self._places.release()
