"""`ludex worker`: processes that execute jobs. Workers share only the databases, so they can run on many machines.

A worker can be killed at any time. Another worker then takes over its jobs. If no other worker is running, the next
worker that starts takes them over. DBOS leaves the detection of dead workers and the recovery of their jobs to a
separate service, which this module contains.
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
from collections.abc import Mapping, Sequence
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import TextIO

import structlog
from dbos import DBOS
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.text_lines import split_lines
from ludex.jobs.catalogue import delete_old_exports
from ludex.jobs.database import JobDatabase, job, worker, worker_pools, workflow_status
from ludex.jobs.executor import Executor, write_log
from ludex.jobs.operations import by_name
from ludex.jobs.store import LEASE_SECONDS
from ludex.logs import configure_logs
from ludex.settings import Settings, data_folder

_FORKS = multiprocessing.get_context("fork")
_LOOK_SECONDS = 0.5
_BEAT_SECONDS = 2.0
_NICENESS = 5
"""The niceness of workers. Requests have a higher priority than jobs, because requests are short."""
_PR_SET_PDEATHSIG = 1  # from prctl.h of Linux


class Workers:
    """Processes that execute jobs.

    Until all processes are stopped, a process that ends is replaced. If `file` is given, no process is started before
    this file exists.
    """

    def __init__(
        self,
        settings: Settings,
        games: Sequence[GameKinds],
        number: int,
        events: TextIO | None = None,
        file: Path | None = None,
    ) -> None:
        by_name()  # what a worker needs is loaded before it is forked, so that all workers share this memory
        self._settings = settings
        self._games = games
        self._number = number
        self._events = events
        self._file = file
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
        if self._file is not None and not self._file.exists():
            return
        while len(self._processes) < self._number:
            process = _FORKS.Process(target=_work, args=(os.getpid(), self._settings, self._games, self._events))
            process.start()
            self._processes.append(process)
            self._begun[process] = time.monotonic()

    def sentinels(self) -> list[int]:
        """Return the sentinels of the running processes.

        The sentinel of a process becomes ready when the process ends. It remains ready afterwards, so waiting for the
        sentinel of a process that has ended, but is not replaced yet, would not pause.
        """
        return [process.sentinel for process in self._processes if process.is_alive()]

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
    """Return the folder for job files.

    It is beside the catalogue if the catalogue is a file, and in the user's data folder otherwise.
    """
    file = JobDatabase(settings.database_url).file
    return (data_folder() if file is None else file.parent) / "jobs"


def _configure_logs(settings: Settings, events: TextIO | None) -> None:
    if events is None:
        configure_logs(settings.log_format, settings.log_level)
    else:
        configure_logs("json", "info", events)


def _work(parent: int, settings: Settings, games: Sequence[GameKinds], events: TextIO | None) -> None:
    """Execute jobs in a worker process until the process is stopped, or until another worker takes over its jobs."""
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, signal.SIG_IGN if stop == signal.SIGINT else signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    os.nice(_NICENESS)
    # Searches in Python share this process with the thread that sends the heartbeat.
    sys.setswitchinterval(0.001)
    _configure_logs(settings, events)
    _Worker(settings, games).run()


class _Worker:
    """A worker process, which executes jobs and recovers the jobs of dead workers.

    It sends a heartbeat every two seconds.
    """

    def __init__(self, settings: Settings, games: Sequence[GameKinds]) -> None:
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
                self._log.warning("the database of jobs is unavailable", error=split_lines(str(error))[0])
        try:
            self._log.info("worker stopped", worker=self.name)
            self.registry.leave()
        finally:
            os._exit(0)  # end the threads of DBOS during their steps, as if the worker had been killed


_log = structlog.get_logger("ludex.jobs")


class PeerLiveness:
    """The observations that a worker makes of the heartbeats of other workers.

    Times come from the monotonic clock of the worker's own process.

    Liveness does not depend on wall clocks. A worker that has just begun to observe considers no other worker dead
    before the lease time has passed.
    """

    def __init__(self) -> None:
        self._observed: dict[str, tuple[int, float]] = {}

    def dead(self, heartbeats: Mapping[str, int], now: float) -> list[str]:
        """Return the workers whose heartbeats have not changed for the lease time.

        `heartbeats` contains the heartbeats of all workers.

        >>> peers = PeerLiveness()
        >>> peers.dead({"a": 7, "b": 7}, 0.0), peers.dead({"a": 9, "b": 7}, LEASE_SECONDS + 1)
        ([], ['b'])
        """
        before = self._observed
        self._observed = {
            name: before[name] if name in before and before[name][0] == heartbeat else (heartbeat, now)
            for name, heartbeat in heartbeats.items()
        }
        return [name for name, (_, since) in self._observed.items() if now - since > LEASE_SECONDS]


class WorkerRegistry:
    """A worker's entry in the table of workers."""

    def __init__(self, database: JobDatabase, name: str) -> None:
        self.database, self.name = database, name
        self._peers = PeerLiveness()

    def join(self) -> None:
        """Add this worker to the table."""
        now = time.time()
        row = {"id": self.name, "host": socket.gethostname(), "process": os.getpid(), "started": now, "seen": now}
        with self.database.connected() as connection:
            connection.execute(insert(worker).values(row))

    def beat(self) -> bool:
        """Update the heartbeat of this worker.

        Return False if other workers have considered this worker dead, and have taken over its jobs.
        """
        mine = update(worker).where(worker.c.id == self.name)
        with self.database.connected() as connection:
            values = {"heartbeat": worker.c.heartbeat + 1, "seen": time.time()}
            return connection.execute(mine.values(values)).rowcount == 1

    def leave(self) -> None:
        """Remove this worker, so that other workers take over its jobs immediately. This does not count as a crash."""
        mine = [workflow_status.c.executor_id == self.name, workflow_status.c.status == "PENDING"]
        left = select(workflow_status.c.workflow_uuid).where(*mine)
        with self.database.connected() as connection:
            jobs = {name.partition("/")[0] for name in connection.scalars(left)}
            stopped = update(job).where(job.c.id.in_(jobs), job.c.step_attempts > 0)
            connection.execute(stopped.values(step_attempts=job.c.step_attempts - 1))
            connection.execute(delete(worker).where(worker.c.id == self.name))

    def forget_peers(self) -> None:
        """Forget all observations, because the database was unavailable for some time."""
        self._peers = PeerLiveness()

    def recover(self) -> None:
        """Remove dead workers from the table, and resume the workflows of workers that are not in the table.

        If several workers resume the same workflow, DBOS lets one of them execute it.
        """
        # Read the workflows before the table of workers. The table then includes every worker that executes one of
        # these workflows.
        running = DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)
        with self.database.reading() as connection:
            heartbeats = {row.id: row.heartbeat for row in connection.execute(select(worker.c.id, worker.c.heartbeat))}
        for name in self._peers.dead(heartbeats, time.monotonic()):
            unchanged = [worker.c.id == name, worker.c.heartbeat == heartbeats.pop(name)]
            with self.database.connected() as connection:
                connection.execute(delete(worker).where(*unchanged))
            _log.info("worker lost", worker=name)
        for workflow in running:
            if workflow.executor_id not in heartbeats:
                DBOS.resume_workflow(workflow.workflow_id, queue_name=workflow.queue_name)
                line = f"{self.name} took over from {workflow.executor_id}, which was lost"
                with self.database.connected() as connection:
                    write_log(connection, workflow.workflow_id.partition("/")[0], line)
