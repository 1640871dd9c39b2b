"""The report of an import: the outcome of each line, the number of each outcome, and why lines were refused."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from math import inf

from pydantic import ValidationError

from ludex.catalogue.objects.store_result import Duplicate

REASON_CHARACTERS = 500


class Outcome(StrEnum):
    """The outcome of a line: a new object, a stored object, a refusal, or not reached."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    NOT_REACHED = "not-reached"


@dataclass(frozen=True, slots=True)
class LineReport:
    """The outcome of a line. Line numbers count from 1.

    `label` is the label of the object, and `duplicate_of` describes how a duplicate matches it. `reason` is the reason
    for a refusal, with the place in the line. `name` and `id` are the values given in the line.
    """

    line: int
    outcome: Outcome
    label: str | None = None
    duplicate_of: Duplicate | None = None
    reason: str | None = None
    name: str | None = None
    id: int | str | None = None

    @classmethod
    def refused(cls, line: int, error: Exception) -> "LineReport":
        """Return the report of a line that was refused because of an error."""
        return cls(line, Outcome.REFUSED, reason=_reason(error)[:REASON_CHARACTERS] or type(error).__name__)


def _reason(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    faults = (("/".join(map(str, fault["loc"])), fault["msg"]) for fault in error.errors())
    return "; ".join(f"{place}: {message}" if place else message for place, message in faults)


@dataclass(frozen=True, slots=True)
class LineFault:
    """A reason for refusing lines, the number of these lines, and the first of them."""

    reason: str
    lines: int
    first_line: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The number of lines with each outcome, the reasons for refusals, and the reports of lines.

    `next_line` is the first line that was not reached in time. Another import can continue there.
    """

    new: int
    duplicates: int
    refused: int
    not_reached: int
    next_line: int | None
    faults: tuple[LineFault, ...]
    lines: tuple[LineReport, ...]


def collect_report(
    batches: Iterable[Iterable[LineReport]],
    listed: Collection[Outcome] = frozenset(Outcome),
    limit: float = inf,
    each: Callable[[LineReport], object] = lambda _report: None,
) -> ImportReport:
    """Collect the reports of lines, given in order, into the report of an import. `each` is called with every one.

    Lists the first `limit` lines with a `listed` outcome, and at most as many different reasons.

    >>> lines = [LineReport.refused(2, ValueError("no card")), LineReport.refused(3, ValueError("no card"))]
    >>> collect_report([lines]).faults
    (LineFault(reason='no card', lines=2, first_line=2),)
    """
    counts: Counter[Outcome] = Counter()
    faults: dict[str, LineFault] = {}
    lines: list[LineReport] = []
    next_line = None
    for report in chain.from_iterable(batches):
        each(report)
        counts[report.outcome] += 1
        if report.outcome in listed and len(lines) < limit:
            lines.append(report)
        if report.outcome is Outcome.NOT_REACHED and next_line is None:
            next_line = report.line
        if report.outcome is Outcome.REFUSED:
            reason = report.reason or ""
            if reason not in faults and len(faults) >= limit:
                reason = "other reasons"
            known = faults.get(reason, LineFault(reason, 0, report.line))
            faults[reason] = replace(known, lines=known.lines + 1)
    new, duplicates, refused, not_reached = (counts[outcome] for outcome in Outcome)
    return ImportReport(new, duplicates, refused, not_reached, next_line, tuple(faults.values()), tuple(lines))
