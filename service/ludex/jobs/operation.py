"""The declaration of a job operation: what it takes, and the steps that it is cut into."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.requests.fields import RequestModel

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

T = TypeVar("T")
Cursor = Mapping[str, Any]
"""Where a job stands between two steps: JSON, from which any worker goes on. The first step gets an empty one."""


def _unsaid(_line: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a step works with: the catalogue, a budget that ends when the job is cancelled, the log of the job.

    It carries out requests too, as a command does: without the bounds of a service. What may be stored is stored, as
    the service does. `folder` is where files are written, and `job` names those of this job.
    """

    catalogue: "Catalogue"
    budget: Budget
    kept: "Catalogue | None" = None
    say: Callable[[str], None] = _unsaid
    folder: Path | None = None
    job: str = ""

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Yield the budget of the step. Raises BudgetExhausted if the job was cancelled meanwhile."""
        yield self.budget
        self.check_cancelled()

    def check_cancelled(self) -> None:
        """Raise BudgetExhausted if the job was cancelled: searches that were cut short say so in other ways."""
        if self.budget.exhausted() == "cancelled":
            raise BudgetExhausted("cancelled")

    def bound(self, _limit: T) -> T | None:
        """Return None: a job has no bounds."""
        return None


@dataclass(frozen=True, slots=True)
class Step:
    """What a step came to.

    `cursor` is where the next step begins, None if the job is done. `result` is what the job has come to so far: JSON,
    within bounds. `done` of `total` units are done (None: unknown).
    """

    cursor: Cursor | None
    result: Any
    done: float
    total: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One thing that a job can do.

    `takes` is the model of its arguments, `run` makes a step; its docstring is the documentation. A step stores what it
    found in one transaction, and may be run again after a worker has died: objects are stored once whatever happens.
    `unit` is what progress counts. `check` raises Fault for arguments that the game refuses.
    """

    name: str
    takes: type[RequestModel]
    run: Callable[[Any, Cursor, JobContext], Step]
    unit: str = ""
    check: Callable[[Any], object] = field(default=lambda _asked: None)
    told: str | None = None

    @property
    def about(self) -> str:
        """Return what it does, in sentences; the first line is a summary."""
        return self.told or inspect.getdoc(self.run) or ""


def whole(answer: Any) -> Step:  # noqa: ANN401 - JSON
    """Return the only step of a job that has one."""
    return Step(None, answer, 1, 1)
