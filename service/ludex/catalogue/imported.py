"""What becomes of the lines of an import: new, known before, refused, or not reached in time; and the report of it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf
from typing import Any

from ludex.catalogue.stored import Duplicate, Stored

REASON_CHARACTERS = 500


class Outcome(StrEnum):
    """What became of a line: a new object, a stored one, nothing, or nothing yet."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    NOT_REACHED = "not-reached"


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """What became of a line, whose number counts from 1.

    `label` is that of the object; of a duplicate `duplicate_of` says how it is that. `reason` says why a line is
    refused, with the place in it, or that the time ended before it. `name` and `id` are the line's own.
    """

    line: int
    outcome: Outcome
    label: str | None = None
    duplicate_of: Duplicate | None = None
    reason: str | None = None
    name: str | None = None
    id: int | str | None = None

    @classmethod
    def of(cls, line: int, stored: Stored, own: Mapping[str, Any]) -> "ImportedLine":
        """Return the report of a line that is stored, with the name and id of its own."""
        outcome = Outcome.NEW if stored.created else Outcome.DUPLICATE
        return cls(line, outcome, stored.label, stored.duplicate_of, **own)

    @classmethod
    def refused(cls, line: int, reason: str) -> "ImportedLine":
        """Return the report of a line that is refused."""
        return cls(line, Outcome.REFUSED, reason=reason[:REASON_CHARACTERS])


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why lines are refused, how many, and the first of them."""

    reason: str
    lines: int
    first_line: int


def line_faults(refused: Iterable[tuple[int, str]]) -> tuple[LineFault, ...]:
    """Return why lines are refused, given their numbers and reasons; the reason of the first line first.

    >>> line_faults([(2, "no card"), (3, "no card"), (7, "no deck")])[0]
    LineFault(reason='no card', lines=2, first_line=2)
    """
    first: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for number, reason in refused:
        first.setdefault(reason, number)
        counts[reason] += 1
    return tuple(LineFault(reason, counts[reason], number) for reason, number in first.items())


@dataclass(frozen=True, slots=True)
class ImportedLines:
    """How many lines came to each outcome, why lines were refused, and what became of each.

    `next_line` is the first line that was not reached in time: an import goes on there.
    """

    new: int
    duplicates: int
    refused: int
    not_reached: int
    next_line: int | None
    faults: tuple[LineFault, ...]
    lines: tuple[ImportedLine, ...]

    @classmethod
    def of(cls, lines: Iterable[ImportedLine]) -> "ImportedLines":
        """Return the report of some lines, in their order."""
        counted = Counted()
        for one in sorted(lines, key=lambda one: one.line):
            counted.add(one)
        return counted.report()


@dataclass(slots=True)
class Counted:
    """Reports of lines as they come, in the order of the lines, counted; `listed` are the first ones of some outcomes.

    It grows by at most `most` lines and as many reasons, however many lines there are.
    """

    outcomes: frozenset[Outcome] = frozenset(Outcome)
    most: float = inf
    counts: Counter[Outcome] = field(default_factory=Counter)
    faults: dict[str, LineFault] = field(default_factory=dict)
    listed: list[ImportedLine] = field(default_factory=list)
    next_line: int | None = None

    def add(self, one: ImportedLine) -> None:
        """Count the report of a line."""
        self.counts[one.outcome] += 1
        if one.outcome in self.outcomes and len(self.listed) < self.most:
            self.listed.append(one)
        if one.outcome is Outcome.NOT_REACHED and self.next_line is None:
            self.next_line = one.line
        if one.outcome is Outcome.REFUSED:
            reason = one.reason or ""
            if reason not in self.faults and len(self.faults) >= self.most:
                reason = "other reasons"
            known = self.faults.get(reason, LineFault(reason, 0, one.line))
            self.faults[reason] = replace(known, lines=known.lines + 1)

    def report(self) -> ImportedLines:
        """Return the report of all of them."""
        new, duplicates, refused, late = (self.counts[one] for one in Outcome)
        return ImportedLines(
            new, duplicates, refused, late, self.next_line, tuple(self.faults.values()), tuple(self.listed)
        )
