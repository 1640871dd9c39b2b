"""Detection of dead workers and recovery of their jobs, which DBOS itself leaves to a separate service."""

import os
import socket
import time
from collections.abc import Mapping

import structlog
from dbos import DBOS
from sqlalchemy import delete, insert, select, update

from ludex.jobs.database import QUEUE, JobDatabase, job, worker, workflow_status
from ludex.jobs.executor import write_log
from ludex.jobs.store import LEASE_SECONDS

_log = structlog.get_logger("ludex.jobs")


class PeerLiveness:
    """A worker's observations of the heartbeats of other workers, timed by the monotonic clock of its process.

    Liveness does not depend on wall clocks. A new observer considers no worker dead before the lease time has passed.
    """

    def __init__(self) -> None:
        self._observed: dict[str, tuple[int, float]] = {}

    def dead(self, heartbeats: Mapping[str, int], now: float) -> list[str]:
        """Return the workers whose heartbeats have not changed for the lease time, given the heartbeats of all workers.

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
    """The entry of a worker in the table of workers."""

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
        """Update the heartbeat of this worker. Return False if others consider it dead and have taken over its jobs."""
        mine = update(worker).where(worker.c.id == self.name)
        with self.database.connected() as connection:
            values = {"heartbeat": worker.c.heartbeat + 1, "seen": time.time()}
            return connection.execute(mine.values(values)).rowcount == 1

    def leave(self) -> None:
        """Remove this worker, so that others take over its jobs immediately. This does not count as a crash."""
        mine = [workflow_status.c.executor_id == self.name, workflow_status.c.status == "PENDING"]
        left = select(workflow_status.c.workflow_uuid).where(*mine)
        with self.database.connected() as connection:
            stopped = update(job).where(job.c.id.in_(left), job.c.step_attempts > 0)
            connection.execute(stopped.values(step_attempts=job.c.step_attempts - 1))
            connection.execute(delete(worker).where(worker.c.id == self.name))

    def forget_peers(self) -> None:
        """Forget all observations, because the database was unavailable for some time."""
        self._peers = PeerLiveness()

    def recover(self) -> None:
        """Remove dead workers, and resume the workflows of workers that are not in the table.

        If several workers resume the same workflow, DBOS lets one of them execute it.
        """
        # Read the workflows before the table of workers, so that the table includes every worker that executes one of
        # them.
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
                DBOS.resume_workflow(workflow.workflow_id, queue_name=QUEUE)
                line = f"{self.name} took over from {workflow.executor_id}, which was lost"
                with self.database.connected() as connection:
                    write_log(connection, workflow.workflow_id, line)
