"""The class `ludex.Jobs`, which starts, watches and cancels the jobs of a catalogue."""

import os
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.store_result import every_job_object
from ludex.games import games
from ludex.jobs.job import ENDED, Job, JobDetails, State
from ludex.jobs.operations import by_name, start_job
from ludex.jobs.store import store_of
from ludex.python_api.catalogue import database_url, open_store
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

__all__ = ["Jobs"]

_POLL_SECONDS = 0.3


class Jobs:
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
    ...     job = jobs.start("verify", kinds=["planarity-level"])
    ...     job.state.value, jobs.cancel(job.id).state.value, [job.operation for job in jobs.list()]
    ('queued', 'cancelled', ['verify'])
    """

    def __init__(self, url: str | os.PathLike[str] | None = None) -> None:
        self._catalogue = open_store(url, games())
        self._store = store_of(database_url(url))

    def operations(self) -> dict[str, str]:
        """Return the operations that jobs can run.

        Returns
        -------
        dict of str to str
            The description of each operation, keyed by operation name.
        """
        return {name: operation.about for name, operation in by_name().items()}

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
        return start_job(self._store, operation, arguments)

    def get(self, job: str) -> JobDetails:
        """Return a job, including its arguments, its result and the end of its log.

        Parameters
        ----------
        job : str
            The id of the job.

        Returns
        -------
        JobDetails
            The job.

        Raises
        ------
        UnknownJob
            If there is no such job.
        """
        return self._store.find(job)

    def list(self, state: str | None = None, operation: str | None = None, *, limit: int = 100) -> tuple[Job, ...]:
        """Return jobs, the newest first.

        Parameters
        ----------
        state : str, optional
            Return only jobs in this state: queued, running, succeeded, failed or cancelled.
        operation : str, optional
            Return only jobs of this operation.
        limit : int, optional
            Maximum number of jobs.

        Returns
        -------
        tuple of Job
            The jobs.

        Raises
        ------
        ValueError
            If there is no such state.
        """
        return self._store.page(None if state is None else State(state), operation, None, limit).items

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
        while self._store.get_summary(job).state not in ENDED:
            if end is not None and time.monotonic() >= end:
                raise TimeoutError(f"the job {job} has not ended after {timeout:g} s")
            time.sleep(_POLL_SECONDS)
        return self._store.find(job)

    def objects(self, job: str) -> Iterator[StoredObject]:
        """Yield each object that a job has stored, in the order in which the objects were stored, without repetition.

        Parameters
        ----------
        job : str
            The id of the job.

        Yields
        ------
        StoredObject
            An object of any kind. The object may already have been stored before the job started.

        Raises
        ------
        UnknownJob
            If there is no such job.

        Notes
        -----
        ``catalogue.find("levels", job=job.id)`` lists only the objects of one kind, with filters, counts and facets.
        Objects that were stored only as targets of links, such as the graph of a level, are not yielded.
        """
        self._store.get_summary(job)
        return self._objects(job)

    def _objects(self, job: str) -> Iterator[StoredObject]:
        for item in every_job_object(self._catalogue, job):
            with self._catalogue.reading() as reader:
                found = find(reader, item.label)
            yield StoredObject(Session(self._catalogue), found)

    def cancel(self, job: str) -> JobDetails:
        """Cancel a job. The job stops within about a second. The objects that it has already stored are not deleted.

        Parameters
        ----------
        job : str
            The id of the job.

        Returns
        -------
        JobDetails
            The job, which is unchanged if it had already ended.

        Raises
        ------
        UnknownJob
            If there is no such job.
        """
        return self._store.cancel(job)

    def retry(self, job: str) -> JobDetails:
        """Continue a failed or cancelled job from the step at which it ended.

        Parameters
        ----------
        job : str
            The id of the job.

        Returns
        -------
        JobDetails
            The queued job.

        Raises
        ------
        UnknownJob
            If there is no such job.
        JobConflict
            If the job did not fail and was not cancelled.
        """
        return self._store.retry(job)

    def close(self) -> None:
        """Close all connections. A ``with`` statement does this at its end."""
        self._store.close()
        self._catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
