"""Experiments as jobs: the rows of one cell a step."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ludex.engine.experiment_rows import Rows
from ludex.jobs.operation import Cursor, JobContext, Step


def rows_step(cells: list[Any], rows: Callable[[Any], Rows[Any]], cursor: Cursor, work: JobContext) -> Step:
    """Make the rows of the next cell of an experiment; the result is all rows so far."""
    at, made = cursor.get("cell", 0), list(cursor.get("rows", ()))
    found = rows(cells[at])
    work.check_cancelled()
    made += [asdict(row) for row in found.rows]
    if found.ended is not None:
        work.say(found.ended)
    at += 1
    after = {"cell": at, "rows": made} if at < len(cells) else None
    return Step(after, {"rows": made, "ended": found.ended}, at, len(cells))
