"""Rows of experiments. A row is computed for each cell until the budget is exhausted. Rows can be rendered as CSV."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields
from io import StringIO
from typing import Any, Generic, TypeVar

from ludex.engine.budget import Budget, BudgetExhausted

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Rows(Generic[R]):
    """The completed rows of an experiment, and the reason why it ended early.

    `ended` is None if all rows are present. Otherwise it is 'time', 'memory' or 'cancelled', or the message of the
    error that ended the experiment.
    """

    rows: tuple[R, ...]
    ended: str | None


def rows_of(
    cells: Sequence[tuple[Any, ...]],
    row: Callable[..., R | None],
    budget: Budget | None = None,
    ends: tuple[type[Exception], ...] = (),
) -> Rows[R]:
    """Compute one row for each of the `cells`, until the budget is exhausted.

    The function `row` is called with the elements of a cell and the `budget` (None means no limits). It returns the row
    for the cell, or None if the cell has no row. If it raises an exception of one of the types in `ends`, the
    experiment ends, and the message of the exception becomes `ended`.

    >>> rows_of([(1,), (2,)], lambda number, budget: number * number)
    Rows(rows=(1, 4), ended=None)
    """
    budget = budget or Budget()
    rows: list[R] = []
    try:
        for done, cell in enumerate(cells):
            budget.report(done, len(cells), "rows")
            found = row(*cell, budget.quiet())
            if found is not None:
                rows.append(found)
    except BudgetExhausted as error:
        return Rows(tuple(rows), error.reason)
    except ends as error:
        return Rows(tuple(rows), str(error))
    budget.report(len(cells), len(cells), "rows")
    return Rows(tuple(rows), None)


def render_csv(rows: Sequence[Any]) -> str:
    r"""Render `rows`, instances of one dataclass, as CSV with a header line. None is rendered as an empty field.

    >>> render_csv([Rows((), "time"), Rows((), None)])
    'rows,ended\r\n(),time\r\n(),\r\n'
    """
    text = StringIO()
    writer = csv.writer(text)
    if rows:
        writer.writerow(field.name for field in fields(rows[0]))
        writer.writerows(astuple(row) for row in rows)
    return text.getvalue()
