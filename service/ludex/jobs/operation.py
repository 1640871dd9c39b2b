"""The declaration of an operation that jobs run: its arguments and its steps."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    the game refuses the arguments. An owner may start at most `daily` jobs of the operation per day. If the operation
    has a `division`, `run` executes a step of one part of the job.
    """

    name: str
    takes: type[RequestModel]
    run: Callable[[Any, Cursor, JobContext], Step]
    unit: str = ""
    check: Callable[[Any], object] = field(default=lambda _request: None)
    documentation: str | None = None
    daily: int | None = None
    division: "Division | None" = None

    @property
    def about(self) -> str:
        """Return the documentation, which begins with a one-line summary."""
        return self.documentation or inspect.getdoc(self.run) or ""


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """The division of a job into parts, which the workers of all hosts run at the same time.

    `plan` returns the first cursors of the next parts. It is called again when these parts have ended, until it returns
    none. `join` returns the result of the job. Both receive the results of all parts so far, in the order of the parts,
    whichever worker ran them. `total` returns the number of units of the whole job, or None if it is unknown. A part
    should take 5 to 30 seconds: a worker that is killed loses one part.
    """

    plan: Callable[[Any, Sequence[Any], JobContext], Sequence[Cursor]]
    join: Callable[[Any, Sequence[Any], JobContext], Any]
    total: Callable[[Any, JobContext], float | None] = field(default=lambda _request, _context: None)


def single_step(answer: Any) -> Step:  # noqa: ANN401 - JSON
    """Return the result of a job that has only one step."""
    return Step(None, answer, 1, 1)


def numbered_parts(items: Callable[[Any], int], at_once: int) -> Callable[[Any, Sequence[Any], JobContext], Any]:
    """Return the plan of a job over numbered items: each part has `at_once` items, from `first` to before `stop`."""

    def plan(request: Any, results: Sequence[Any], _context: JobContext) -> list[Cursor]:  # noqa: ANN401 - the arguments
        number = 0 if results else items(request)
        return [{"first": first, "stop": min(first + at_once, number)} for first in range(0, number, at_once)]

    return plan


def rows_operation(
    name: str,
    takes: type[RequestModel],
    cells: Callable[[Any], Sequence[Any]],
    rows: Callable[[Any, Any, Budget], Rows[Any]],
    unit: str,
    documentation: str,
    check: Callable[[Any], object] = lambda _request: None,
) -> JobOperation:
    """Return the operation that computes the rows of an experiment. Each part computes those of one of the cells."""

    def run(request: Any, cursor: Cursor, context: JobContext) -> Step:  # noqa: ANN401 - the arguments
        found = rows(request, cells(request)[cursor["first"]], context.budget)
        context.check_cancelled()
        if found.ended is not None:
            context.say(found.ended)
        return single_step({"rows": [asdict(row) for row in found.rows], "ended": found.ended})

    def join(_request: Any, results: Sequence[Any], _context: JobContext) -> Any:  # noqa: ANN401
        ended = next((result["ended"] for result in reversed(results) if result["ended"]), None)
        return {"rows": [row for result in results for row in result["rows"]], "ended": ended}

    def number(request: Any) -> int:  # noqa: ANN401
        return len(cells(request))

    division = Division(numbered_parts(number, 1), join, lambda request, _context: number(request))
    return JobOperation(name, takes, run, unit, check, documentation, division=division)


_BATCHES_AT_ONCE = 4


def collection_operation(
    name: str,
    takes: type[RequestModel],
    store_batch: "Callable[[Any, int, JobContext], StoredBatch]",
    store_size: Callable[[Any, JobContext], int],
    documentation: str,
    check: Callable[[Any], object] = lambda _request: None,
) -> JobOperation:
    """Return the operation that stores all members of a complete collection, and the claim that states their number.

    `store_batch` stores the batch with a given number, counted from 0. `store_size` counts the members and stores the
    claim. The result contains the number of new members and the size of the collection.
    """

    def run(request: Any, cursor: Cursor, context: JobContext) -> Step:  # noqa: ANN401 - the arguments
        stored = store_batch(request, cursor["batch"], context)
        context.check_cancelled()
        new, batch, done = cursor.get("new", 0) + stored.new, cursor["batch"] + 1, cursor.get("done", 0) + 1
        stop = min(cursor["stop"], stored.total)
        after = {"batch": batch, "stop": stop, "new": new, "done": done} if batch < stop else None
        return Step(after, {"new": new, "batches": stored.total}, done)

    def plan(_request: Any, results: Sequence[Any], _context: JobContext) -> list[Cursor]:  # noqa: ANN401
        if not results:
            return [{"batch": 0, "stop": 1}]
        batches = range(1, results[0]["batches"], _BATCHES_AT_ONCE) if len(results) == 1 else ()
        return [{"batch": batch, "stop": batch + _BATCHES_AT_ONCE} for batch in batches]

    def join(request: Any, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401
        return {"new": sum(result["new"] for result in results), "size": store_size(request, context)}

    return JobOperation(name, takes, run, "batches", check, documentation, division=Division(plan, join))
