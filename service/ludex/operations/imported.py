"""Import of objects of a kind, one a line: each is stored once, and the report says what became of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.imported import ImportedLine
from ludex.catalogue.kin import order_of
from ludex.catalogue.kind import Entry, Kind, Matching, prepare
from ludex.catalogue.reading import find_keys, shown
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store_many
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.graphs.isomorphism import through

BATCH = 20

V = TypeVar("V")
Line = str | bytes
Solve = Callable[[Mapping[int, Any], Budget, int | None], Mapping[int, Entry[Any]]]


class Keyed(Protocol):
    """What is known of an object that is given: its key and the canonical order of its parts."""

    @property
    def key(self) -> bytes:
        """Return the key."""

    @property
    def order(self) -> Matching | None:
        """Return the order."""


@dataclass(frozen=True, slots=True, eq=False)
class Import(Generic[V]):
    """How the lines of a kind are stored.

    `read` makes a value of a line, or raises ValueError. `identify` finds its key. `prepare` makes of values, by their
    lines, what is stored of them; those to which the budget does not come are left out. It is told how many lines are
    left, if that is known. `own` returns the name and id that a line has of its own.
    """

    kind: Kind[Any, Any]
    read: Callable[[Line], V]
    identify: Callable[[V, Budget], Keyed]
    prepare: Solve
    own: Callable[[V], Mapping[str, Any]] = lambda _value: {}


def import_lines(
    catalogue: Catalogue,
    lines: Iterable[Line],
    terms: Import[Any],
    budget: Budget | None = None,
    expected: int | None = None,
) -> Iterator[ImportedLine]:
    """Store the objects of lines, and yield a report of each line in turn.

    Empty lines are passed over, and a refused one changes nothing. One that is stored already is not solved again.
    Twenty lines are one transaction. `expected` is the number of lines, if it is known. At the end of the budget raises
    BudgetExhausted; what was reported stays.
    """
    budget = budget or Budget()
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    left = expected
    while batch := list(islice(numbered, BATCH)):
        budget.check()
        reports = _import(catalogue, batch, terms, budget, left)
        yield from reports
        if len(reports) < len(batch):
            raise BudgetExhausted(budget.exhausted() or "time")
        budget.report(batch[-1][0], note="lines")
        left = None if left is None else left - len(batch)


def _import(
    catalogue: Catalogue, batch: Sequence[tuple[int, Line]], terms: Import[Any], budget: Budget, left: int | None
) -> list[ImportedLine]:
    """Report the lines of a batch; only some if the budget ends."""
    reports: dict[int, ImportedLine] = {}
    values: dict[int, Any] = {}
    sought: dict[int, Keyed] = {}
    for number, line in batch:
        if budget.exhausted():
            break
        try:
            values[number] = terms.read(line)
            sought[number] = terms.identify(values[number], budget)
        except ValueError as error:
            reports[number] = ImportedLine.refused(number, str(error))
        except BudgetExhausted:
            break
    own = {number: terms.own(value) for number, value in values.items()}
    reports |= _known(catalogue, terms.kind, sought, own)
    first: dict[bytes, int] = {}
    for number, one in sought.items():
        if number not in reports:
            first.setdefault(one.key, number)
    ready = terms.prepare({number: values[number] for number in first.values()}, budget, left)
    with catalogue.writing() as writer:
        for number, stored in zip(ready, store_many(writer, list(ready.values())), strict=True):
            reports[number] = ImportedLine.of(number, stored, own[number])
    late = {number: one for number, one in sought.items() if number not in reports}
    reports |= _known(catalogue, terms.kind, late, own)
    return [reports[number] for number in sorted(reports)]


def _known(
    catalogue: Catalogue, kind: Kind[Any, Any], sought: Mapping[int, Keyed], own: Mapping[int, Mapping[str, Any]]
) -> dict[int, ImportedLine]:
    """Report the objects that are stored already."""
    with catalogue.reading() as reader:
        ids = find_keys(reader, [one.key for one in sought.values()])
        found = {one.id: one for one in shown(reader, kind, list(ids.values()))}
    reports = {}
    for number, one in sought.items():
        if one.key in ids:
            there = found[ids[one.key]]
            document = there.document()
            order = None if one.order is None else order_of(kind, document)
            matching = None if one.order is None or order is None else through(one.order, order)
            stored = Stored(there.id, kind, there.label, False, document, matching)
            reports[number] = ImportedLine.of(number, stored, own[number])
    return reports


def as_they_are(kind: Kind[Any, Any], read: Callable[[Line], V], value: Callable[[V], Any]) -> Import[V]:
    """Return how objects are stored that need no search: `value` makes of what is read the value of the kind."""

    def prepared(values: Mapping[int, V], budget: Budget, _left: int | None) -> dict[int, Entry[Any]]:
        entries: dict[int, Entry[Any]] = {}
        for number, one in values.items():
            if budget.exhausted():
                break
            entries[number] = prepare(kind, value(one))
        return entries

    return Import(kind, read, lambda one, budget: kind.identify(value(one), budget), prepared)
