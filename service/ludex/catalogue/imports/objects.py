"""Import of new objects, one a line: positions or drawings that are looked up, solved if they are new, and stored."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from ludex.catalogue.bulk.rows import ObjectRow, rows_of
from ludex.catalogue.bulk.storing import store_rows
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.derived_links import order_of
from ludex.catalogue.imports.pipeline import ImportOptions, Line, LineImport, Lines, import_lines
from ludex.catalogue.imports.report import LineReport, Outcome
from ludex.catalogue.kind import Entry, Identity, Kind, Matching, prepare
from ludex.catalogue.ownership import assign_owner
from ludex.catalogue.reading import Shown, find_keys, shown_there
from ludex.catalogue.registry import Registry
from ludex.catalogue.snapshot import Reader
from ludex.catalogue.store_result import Duplicate
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import Spread
from ludex.graphs.isomorphism import through

SOLVED_BATCH = 20
BULK_BATCH = 400
"""Large enough that a few transactions a second suffice."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ParsedObject:
    """An object of one or several lines: its key, the canonical order of its parts, and the line's own name and id.

    `rows` are what is stored: the objects that it links to, then the object itself. They may be left out if an earlier
    object of the batch has the same key.
    """

    numbers: tuple[int, ...]
    kind: int
    key: bytes
    rows: tuple[ObjectRow, ...] = ()
    order: Matching | None = None
    own: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, registry: Registry, number: int, entry: Entry[Any], own: Mapping[str, Any]) -> "ParsedObject":
        """Return the object of a line."""
        rows = tuple(rows_of(registry, entry))
        return cls((number,), entry.kind.number, entry.key, rows, entry.order, own)


@dataclass(frozen=True, slots=True, eq=False)
class Solver(Generic[V]):
    """How the objects of lines are solved before they are stored.

    `identify` computes the key of what a line gives, so that stored objects are not solved again; `solve` makes a value
    of the kind from it, within its share of the budget. `own` returns the line's own name and id.
    """

    identify: Callable[[V, Budget], Identity]
    solve: Callable[[V, Budget], Any]
    own: Callable[[V], Mapping[str, Any]] = lambda _given: {}


def passthrough(kind: Kind[V, Any]) -> Solver[V]:
    """Return the solver for lines that give values of the kind, which are stored as given."""
    return Solver(kind.identify, lambda value, _budget: value)


def import_objects(
    catalogue: Catalogue,
    lines: Iterable[Line],
    kind: Kind[Any, Any],
    read: Callable[[Line], V],
    solver: Solver[V],
    options: ImportOptions,
) -> Iterator[list[LineReport]]:
    """Solve and store the objects of lines, as :func:`import_lines` does; `read` raises ValueError for a wrong line.

    A line whose object is stored is not solved again. An object that is not solved within its time is stored without a
    proof. Twenty lines are stored in one transaction, in the order of the lines.
    """
    batch = _SolvedBatch(catalogue, kind, read, solver, options, options.expected)
    form = LineImport(batch.parse, partial(store_objects, ordered=True), SOLVED_BATCH)
    return import_lines(catalogue, lines, form, options.budget)


def import_in_bulk(
    catalogue: Catalogue,
    lines: Iterable[Line],
    parse: Callable[[int, Line], ParsedObject],
    spread: Spread,
    budget: Budget | None = None,
) -> Iterator[list[LineReport]]:
    """Store the objects of lines, as :func:`import_lines` does, 400 lines a transaction, in the order of their keys.

    `parse` reads a line, given its number, without the catalogue and maybe in another process; it raises ValueError for
    a wrong line.
    """
    form = LineImport(partial(parse_each, parse), store_objects, BULK_BATCH)
    return import_lines(catalogue, lines, form, budget, spread)


def parse_each(parse: Callable[[int, Line], ParsedObject], lines: Lines) -> list[ParsedObject | LineReport]:
    """Parse every line by itself."""
    parsed: list[ParsedObject | LineReport] = []
    for number, line in lines:
        try:
            parsed.append(parse(number, line))
        except ValueError as error:
            parsed.append(LineReport.refused(number, error))
    return parsed


class _Given(NamedTuple):
    """What a line gives."""

    value: Any
    identity: Identity


@dataclass(slots=True)
class _SolvedBatch(Generic[V]):
    """The parse stage of :func:`import_objects`; `left` is the number of lines left, if it is known."""

    catalogue: Catalogue
    kind: Kind[Any, Any]
    read: Callable[[Line], V]
    solver: Solver[V]
    options: ImportOptions
    left: int | None

    def parse(self, lines: Lines) -> list[ParsedObject | LineReport]:
        """Return the objects of lines that are not stored yet, solved, and the reports of the other lines."""
        given, refused = self._read(lines)
        objects = [
            ParsedObject((number,), self.kind.number, identity.key, (), identity.order, self.solver.own(value))
            for number, (value, identity) in given.items()
        ]
        with self.catalogue.reading() as reader:
            stored = _find_stored(reader, objects)
        new = [one for one in objects if one.key not in stored]
        solved: dict[bytes, tuple[ObjectRow, ...]] = {}
        for one in new:
            if one.key not in solved:
                entry = self._solve(given[one.numbers[0]], 1 if self.left is None else self.left - len(solved) + 1)
                if entry is None:
                    break
                solved[one.key] = tuple(rows_of(self.catalogue.registry, entry))
        self.left = None if self.left is None else self.left - len(lines)
        ready = [replace(one, rows=solved[one.key]) for one in new if one.key in solved]
        return [*refused, *(_duplicate(one, stored[one.key]) for one in objects if one.key in stored), *ready]

    def _read(self, lines: Lines) -> tuple[dict[int, _Given], list[LineReport]]:
        """Return what lines give until the budget ends, and the reports of those that are refused."""
        given: dict[int, _Given] = {}
        refused: list[LineReport] = []
        for number, line in lines:
            if self.options.budget.exhausted():
                break
            try:
                value = self.read(line)
                given[number] = _Given(value, self.solver.identify(value, self.options.budget))
            except ValueError as error:
                refused.append(LineReport.refused(number, error))
            except BudgetExhausted:
                break
        return given, refused

    def _solve(self, given: _Given, parts: int) -> Entry[Any] | None:
        """Return what is stored of an object; None if the budget ends before anything about it is proved."""
        budget, identity = self.options.budget, given.identity
        if budget.exhausted():
            return None
        share = budget.share(parts, self.options.seconds)
        before = budget.cost()
        value = self.solver.solve(given.value, share)
        entry = prepare(self.kind, value, known=identity.named(self.kind.name)).costing(budget.cost().since(before))
        if budget.exhausted() and not all(claim.proved for claim in entry.claims):
            return None
        return entry


def store_objects(
    catalogue: Catalogue, objects: Sequence[ParsedObject], *, trusted: bool = False, ordered: bool = False
) -> list[LineReport]:
    """Store those objects that are not stored yet in one transaction, as :func:`store_rows` does; report all lines."""
    reports: list[LineReport] = []
    duplicates: list[ParsedObject] = []
    with catalogue.writing() as writer:
        rows = (row for one in objects for row in one.rows)
        ids, created = store_rows(writer, rows, trusted=trusted, ordered=ordered)
        new = {one.key: None for one in objects if one.key in created}
        assign_owner(writer, [ids[key] for key in new])
        for one in objects:
            if one.key in new:
                del new[one.key]  # what follows with the same key is a duplicate
                reports += _reports(one, Outcome.NEW, one.rows[-1].label)
            else:
                duplicates.append(one)
        stored = _find_stored(writer, duplicates)
    for one in duplicates:
        found = _duplicate(one, stored[one.key])
        reports += [replace(found, line=number) for number in one.numbers]
    return reports


def _find_stored(reader: Reader, objects: Sequence[ParsedObject]) -> dict[bytes, Shown]:
    """Return the stored objects with the keys of some objects."""
    found: dict[bytes, Shown] = {}
    for number in dict.fromkeys(one.kind for one in objects):
        ids = find_keys(reader, [one.key for one in objects if one.kind == number])
        shown = shown_there(reader, reader.registry.kind_of_number[number], list(ids.values()))
        found |= {key: shown[node] for key, node in ids.items()}
    return found


def _duplicate(one: ParsedObject, stored: Shown) -> LineReport:
    order = None if one.order is None else order_of(stored.kind, stored.document())
    matching = None if one.order is None or order is None else through(one.order, order)
    duplicate = Duplicate(stored.kind.view.same, matching)
    return LineReport(one.numbers[0], Outcome.DUPLICATE, stored.label, duplicate, **one.own)


def _reports(one: ParsedObject, outcome: Outcome, label: str) -> list[LineReport]:
    return [LineReport(number, outcome, label, **one.own) for number in one.numbers]
