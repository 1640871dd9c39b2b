"""What the routes share: the catalogue, the computing slots, who may store, and how often."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import current_app, request

from ludex.api.problems import ProblemError
from ludex.api.slots import Slots, client_gone
from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget, BudgetExhausted

if TYPE_CHECKING:
    from ludex.catalogue.rates import Rates

_EXTENSION = "ludex"


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running service. `stores`: for who has no key too. `rates` are None if nothing is counted."""

    catalogue: Catalogue
    slots: Slots
    stores: bool
    rates: "Rates | None" = None

    def install(self, extensions: dict[str, object]) -> None:
        """Make this the service of an application."""
        extensions[_EXTENSION] = self


def service() -> Service:
    """Return the service that answers the current request."""
    found = current_app.extensions[_EXTENSION]
    assert isinstance(found, Service)
    return found


@contextmanager
def search(kind: str, seconds: float, command: str) -> Iterator[Budget]:
    """Hold a computing slot and yield the budget of one search of the current request.

    A BudgetExhausted becomes a problem that names the command without a limit. Raises ProblemError (422, 503).
    """
    try:
        with service().slots.search(kind, seconds, client_gone(request.environ)) as budget:
            yield budget
    except BudgetExhausted as exhausted:
        raise _ended_early(exhausted.reason, seconds, command) from None


def _ended_early(reason: str, seconds: float, command: str) -> ProblemError:
    if reason == "cancelled":
        return ProblemError(503, "The service is stopping.", kind="busy", headers={"Retry-After": "5"})
    bound = f"{seconds:g} seconds" if reason == "time" else "the memory of one search"
    return ProblemError(
        422,
        f"Nothing is known within {bound}. `{command}` computes without a limit.",
        kind="computation-too-large",
        title="Computation too large",
    )
