"""The import of new objects, one per line.

Objects such as positions or drawings are looked up, solved if they are new, and stored.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Entry, Identity, Kind, Matching, prepare
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.links import order_of
from ludex.catalogue.objects.reading import ObjectView, find_keys, load_existing_views
from ludex.catalogue.objects.rows import ObjectRow, rows_of, store_rows
from ludex.catalogue.objects.store_result import Duplicate, record_existing, record_job_objects
from ludex.catalogue.objects.storing import store
from ludex.catalogue.ownership import assign_owner
from ludex.catalogue.storage.snapshot import Reader
from ludex.catalogue.transfer.imports.pipeline import (
    ImportOptions,
    Line,
    LineImport,
    LineOutcome,
    LineReport,
    Lines,
    import_lines,
)
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.graphs.canonical import matching_from_orders

SOLVED_BATCH = 20
BULK_BATCH = 400
"""so large that a few transactions per second suffice"""

V = TypeVar("V")
Lacks = Callable[[Any], str | None]
"""A function that returns what the document of an object lacks that solving it could find, or None."""
Names = Callable[[Line], Mapping[str, Any]]
"""A function that returns the name and the id that a line states."""


def no_names(_line: Line) -> Mapping[str, Any]:
    """Return no name and no id."""
    return {}


@dataclass(frozen=True, slots=True)
class ParsedObject:
    """An object that was parsed from one or more lines.

    It has a key and a canonical order of its parts. The lines may also state a name and an id.

    `rows` are the rows to store: first the rows of the targets, and then the row of the object itself. The rows may be
    omitted if an earlier object of the batch has the same key. `equal_to_line` is the first line with the same key.
    `solved` is the object with its solution, from which a stored object with the same key is improved.
    """

    numbers: tuple[int, ...]
    kind: str
    key: bytes
    rows: tuple[ObjectRow, ...] = ()
    order: Matching | None = None
    own: Mapping[str, Any] = field(default_factory=dict)
    equal_to_line: int | None = None
    solved: Entry[Any] | None = None

    @classmethod
    def of(cls, registry: Registry, number: int, entry: Entry[Any], own: Mapping[str, Any]) -> "ParsedObject":
        """Return the object that a line contains."""
        rows = tuple(rows_of(registry, entry))
        return cls((number,), entry.kind.name, entry.key, rows, entry.order, own)


def _lacks_nothing(_document: Document) -> str | None:
    return None


@dataclass(frozen=True, slots=True, eq=False)
class ImportSolver(Generic[V]):
    """The functions that solve the objects in lines before the objects are stored.

    `identify` computes the key of a given object. With the key, objects that are already stored are not solved again,
    unless they lack something. `solve` creates a value of the kind from a given object, within a share of the budget.
    `lacks` returns what the document of an object lacks that solving it could find, or None if it lacks nothing.
    """

    identify: Callable[[V, Budget], Identity]
    solve: Callable[[V, Budget], Any]
    lacks: Lacks = _lacks_nothing


def passthrough(kind: Kind[V, Any]) -> ImportSolver[V]:
    """Return the solver for lines that contain values of the kind. These values are stored unchanged."""
    return ImportSolver(kind.identify, lambda value, _budget: value)


def import_objects(
    catalogue: Catalogue,
    lines: Iterable[Line],
    options: ImportOptions,
    kind: Kind[Any, Any],
    read: Callable[[Line], V],
    solver: ImportSolver[V],
    names: Names = no_names,
) -> Iterator[list[LineReport]]:
    """Solve and store the objects of lines, as :func:`import_lines` does.

    `read` parses a line, and raises ValueError if the line is invalid. `names` returns the name and the id of a line.

    Objects that are already stored are not solved again, unless their solutions are not complete; better results are
    then stored. An object that is not solved within its time limit is stored without a proof. Each transaction stores
    twenty lines, in the order of the lines.
    """
    left = options.expected
    first: dict[bytes, int] = {}

    def parse(batch: Lines) -> list[ParsedObject | LineReport]:
        nonlocal left
        identified = list(_identified(batch, read, solver, options, names))
        parsed = list(_solved(catalogue, kind, solver, identified, options, left, first))
        left = None if left is None else left - len(batch)
        return parsed

    form = LineImport(parse, partial(store_objects, ordered=True, lacks=solver.lacks), SOLVED_BATCH)
    return import_lines(catalogue, lines, form, options)


class _Identified(NamedTuple):
    """The parsed content of a line, the identity of its object, and the name and the id that the line states."""

    number: int
    given: Any
    identity: Identity
    own: Mapping[str, Any]


def _identified(
    lines: Lines, read: Callable[[Line], V], solver: ImportSolver[V], options: ImportOptions, names: Names
) -> Iterator[_Identified | LineReport]:
    """Yield parsed lines, and reports for refused lines, until the budget ends."""
    for number, line in lines:
        if options.budget.exhausted():
            return
        try:
            given = read(line)
            yield _Identified(number, given, solver.identify(given, options.budget), names(line))
        except ValueError as error:
            yield LineReport.refused(number, error, names(line))
        except BudgetExhausted:
            return


def _solved(
    catalogue: Catalogue,
    kind: Kind[Any, Any],
    solver: ImportSolver[V],
    identified: Sequence[_Identified | LineReport],
    options: ImportOptions,
    left: int | None,
    first: dict[bytes, int],
) -> Iterator[ParsedObject | LineReport]:
    """Solve and yield the objects that are not stored yet or whose solutions are not complete, until the budget ends.

    For all other lines, yield reports. A dry run solves nothing, and yields reports only.

    `left` is the number of lines among which the rest of the budget is divided. `first` is the first line of each key.
    """
    keys = [item.identity.key for item in identified if isinstance(item, _Identified)]
    with catalogue.reading() as reader:
        stored = _find_stored(reader, kind, keys)
    missing = {key: solver.lacks(view.document()) for key, view in stored.items()}
    if not options.dry_run:
        record_existing(catalogue, [stored[key].id for key in keys if key in stored])
    solved: dict[bytes, Entry[Any]] = {}
    for item in identified:
        if isinstance(item, LineReport):
            yield item
            continue
        key, order = item.identity.key, item.identity.order
        earlier = first.setdefault(key, item.number)
        equal = None if earlier == item.number else earlier
        if options.dry_run and key not in stored:
            outcome = LineOutcome.NEW if equal is None else LineOutcome.DUPLICATE
            yield LineReport(item.number, outcome, **item.own, equal_to_line=equal)
            continue
        made = ParsedObject((item.number,), kind.name, key, (), order, item.own, equal)
        if not options.dry_run and key not in solved and (key not in stored or missing[key]):
            share = options.budget.share(1 if left is None else left - len(solved) + 1, options.seconds)
            entry = _solve(kind, solver, item, share, options.budget)
            if entry is not None:
                solved[key] = entry
                made = replace(made, rows=tuple(rows_of(catalogue.registry, entry)), solved=entry)
            elif key not in stored:
                return
        yield made if key in solved else _duplicate(made, stored[key], missing[key])


def _solve(
    kind: Kind[Any, Any], solver: ImportSolver[Any], item: _Identified, share: Budget, whole: Budget
) -> Entry[Any] | None:
    """Return the solved object, or None if the whole budget ends before its claims are proved."""
    if whole.exhausted():
        return None
    before = whole.cost()
    value = solver.solve(item.given, share)
    entry = prepare(kind, value, known=item.identity.named(kind.name))
    if whole.exhausted() and not all(claim.proved for claim in entry.claims):
        return None
    return entry.costing(whole.cost().since(before))


def import_in_bulk(
    catalogue: Catalogue,
    lines: Iterable[Line],
    options: ImportOptions,
    parse: Callable[[int, Line], ParsedObject],
    names: Names = no_names,
) -> Iterator[list[LineReport]]:
    """Store the objects of lines, as :func:`import_lines` does, with 400 lines per transaction.

    Objects are stored in the order of their keys. `names` returns the name and the id of a line that is refused.

    `parse` parses a line, given with its number. It has no access to the catalogue, and may run in another process. It
    raises ValueError if a line is invalid.
    """
    return import_lines(
        catalogue, lines, LineImport(partial(parse_each, parse, names), store_objects, BULK_BATCH), options
    )


def parse_each(
    parse: Callable[[int, Line], ParsedObject], names: Names, lines: Lines
) -> list[ParsedObject | LineReport]:
    """Return the object in each line, or a report if the line is refused."""
    parsed: list[ParsedObject | LineReport] = []
    for number, line in lines:
        try:
            parsed.append(parse(number, line))
        except ValueError as error:
            parsed.append(LineReport.refused(number, error, names(line)))
    return parsed


def store_objects(
    catalogue: Catalogue,
    objects: Sequence[ParsedObject],
    *,
    trusted: bool = False,
    ordered: bool = False,
    lacks: Lacks = _lacks_nothing,
) -> list[LineReport]:
    """Store those objects that are not stored yet, in one transaction, with :func:`store_rows`, and improve the others.

    Return the reports of all lines, which state what solved objects lack.
    """
    reports: list[LineReport] = []
    duplicates: dict[str, list[ParsedObject]] = {}
    stored: dict[bytes, ObjectView] = {}
    with catalogue.writing() as writer:
        rows = (row for obj in objects for row in obj.rows)
        ids, created = store_rows(writer, rows, trusted=trusted, ordered=ordered)
        new = {obj.key: None for obj in objects if obj.key in created}
        assign_owner(writer, [ids[key] for key in new])
        for obj in objects:
            if obj.key in new:
                del new[obj.key]  # later objects with this key are duplicates
                name = obj.rows[-1].label
                missing = None if obj.solved is None else lacks(obj.solved.document)
                own = {**obj.own, "lacks": missing}
                reports += (LineReport(number, LineOutcome.NEW, name, **own) for number in obj.numbers)
            else:
                duplicates.setdefault(obj.kind, []).append(obj)
                if obj.solved is not None:
                    store(writer, obj.solved)
        for kind, known in duplicates.items():
            stored |= _find_stored(writer, writer.registry.kind[kind], [obj.key for obj in known])
        record_job_objects(writer, [ids[obj.key] if obj.key in ids else stored[obj.key].id for obj in objects])
    for obj in chain.from_iterable(duplicates.values()):
        view = stored[obj.key]
        found = _duplicate(obj, view, lacks(view.document()))
        reports += (replace(found, line=number) for number in obj.numbers)
    return reports


def _find_stored(reader: Reader, kind: Kind[Any, Any], keys: Sequence[bytes]) -> dict[bytes, ObjectView]:
    """Return the stored objects of a kind that have one of the given keys, keyed by object key."""
    ids = find_keys(reader, keys)
    found = load_existing_views(reader, kind, list(ids.values()))
    return {key: found[node] for key, node in ids.items()}


def _duplicate(obj: ParsedObject, stored: ObjectView, missing: str | None) -> LineReport:
    """Return the report that the first line of an object duplicates a stored object, which may lack something."""
    order = None if obj.order is None else order_of(stored.kind, stored.document())
    matching = None if obj.order is None or order is None else matching_from_orders(obj.order, order)
    duplicate = Duplicate(stored.kind.view.duplicate_relation, matching)
    return LineReport(
        obj.numbers[0],
        LineOutcome.DUPLICATE,
        stored.label,
        duplicate,
        **obj.own,
        equal_to_line=obj.equal_to_line,
        lacks=missing,
    )
