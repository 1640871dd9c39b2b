"""A computation of Swap Planarity within a request: what the game refuses becomes a problem too."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludex.api import service
from ludex.api.planarity.drawings import at_fault
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.planarity.drawing import DrawingError


@contextmanager
def search(kind: str, seconds: float, command: str, place: str = "") -> Iterator[Budget]:
    """Hold a computing slot as :func:`ludex.api.service.search` does; `place` points at the drawing in the request.

    Raises ProblemError: 422 for drawings that the game refuses, or where the limit came before any answer; 503.
    """
    try:
        with service.search(f"planarity-{kind}", seconds, f"ludex planarity {command}") as budget:
            yield budget
    except DrawingError as error:
        raise at_fault(error, place) from None


def stop_if_cancelled(budget: Budget) -> None:
    """Raise BudgetExhausted where an answer is unproved because nobody waits for it, or the service ends."""
    if budget.exhausted() == "cancelled":
        raise BudgetExhausted("cancelled")
