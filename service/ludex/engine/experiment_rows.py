"""The rows of an experiment: made cell by cell until the budget ends, and written as CSV. They know no game."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields
from io import StringIO
from typing import Any, Generic, TypeVar

from ludex.engine.budget import Budget, BudgetExhausted

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Rows(Generic[R]):
    """The rows that were finished, and why there are no more.

    `ended` is None if all rows are there. Otherwise it is 'time', 'memory' or 'cancelled', or says what the experiment
    did not find.
    """

    rows: tuple[R, ...]
    ended: str | None


def rows_of(
    cells: Sequence[tuple[Any, ...]],
    row: Callable[..., R | None],
    budget: Budget | None = None,
    ends: tuple[type[Exception], ...] = (),
) -> Rows[R]:
    """Make the rows of the `cells`, until the budget ends.

    `row` is called with the parts of a cell and the `budget` (None: no limits); it returns the row of that cell, or
    None for no row. An exception of one of the types in `ends` ends the rows too; its text then says why.

    >>> rows_of([(1,), (2,)], lambda number, budget: number * number)
    Rows(rows=(1, 4), ended=None)
    """
    budget = budget or Budget()
    made: list[R] = []
    try:
        for done, cell in enumerate(cells):
            budget.report(done, len(cells), "rows")
            found = row(*cell, budget.quiet())
            if found is not None:
                made.append(found)
    except BudgetExhausted as error:
        return Rows(tuple(made), error.reason)
    except ends as error:
        return Rows(tuple(made), str(error))
    budget.report(len(cells), len(cells), "rows")
    return Rows(tuple(made), None)


def csv_text(rows: Sequence[Any]) -> str:
    r"""Write `rows`, dataclasses of one kind, as CSV with a line of names; None is written as an empty field.

    >>> csv_text([Rows((), "time"), Rows((), None)])
    'rows,ended\r\n(),time\r\n(),\r\n'
    """
    text = StringIO()
    writer = csv.writer(text)
    if rows:
        writer.writerow(field.name for field in fields(rows[0]))
        writer.writerows(astuple(row) for row in rows)
    return text.getvalue()
