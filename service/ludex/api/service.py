"""The running service, which all routes use: its catalogue, computing slots, jobs and rate limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask, current_app, request

from ludex.api.middleware.concurrency_limits import Slots, client_gone
from ludex.api.middleware.problems import OfferedJob, ProblemError
from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.jobs.store import JobStore

if TYPE_CHECKING:
    from ludex.catalogue.access.rate_limits import Rates

_EXTENSION = "ludex"


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running service.

    `on_loopback` tells whether the service listens on a loopback address only. `rates` is None if there are no rate
    limits. `computing` contains the endpoints whose GET requests compute. `public_url` is the address of the site in
    citations.
    """

    catalogue: Catalogue
    slots: Slots
    on_loopback: bool
    jobs: JobStore
    rates: "Rates | None" = None
    computing: frozenset[str] = frozenset()
    public_url: str | None = None

    def install(self, extensions: dict[str, object]) -> None:
        """Make this the service of an application."""
        extensions[_EXTENSION] = self


def service() -> Service:
    """Return the service that handles the current request."""
    return service_of(current_app)


def service_of(app: Flask) -> Service:
    """Return the service of an application."""
    found = app.extensions[_EXTENSION]
    assert isinstance(found, Service)
    return found


@contextmanager
def search(
    kind: str, seconds: float, command: str, job: Callable[[], OfferedJob | None] = lambda: None
) -> Iterator[Budget]:
    """Hold a computing slot and yield the budget of one search of the current request.

    BudgetExhausted becomes a problem that names the command without a limit, if any, and the `job`. Raises ProblemError
    (422, 503).
    """
    try:
        with service().slots.search(kind, seconds, client_gone(request.environ)) as budget:
            yield budget
    except BudgetExhausted as exhausted:
        raise _ended_early(exhausted.reason, seconds, command, job) from None


def _ended_early(reason: str, seconds: float, command: str, job: Callable[[], OfferedJob | None]) -> ProblemError:
    if reason == "cancelled":
        return ProblemError(503, "The service is stopping.", kind="busy", headers={"Retry-After": "5"})
    bound = f"{seconds:g} seconds" if reason == "time" else "the memory of one search"
    offered = job()
    detail = f"Nothing is known within {bound}."
    if command:
        detail += f" `{command}` computes without a limit."
    if offered is not None:
        detail += f" A job computes without a limit: `POST /jobs` with the operation {offered.operation}."
    return ProblemError(
        422,
        detail,
        kind="computation-too-large",
        job=offered,
    )
