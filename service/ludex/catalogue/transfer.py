"""Export of the whole catalogue as lines of JSON, and import of such lines.

A line is an object: its document, its names and its links. The lines of the claims about it follow it. Objects that
others link to come before them. An import makes of each document the value again, checks what it states, and computes
key, label and links again: a line that does not say what is so is refused, and the others are stored.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from sqlalchemy import func, select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claim import StoredClaim, form_faults
from ludex.catalogue.claims import claims_of_many, put_claim
from ludex.catalogue.document import Document, contradictions, joined
from ludex.catalogue.imported import REASON_CHARACTERS
from ludex.catalogue.kin import kin_of
from ludex.catalogue.kind import Entry, Kind, Linked, prepare
from ludex.catalogue.lines import (
    Derived,
    LinkLine,
    ObjectLine,
    OtherLine,
    claim_line,
    object_line,
    read_line,
)
from ludex.catalogue.links import OwnLink, links_of
from ludex.catalogue.listing import stream
from ludex.catalogue.naming import name_object, names_of, require_free
from ludex.catalogue.reading import Shown, find, shown, value_of
from ludex.catalogue.registry import Registry
from ludex.catalogue.relation import Relation
from ludex.catalogue.snapshot import Reader, Writer
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import add_links, ids_of_labels, store_many
from ludex.engine.budget import Budget, BudgetExhausted

CHECK_SECONDS = 10.0
BATCH = 100

AnyKind = Kind[Any, Any]


class Refused(ValueError):
    """A line that is not stored; the message says why."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms lines are stored.

    `starting`: they are of the starting catalogue, whose claims were proved when it was made. Otherwise every claim is
    checked again, each within `seconds` (None: however long it takes). At the end of `whole` the import ends.
    """

    starting: bool = False
    seconds: float | None = CHECK_SECONDS
    whole: Budget = field(default_factory=Budget)
    """What all of them together may take."""

    def budget(self) -> Budget:
        """Return a budget for one check, from now."""
        return Budget() if self.starting else self.whole.share(1, self.seconds)


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not stored: its number, from 1, and why. `foreign`: it is no line of an export at all."""

    line: int
    reason: str
    foreign: bool = False


@dataclass(slots=True)
class ImportReport:
    """How many lines were stored, how many were known already, those that were refused, those not reached in time.

    `next_line` is the first line that was not reached: an import goes on there.
    """

    new: int = 0
    duplicates: int = 0
    refused: list[RefusedLine] = field(default_factory=list)
    not_reached: int = 0
    next_line: int | None = None

    def leave(self, group: "Group") -> None:
        """Count the lines of an object as not reached."""
        self.not_reached += len(group.numbers)
        self.next_line = min(self.next_line or group.numbers[0], group.numbers[0])


def export_lines(catalogue: Catalogue, *, keys: bool = False) -> Iterator[str]:
    """Yield the whole catalogue, one snapshot of it, as lines of JSON; an import of them makes an equal one.

    `keys`: with what follows from each object too, so that an import that trusts it need not find it again.
    """
    with catalogue.reading() as reader:
        for kind in catalogue.registry.kinds:
            yield from lines_of_kind(reader, kind, keys=keys)


def count_lines(catalogue: Catalogue) -> int:
    """Return how many lines an export of the catalogue has: one for each object, and one for each claim."""
    with catalogue.reading() as reader:
        return sum(
            reader.connection.scalar(select(func.count()).select_from(one)) or 0 for one in (tables.node, tables.claim)
        )


def lines_of_kind(reader: Reader, kind: AnyKind, chunk: int = 200, *, keys: bool = False) -> Iterator[str]:
    """Yield the lines of the objects of a kind, each followed by those of the claims about it."""
    objects = stream(reader, kind, {}, chunk=chunk)
    while found := list(islice(objects, chunk)):
        yield from _lines_of(reader, kind, found, keys=keys)


def lines_between(
    catalogue: Catalogue, kind: str, after: int, last: int, limit: int
) -> tuple[list[str], int, int | None]:
    """Return the lines of the next objects of a kind with ids after one and up to another, and how many objects it is.

    Returned is the id after which to go on too, None if these were the last objects.
    """
    of = catalogue.registry.kind[kind]
    with catalogue.reading() as reader:
        node = reader.registry.facts[kind].c.node
        rows = select(node).where(node > after, node <= last).order_by(node).limit(limit)
        ids = list(reader.connection.scalars(rows))
        lines = list(_lines_of(reader, of, shown(reader, of, ids)))
    return lines, len(ids), ids[-1] if len(ids) == limit else None


def _lines_of(reader: Reader, kind: AnyKind, found: Sequence[Shown], *, keys: bool = False) -> Iterator[str]:
    may_have_kin = keys and any(one.mutual and kind.name in one.sources for one in reader.registry.relations)
    ids = [one.id for one in found]
    links, claims = links_of(reader, ids), claims_of_many(reader, ids)
    keys_of = _keys(reader, ids) if keys else {}
    for one in found:
        slugs = names_of(reader, one.id) if kind.naming is not None else []
        parted: dict[bool, list[OwnLink]] = {True: [], False: []}
        for link in links[one.id]:
            parted[reader.registry.directed(link.relation)[0].derived].append(link)
        derived = None
        if keys:
            kin = kin_of(kind, one.document()) if may_have_kin else ()
            derived = Derived(keys_of[one.id], [other.key for other in kin], parted[True])
        yield object_line(joined(one.body, one.rest), slugs, parted[False], derived)
        for claim in claims[one.id]:
            yield claim_line(one.label, claim)


def _keys(reader: Reader, ids: Sequence[int]) -> dict[int, bytes]:
    rows = select(tables.node.c.id, tables.node.c.key).where(tables.node.c.id.in_(ids))
    return {row.id: bytes(row.key) for row in reader.connection.execute(rows)}


@dataclass(slots=True)
class Group:
    """A line of an object with the lines of claims that follow it; or lines of claims alone."""

    registry: Registry
    numbers: list[int] = field(default_factory=list)
    document: Document | None = None
    more: ObjectLine = field(default_factory=ObjectLine)
    claims: list[StoredClaim] = field(default_factory=list)

    @property
    def kind(self) -> AnyKind:
        """Return the kind of the object."""
        assert self.document is not None
        return self.registry.kind[self.document.kind]  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A checked group: what of it is stored."""

    group: Group
    entry: Entry[Any] | None


def import_lines(
    catalogue: Catalogue,
    lines: Iterable[str | bytes],
    terms: Terms | None = None,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Store the objects and claims of lines of JSON, each checked; empty lines are passed over.

    A line that is refused changes nothing, and the others are stored. A hundred objects are one transaction; an import
    that was ended early can be run again. `progress` is called with the number of lines done.
    """
    terms = terms or Terms()
    report = ImportReport()
    groups = groups_of(catalogue.registry, lines, report)
    while batch := list(islice(groups, BATCH)):
        prepared = [made for group in batch if (made := _in_time(group, terms, report)) is not None]
        with catalogue.writing() as writer:
            _store_batch(writer, prepared, terms, report)
        if progress is not None:
            progress(batch[-1].numbers[-1])
    report.refused.sort(key=lambda refused: refused.line)
    return report


def groups_of(registry: Registry, lines: Iterable[str | bytes], report: ImportReport) -> Iterator[Group]:
    """Yield the objects of lines, each with the claims about it that follow; report the lines that are neither."""
    group: Group | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            read = read_line(registry, line)
        except ValueError as error:
            report.refused.append(_refused(number, error, foreign=isinstance(error, OtherLine)))
            continue
        if isinstance(read, StoredClaim):
            label = None if group is None or group.document is None else group.document.label
            if group is not None and read.subject == label:
                group.claims.append(read)
                group.numbers.append(number)
                continue
            if group is not None:
                yield group
            group = Group(registry, [number], claims=[read])
            continue
        if group is not None:
            yield group
        document, more = read
        group = Group(registry, [number], document, more)
    if group is not None:
        yield group


def _in_time(group: Group, terms: Terms, report: ImportReport) -> Prepared | None:
    """Return what of an object is stored; None if it is refused, or the time has ended before it or within it."""
    if not terms.whole.exhausted():
        before = len(report.refused)
        made = _prepared(group, terms, report)
        if made is not None or not terms.whole.exhausted():
            return made
        del report.refused[before:]  # it was not given the time that it has
    report.leave(group)
    return None


def _prepared(group: Group, terms: Terms, report: ImportReport) -> Prepared | None:
    try:
        return Prepared(group, None if group.document is None else checked_entry(group, terms))
    except (ValueError, LookupError, BudgetExhausted) as error:
        report.refused.append(_refused(group.numbers[0], error))
        return None


def checked_entry(group: Group, terms: Terms) -> Entry[Any]:
    """Return what is stored of a document, made again from its value. Raises Refused if they differ."""
    kind, document = group.kind, group.document
    assert document is not None
    value = kind.read(document, group.claims)
    if not terms.starting:
        for problem in kind.check(value, terms.budget()):
            raise Refused(f"{problem}{_missing_claims(group, value)}")
    entry = prepare(kind, value, terms.budget())
    for problem in contradictions(document, entry.claims):
        raise Refused(problem)
    for problem in differences(document.with_claims(()), entry.document.with_claims(())):
        raise Refused(problem)
    if group.more.key not in (None, entry.key.hex()):
        raise Refused(f"key is {group.more.key}, but must be {entry.key.hex()}")
    for slug in group.more.slugs:
        require_free(kind, slug, value)
    for claim in group.claims:
        for problem in form_faults(claim, group.registry.statement[claim.statement]):
            raise Refused(problem)
    return entry.found_as(group.claims)


def _missing_claims(group: Group, value: object) -> str:
    """Return the remark that the lines of claims do not follow that of their object, if that is so."""
    made = prepare(group.kind, value).claims
    missing = {one.statement for one in made} - {one.statement for one in group.claims}
    return f"; the line of its claim {', '.join(sorted(missing))} must follow it" if missing else ""


def differences(stored: BaseModel, made: BaseModel, place: str = "") -> Iterator[str]:
    """Yield where a document differs from the one that is made of its value."""
    for name in type(made).model_fields:
        first, second = getattr(stored, name), getattr(made, name)
        if first == second:
            continue
        if isinstance(first, BaseModel) and type(first) is type(second):
            yield from differences(first, second, f"{place}{name}/")
        else:
            yield f"{place}{name} is {_short(first)}, but must be {_short(second)}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "..."


def starting_groups(registry: Registry, lines: Iterable[str | bytes]) -> list[Prepared]:
    """Return what is stored of the lines of a starting catalogue. Raises Refused if a line is wrong."""
    report, terms = ImportReport(), Terms(starting=True)
    prepared = [_prepared(group, terms, report) for group in groups_of(registry, lines, report)]
    for refused in report.refused:
        raise Refused(f"line {refused.line}: {refused.reason}")
    return [one for one in prepared if one is not None]


def store_groups(writer: Writer, prepared: Sequence[Prepared], terms: Terms) -> list[bool]:
    """Store objects in bulk, each with its names, links and claims; tell for each line whether it brought anything new.

    Raises ValueError or LookupError for what is refused.
    """
    entries = [one.entry for one in prepared if one.entry is not None]
    stored = iter(store_many(writer, entries, starting=terms.starting))
    new: list[bool] = []
    for one in prepared:
        new += _store_rest(writer, one.group, one.entry, None if one.entry is None else next(stored), terms)
    return new


def _store_batch(writer: Writer, prepared: Sequence[Prepared], terms: Terms, report: ImportReport) -> None:
    """Store objects in bulk; if one of them is refused, one by one."""
    try:
        with writer.connection.begin_nested():
            new = store_groups(writer, prepared, terms)
    except (ValueError, LookupError, BudgetExhausted) as error:
        if len(prepared) > 1:
            for one in prepared:
                if report.not_reached and terms.whole.exhausted():
                    report.leave(one.group)  # so that all lines from the first that was left on are left
                else:
                    _store_batch(writer, [one], terms, report)
        elif isinstance(error, BudgetExhausted) and terms.whole.exhausted():
            report.leave(prepared[0].group)  # the whole time has ended within the check of a claim
        else:
            report.refused.append(_refused(prepared[0].group.numbers[0], error))
    else:
        report.new += sum(new)
        report.duplicates += len(new) - sum(new)


def _store_rest(
    writer: Writer, group: Group, entry: Entry[Any] | None, stored: Stored | None, terms: Terms
) -> list[bool]:
    """Store the names, links and claims of an object that is stored, or a claim alone."""
    if entry is None or stored is None:
        return [store_claim(writer, claim, terms) for claim in group.claims]
    named = name_object(writer, entry.kind, stored.id, group.more.slugs, starting=terms.starting)
    added = add_links(writer, stored.id, _checked_links(writer, entry, group.more.links, terms))
    come_with = {(one.statement, one.parameters_text) for one in entry.claims}
    new = [stored.created or added + named > 0]
    for claim in group.claims:
        comes_with = (claim.statement, claim.parameters_text) in come_with
        new.append(stored.created if comes_with else store_claim(writer, claim, terms))
    return new


def store_claim(writer: Writer, claim: StoredClaim, terms: Terms) -> bool:
    """Store a claim about a stored object, checked unless it is of the starting catalogue. Raises Refused."""
    statement = writer.registry.statement[claim.statement]
    for problem in form_faults(claim, statement):
        raise Refused(problem)
    if not terms.starting and statement.check is not None:
        value = value_of(writer, find(writer, claim.subject))
        for problem in statement.check(value, claim, terms.budget()):
            raise Refused(problem)
    return put_claim(writer, ids_of_labels(writer, [claim.subject])[claim.subject], claim)


def _checked_links(writer: Writer, entry: Entry[Any], lines: Iterable[LinkLine], terms: Terms) -> Iterator[Linked]:
    for line in lines:
        target = find(writer, line.target)
        relation = _stated(writer.registry, entry.kind, line.relation, target.kind)
        if not terms.starting and relation.check is not None:
            ends = (entry.value, value_of(writer, target))
            source, end = ends[::-1] if relation.owned_by_target else ends
            for problem in relation.check(source, end, line.place, line.detail):
                raise Refused(problem)
        yield Linked(line.relation, line.target, line.place, line.detail)


def _stated(registry: Registry, owner: AnyKind, name: str, other: AnyKind) -> Relation:
    """Return the relation of a stated link. Raises Refused if objects of the one kind do not state it of others."""
    try:
        relation, backwards = registry.directed(name)
    except KeyError:
        raise Refused(f"no relation is called {name!r}") from None
    source, target = (other, owner) if backwards else (owner, other)
    kinds_fit = source.name in relation.sources and target.name in relation.targets
    if relation.derived or backwards != relation.owned_by_target or not kinds_fit:
        raise Refused(f"a {owner.words} states no link {name!r} to a {other.words}")
    return relation


def _refused(number: int, error: Exception, *, foreign: bool = False) -> RefusedLine:
    text = "; ".join(map(_fault, error.errors())) if isinstance(error, ValidationError) else str(error)
    return RefusedLine(number, text[:REASON_CHARACTERS] or type(error).__name__, foreign)


def _fault(fault: ErrorDetails) -> str:
    """Return what is wrong with a field, after its place in the line."""
    place = "/".join(map(str, fault["loc"]))
    return f"{place}: {fault['msg']}" if place else fault["msg"]
