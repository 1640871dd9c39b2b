"""The declaration of an operation that jobs run: its arguments and its steps."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.experiment_rows import Rows
from ludex.requests.fields import RequestModel

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.operations.collections import StoredBatch

T = TypeVar("T")
Cursor = Mapping[str, Any]
"""The state of a job between two steps, as JSON, from which any worker can continue the job.

The cursor is empty for the first step.
"""


def _unsaid(_line: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class JobContext:
    """The context of a step.

    It contains the catalogue, a budget that ends when the job is cancelled, and the log of the job.

    Requests can also run in this context, without the bounds of the service. `folder` is the folder for files. `job` is
    the id of the job, which is part of the names of these files.
    """

    catalogue: "Catalogue"
    budget: Budget
    destination: "Catalogue | None" = None
    say: Callable[[str], None] = _unsaid
    folder: Path | None = None
    job: str = ""

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Yield the budget of the step. After the block, raises BudgetExhausted if the job was cancelled."""
        yield self.budget
        self.check_cancelled()

    def check_cancelled(self) -> None:
        """Raise BudgetExhausted if the job was cancelled.

        This check is needed because an interrupted search may return normally.
        """
        if self.budget.exhausted() == "cancelled":
            raise BudgetExhausted("cancelled")

    def bound(self, _limit: T) -> T | None:
        """Return None, because a job has no bounds."""
        return None


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a step.

    `cursor` is the start of the next step, or None if the job is done. `result` is the result of the job so far, as
    JSON. `done` is the number of completed units. `total` is the number of all units, or None if unknown.
    """

    cursor: Cursor | None
    result: Any
    done: float
    total: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class JobOperation:
    """The declaration of an operation that jobs execute.

    `takes` is the model of the arguments. `run` executes a step. The docstring of `run` is the documentation, unless
    `documentation` is set. A step stores its results in one transaction. It may be repeated after a worker crash, but
    objects are stored only once all the same. `unit` is the unit in which progress is measured. `check` raises Fault if
    the game refuses the arguments. An owner may start at most `daily` jobs of the operation per day.
    """

    name: str
    takes: type[RequestModel]
    run: Callable[[Any, Cursor, JobContext], Step]
    unit: str = ""
    check: Callable[[Any], object] = field(default=lambda _request: None)
    documentation: str | None = None
    daily: int | None = None

    @property
    def about(self) -> str:
        """Return the documentation, which begins with a one-line summary."""
        return self.documentation or inspect.getdoc(self.run) or ""


def whole(answer: Any) -> Step:  # noqa: ANN401 - JSON
    """Return the result of a job that has only one step."""
    return Step(None, answer, 1, 1)


def rows_step(cells: list[Any], rows: Callable[[Any], Rows[Any]], cursor: Cursor, context: JobContext) -> Step:
    """Compute the rows of the next cell of an experiment.

    The result of the step contains all rows that were computed so far.
    """
    at, done = cursor.get("cell", 0), list(cursor.get("rows", ()))
    result = rows(cells[at])
    context.check_cancelled()
    done += [asdict(row) for row in result.rows]
    if result.ended is not None:
        context.say(result.ended)
    at += 1
    after = {"cell": at, "rows": done} if at < len(cells) else None
    return Step(after, {"rows": done, "ended": result.ended}, at, len(cells))


def collection_step(
    store_batch: "Callable[[int, Budget], StoredBatch]",
    store_size: Callable[[Budget], int],
    cursor: Cursor,
    context: JobContext,
) -> Step:
    """Store a batch of members of a complete collection.

    After the last batch, store the claim that states the number of members instead.

    `store_batch` stores the batch with a given number, counted from 0. `store_size` counts the members and stores the
    claim. The result contains the number of new members and, once the members are counted, the size of the collection.
    """
    before = dict(cursor) or {"batch": 0, "new": 0}
    stored = store_batch(before["batch"], context.budget.quiet())
    context.check_cancelled()
    new = before["new"] + stored.new
    if before["batch"] < stored.total:
        after = {"batch": before["batch"] + 1, "new": new}
        return Step(after, {"new": new, "size": None}, stored.done, stored.total + 1)
    size = store_size(context.budget)
    return Step(None, {"new": new, "size": size}, stored.total + 1, stored.total + 1)
