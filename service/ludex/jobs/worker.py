"""`ludex worker`: processes that execute jobs. They share nothing but the databases, and may run on any machine.

A worker may be killed at any moment: another takes over what it did not finish, at the latest when the next one begins.
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
from ludex.catalogue.kinds.registry import Game
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.jobs.connections import of_working
from ludex.jobs.database import JobDatabase
from ludex.logs import configure_logs
from ludex.settings import Settings, data_folder

_FORKS = multiprocessing.get_context("fork")
_LOOK_SECONDS = 0.5
_BEAT_SECONDS = 2.0
_NICENESS = 5
"""Requests come first: they are short."""
_PR_SET_PDEATHSIG = 1  # of Linux's prctl.h


class Workers:
    """Processes that work on jobs: one that ends is replaced until all are told to end."""

    def __init__(self, settings: Settings, games: Sequence[Game], number: int, events: TextIO | None = None) -> None:
        self._settings = settings
        self._games = games
        self._number = number
        self._events = events
        self._processes: list[ForkProcess] = []
        self._begun: dict[ForkProcess, float] = {}

    def begin(self) -> None:
        """Begin as many processes as are missing; one that ended within a second has a pause first."""
        for ended in [one for one in self._processes if not one.is_alive()]:
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
        """Return what is ready once a process ends."""
        return [one.sentinel for one in self._processes]

    def end(self) -> None:
        """Tell every process to end, and wait until they have."""
        for process in self._processes:
            if process.is_alive():
                process.terminate()
        deadline = time.monotonic() + 2.0
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
            process.kill()


def run_workers(settings: Settings, games: Sequence[Game], number: int, events: TextIO | None = None) -> None:
    """Work on jobs until SIGTERM or SIGINT. The catalogue must be up to date.

    What happens is logged; if `events` are to be written, it stands there instead, each a line of JSON.
    """
    _configure_logs(settings, events)
    stopping = threading.Event()
    for told in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told, lambda *_: stopping.set())
    workers = Workers(settings, games, number, events)
    while not stopping.is_set():
        workers.begin()
        wait(workers.sentinels(), timeout=_LOOK_SECONDS)
    workers.end()


def folder_of(settings: Settings) -> Path:
    """Return where jobs write files: beside the catalogue if it is a file, else in the user's data folder."""
    file = JobDatabase(settings.database_url).file
    return (data_folder() if file is None else file.parent) / "jobs"


def _configure_logs(settings: Settings, events: TextIO | None) -> None:
    if events is None:
        configure_logs(settings.log_format, settings.log_level)
    else:
        configure_logs("json", "info", events)


def _work(parent: int, settings: Settings, games: Sequence[Game], events: TextIO | None) -> None:
    """Work on jobs, in a process of its own, until it is told to end, or another one has taken its jobs."""
    for told in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told, signal.SIG_IGN if told == signal.SIGINT else signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    os.nice(_NICENESS)
    # Searches that prepare in Python share the process with what keeps it alive for others.
    sys.setswitchinterval(0.001)
    _configure_logs(settings, events)
    _Worker(settings, games).run()


class _Worker:
    """A worker process: it executes jobs, has a heartbeat every two seconds, and takes over the jobs of the dead."""

    def __init__(self, settings: Settings, games: Sequence[Game]) -> None:
        from ludex.jobs.executor import Executor
        from ludex.jobs.operations import by_name
        from ludex.jobs.recovery import WorkerRegistry

        self._log = structlog.get_logger("ludex.jobs")
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        pools = of_working(settings)
        database = JobDatabase(settings.database_url, pools.jobs)
        catalogue = Catalogue(settings.database_url, games, make=False, connections=pools.catalogue)
        rates = None
        if settings.storing_quota is not None:
            from ludex.catalogue.access.rate_limits import Rates

            rates = Rates(catalogue.database, None, settings.storing_quota)
        self.registry = WorkerRegistry(database, self.name)
        self.executor = Executor(self.name, catalogue, database, by_name(), folder_of(settings), rates)

    def run(self) -> None:
        """Work until SIGTERM."""
        stopping = threading.Event()
        self.registry.join()
        self.executor.launch()
        signal.signal(signal.SIGTERM, lambda *_: stopping.set())
        self._log.info("a worker works", worker=self.name)
        while not stopping.wait(_BEAT_SECONDS):
            try:
                if not self.registry.beat():
                    self._log.warning("others have taken the jobs of this worker; it ends", worker=self.name)
                    os._exit(1)
                self.registry.recover()
            except (SQLAlchemyError, DatabaseError) as error:
                self.registry.forget_peers()
                self._log.warning("the jobs cannot be reached", error=str(error).splitlines()[0])
        try:
            self._log.info("a worker ends", worker=self.name)
            self.registry.leave()
        finally:
            os._exit(0)  # as a killed worker ends: DBOS's threads stop in the middle of their steps
