"""Recomputing everything that the catalogue states: keys, labels, what was found, and what was proved."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from sqlalchemy import func, inspect, select, text
from sqlalchemy.orm import Session

from ludex.catalogue.database import Database
from ludex.catalogue.tables import Base
from ludex.engine.budget import Budget, BudgetExhausted

CHUNK = 100

R = TypeVar("R", bound=Base)


@dataclass(frozen=True, slots=True)
class Finding:
    """A row that does not say what is so: its table, its primary key, its label where it has one, and what is wrong."""

    table: str
    id: str
    label: str | None
    problem: str

    def __str__(self) -> str:
        name = self.label or f"row {self.id}"
        return f"{self.table}: {name}: {self.problem}"


@dataclass(slots=True)
class Report:
    """How many rows of each table were looked at, and what was found. Not complete where the budget ended before.

    `unchecked` are claims that one row's share of time did not suffice to prove again; nothing else is wrong with them.
    """

    checked: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    unchecked: list[Finding] = field(default_factory=list)
    complete: bool = True

    @property
    def sound(self) -> bool:
        """Tell whether everything was looked at and nothing was found wrong; `unchecked` says what was not proved."""
        return self.complete and not self.findings


class Unchecked(str):
    """What could not be checked of a row in its share of time."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Check(Generic[R]):
    """How the rows of a table are checked: `problems` yields what is wrong with one, or raises a ValueError.

    What it could not check it yields as :class:`Unchecked`.
    """

    model: type[R]
    problems: Callable[[Session, R, Budget], Iterator[str]]


def differing(row: object, **expected: object) -> Iterator[str]:
    """Yield each column of a row that does not hold the value expected."""
    for name, value in expected.items():
        if (stored := getattr(row, name)) != value:
            shown = (
                (stored.hex(), value.hex())
                if isinstance(stored, bytes) and isinstance(value, bytes)
                else (stored, value)
            )
            yield f"{name} is {shown[0]}, but must be {shown[1]}"


def verify(database: Database, budget: Budget | None = None) -> Report:
    """Look at every row of the catalogue, within a budget that also takes the progress in rows.

    Proofs about swishes are checked by another solver than the one that found them; minima of swaps and bounds of caps
    are found anew; games are replayed. Nothing is changed, and the service may go on. Cost: milliseconds a row, more
    where something was proved of a large position or drawing.
    """
    from ludex.catalogue.planarity.verification import PLANARITY_CHECKS
    from ludex.catalogue.sets.verification import SET_CHECKS
    from ludex.catalogue.swish.verification import SWISH_CHECKS

    checks = (*SWISH_CHECKS, *PLANARITY_CHECKS, *SET_CHECKS)

    budget = budget or Budget()
    report = Report()
    with database.reading() as session:
        total = sum(session.scalar(select(func.count()).select_from(check.model)) or 0 for check in checks)
    try:
        for check in checks:
            _check_table(database, check, budget, report, total)
        with database.reading() as session:
            report.findings.extend(_storage_findings(session))
    except BudgetExhausted:
        report.complete = False
    return report


def _check_table(database: Database, check: Check[Any], budget: Budget, report: Report, total: int) -> None:
    table = check.model.__tablename__
    # The games share some tables.
    report.checked.setdefault(table, 0)
    keys = list(inspect(check.model).primary_key)
    after: Sequence[Any] | None = None
    while True:
        # A session for some rows only: a long verification must not hold one snapshot.
        with database.reading() as session:
            statement = select(check.model).order_by(*keys).limit(CHUNK)
            rows = session.scalars(statement if after is None else statement.where(_beyond(keys, after))).all()
            for row in rows:
                budget.check()
                for finding in _findings(session, check, row, budget):
                    (report.unchecked if isinstance(finding.problem, Unchecked) else report.findings).append(finding)
                report.checked[table] += 1
                budget.report(sum(report.checked.values()), total, table)
            if len(rows) < CHUNK:
                return
            after = inspect(check.model).primary_key_from_instance(rows[-1])


def _beyond(keys: Sequence[Any], after: Sequence[Any]) -> Any:  # noqa: ANN401 - a SQL condition
    from sqlalchemy import tuple_

    return keys[0] > after[0] if len(keys) == 1 else tuple_(*keys) > tuple_(*after)


def _findings(session: Session, check: Check[Any], row: Base, budget: Budget) -> Iterator[Finding]:
    identity = "/".join(map(str, inspect(type(row)).primary_key_from_instance(row)))
    label = getattr(row, "label", None)
    try:
        for problem in check.problems(session, row, budget):
            yield Finding(row.__tablename__, identity, label, problem)
    except (ValueError, LookupError, TypeError) as error:
        # The row cannot even be read.
        yield Finding(row.__tablename__, identity, label, str(error) or type(error).__name__)


def _storage_findings(session: Session) -> Iterator[Finding]:
    if session.get_bind().dialect.name != "sqlite":
        return
    for (problem,) in session.execute(text("PRAGMA integrity_check")):
        if problem != "ok":
            yield Finding("database", "-", None, problem)
    for table, row_id, parent, _ in session.execute(text("PRAGMA foreign_key_check")):
        yield Finding(table, str(row_id), None, f"the row of {parent} that it refers to is missing")
