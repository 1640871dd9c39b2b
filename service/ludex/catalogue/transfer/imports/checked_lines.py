"""The checked import of an export.

Each value is reconstructed from its document, and all claims about the value are verified.

Keys, labels, documents and derived links are computed again. A line that differs from the computed data is refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.claim import StoredClaim, form_faults
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.document import Document, contradictions, differences
from ludex.catalogue.kinds.kind import Entry, Kind, NewLink, prepare
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.kinds.relation import Relation
from ludex.catalogue.objects.annotations import has_own_title, insert_annotations
from ludex.catalogue.objects.reading import find, ids_of_labels, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links, name_object, require_free, store_many
from ludex.catalogue.storage.snapshot import Writer
from ludex.catalogue.transfer.export import LinkLine, ObjectLine, is_claim_line, read_line
from ludex.catalogue.transfer.imports.pipeline import (
    ImportOptions,
    Line,
    LineImport,
    LineOutcome,
    LineReport,
    Lines,
    import_lines,
)
from ludex.engine.budget import Budget, BudgetExhausted, Unchecked

BATCH = 100

AnyKind = Kind[Any, Any]


@dataclass(slots=True)
class ExportedObject:
    """The line of an object with the lines of its claims, or only lines of claims about a stored object.

    The check sets `entry`, which is the object to store, and `verified`, which has whether each claim was verified in
    time, or None if the claim is part of the entry. A claim about a stored object is verified when it is stored.
    """

    numbers: list[int]
    document: Document | None = None
    more: ObjectLine = field(default_factory=ObjectLine)
    claims: list[StoredClaim] = field(default_factory=list)
    entry: Entry[Any] | None = None
    verified: Sequence[bool | None] = ()


class _NotVerified(ValueError):
    """An object could not be verified within the time limit of a line."""


class ClaimLeftOut(ValueError):
    """A claim was not stored, because it could not be verified within the time limit of a line."""

    def __init__(self, claim: StoredClaim) -> None:
        super().__init__(
            f"the claim {claim.statement} could not be verified within the time limit of a line, and is left out; "
            "allow more time"
        )


@dataclass(frozen=True, slots=True)
class ExportCheck:
    """The parse and store stages of a checked import.

    If `built_in` is true, the objects are marked as part of the starting catalogue. Their claims are not verified
    again, because they were proved when the starting catalogue was built.
    """

    registry: Registry
    options: ImportOptions = field(default_factory=ImportOptions)
    built_in: bool = False

    def budget(self) -> Budget:
        """Return the budget of a check that starts now."""
        return Budget() if self.built_in else self.options.budget.share(1, self.options.seconds)

    def parse(self, lines: Lines) -> list[ExportedObject | LineReport]:
        """Return the checked objects of the given lines, and reports for the lines that are refused.

        Lines that the check did not reach are omitted.
        """
        parsed: list[ExportedObject | LineReport] = []
        for item in parse_export(self.registry, lines):
            if self.options.budget.exhausted():
                break
            if isinstance(item, ExportedObject) and item.document is not None:
                try:
                    item.entry = self._entry(item, item.document)
                except (ValueError, LookupError, BudgetExhausted) as error:
                    if self.options.budget.exhausted():
                        break  # The check did not have its full time limit.
                    parsed += [LineReport.refused(number, error) for number in item.numbers]
                    continue
            parsed.append(item)
        return parsed

    def store(self, catalogue: Catalogue, objects: Sequence[ExportedObject]) -> list[LineReport]:
        """Store objects in one transaction, and return the reports of their lines."""
        with catalogue.writing() as writer:
            return self.store_all(writer, objects)

    def store_all(self, writer: Writer, objects: Sequence[ExportedObject]) -> list[LineReport]:
        """Store objects with their slugs, links and claims.

        A line counts as new if the catalogue changes because of it.

        Raises ValueError, LookupError or BudgetExhausted if an object is refused.
        """
        entries = [exported.entry for exported in objects if exported.entry is not None]
        stored = iter(store_many(writer, entries, built_in=self.built_in))
        reports: list[LineReport] = []
        for exported in objects:
            new: list[bool | ClaimLeftOut]
            if exported.entry is not None:
                new = self._store_object(writer, exported, exported.entry, next(stored))
            else:
                new = [self._store_verified(writer, claim) for claim in exported.claims]
            label = exported.claims[0].subject if exported.document is None else exported.document.label
            for number, result in zip(exported.numbers, new, strict=True):
                if isinstance(result, ClaimLeftOut):
                    reports.append(LineReport.refused(number, result))
                else:
                    reports.append(LineReport(number, LineOutcome.NEW if result else LineOutcome.DUPLICATE, label))
        return reports

    def _entry(self, exported: ExportedObject, document: Document) -> Entry[Any]:
        """Return the entry of an object, computed again from the value in its document.

        If its claims cannot be verified in time, the entry has no claims. Raises ValueError if the line differs from
        the entry.
        """
        try:
            return self._entry_with(exported, document, exported.claims)
        except (_NotVerified, BudgetExhausted):
            if self.options.budget.exhausted() or not exported.claims:
                raise
            with suppress(ValueError, LookupError, BudgetExhausted):
                return self._entry_with(exported, document.with_claims(()), ())
            raise

    def _entry_with(self, exported: ExportedObject, document: Document, claims: Sequence[StoredClaim]) -> Entry[Any]:
        kind: AnyKind = self.registry.kind[document.kind]
        value = kind.read(document, claims)
        if not self.built_in:
            for problem in kind.check(value, self.budget()):
                if isinstance(problem, Unchecked):
                    raise _NotVerified(f"{problem}; allow more time for each line")
                raise ValueError(f"{problem}{_missing_claims(kind, value, exported)}")
        entry = prepare(kind, value, self.budget())
        for problem in contradictions(document, entry.claims):
            raise ValueError(problem)
        for problem in differences(document.with_claims(()), entry.document.with_claims(())):
            raise ValueError(problem)
        if exported.more.key not in (None, entry.key.hex()):
            raise ValueError(f"key is {exported.more.key}, but must be {entry.key.hex()}")
        for slug in exported.more.slugs:
            require_free(kind, slug, value)
        if exported.more.annotation.read().title and has_own_title(kind):
            raise ValueError(f"annotation/title: the title of a {kind.words} is in its document")
        for claim in exported.claims:
            self._require_form(claim)
        included = {claim.identity for claim in entry.claims}
        # Verification can take seconds, so it must not happen in the transaction that stores the objects.
        exported.verified = [
            None if claim.identity in included else self._verify(entry.value, claim) for claim in exported.claims
        ]
        return entry.with_provenance(claims)

    def _store_object(
        self, writer: Writer, exported: ExportedObject, entry: Entry[Any], stored: Stored
    ) -> list[bool | ClaimLeftOut]:
        """Add the slugs, links and claims to a stored object. Return, for each line, whether it adds anything."""
        named = name_object(writer, entry.kind, stored.id, exported.more.slugs, built_in=self.built_in)
        added = add_links(writer, stored.id, self._checked_links(writer, entry, exported.more.links))
        if stored.created:
            insert_annotations(writer, [(stored.id, exported.more.annotation.read())])
        new: list[bool | ClaimLeftOut] = [stored.created or added + named > 0]
        for claim, verified in zip(exported.claims, exported.verified, strict=True):
            new.append(stored.created if verified is None else self._store_claim(writer, claim, verified))
        return new

    def _store_verified(self, writer: Writer, claim: StoredClaim) -> bool | ClaimLeftOut:
        """Verify and store a claim about a stored object, as :meth:`_store_claim` does."""
        value = None if self.built_in else value_of(writer, find(writer, claim.subject))
        self._require_form(claim)
        return self._store_claim(writer, claim, self._verify(value, claim))

    def _store_claim(self, writer: Writer, claim: StoredClaim, verified: bool) -> bool | ClaimLeftOut:
        """Store a claim that was verified in time, and leave out another. Return whether the claim adds anything."""
        if not verified:
            return ClaimLeftOut(claim)
        return store_claim(writer, ids_of_labels(writer, [claim.subject])[claim.subject], claim)

    def _require_form(self, claim: StoredClaim) -> None:
        for problem in form_faults(claim, self.registry.statement[claim.statement]):
            raise ValueError(problem)

    def _verify(self, value: object, claim: StoredClaim) -> bool:
        """Return whether a claim was verified within the time limit of a line. Raises ValueError if it is wrong."""
        statement = self.registry.statement[claim.statement]
        if self.built_in or statement.check is None:
            return True
        try:
            for problem in statement.check(value, claim, self.budget()):
                if isinstance(problem, Unchecked) and not self.options.budget.exhausted():
                    return False
                raise ValueError(problem)
        except BudgetExhausted:
            if self.options.budget.exhausted():
                raise
            return False
        return True

    def _checked_links(self, writer: Writer, entry: Entry[Any], lines: Iterable[LinkLine]) -> Iterator[NewLink]:
        for line in lines:
            target = find(writer, line.target)
            relation = _stated_relation(writer.registry, entry.kind, line.relation, target.kind)
            if not self.built_in and relation.check is not None:
                ends = (entry.value, value_of(writer, target))
                source, end = ends[::-1] if relation.owned_by_target else ends
                for problem in relation.check(source, end, line.place, line.detail):
                    raise ValueError(problem)
            yield NewLink(line.relation, line.target, line.place, line.detail)


def import_checked(catalogue: Catalogue, lines: Iterable[Line], options: ImportOptions) -> Iterator[list[LineReport]]:
    """Check and store the objects and claims of an export, as :func:`import_lines` does.

    Each check is limited to the number of seconds in the options. Each transaction stores a hundred lines. Objects that
    are already stored receive better bounds and proofs, and new slugs and links.
    """
    check = ExportCheck(catalogue.registry, options)
    form = LineImport(check.parse, check.store, BATCH, is_claim_line)
    return import_lines(catalogue, lines, form, options)


def parse_export(registry: Registry, lines: Lines) -> Iterator[ExportedObject | LineReport]:
    """Yield the objects of the given lines, each with the claims that follow it, and reports for invalid lines."""
    current: ExportedObject | None = None
    for number, line in lines:
        try:
            read = read_line(registry, line)
        except ValueError as error:
            yield LineReport.refused(number, error)
            continue
        if isinstance(read, StoredClaim):
            document = None if current is None else current.document
            if current is not None and document is not None and document.label == read.subject:
                current.claims.append(read)
                current.numbers.append(number)
                continue
        if current is not None:
            yield current
        if isinstance(read, StoredClaim):
            current = ExportedObject([number], claims=[read])
        else:
            current = ExportedObject([number], *read)
    if current is not None:
        yield current


def _missing_claims(kind: AnyKind, value: object, exported: ExportedObject) -> str:
    """Return a remark if required claims are missing after the line of their object, and otherwise an empty text."""
    missing = {claim.statement for claim in prepare(kind, value).claims} - {
        claim.statement for claim in exported.claims
    }
    names = ", ".join(sorted(missing))
    return f"; the line of its claim {names} must follow it; export with `--claims`" if missing else ""


def _stated_relation(registry: Registry, owner: AnyKind, name: str, other: AnyKind) -> Relation:
    """Return the relation of an explicit link.

    Raises ValueError if links of this relation are not allowed between these kinds.
    """
    try:
        relation, backwards = registry.directed[name]
    except KeyError:
        raise ValueError(f"unknown relation {name!r}") from None
    source, target = (other, owner) if backwards else (owner, other)
    kinds_fit = source.name in relation.sources and target.name in relation.targets
    if relation.derived or backwards != relation.owned_by_target or not kinds_fit:
        raise ValueError(f"a {owner.words} cannot have a link {name!r} to a {other.words}")
    return relation
