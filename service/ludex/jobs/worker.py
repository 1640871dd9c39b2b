"""`ludex worker`: processes that execute jobs. They share nothing but the databases, and can run on different machines.

A worker can be killed at any time. Another worker then takes over its jobs, at the latest when the next worker starts.
"""

import ctypes
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import TextIO

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.jobs.catalogue import delete_old_exports
from ludex.jobs.connections import worker_pools
from ludex.jobs.database import JobDatabase
from ludex.logs import configure_logs
from ludex.settings import Settings, data_folder

_FORKS = multiprocessing.get_context("fork")
_LOOK_SECONDS = 0.5
_BEAT_SECONDS = 2.0
_NICENESS = 5
"""The niceness of workers. Requests have a higher priority, because they are short."""
_PR_SET_PDEATHSIG = 1  # from prctl.h of Linux


class Workers:
    """Processes that execute jobs. A process that ends is replaced, until all processes are stopped."""

    def __init__(
        self, settings: Settings, games: Sequence[GameKinds], number: int, events: TextIO | None = None
    ) -> None:
        self._settings = settings
        self._games = games
        self._number = number
        self._events = events
        self._processes: list[ForkProcess] = []
        self._begun: dict[ForkProcess, float] = {}

    def begin(self) -> None:
        """Start missing processes. A process that ended within a second is replaced only after a pause."""
        for ended in [process for process in self._processes if not process.is_alive()]:
            if time.monotonic() - self._begun[ended] < 1.0:
                continue
            ended.join()
            self._processes.remove(ended)
            del self._begun[ended]
        while len(self._processes) < self._number:
            process = _FORKS.Process(target=_work, args=(os.getpid(), self._settings, self._games, self._events))
            process.start()
            self._processes.append(process)
            self._begun[process] = time.monotonic()

    def sentinels(self) -> list[int]:
        """Return the sentinels of the processes, which become ready when a process ends."""
        return [process.sentinel for process in self._processes]

    def end(self) -> None:
        """Terminate every process, and wait until all have ended."""
        for process in self._processes:
            if process.is_alive():
                process.terminate()
        deadline = time.monotonic() + 2.0
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
            process.kill()


def run_workers(settings: Settings, games: Sequence[GameKinds], number: int, events: TextIO | None = None) -> None:
    """Execute jobs until SIGTERM or SIGINT. The schema of the catalogue must be current.

    Events are logged, or written as lines of JSON to the stream `events` if it is given.
    """
    _configure_logs(settings, events)
    stopping = threading.Event()
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, lambda *_: stopping.set())
    workers = Workers(settings, games, number, events)
    while not stopping.is_set():
        workers.begin()
        wait(workers.sentinels(), timeout=_LOOK_SECONDS)
    workers.end()


def folder_of(settings: Settings) -> Path:
    """Return the folder for files of jobs, next to the catalogue if it is a file, or else in the user's data folder."""
    file = JobDatabase(settings.database_url).file
    return (data_folder() if file is None else file.parent) / "jobs"


def _configure_logs(settings: Settings, events: TextIO | None) -> None:
    if events is None:
        configure_logs(settings.log_format, settings.log_level)
    else:
        configure_logs("json", "info", events)


def _work(parent: int, settings: Settings, games: Sequence[GameKinds], events: TextIO | None) -> None:
    """Execute jobs in a worker process until it is stopped or another worker has taken over its jobs."""
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, signal.SIG_IGN if stop == signal.SIGINT else signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    os.nice(_NICENESS)
    # Searches in Python share the process with the heartbeat thread.
    sys.setswitchinterval(0.001)
    _configure_logs(settings, events)
    _Worker(settings, games).run()


class _Worker:
    """A worker process, which executes jobs, sends a heartbeat every two seconds, and recovers jobs of dead workers."""

    def __init__(self, settings: Settings, games: Sequence[GameKinds]) -> None:
        from ludex.jobs.executor import Executor
        from ludex.jobs.operations import by_name
        from ludex.jobs.recovery import WorkerRegistry

        self._log = structlog.get_logger("ludex.jobs")
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        pools = worker_pools(settings)
        database = JobDatabase(settings.database_url, pools.jobs)
        catalogue = Catalogue(settings.database_url, games, make=False, connections=pools.catalogue)
        rates = None
        if settings.storing_quota is not None:
            from ludex.catalogue.rate_limits import Rates

            rates = Rates(catalogue.database, None, settings.storing_quota)
        self.registry = WorkerRegistry(database, self.name)
        self.executor = Executor(self.name, catalogue, database, by_name(), folder_of(settings), rates)

    def run(self) -> None:
        """Execute jobs until SIGTERM."""
        stopping = threading.Event()
        self.registry.join()
        self.executor.launch()
        signal.signal(signal.SIGTERM, lambda *_: stopping.set())
        self._log.info("worker started", worker=self.name)
        while not stopping.wait(_BEAT_SECONDS):
            try:
                if not self.registry.beat():
                    self._log.warning("other workers have taken over these jobs; stopping", worker=self.name)
                    os._exit(1)
                self.registry.recover()
                delete_old_exports(self.executor.folder)
            except (SQLAlchemyError, DatabaseError) as error:
                self.registry.forget_peers()
                self._log.warning("the database of jobs is unavailable", error=str(error).splitlines()[0])
        try:
            self._log.info("worker stopped", worker=self.name)
            self.registry.leave()
        finally:
            os._exit(0)  # end the threads of DBOS in the middle of their steps, as if the worker had been killed
