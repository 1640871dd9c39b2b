"""The known values of exact results: the terms of sequences, the cells of tables, and stored members.

The values come from closed forms, recorded searches, and proved claims.
"""

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import count, takewhile
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import ConfigDict, Field
from sqlalchemy import select

from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    Collection,
    ExactResult,
    IntegerSequence,
    Record,
    RecordedSearch,
    RecordTable,
    StoredClaims,
    TermClaim,
    results_of,
)
from ludex.catalogue.lists import listing
from ludex.catalogue.objects.reading import find_many, read_view
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget
from ludex.engine.exact_json import sorted_json
from ludex.engine.quasi_polynomials import fit

MAX_TERMS = 100
"""The maximum number of terms from claims."""


@dataclass(frozen=True, slots=True)
class ClaimReference:
    """The claim that states a term: its subject and its statement."""

    subject: Annotated[str, Field(description="Label of the object that the claim is about.")]
    statement: Annotated[str, Field(description="Name of the statement.")]


@dataclass(frozen=True, slots=True)
class Conjecture:
    """An unproved formula that agrees with all known terms in a range."""

    formula: Annotated[str, Field(description="The formula.")]
    statement: Annotated[str, Field(description="The conjecture, with the range in which it was checked.")]
    first_checked: Annotated[int, Field(description="First index from which the formula agrees with the terms.")]
    last_checked: Annotated[int, Field(description="The last index at which the formula was compared with a term.")]
    first_unchecked: Annotated[int, Field(description="The first index whose term is not known.")]
    predicted: Annotated[int, Field(description="The value of the formula at the first unchecked index.")]


@dataclass(frozen=True, slots=True)
class SequenceTerms:
    """An integer sequence with its known terms and their proofs."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    name: Annotated[str, Field(description="Name of the sequence.")]
    title: Annotated[str, Field(description="Title.")]
    definition: Annotated[str, Field(description="Definition of a(n).")]
    offset: Annotated[int, Field(description="Index of the first term.")]
    terms: Annotated[list[int], Field(description="The known terms.")]
    claims: Annotated[
        list[ClaimReference | None],
        Field(description="For each term, the claim that states it; null if the term has another proof."),
    ]
    oeis: Annotated[
        str | None,
        Field(description="A-number of the sequence in the OEIS; null if none is known."),
    ]
    oeis_note: Annotated[
        str, Field(description=("How the indices of this sequence and of the sequence in the OEIS correspond."))
    ]
    game: Annotated[str, Field(description="Game of the sequence, which is the first word of its name.")]
    source: Annotated[str, Field(description="Source of the terms: `closed-form`, `claims` or `search`.")]
    formula: Annotated[str | None, Field(description="Closed form of the terms, if a closed form is proved.")]
    proof: Annotated[str, Field(description="Proof of the terms.")]
    complete: Annotated[bool, Field(description="Whether the sequence is finite and all its terms are known.")]
    keywords: Annotated[list[str], Field(description="Keywords of the OEIS.")]
    references: Annotated[list[str], Field(description="Literature.")]
    next_command: Annotated[
        str | None,
        Field(description="Command that computes the next term; null if there is none."),
    ]
    conjecture: Annotated[Conjecture | None, Field(description="Formula that fits the terms but is not proved.")]

    @property
    def first_terms(self) -> str:
        """Return the first terms as a short text."""
        return textwrap.shorten(", ".join(map(str, self.terms)), 60, placeholder=" ...")

    @property
    def indexed(self) -> list[tuple[int, int]]:
        """Return the terms with their indices."""
        return list(enumerate(self.terms, start=self.offset))

    @property
    def next_index(self) -> int:
        """Return the index of the first term that is not listed."""
        return self.offset + len(self.terms)


@dataclass(frozen=True, slots=True)
class RecordCell:
    """A record with its value and proof, and the stored objects that attain the value."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    row: Annotated[int | str, Field(description="Row parameter of this cell.")]
    column: Annotated[int | str, Field(description="Column parameter of this cell.")]
    value: Annotated[int | None, Field(description="The value; null if only a bound is known.")]
    lower: Annotated[int | None, Field(description="Lower bound on the value; null if the value is known.")]
    source: Annotated[
        Literal["claim", "proof", "cited"],
        Field(description="`claim`: a stored claim; `proof`: the proof of the table; `cited`: the literature."),
    ]
    claim: Annotated[ClaimReference | None, Field(description="The claim that states the value, if it is stored.")]
    reference: Annotated[str | None, Field(description="The publication, if the value is cited.")]
    instances: Annotated[
        int | None, Field(description="Number of objects that attain the value, up to equivalence; null if unknown.")
    ]
    kind: Annotated[str | None, Field(description="Kind of the objects that attain the value.")]
    filters: Annotated[Mapping[str, Any], Field(description="List filters that select these objects.")]
    stored: Annotated[int, Field(description="Number of these objects in the catalogue.")]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordTableState(RecordTable):
    """A table of records with the values that are known.

    Attributes
    ----------
    rows
        Values of the parameter of the rows, in order.
    columns
        Values of the parameter of the columns, in order.
    cells
        The known cells, row by row.
    """

    rows: list[int | str]
    columns: list[int | str]
    cells: list[RecordCell]

    def cell(self, row: int | str, column: int | str) -> RecordCell | None:
        """Return the cell at a row and a column, or None if nothing is known about this cell."""
        return next((cell for cell in self.cells if (cell.row, cell.column) == (row, column)), None)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CollectionState(Collection):
    """A complete collection, and how many of its members a catalogue contains.

    Attributes
    ----------
    stored
        Number of members in this catalogue.
    complete
        Whether all members are stored.
    claim
        Label of the object with a claim that states the size, if it is stored.
    """

    stored: int
    complete: bool
    claim: str | None


def read_sequences(reader: Reader, sequences: Sequence[IntegerSequence] | None = None) -> list[SequenceTerms]:
    """Return sequences with their terms. By default, all sequences of the catalogue.

    Cost: a few statements in total for all sequences.
    """
    chosen = results_of(reader.registry, IntegerSequence) if sequences is None else sequences
    needed = {sequence.name: _needed_claims(sequence) for sequence in chosen}
    stated = StatedTerms(reader, (claim for claims in needed.values() for claim in claims if claim is not None))
    return [_terms_of(sequence, needed[sequence.name], stated) for sequence in chosen]


def compute_next(sequence: IntegerSequence, terms: SequenceTerms, budget: Budget) -> tuple[int, int]:
    """Compute the first term that is not listed, and return its index and value.

    Raises the same exceptions as :func:`compute_term`.
    """
    return terms.next_index, compute_term(sequence, terms, terms.next_index, budget)


def compute_term(sequence: IntegerSequence, terms: SequenceTerms, index: int, budget: Budget) -> int:
    """Compute a term that is not listed, by its formula or by a search.

    Raises
    ------
    ValueError
        If the terms come from claims, which another command computes and stores, or if the search does not support the
        index.
    BudgetExhausted
        If the budget is exhausted.
    """
    if terms.complete:
        raise ValueError("the sequence is finite, and all its terms are known")
    match sequence.source:
        case ClosedForm(term=term):
            return term(index)
        case RecordedSearch(compute=compute, last=last):
            if index > last:
                raise ValueError(f"the term for n = {index} would take too much memory or time")
            return compute(index, budget)
    if terms.next_command is None:
        raise ValueError(f"the term for n = {index} would take too much memory or time")
    raise ValueError(f"the terms of this sequence come from claims; to compute the next one, run {terms.next_command}")


def predicted_term(terms: SequenceTerms, index: int) -> int | None:
    """Return the term according to the conjectured formula.

    Return None if there is no conjecture, or if the formula gives no integer.
    """
    found = None if terms.conjecture is None else _fit(tuple(terms.terms), terms.offset)
    value = None if found is None else found.function(index)
    return int(value) if value is not None and value.denominator == 1 else None


@cache  # Labels take a long time to compute.
def _needed_claims(sequence: IntegerSequence) -> tuple[TermClaim | None, ...]:
    """Return the claim for each term, in the order of the terms. None stands for a term without a claim.

    If the terms come from claims, the list ends with the last possible claim.
    """
    match sequence.source:
        case ClosedForm(claim=claim, count=terms):
            return tuple(map(claim, range(sequence.offset, sequence.offset + terms)))
        case StoredClaims(claim=claim, last=last):
            end = sequence.offset + MAX_TERMS if last is None else last + 1
            needed = map(claim, range(sequence.offset, end))
            return tuple(takewhile(lambda term_claim: term_claim is not None, needed))
    return ()


class _StatedTerm(NamedTuple):
    """The value of a proved claim, and the object that the claim is about."""

    node: int
    label: str
    value: Any


class StatedTerms:
    """The values of proved claims, and the documents of their subjects."""

    def __init__(self, reader: Reader, claims: Iterable[TermClaim]) -> None:
        claims = list(claims)
        names = _stored_subjects(reader, list(dict.fromkeys(claim.subject for claim in claims)))
        numbers, statements = reader.registry.numbers.statements, {claim.statement for claim in claims}
        table = tables.claim.c
        self._stated: dict[tuple[str, str, str], _StatedTerm] = {}
        for ids in chunks(list(names)):
            rows = select(table.subject, table.statement, table.parameters, table.value).where(
                table.subject.in_(ids),
                table.proved,
                table.statement.in_([numbers[name] for name in sorted(statements) if name in numbers]),
            )
            for row in reader.connection.execute(rows):
                name, label = names[row.subject]
                value = None if row.value is None else json.loads(row.value)
                statement = reader.registry.statement_names[row.statement]
                self._stated[name, statement, row.parameters] = _StatedTerm(row.subject, label, value)
        self._documents: dict[str, Mapping[str, Any]] = {}
        for subject in {claim.subject for claim in claims if claim.member is not None}:
            kind = reader.registry.labelled(subject)
            node = next((node for node, (name, _) in names.items() if name == subject), None)
            if kind is not None and node is not None:
                self._documents[subject] = json.loads(read_view(reader, kind, node).text())

    def term(self, claim: TermClaim) -> tuple[int, ClaimReference] | None:
        """Return the term that a claim states, together with the claim.

        Return None if the catalogue contains no such proved claim, or if the value of the claim has no such term.
        """
        stated = self._stated.get((claim.subject, claim.statement, sorted_json(dict(claim.parameters))))
        if stated is None:
            return None
        term = claim.term(stated.value) if claim.member is None else claim.member(self._documents[claim.subject])
        return None if term is None else (term, ClaimReference(stated.label, claim.statement))


def _stored_subjects(reader: Reader, names: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Return the stored objects with the given labels or slugs, keyed by id.

    The values are the given name and the label.
    """
    node, alias = tables.node.c, tables.alias.c
    found: dict[int, tuple[str, str]] = {}
    for part in chunks(names):
        labelled = select(node.label, node.id, node.label).where(tables.has_label(part))
        with_slug = select(alias.slug, node.id, node.label).where(alias.node == node.id, alias.slug.in_(part))
        for statement in (labelled, with_slug):
            found |= {row[1]: (row[0], row[2]) for row in reader.connection.execute(statement)}
    return found


def _terms_of(sequence: IntegerSequence, needed: Sequence[TermClaim | None], stated: StatedTerms) -> SequenceTerms:
    terms: list[int] = []
    claims: list[ClaimReference | None] = []
    formula: str | None = None
    conjecture: Conjecture | None = None
    complete = False
    command: str | None = f"ludex sequences {sequence.name} --next"
    match sequence.source:
        case ClosedForm(term=term) as closed:
            formula = closed.formula
            source = "closed-form"
            for index, claim in zip(count(sequence.offset), needed, strict=False):
                terms.append(term(index))
                known = None if claim is None else stated.term(claim)
                claims.append(None if known is None else known[1])
        case StoredClaims(command=template, last=limit):
            source = "claims"
            for claim in needed:
                known = None if claim is None else stated.term(claim)
                if known is None:
                    break
                terms.append(known[0])
                claims.append(known[1])
            every = len(terms) == len(needed) and (limit is not None or len(needed) < MAX_TERMS)
            complete = every and limit is None
            command = None if every else template.format(n=sequence.offset + len(terms), count=len(terms))
        case RecordedSearch(terms=recorded, conjectured=conjectured, last=last):
            source = "search"
            terms = list(recorded())
            claims = [None] * len(terms)
            command = command if sequence.offset + len(terms) <= last else None
            conjecture = _conjecture(tuple(terms), sequence.offset) if conjectured else None
    return SequenceTerms(
        name=sequence.name,
        title=sequence.title,
        definition=sequence.definition,
        offset=sequence.offset,
        terms=terms,
        claims=claims,
        oeis=None if sequence.oeis is None else sequence.oeis.number,
        oeis_note="" if sequence.oeis is None else sequence.oeis.note,
        game=sequence.game,
        source=source,
        formula=formula,
        proof=sequence.source.proof,
        complete=complete,
        keywords=_keywords(sequence, terms, complete),
        references=list(sequence.references),
        next_command=command,
        conjecture=conjecture,
    )


def _keywords(sequence: IntegerSequence, terms: Sequence[int], complete: bool) -> list[str]:
    keywords = ["nonn" if all(term >= 0 for term in terms) else "sign"]
    if complete:
        keywords += ["fini", "full"]
    elif isinstance(sequence.source, ClosedForm):
        keywords.append("easy")
    else:
        keywords.append("more")
    return [*keywords, *sequence.keywords]


_fit = cache(fit)  # Exact fits take a long time to compute.


def _conjecture(terms: tuple[int, ...], offset: int) -> Conjecture | None:
    """Return a conjecture: a formula that fits the terms.

    Return None if no formula fits, or if the formula gives no integer for the next term.
    """
    found = _fit(terms, offset)
    if found is None:
        return None
    last = offset + len(terms) - 1
    predicted = found.function(last + 1)
    if predicted.denominator != 1:
        return None
    return Conjecture(
        formula=f"a(n) = {found.function}",
        statement=(
            f"Conjecture: a(n) = {found.function}, for all n >= {found.first}. Checked for n = {found.first} to "
            f"{last}; "
            f"the first n that is not checked is {last + 1}, where the formula gives {predicted}. There is no proof."
        ),
        first_checked=found.first,
        last_checked=last,
        first_unchecked=last + 1,
        predicted=int(predicted),
    )


def read_records(reader: Reader, chosen: Sequence[RecordTable] | None = None) -> list[RecordTableState]:
    """Return tables of records with their known values. By default, all tables of the catalogue.

    Cost: a few statements for all claims, and one count for each cell whose objects may be stored.
    """
    declared = {table: _records(table) for table in chosen or results_of(reader.registry, RecordTable)}
    every = (record for records in declared.values() for record in records)
    claims = (claim for record in every for claim in (record.claim, record.instances_claim) if claim is not None)
    stated = StatedTerms(reader, claims)
    found = []
    for table, records in declared.items():
        cells = [cell for record in records if (cell := _cell(reader, record, stated)) is not None]
        rows = list(dict.fromkeys(cell.row for cell in cells))
        columns = list(dict.fromkeys(cell.column for cell in cells))
        if all(isinstance(column, int) for column in columns):
            columns.sort()
        found.append(RecordTableState(**_members(table), rows=rows, columns=columns, cells=cells))
    return found


@cache  # Labels take a long time to compute.
def _records(table: RecordTable) -> tuple[Record, ...]:
    return tuple(table.records())


def _members(result: ExactResult) -> dict[str, Any]:
    return {field.name: getattr(result, field.name) for field in fields(result) if field.init}


def _cell(reader: Reader, record: Record, stated: StatedTerms) -> RecordCell | None:
    """Return a record with everything that is known about it, or None if nothing is known."""
    term = None if record.claim is None else stated.term(record.claim)
    value = record.value if term is None else term[0]
    cited = record.cited if value is None else None
    if value is None and cited is None:
        return None
    counted = None if record.instances_claim is None else stated.term(record.instances_claim)
    filters = dict(record.filters(value)) if value is not None and record.kind in reader.registry.kind else {}
    stored = _count(reader, record.kind, filters) if filters else 0
    return RecordCell(
        row=record.row,
        column=record.column,
        value=value if cited is None else cited.value,
        lower=None if cited is None else cited.lower,
        source="claim" if term is not None else "proof" if value is not None else "cited",
        claim=None if term is None else term[1],
        reference=None if cited is None else cited.reference,
        instances=record.instances if counted is None else counted[0],
        kind=record.kind if filters else None,
        filters=filters,
        stored=stored,
    )


def read_collections(reader: Reader, chosen: Sequence[Collection] | None = None) -> list[CollectionState]:
    """Return collections with the numbers of their stored members. By default, all collections of the catalogue.

    Cost: one count per collection.
    """
    found = []
    for collection in chosen or results_of(reader.registry, Collection):
        stored = _count(reader, collection.kind, collection.filters)
        claim = collection.subject if collection.subject and _is_stored(reader, collection.subject) else None
        complete = stored >= collection.size
        found.append(CollectionState(**_members(collection), stored=stored, complete=complete, claim=claim))
    return found


def _count(reader: Reader, kind: str, filters: Mapping[str, Any]) -> int:
    return listing.count(reader, reader.registry.kind[kind], filters).count


def _is_stored(reader: Reader, label: str) -> bool:
    kind = reader.registry.labelled(label)
    return kind is not None and bool(find_many(reader, kind, [label], whole=False))
