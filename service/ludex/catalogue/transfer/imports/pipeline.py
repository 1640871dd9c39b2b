"""The stages of every import: read lines in batches, parse and check them, store each batch in a transaction, report.

A :class:`LineImport` declares the stages that differ between line formats.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import tee
from typing import Generic, Protocol, TypeVar

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.imports.report import LineReport, Outcome
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import ParallelMap, serial_map

Line = str | bytes
Lines = Sequence[tuple[int, Line]]
"""Lines with their numbers, which count from 1."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The time limits of an import, its parallelism, and the source recorded in new objects.

    `budget` is the budget of the whole import, and `seconds` the limit for each object (None: no limit). If the
    `expected` number of lines is given, each line has an equal share of the budget. `spread` distributes bulk imports
    over processes.
    """

    budget: Budget = field(default_factory=Budget)
    seconds: float | None = None
    expected: int | None = None
    source: str = "import"
    spread: ParallelMap = serial_map


class Parsed(Protocol):
    """An object that is ready to be stored."""

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers of the lines that describe the object."""


T = TypeVar("T", bound=Parsed)


@dataclass(frozen=True, slots=True, eq=False)
class LineImport(Generic[T]):
    """The stages of an import that depend on the line format.

    - `parse` returns the objects of a batch to store, and the reports of lines that need no storing: refused lines and
      duplicates. It leaves out lines that the budget does not suffice for. It may run in another process.
    - `store` stores objects in one transaction and reports each of their lines. It raises ValueError or LookupError if
      an object is refused, and BudgetExhausted.
    - `batch` is the number of lines in a transaction.
    - `continues` returns whether a line belongs to the object of the previous line, and so to the same batch.
    """

    parse: Callable[[Lines], Sequence[T | LineReport]]
    store: Callable[[Catalogue, Sequence[T]], Sequence[LineReport]]
    batch: int
    continues: Callable[[Line], bool] = lambda _line: False


def import_lines(
    catalogue: Catalogue,
    lines: Iterable[Line],
    form: LineImport[T],
    options: ImportOptions,
) -> Iterator[list[LineReport]]:
    """Store the objects of lines, and yield the reports of each batch once it is stored.

    Every non-empty line is reported once, in order. A refused line changes nothing and does not affect the others. An
    object that is already stored is a duplicate. At the end of the budget, the remaining lines are reported as not
    reached. Holds a few batches in memory. An interrupted import can be run again: everything reported is stored.
    """
    budget = options.budget
    unread, sent = tee(batches(lines, form.batch, form.continues))
    with suppress(BudgetExhausted):  # raised while waiting for another process
        for parsed in options.spread(form.parse, sent):
            reports = _store_batch(catalogue, form, next(unread), parsed, budget)
            yield reports
            budget.report(reports[-1].line, note="lines")
            if budget.exhausted() or any(report.outcome is Outcome.NOT_REACHED for report in reports):
                break
    for batch in unread:
        yield _not_reached(number for number, _ in batch)


def batches(
    lines: Iterable[Line], size: int, continues: Callable[[Line], bool] = lambda _line: False
) -> Iterator[Lines]:
    """Yield batches of at least `size` lines, with their numbers from 1. Empty lines are left out.

    No batch begins with a line that continues the previous line.
    """
    batch: list[tuple[int, Line]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if len(batch) >= size and not continues(line):
            yield batch
            batch = []
        batch.append((number, line))
    if batch:
        yield batch


def _store_batch(
    catalogue: Catalogue, form: LineImport[T], batch: Lines, parsed: Sequence[T | LineReport], budget: Budget
) -> list[LineReport]:
    """Store the parsed objects of a batch, and return the reports of its lines, in order."""
    reports = {item.line: item for item in parsed if isinstance(item, LineReport)}
    objects = [item for item in parsed if not isinstance(item, LineReport)]
    reports |= {report.line: report for report in _store(catalogue, form, objects, budget)}
    return [reports.get(number) or LineReport(number, Outcome.NOT_REACHED) for number, _ in batch]


def _store(catalogue: Catalogue, form: LineImport[T], objects: Sequence[T], budget: Budget) -> list[LineReport]:
    """Store objects in one transaction. If one of them is refused, store each half in a separate transaction."""
    try:
        return list(form.store(catalogue, objects)) if objects else []
    except (ValueError, LookupError, BudgetExhausted) as error:
        if len(objects) == 1:
            numbers = objects[0].numbers
            if isinstance(error, BudgetExhausted) and budget.exhausted():
                return _not_reached(numbers)
            return [LineReport.refused(number, error) for number in numbers]
    middle = len(objects) // 2
    reports = _store(catalogue, form, objects[:middle], budget)
    if reports[-1].outcome is Outcome.NOT_REACHED:  # the next import continues at this line: skip the rest
        return reports + _not_reached(number for item in objects[middle:] for number in item.numbers)
    return reports + _store(catalogue, form, objects[middle:], budget)


def _not_reached(numbers: Iterable[int]) -> list[LineReport]:
    return [LineReport(number, Outcome.NOT_REACHED) for number in numbers]
