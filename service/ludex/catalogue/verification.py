"""Verification of a catalogue.

It computes keys, labels, documents, facts and links again from stored values, and checks claims.
"""

import json
from bisect import bisect
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sqlalchemy import Row, func, literal, select, text
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.claim import Claim, form_faults
from ludex.catalogue.claims.storing import claims_of, mark_checked, provenance_problems
from ludex.catalogue.columns.segments import segment_problems
from ludex.catalogue.kinds.document import differences, join_members
from ludex.catalogue.kinds.kind import Entry, Kind, prepare
from ludex.catalogue.kinds.label import is_slug, label_fits
from ludex.catalogue.kinds.numbers import RELATION, read_numbers
from ludex.catalogue.lists.listing import select_part, selections
from ludex.catalogue.objects.links import OwnLink, every_id, links_of, own_derived_links
from ludex.catalogue.objects.reading import UnknownObject, find, find_keys, value_of
from ludex.catalogue.objects.rows import alias_checksum
from ludex.catalogue.starting import starting_problems
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import KINDS, RELATIONS, recount, stored_counts
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget, BudgetExhausted, Unchecked
from ludex.engine.text_lines import split_lines

AnyKind = Kind[Any, Any]
CHECK_SECONDS = 10.0
CLAIM_SECONDS = 60.0
"""Time limit in seconds for checking a claim that is not derived from a document, such as a count."""
_CHUNK = 100


@dataclass(frozen=True, slots=True)
class VerificationFinding:
    """An error in a stored object: the object's kind and label, and a description of the error."""

    kind: str
    label: str
    problem: str

    def __str__(self) -> str:
        return f"{self.label}: {self.problem}"


@dataclass(slots=True)
class Report:
    """The number of verified objects of each kind, and the errors that were found.

    If the budget ran out, the verification is not complete: `left` objects were not reached, which take about
    `left_seconds`. `unchecked` lists the items that could not be verified within the time limit for one object. These
    items do not count as errors.
    """

    checked: dict[str, int] = field(default_factory=dict)
    findings: list[VerificationFinding] = field(default_factory=list)
    unchecked: list[VerificationFinding] = field(default_factory=list)
    complete: bool = True
    left: int = 0
    left_seconds: float = 0.0

    @property
    def sound(self) -> bool:
        """Return whether all objects were verified without errors. Items in `unchecked` are disregarded."""
        return self.complete and not self.findings

    def add(self, kind: str, label: str, problem: str) -> None:
        """Add a finding."""
        findings = self.unchecked if isinstance(problem, Unchecked) else self.findings
        findings.append(VerificationFinding(kind, label, problem))


def verify(catalogue: Catalogue, budget: Budget | None = None, at: str | None = None) -> Report:
    """Verify every object of the catalogue. The progress of the budget counts objects.

    The document, key, label, facts and links of each object are computed again from the stored document, and compared
    with the stored ones. The kind checks the assertions of the object, and each claim is checked by its statement. An
    object that cannot be read counts as an error, and the verification continues. A service may use the catalogue in
    the meantime.

    Objects are verified in price classes, which depend on the cost of the searches behind their claims. Within a class,
    the objects that were never verified come first, then the least recently verified ones. The classes share the time.

    If the time `at` is given, it is recorded for each verified object, so that the next verification begins with the
    other objects. Confirmed claims are marked as verified at this time by the method of their statement. Confirmed
    objects are no longer marked as imported without a check. If `at` is not given, nothing is changed.
    """
    budget = budget or Budget()
    report = Report(dict.fromkeys(catalogue.registry.kind, 0))
    queues = _queues(catalogue)
    total = sum(map(len, queues))
    try:
        while queues:
            for number, queue in enumerate(list(queues)):
                until = budget.elapsed() + budget.remaining() / (len(queues) - number)
                _verify_queue(catalogue, queue, until, budget, report, total, at)
            queues = [queue for queue in queues if queue]
        with catalogue.reading() as reader:
            for name in reader.registry.kinds_not_installed:
                _verify_not_installed(reader, name, budget, report, total)
            for problem in _storage(reader):
                report.add("database", "database", problem)
    except BudgetExhausted:
        report.complete = False
        report.left = total - sum(report.checked.values())
        report.left_seconds = sum(len(queue) * queue.seconds_each for queue in queues)
    return report


def verify_some(
    catalogue: Catalogue,
    names: Iterable[str],
    budget: Budget | None = None,
    at: str | None = None,
    *,
    where: str | None = None,
) -> Report:
    """Verify the stored objects with the given labels or slugs, or that match a query, as :func:`verify` does.

    Raises UnknownObject and QueryError.
    """
    budget = budget or Budget()
    report = Report()
    ids: dict[str, dict[int, None]] = {}
    with catalogue.reading() as reader:
        for name in names:
            found = find(reader, name)
            if not found.id:
                raise UnknownObject(f"{name} is built in and not stored: there is nothing to verify")
            ids.setdefault(found.kind.name, {})[found.id] = None
        for kind, selection in ({} if where is None else selections(reader, where)).items():
            ids.setdefault(kind, {}).update(dict.fromkeys(reader.connection.scalars(selection)))
    total = sum(map(len, ids.values()))
    try:
        for kind, nodes in ids.items():
            _verify_nodes(catalogue, catalogue.registry.kind[kind], list(nodes), budget, report, total, at)
    except BudgetExhausted:
        report.complete = False
    return report


def last_of_part(catalogue: Catalogue, kind: str, after: int, size: int, where: str | None = None) -> int | None:
    """Return the last id of the next `size` objects of a kind with ids above `after`, or None if there are none.

    If a query is given, only the objects that match it are counted. Raises QueryError.
    """
    with catalogue.reading() as reader:
        some = select_part(reader, kind, where, after, size).subquery()
        last: int | None = reader.connection.scalar(select(func.max(some.c.id)))
    return last


def verify_part(
    catalogue: Catalogue,
    kind: str,
    after: int,
    limit: int,
    budget: Budget | None = None,
    at: str | None = None,
    *,
    last: int,
    where: str | None = None,
) -> tuple[Report, int | None]:
    """Verify the next `limit` objects of a kind with ids above `after` and up to `last`, as :func:`verify` does.

    If a query is given, only the objects that match it are verified. Also return the id after which to continue, which
    is None after the last objects. Raises BudgetExhausted and QueryError.
    """
    of, report = catalogue.registry.kind[kind], Report()
    with catalogue.reading() as reader:
        rows = select_part(reader, kind, where, after, limit).where(tables.node.c.id <= last)
        ids = list(reader.connection.scalars(rows))
    _verify_nodes(catalogue, of, ids, budget or Budget(), report, len(ids), at)
    return report, ids[-1] if len(ids) == limit else None


def verify_storage(catalogue: Catalogue) -> list[str]:
    """Return the errors in the database: damaged pages, wrong counts and segments, and rows without an object."""
    with catalogue.reading() as reader:
        return list(_storage(reader))


def within(budget: Budget) -> Budget:
    """Return the part of a budget that is available for one object."""
    return budget.share(seconds=CHECK_SECONDS)


@dataclass(slots=True)
class _Queue:
    """The objects of a price class that are left, with their kinds, and the cost of those that were verified.

    At most `chunk` objects are verified before the time is checked, and the time of their verification is recorded. An
    object of the class takes about `typical` seconds.
    """

    chunk: int
    typical: float
    nodes: deque[tuple[int, str]] = field(default_factory=deque)
    verified: int = 0
    seconds: float = 0.0

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def seconds_each(self) -> float:
        """Return the mean seconds of an object, or the typical seconds of the class if none was verified."""
        return self.seconds / self.verified if self.verified else self.typical


_PRICES = (0.1, 10.0)
"""The limits between the price classes: the seconds of all searches behind the claims about an object."""
_CHEAP_SECONDS = 0.005
"""The typical seconds of an object of the first class. In the other classes, it is the lower limit."""


def _queues(catalogue: Catalogue) -> list[_Queue]:
    """Return the objects of each price class that has any, from cheap to dear, in the order of their verification."""
    costs = select(tables.claim.c.subject, func.sum(tables.claim.c.seconds).label("seconds"))
    cost = costs.group_by(tables.claim.c.subject).subquery()
    rows = (
        select(tables.node.c.id, tables.node.c.kind, cost.c.seconds)
        .outerjoin(cost, cost.c.subject == tables.node.c.id)
        .outerjoin(tables.verified)
        .order_by(tables.verified.c.at.nulls_first(), tables.node.c.id)
    )
    found = [_Queue(_CHUNK, _CHEAP_SECONDS), *(_Queue(1, price) for price in _PRICES)]
    with catalogue.reading() as reader:
        kinds = {number: kind.name for number, kind in reader.registry.kind_of_number.items()}
        for node, kind, seconds in reader.connection.execute(rows):
            if kind in kinds:
                found[bisect(_PRICES, seconds or 0.0)].nodes.append((node, kinds[kind]))
    return [queue for queue in found if queue]


def _verify_queue(
    catalogue: Catalogue, queue: _Queue, until: float, budget: Budget, report: Report, total: int, at: str | None
) -> None:
    """Verify the objects of a queue until the given time of the budget. Raises BudgetExhausted."""
    budget.check()
    while queue and budget.elapsed() <= until:
        started, chunk = budget.elapsed(), list(islice(queue.nodes, queue.chunk))
        of_kind: dict[str, list[int]] = {}
        for node, kind in chunk:
            of_kind.setdefault(kind, []).append(node)
        for kind, nodes in of_kind.items():
            _verify_nodes(catalogue, catalogue.registry.kind[kind], nodes, budget, report, total, at)
        for _ in chunk:
            queue.nodes.popleft()
        queue.verified += len(chunk)
        queue.seconds += budget.elapsed() - started


def _verify_nodes(
    catalogue: Catalogue, kind: AnyKind, ids: Sequence[int], budget: Budget, report: Report, total: int, at: str | None
) -> None:
    report.checked.setdefault(kind.name, 0)
    for start in range(0, len(ids), _CHUNK):
        done: list[int] = []  # Open a new snapshot for each chunk, so that no snapshot stays open for long.
        held: list[int] = []
        try:
            with catalogue.reading() as reader:
                for node in ids[start : start + _CHUNK]:
                    budget.check()
                    label = reader.connection.scalar(select(tables.node.c.label).where(tables.node.c.id == node))
                    if label is None:
                        continue  # The object was deleted in the meantime.
                    problems = list(_problems(reader, kind, node, budget))
                    for problem in problems:
                        report.add(kind.name, label, problem)
                    if not problems:
                        held.append(node)
                    done.append(node)
                    report.checked[kind.name] += 1
                    budget.report(sum(report.checked.values()), total, kind.name)
        finally:
            if at is not None and done:
                _record(catalogue, done, held, at)


def _record(catalogue: Catalogue, done: Sequence[int], held: Sequence[int], at: str) -> None:
    """Record that some objects were verified, and that those in `held` have no errors."""
    with catalogue.writing() as writer:
        mark_checked(writer, held, at)
        writer.connection.execute(tables.trusted.delete().where(tables.trusted.c.node.in_(held)))
        writer.connection.execute(tables.verified.delete().where(tables.verified.c.node.in_(done)))
        known = select(tables.node.c.id, literal(at)).where(tables.node.c.id.in_(done))
        writer.connection.execute(tables.verified.insert().from_select(["node", "at"], known))


def _verify_not_installed(reader: Reader, kind: str, budget: Budget, report: Report, total: int) -> None:
    """Verify objects of a game that is not installed: their labels, and that their documents can be read."""
    for ids in every_id(reader, kind):
        rows = select(tables.node, tables.document).outerjoin(tables.document).where(tables.node.c.id.in_(ids))
        for row in reader.connection.execute(rows.order_by(tables.node.c.id)):
            budget.check()
            report.checked[kind] = report.checked.get(kind, 0) + 1
            for problem in _problems_not_installed(kind, row):
                report.add(kind, row.label, problem)
            budget.report(sum(report.checked.values()), total, kind)


def _problems_not_installed(kind: str, row: Row[Any]) -> Iterator[str]:
    if row.body is None:
        yield "its document is missing"
        return
    try:
        document = json.loads(join_members(row.body, row.rest))
    except ValueError as error:
        yield f"its document cannot be read: {error}"
        return
    if (document.get("label"), document.get("kind")) != (row.label, kind):
        yield "its document belongs to another object"
    if not label_fits(row.label, kind, bytes(row.key)):
        yield f"label is {row.label}, which does not match the key {bytes(row.key).hex()}"
    yield Unchecked("its game is not installed or not selected: only its label was checked")


def _problems(reader: Reader, kind: AnyKind, node: int, budget: Budget) -> Iterator[str]:
    """Yield the errors of an object. If the object cannot be read, this is a single error."""
    try:
        yield from _object_problems(reader, kind, node, budget)
    except BudgetExhausted:
        budget.check()
        yield Unchecked(f"its check did not end within {CHECK_SECONDS:g} seconds")
    except (ValueError, LookupError, TypeError, ArithmeticError, AttributeError, RecursionError) as error:
        yield f"{type(error).__name__}: {error}"
    except SQLAlchemyError as error:
        yield f"a cell cannot be read: {split_lines(str(error))[0]}"


def _object_problems(reader: Reader, kind: AnyKind, node: int, budget: Budget) -> Iterator[str]:
    row = reader.connection.execute(
        select(tables.node, tables.document).outerjoin(tables.document).where(tables.node.c.id == node)
    ).one()
    if row.body is None:
        yield "its document is missing"
        return
    document = kind.model.model_validate_json(join_members(row.body, row.rest))
    claims = claims_of(reader, node)
    value = kind.read(document, claims)
    entry = prepare(kind, value, within(budget))
    made = entry.document.with_claims(claims)
    if bytes(row.key) != entry.key:
        yield f"key is {bytes(row.key).hex()}, but must be {entry.key.hex()}"
    if row.label != entry.label:
        yield f"label is {row.label}, but must be {entry.label}"
    if find_keys(reader, [entry.key]).get(entry.key) != node:
        yield "its label does not lead to it"
    yield from differences(document, made)
    yield from _facts_problems(reader, entry, node)
    yield from _link_problems(reader, entry, value, node)
    yield from _name_problems(reader, kind, row)
    yield from kind.check(value, within(budget))
    yield from _claim_problems(reader, entry, value, claims, budget)
    yield from provenance_problems(reader, node)


def _facts_problems(reader: Reader, entry: Entry[Any], node: int) -> Iterator[str]:
    table = reader.registry.facts[entry.kind.name]
    row = reader.connection.execute(select(table).where(table.c.node == node)).mappings().one_or_none()
    if row is None:
        yield "its facts are missing"
        return
    for fact in entry.kind.facts:
        if row[fact.name] != fact.of(entry.document):
            yield f"the fact {fact.name} is {row[fact.name]}, but must be {fact.of(entry.document)}"
    for relation in reader.registry.columns_of[entry.kind.name]:
        [label] = [link.label for link in entry.links if link.relation == relation.name]
        wanted = select(tables.node.c.id).where(tables.has_label([label]))
        if row[str(relation.column)] != reader.connection.scalar(wanted):
            yield f"its {relation.column} is not {label}"


def _link_problems(reader: Reader, entry: Entry[Any], value: object, node: int) -> Iterator[str]:
    stored = links_of(reader, [node])[node]
    derived = [link for link in stored if reader.registry.directed[link.relation][0].derived]
    made = [OwnLink(link.relation, link.label, link.place, link.detail) for link in entry.links]
    made += own_derived_links(reader, entry, node)
    for link in derived:
        if link not in made:
            yield f"the link {link.relation} to {link.target} at {link.place} does not follow from its document"
    for link in made:
        if link not in derived:
            yield f"the link {link.relation} to {link.target} at {link.place} is missing"
    for link in stored:
        relation, backwards = reader.registry.directed[link.relation]
        if not relation.derived and relation.check is not None:
            other = value_of(reader, find(reader, link.target))
            source, end = (other, value) if backwards else (value, other)
            yield from relation.check(source, end, link.place, link.detail)


def _name_problems(reader: Reader, kind: AnyKind, node: Row[Any]) -> Iterator[str]:
    for alias in reader.connection.execute(select(tables.alias).where(tables.alias.c.node == node.id)):
        if alias.kind != reader.registry.numbers.kinds[kind.name] or not is_slug(alias.slug):
            yield f"{alias.slug!r} is not a valid name of a {kind.words}"
        elif alias.checksum != alias_checksum(alias.slug, bytes(node.key)):
            yield f"the name {alias.slug} was changed, or was given to another object"


def _claim_problems(
    reader: Reader, entry: Entry[Any], value: object, claims: list[Claim], budget: Budget
) -> Iterator[str]:
    made = {claim.identity: claim for claim in entry.claims}
    for claim in claims:
        yield from form_faults(claim, reader.registry.statement[claim.statement])
        expected = made.pop(claim.identity, None)
        if expected is not None:
            if claim.stated != expected.stated:
                yield f"the claim {claim.statement} differs from its summary in the document"
            continue
        statement = reader.registry.statement[claim.statement]
        if statement.check is not None:
            yield from statement.check(value, claim, budget.share(seconds=CLAIM_SECONDS))
    for statement_name, _ in made:
        yield f"the claim {statement_name} is missing"


def _counted_name(reader: Reader, counted: str, number: int) -> str:
    if counted == KINDS:
        return reader.registry.kind_name(number)
    relation = reader.registry.relation_of_number.get(number)
    return str(number) if relation is None else relation.name


def _relation_problems(reader: Reader) -> Iterator[str]:
    """Yield an error for each relation whose stored properties, which exports use, differ from its declaration."""
    for row in read_numbers(reader.connection):
        declared = reader.registry.relation.get(row.name) if row.category == RELATION else None
        if declared is not None and (row.inverse, row.derived, row.owned_by_target) != (
            declared.inverse,
            declared.derived,
            declared.owned_by_target,
        ):
            yield f"the stored properties of {row.name} differ from those of the relation; run `ludex db upgrade`"


def _storage(reader: Reader) -> Iterator[str]:
    """Yield the errors in the database: damaged pages, wrong counts and segments, and rows without an object."""
    for table in reader.registry.facts.values():
        known = select(tables.node.c.id).where(tables.node.c.id == table.c.node)
        kind = next(kind for kind in reader.registry.kinds if kind.table_name == table.name)
        number = reader.registry.numbers.kinds[kind.name]
        stray = select(table.c.node).where(~known.where(tables.node.c.kind == number).exists())
        for node in reader.connection.scalars(stray):
            yield f"{table.name} has facts of node {node}, which is not a {kind.words}"
    unknown = select(tables.node).where(tables.node.c.kind.not_in(list(reader.registry.kind_names)))
    for row in reader.connection.execute(unknown):
        yield f"{row.label} has the kind number {row.kind}, which does not exist"
    for counted in (KINDS, RELATIONS):
        kept, found = stored_counts(reader, counted), recount(reader, counted)
        for number in sorted({*kept, *found}):
            if kept[number] != found[number]:
                name = _counted_name(reader, counted, number)
                yield f"{counted} {name}: the stored count is {kept[number]}, but there are {found[number]}"
    yield from _relation_problems(reader)
    yield from segment_problems(reader)
    yield from starting_problems(reader)
    if reader.connection.dialect.name != "sqlite":
        return
    for (problem,) in reader.connection.execute(text("PRAGMA integrity_check")):
        if problem != "ok":
            yield problem
    for table, row_id, parent, _ in reader.connection.execute(text("PRAGMA foreign_key_check")):
        yield f"{table}: the row of {parent} that row {row_id} refers to is missing"
