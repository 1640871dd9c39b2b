"""Import of drawings, one a line: each is solved and stored once, and the report says what became of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Entry, Named, prepare
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.catalogue.stored import Duplicate, Stored
from ludex.catalogue.storing import store_many
from ludex.catalogue.transfer import CHECK_SECONDS
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.operations.planarity.levels import as_stored, class_of, levels_of_keys
from ludex.planarity.drawing import Drawing
from ludex.planarity.level import Level, explained

BATCH = 20
_REASON_CHARACTERS = 500


class Outcome(StrEnum):
    """What became of a line: a new level, a stored one, or nothing."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DrawingLine:
    """What became of a line, whose number counts from 1.

    `label` is that of the level; of a duplicate `duplicate_of` says how it is that. `reason` says why a line is
    refused, with the place in it.
    """

    line: int
    outcome: Outcome
    label: str | None = None
    duplicate_of: Duplicate | None = None
    reason: str | None = None

    @classmethod
    def of(cls, line: int, stored: Stored) -> "DrawingLine":
        """Return the report of a line that is stored."""
        outcome = Outcome.NEW if stored.created else Outcome.DUPLICATE
        return cls(line, outcome, stored.label, stored.duplicate_of)


@dataclass(frozen=True, slots=True)
class ImportedDrawings:
    """How many lines were new, duplicates and refused, and what became of each."""

    new: int
    duplicates: int
    refused: int
    lines: tuple[DrawingLine, ...]

    @classmethod
    def of(cls, lines: Iterable[DrawingLine]) -> "ImportedDrawings":
        """Return the report of some lines, in their order."""
        listed = tuple(sorted(lines, key=lambda one: one.line))
        counts = Counter(one.outcome for one in listed)
        return cls(counts[Outcome.NEW], counts[Outcome.DUPLICATE], counts[Outcome.REFUSED], listed)


def import_drawings(
    catalogue: Catalogue,
    lines: Iterable[str | bytes],
    read: Callable[[str | bytes], Drawing],
    *,
    source: str = "import",
    seconds: float | None = CHECK_SECONDS,
    budget: Budget | None = None,
    expected: int | None = None,
) -> Iterator[DrawingLine]:
    """Solve and store the drawings of lines, each of which `read` makes of its line, or raises ValueError.

    Yields a report for each line in turn; empty lines are passed over, and a refused one changes nothing. Each drawing
    is solved within `seconds` (None: however long it takes); where they end first it is stored without a proof. Where
    the number of lines is `expected`, each has an equal share of what is left of the budget. One that is stored already
    is not solved again. Twenty lines are one transaction. At the end of the budget raises BudgetExhausted; what was
    reported stays.
    """
    budget = budget or Budget()
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    left = expected
    while batch := list(islice(numbered, BATCH)):
        budget.check()
        reports = _import(catalogue, batch, source, read, budget, seconds, left)
        yield from reports
        if len(reports) < len(batch):
            raise BudgetExhausted(budget.exhausted() or "time")
        budget.report(batch[-1][0], note="lines")
        left = None if left is None else left - len(batch)


def _import(
    catalogue: Catalogue,
    batch: list[tuple[int, str | bytes]],
    source: str,
    read: Callable[[str | bytes], Drawing],
    budget: Budget,
    seconds: float | None,
    left: int | None,
) -> list[DrawingLine]:
    """Report the lines of a batch; only some where the budget ends."""
    reports: dict[int, DrawingLine] = {}
    drawings: dict[int, Drawing] = {}
    for number, line in batch:
        if budget.exhausted():
            break
        try:
            drawings[number] = read(line)
        except ValueError as error:
            reports[number] = DrawingLine(number, Outcome.REFUSED, reason=str(error)[:_REASON_CHARACTERS])
    sought = {number: class_of(drawing) for number, drawing in drawings.items()}
    reports |= _known(catalogue, sought)
    first: dict[bytes, int] = {}
    for number, one in sought.items():
        if number not in reports:
            first.setdefault(one.key, number)
    solved = _solved({number: drawings[number] for number in first.values()}, source, budget, seconds, left)
    with catalogue.writing() as writer:
        for number, stored in zip(solved, store_many(writer, list(solved.values())), strict=True):
            reports[number] = DrawingLine.of(number, stored)
    reports |= _known(catalogue, {number: one for number, one in sought.items() if number not in reports})
    return [reports[number] for number in sorted(reports)]


def _known(catalogue: Catalogue, sought: Mapping[int, Named]) -> dict[int, DrawingLine]:
    """Report the drawings that are stored already."""
    with catalogue.reading() as reader:
        levels = levels_of_keys(reader, [one.key for one in sought.values()])
    known = ((number, levels[one.key], one) for number, one in sought.items() if one.key in levels)
    return {number: DrawingLine.of(number, as_stored(found, one)) for number, found, one in known}


def _solved(
    drawings: Mapping[int, Drawing], source: str, budget: Budget, seconds: float | None, left: int | None
) -> dict[int, Entry[Level]]:
    """Solve drawings in turn; those to which the budget does not come are left out.

    Of the lines that are left, where that is known, each has a share, and reading and storing have one.
    """
    from ludex.planarity.study.difficulty import graded

    levels: dict[int, Entry[Level]] = {}
    for place, (number, drawing) in enumerate(drawings.items()):
        if budget.exhausted():
            break
        share = budget.share(1 if left is None else left - place + 1, seconds)
        before = budget.cost()
        solution, difficulty = graded(drawing, share)
        if budget.exhausted() and not solution.proved:
            break
        level = explained(Level(drawing, solution, difficulty, {"source": source}), share)
        levels[number] = prepare(LEVEL, level).costing(budget.cost().since(before))
    return levels
