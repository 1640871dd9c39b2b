"""Jobs without workers: their steps are made one after the other, as DBOS would have them made."""

from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.snapshot import WriteContext
from ludex.engine.budget import Budget
from ludex.engine.exact_json import exact_json, exact_json_text
from ludex.jobs.operation import JobContext, Step
from ludex.jobs.operations import by_name


def as_stored(cursor: Mapping[str, Any] | None) -> Any:
    """Return a cursor as it comes back from the database."""
    return None if cursor is None else exact_json(exact_json_text(dict(cursor)))


def steps_of(
    catalogue: Catalogue,
    name: str,
    arguments: Mapping[str, Any],
    folder: Path | None = None,
    *,
    before: Callable[[int], None] = lambda _number: None,
    twice: bool = False,
) -> list[Step]:
    """Make the steps of a job, of all its parts one after the other, and what joins the parts.

    `twice`: each step is made again, as when a worker dies before it has recorded it.
    """
    operation = by_name()[name]
    asked = operation.takes.model_validate(exact_json(exact_json_text(dict(arguments))))
    operation.check(asked)
    made: list[Step] = []
    job = f"job-of-a-test-{token_hex(4)}"

    def context() -> JobContext:
        acting = WriteContext(None, True, None, lambda _found, _note: None, job)
        return JobContext(catalogue.acting_for(acting), Budget(), folder=folder, job=job)

    def run(cursor: Any) -> Any:
        while cursor is not None:
            before(len(made))
            for _ in range(1 + twice):
                step = operation.run(asked, cursor, context())
            made.append(step)
            cursor = as_stored(step.cursor)
        return exact_json(exact_json_text(made[-1].result))

    if operation.division is None:
        run({})
        return made
    results: list[Any] = []
    while parts := operation.division.plan(asked, results, context()):
        results += map(run, map(as_stored, parts))
    return [*made, Step(None, operation.division.join(asked, results, context()), 0)]
