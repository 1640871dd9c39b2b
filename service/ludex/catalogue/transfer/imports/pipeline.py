"""The stages of every import.

Lines are read in batches, parsed and checked, stored in transactions, and reported.

A :class:`LineImport` declares those stages that depend on the format of the lines. The report contains the outcome of
each line, the number of lines with each outcome, and the reasons for refusals.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain, tee
from math import inf
from typing import Any, Generic, Protocol, TypeVar

from pydantic import ValidationError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.store_result import Duplicate
from ludex.catalogue.transfer.export import is_seal
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import ParallelMap, serial_map

REASON_CHARACTERS = 500


class LineOutcome(StrEnum):
    """The outcome of a line: the object is new or already stored, or the line is refused or was not reached."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    NOT_REACHED = "not-reached"


@dataclass(frozen=True, slots=True)
class LineReport:
    """The outcome of a line.

    Attributes
    ----------
    line
        Number of the line, from 1. Items of JSON over several lines are numbered instead.
    outcome
        What became of the line.
    label
        Label of the object.
    duplicate_of
        The stored object that the line duplicates, and the matching between them.
    reason
        Why the line was refused, with the place in the line, or that the time limit was reached before it.
    name, id
        What the line states.
    url
        URL path of the object.
    equal_to_line
        Number of the first line with an equal object, if it is not this line.
    lacks
        What the object lacks because the search for it ended too early, such as a `solution`, a `proof of the minimum`
        or a `grade`. Import the line again with more time. Null if nothing is missing or if nothing was to be searched.
    """

    line: int
    outcome: LineOutcome
    label: str | None = None
    duplicate_of: Duplicate | None = None
    reason: str | None = None
    name: str | None = None
    id: int | str | None = None
    url: str | None = None
    equal_to_line: int | None = None
    lacks: str | None = None

    @classmethod
    def refused(cls, line: int, error: Exception, own: Mapping[str, Any] | None = None) -> "LineReport":
        """Return the report for a line that was refused because of an error. `own` has its name and its id."""
        reason = _reason(error)[:REASON_CHARACTERS] or type(error).__name__
        return cls(line, LineOutcome.REFUSED, reason=reason, **(own or {}))


def _reason(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    faults = (("/".join(map(str, fault["loc"])), fault["msg"]) for fault in error.errors())
    return "; ".join(f"{place}: {message}" if place else message for place, message in faults)


@dataclass(frozen=True, slots=True)
class LineFault:
    """A reason for refusing lines, the number of lines refused for this reason, and the first of these lines."""

    reason: str
    lines: int
    first_line: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import.

    Attributes
    ----------
    new
        Number of new objects.
    duplicates
        Number of lines with objects that were already stored, or that an earlier line contains.
    refused
        Number of refused lines.
    not_reached
        Number of lines that were not reached within the time limit.
    next_line
        Number of the first line that was not reached. Send this line and all following lines again, or use the job
        `import`, which has no time limit. Null if all lines were reached.
    faults
        Each reason for which lines were refused, with the number of the first line that was refused for it.
    lines
        The results in the order of the lines; empty lines are skipped.
    """

    new: int
    duplicates: int
    refused: int
    not_reached: int
    next_line: int | None
    faults: tuple[LineFault, ...]
    lines: tuple[LineReport, ...]

    @property
    def created(self) -> bool:
        """Whether the import stored an object."""
        return any(line.outcome is LineOutcome.NEW and line.url is not None for line in self.lines)


def collect_report(
    batches: Iterable[Iterable[LineReport]],
    listed: Collection[LineOutcome] = frozenset(LineOutcome),
    limit: float = inf,
    each: Callable[[LineReport], object] = lambda _report: None,
) -> ImportReport:
    """Combine the reports of lines, which are given in order, into the report of the whole import.

    `each` is called with every report. The report of the import lists the first `limit` lines whose outcome is in
    `listed`, and at most `limit` different reasons.

    >>> lines = [LineReport.refused(2, ValueError("no card")), LineReport.refused(3, ValueError("no card"))]
    >>> collect_report([lines]).faults
    (LineFault(reason='no card', lines=2, first_line=2),)
    """
    counts: Counter[LineOutcome] = Counter()
    faults: dict[str, LineFault] = {}
    lines: list[LineReport] = []
    next_line = None
    for report in chain.from_iterable(batches):
        each(report)
        counts[report.outcome] += 1
        if report.outcome in listed and len(lines) < limit:
            lines.append(report)
        if report.outcome is LineOutcome.NOT_REACHED and next_line is None:
            next_line = report.line
        if report.outcome is LineOutcome.REFUSED:
            reason = report.reason or ""
            if reason not in faults and len(faults) >= limit:
                reason = "other reasons"
            known = faults.get(reason, LineFault(reason, 0, report.line))
            faults[reason] = replace(known, lines=known.lines + 1)
    new, duplicates, refused, not_reached = (counts[outcome] for outcome in LineOutcome)
    return ImportReport(new, duplicates, refused, not_reached, next_line, tuple(faults.values()), tuple(lines))


Line = str | bytes
Lines = Sequence[tuple[int, Line]]
"""Lines with their numbers, starting from 1."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import: its time limits, its parallelism, and the source that new objects record.

    `budget` is the budget of the whole import, and `seconds` is the time limit for each object (None means no limit).
    If the `expected` number of lines is given, every line has an equal share of the budget. If `spread` is true, bulk
    imports are distributed over several processes. A `dry_run` solves and stores nothing.
    """

    budget: Budget = field(default_factory=Budget)
    seconds: float | None = None
    expected: int | None = None
    source: str = "import"
    spread: ParallelMap = serial_map
    dry_run: bool = False


class Parsed(Protocol):
    """An object that is ready to be stored."""

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers of the lines that describe the object."""


T = TypeVar("T", bound=Parsed)


@dataclass(frozen=True, slots=True, eq=False)
class LineImport(Generic[T]):
    """The stages of an import that depend on the format of the lines.

    - `parse` returns the objects of a batch that must be stored, and reports for the lines that store nothing, namely
      refused lines and duplicates. Lines for which the budget does not suffice are omitted. `parse` may run in another
      process.
    - `store` stores objects in one transaction, and reports each of their lines. It raises ValueError or LookupError if
      an object is refused, and BudgetExhausted.
    - `batch` is the number of lines per transaction.
    - `continues` returns whether a line belongs to the same object as the previous line. Both lines are then in the
      same batch.
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
    """Store the objects of lines. Yield the reports for each batch once the batch is stored.

    Every line that is not empty is reported once, in order. A refused line changes nothing and does not affect any
    other line. If an object is already stored, its line is a duplicate. When the budget ends, the remaining lines are
    reported as not reached. Only a few batches are in memory at a time. An interrupted import can be run again:
    everything that was reported as stored remains stored.
    """
    budget = options.budget
    unread, sent = tee(batches(lines, form.batch, form.continues))
    with suppress(BudgetExhausted):  # The error was raised while waiting for another process.
        for parsed in options.spread(form.parse, sent):
            reports = _store_batch(catalogue, form, next(unread), parsed, budget)
            yield reports
            budget.report(reports[-1].line, note="lines")
            if budget.exhausted() or any(report.outcome is LineOutcome.NOT_REACHED for report in reports):
                break
    for batch in unread:
        yield _not_reached(number for number, _ in batch)


def batches(
    lines: Iterable[Line], size: int, continues: Callable[[Line], bool] = lambda _line: False
) -> Iterator[Lines]:
    """Yield batches of at least `size` lines. Each line is numbered, starting from 1.

    Empty lines and the seals of exports are omitted.

    No batch begins with a line that continues the previous line.
    """
    batch: list[tuple[int, Line]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or is_seal(line):
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
    """Store the parsed objects of a batch, and return the reports of the lines of the batch, in order."""
    reports = {item.line: item for item in parsed if isinstance(item, LineReport)}
    objects = [item for item in parsed if not isinstance(item, LineReport)]
    reports |= {report.line: report for report in _store(catalogue, form, objects, budget)}
    return [reports.get(number) or LineReport(number, LineOutcome.NOT_REACHED) for number, _ in batch]


def _store(catalogue: Catalogue, form: LineImport[T], objects: Sequence[T], budget: Budget) -> list[LineReport]:
    """Store objects in one transaction.

    If an object is refused, store each half of the objects in a separate transaction.
    """
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
    # The next import continues at this line, so the remaining lines are not stored now.
    if reports[-1].outcome is LineOutcome.NOT_REACHED:
        return reports + _not_reached(number for item in objects[middle:] for number in item.numbers)
    return reports + _store(catalogue, form, objects[middle:], budget)


def _not_reached(numbers: Iterable[int]) -> list[LineReport]:
    return [LineReport(number, LineOutcome.NOT_REACHED) for number in numbers]
