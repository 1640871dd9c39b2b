"""Jobs that the process of a test executes itself, so that it sees and decides what happens to them."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dbos import DBOS

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.rate_limits import Rates
from ludex.jobs.executor import Executor
from ludex.jobs.job import ENDED, JobDetails
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step
from ludex.jobs.operations import by_name
from ludex.jobs.store import JobStore


@contextmanager
def executing(
    catalogue: Catalogue,
    store: JobStore,
    folder: Path,
    operations: Mapping[str, JobOperation] | None = None,
    *,
    worker: str = "a-worker",
    rates: Rates | None = None,
) -> Iterator[None]:
    """Execute the jobs of a catalogue in threads of this process for as long as the context lasts."""
    found = by_name() if operations is None else operations
    try:
        with patch("ludex.jobs.executor._POLLING_SECONDS", 0.05):
            Executor(worker, catalogue, store.database, found, folder, rates).launch()
        yield
    finally:
        DBOS.destroy(destroy_registry=True)
        # A thread that waits for a database that the test has removed would keep the process from ending.
        with patch("ludex.jobs.executor.JobExecution._owns", return_value=False):
            settle()


def finish(catalogue: Catalogue, store: JobStore, name: str, folder: Path) -> JobDetails:
    """Execute a job, and return it when it has ended."""
    with executing(catalogue, store, folder):
        return ended(store, name)


def ended(store: JobStore, name: str) -> JobDetails:
    """Wait until a job has ended, and return it."""
    return until(store, name, lambda found: found.state in ENDED)


def until(store: JobStore, name: str, holds: Callable[[JobDetails], bool], seconds: float = 30.0) -> JobDetails:
    """Wait until something holds of a job, and return it."""
    deadline = time.monotonic() + seconds
    while not holds(found := store.find(name)):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def settle(seconds: float = 5.0) -> None:
    """Wait until no thread executes a job any more: one that lost its job notices so within half a second."""
    deadline = time.monotonic() + seconds
    while any(one.name.startswith("dbos-executor") for one in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.02)


def paused_after(steps: int, operation: JobOperation) -> dict[str, JobOperation]:
    """Return operations of which one stops after some steps, until its job is cancelled."""
    done = 0

    def run(asked: Any, cursor: Cursor, context: JobContext) -> Step:
        nonlocal done
        while done >= steps:
            context.budget.check()
            time.sleep(0.01)
        done += 1
        return operation.run(asked, cursor, context)

    return {operation.name: replace(operation, run=run)}
