"""The class `ludex.Jobs`, which starts, watches and cancels the jobs of a catalogue."""

import os
import time
from types import TracebackType
from typing import Any, Self

from ludex.games import games
from ludex.jobs import requests
from ludex.jobs.job import ENDED, JobDetails
from ludex.jobs.store import store_of
from ludex.python_api.catalogue import database_url, open_store
from ludex.requests.session import Session

__all__ = ["Jobs"]

_POLL_SECONDS = 0.3


class Jobs(Session):
    """The jobs of a catalogue. Workers run jobs in steps, so a job survives a crash of its worker.

    Workers are separate processes (``ludex worker``), or are started together with the service. Close the jobs at the
    end, or use them in a ``with`` statement.

    Parameters
    ----------
    url : str or path, optional
        The catalogue, as for :class:`ludex.Catalogue`.

    Raises
    ------
    DatabaseError
        If there is no catalogue, or if its tables have a different revision. The message states the remedy.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import Catalogue, Jobs
    >>> url = mkdtemp() + "/catalogue.sqlite"
    >>> Catalogue(url, make=True).close()
    >>> with Jobs(url) as jobs:
    ...     job = jobs.start("verify", where="kind:planarity-level")
    ...     job.state.value, jobs.cancel(job.id).state.value, [job.operation for job in jobs.list()]
    ('queued', 'cancelled', ['verify'])
    """

    operations = requests.job_operations
    operation = requests.job_operation
    get = requests.job
    list = requests.jobs
    objects = requests.objects_of_job
    cancel = requests.cancel_job
    retry = requests.retry_job

    def __init__(self, url: str | os.PathLike[str] | None = None) -> None:
        store = store_of(database_url(url))
        super().__init__(open_store(url, games()), jobs=lambda: store)

    def start(self, operation: str, /, **arguments: Any) -> JobDetails:  # noqa: ANN401 - JSON
        """Start a job.

        Parameters
        ----------
        operation : str
            The name of the operation; :meth:`operations` lists the names.
        **arguments
            The arguments of the operation; ``ludex jobs operations OPERATION`` shows them.

        Returns
        -------
        JobDetails
            The queued job.

        Raises
        ------
        ValueError
            If there is no such operation.
        InvalidArguments
            If the arguments do not have the form that the operation accepts.
        TooManyJobs
            If too many jobs are queued.
        """
        return requests.start_job(self, operation, arguments)

    def wait(self, job: str, *, timeout: float | None = None) -> JobDetails:
        """Wait until a job ends, and return it.

        Parameters
        ----------
        job : str
            The id of the job.
        timeout : float, optional
            Maximum time to wait, in seconds. By default, there is no limit.

        Returns
        -------
        JobDetails
            The job, with its result.

        Raises
        ------
        TimeoutError
            If the job has not ended after this time. The job continues to run.
        UnknownJob
            If there is no such job.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while self.jobs.get_summary(job).state not in ENDED:
            if end is not None and time.monotonic() >= end:
                raise TimeoutError(f"the job {job} has not ended after {timeout:g} s")
            time.sleep(_POLL_SECONDS)
        return self.jobs.find(job)

    def close(self) -> None:
        """Close all connections. A ``with`` statement does this at its end."""
        self.jobs.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
