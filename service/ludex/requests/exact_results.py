"""Requests about exact results: claims, results from the literature, sequences, tables of records, and collections."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ludex.catalogue import claims as stated
from ludex.catalogue import exact_results as results
from ludex.catalogue import lists, objects, transfer
from ludex.catalogue.claims.claim import CitedClaim, StoredClaim, select_cited
from ludex.catalogue.exact_results.declaration import Collection, IntegerSequence, RecordTable, find_result, results_of
from ludex.engine.evidence import Evidence
from ludex.engine.faults import Fault
from ludex.requests import bounds
from ludex.requests.declaration import After, Listing, Slice, TimeLimit, natural_numbers, request
from ludex.requests.fields import KnownNames, Label, Option, ServiceBounds
from ludex.requests.media import Subject
from ludex.requests.results import JsonLines
from ludex.requests.session import Session
from ludex.requests.stored_object import Object
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry
    from ludex.catalogue.storage.snapshot import Reader

CLAIMS = Subject("claims", "Claims", "Claims about stored objects, with their proofs.")
ATLAS = Subject("atlas", "Atlas", "Complete collections, tables of records, and the data set to download.")
SEQUENCES = Subject("sequences", "Sequences", "The exact integer sequences that the games compute, with their proofs.")

Name = Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)]
StatementName = Annotated[str, KnownNames(lambda: _registry().statement)]
CitedStatement = Annotated[str, KnownNames(lambda: {claim.statement for claim in _registry().cited})]

EvidenceName = Annotated[Evidence, Field(strict=False)]
Proved = Annotated[bool | None, Option(("--proved/--unproved",))]

_NO_OBJECT = -1
_COLUMNS = 100


def _registry() -> "Registry":
    from ludex.games.kinds import registry

    return registry()


def _require_known(statement: str | None, known: Iterable[str]) -> None:
    """Raise ListingError if a statement is not one of the known ones."""
    if statement not in (None, *known):
        raise lists.filters.ListingError(
            "statement", f"unknown statement {statement!r}; use one of {', '.join(sorted(known))}"
        )


def _subject(reader: "Reader", subject: str | None) -> int | None:
    """Return the id of the object with a label or slug. If there is no such object, no claim is about it."""
    try:
        return None if subject is None else objects.reading.find(reader, subject).id or _NO_OBJECT
    except objects.reading.UnknownObject:
        return _NO_OBJECT


@request(
    "GET /claims",
    "GET /objects/{object}/claims",
    command="claims [OBJECT]",
    columns=("subject", "statement", "parameters", "value", "lower", "upper", "evidence", "checked"),
    subject=CLAIMS,
    streams=True,
    tool=True,
)
def claims(
    catalogue: Session,
    object: Object | None = None,
    *,
    statement: StatementName | None = None,
    proved: Proved = None,
    evidence: EvidenceName | None = None,
    subject: Label | None = None,
) -> Listing[StoredClaim]:
    """List claims about stored objects, oldest first, with their certificates.

    Parameters
    ----------
    object
        Only claims that are about this object or whose witness it is. For example, a largest set is the witness of a
        claim about its deck.
    statement
        Only claims with this statement.
    proved
        `true` for only proved claims, `false` for only unproved claims.
    evidence
        Only proved claims with this evidence.
    subject
        Label or slug of the object that the claims are about.

    Returns
    -------
    Listing of StoredClaim
        The claims.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> [(claim.statement, claim.value, claim.proved) for claim in catalogue.claims(level.label)][0]
    ('planarity.minimum-swaps', 1, True)
    """
    _require_known(statement, catalogue.registry.statement)
    concerning = None if object is None else catalogue.resolve(object, "object").id or _NO_OBJECT

    def read(after: After | None, limit: int) -> Slice[StoredClaim]:
        [last] = natural_numbers(after or (0,), 1)
        with catalogue.reading() as reader:
            filters = stated.lists.ClaimFilters(statement, proved, _subject(reader, subject), concerning, evidence)
            found = stated.lists.page_of_claims(reader, filters, last, limit, bounds.PAGE_BYTES)
            following = None if found.after is None else (found.after,)
            return Slice(found.items, following, stated.lists.count_claims(reader, filters))

    return Listing(read)


@request(
    "GET /objects/{object}/proof",
    command="proof OBJECT",
    subject=CLAIMS,
    lacks={
        "tool": "the list of claims has the certificates",
        "client": "the response is not JSON",
        "job": "the file is read at once",
    },
)
def proof(catalogue: Session, object: Object) -> JsonLines:
    """Return an object, its claims and what they need as a file that `ludex-check-claims` checks.

    The file has the form of an export: the object, the claims about it, and for each claim whose witness it is, the
    subject with its claims.

    Parameters
    ----------
    object
        The object.

    Returns
    -------
    JsonLines
        The lines.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> catalogue.proof(level.label)[:9]
    '{"label":'
    """
    found = catalogue.resolve_stored(object, "object")
    with catalogue.reading() as reader:
        return JsonLines(
            "".join(
                f"{line}\n"
                for line in transfer.export.sealed(transfer.export.lines_of_objects(reader, [found.id], claims=True))
            )
        )


@dataclass(frozen=True, slots=True)
class ClaimFacets:
    """The most frequent values of each property of claims.

    Attributes
    ----------
    facets
        For each property, its values, most frequent first.
    """

    facets: Mapping[str, Sequence["lists.listing.FacetValue"]]


def _text_of_facets(found: ClaimFacets) -> Iterator[str]:
    return table((name, value.value, value.count) for name, values in found.facets.items() for value in values)


@request(
    "GET /claims/facets",
    command="claims --facets",
    subject=CLAIMS,
    text=_text_of_facets,
    lacks={"tool": "the list of claims states their number"},
)
def claim_facets(
    catalogue: Session,
    *,
    statement: StatementName | None = None,
    proved: Proved = None,
    evidence: EvidenceName | None = None,
    subject: Label | None = None,
) -> ClaimFacets:
    """Count claims by statement, by whether they are proved, and by evidence.

    Parameters
    ----------
    statement
        Only claims with this statement.
    proved
        `true` for only proved claims, `false` for only unproved claims.
    evidence
        Only proved claims with this evidence.
    subject
        Label or slug of the object that the claims are about.

    Returns
    -------
    ClaimFacets
        The counts.

    Examples
    --------
    >>> catalogue.claim_facets().facets["statement"]
    []
    """
    _require_known(statement, catalogue.registry.statement)
    with catalogue.reading() as reader:
        return ClaimFacets(
            stated.lists.claim_facets(
                reader, stated.lists.ClaimFilters(statement, proved, _subject(reader, subject), None, evidence)
            )
        )


@dataclass(frozen=True, slots=True)
class CitedClaims:
    """Results from the literature.

    Attributes
    ----------
    items
        The results, each with its reference.
    """

    items: list[CitedClaim]


def _text_of_cited(found: CitedClaims) -> Iterator[str]:
    rows = ((item.statement, dict(item.parameters), item.value, item.lower, item.reference) for item in found.items)
    return table([("statement", "parameters", "value", "at least", "reference"), *rows])


@request(
    "GET /claims/cited",
    command="claims [SUBJECT] --cited",
    subject=CLAIMS,
    problems=(404,),
    text=_text_of_cited,
    tool=True,
)
def cited_claims(
    catalogue: Session,
    object: Annotated[Label | None, Field(alias="subject")] = None,
    *,
    statement: CitedStatement | None = None,
) -> CitedClaims:
    """List results from the literature that Ludex cites and has not proved. They are not included in the claims.

    Parameters
    ----------
    object
        Label or slug of the object that the results are about.
    statement
        Only results with this statement.

    Returns
    -------
    CitedClaims
        The results, each with its reference.

    Examples
    --------
    >>> [(claim.value, claim.oeis, claim.proved) for claim in catalogue.cited_claims("set-3-5").items]
    [(45, 'A090245', False)]
    """
    cited = catalogue.registry.cited
    _require_known(statement, {claim.statement for claim in cited})
    with catalogue.reading() as reader:
        label = None if object is None else objects.reading.find(reader, object).label
    return CitedClaims(select_cited(cited, statement=statement, subject=label))


@request(
    "GET /sequences",
    command="sequences",
    subject=SEQUENCES,
    columns=("name", "oeis", "first_terms"),
    streams=True,
    tool=True,
)
def sequences(catalogue: Session) -> "Listing[results.reading.SequenceTerms]":
    """List the exact integer sequences that the games compute, with their known terms, by game.

    The terms are read from the catalogue or computed from closed forms, without a search.

    Returns
    -------
    Listing of SequenceTerms
        The sequences.

    Examples
    --------
    >>> len(list(catalogue.sequences())) >= 30
    True
    """
    with catalogue.reading() as reader:
        return Listing.whole(results.reading.read_sequences(reader))


def _terms(catalogue: Session, name: str) -> "tuple[IntegerSequence, results.reading.SequenceTerms]":
    declared = find_result(catalogue.registry, IntegerSequence, name)
    with catalogue.reading() as reader:
        [found] = results.reading.read_sequences(reader, [declared])
    return declared, found


def _text_of_sequence(sequence: "results.reading.SequenceTerms") -> Iterator[str]:
    yield sequence.title
    facts = (
        ("definition", sequence.definition),
        ("offset", str(sequence.offset)),
        ("terms", ", ".join(map(str, sequence.terms)) + (" (all)" if sequence.complete else ", ...")),
        ("formula", sequence.formula),
        ("conjecture", sequence.conjecture and sequence.conjecture.statement.removeprefix("Conjecture: ")),
        ("proof", sequence.proof),
        ("claims", _stated(sequence)),
        ("OEIS", f"{sequence.oeis}: {sequence.oeis_note}" if sequence.oeis else "not known to be in the OEIS"),
        ("keywords", ", ".join(sequence.keywords)),
        *(("reference", reference) for reference in sequence.references),
        ("next term", sequence.next_command),
    )
    for name, text in facts:
        if text:
            indent = " " * 12
            yield from textwrap.wrap(
                text, _COLUMNS, initial_indent=f"{name:<12}", subsequent_indent=indent, break_on_hyphens=False
            )


def _b_file(found: "results.reading.SequenceTerms") -> str:
    return results.formats.b_file(found)


def _oeis_text(found: "results.reading.SequenceTerms") -> str:
    return results.formats.oeis_text(found)


def _stated(sequence: "results.reading.SequenceTerms") -> str:
    """Return the number of terms that claims state, and the first of these claims."""
    stated = [claim for claim in sequence.claims if claim is not None]
    if not stated:
        return ""
    return f"{len(stated)} of {len(sequence.terms)} terms, such as {stated[0].statement} of {stated[0].subject}"


@request(
    "GET /sequences/{name}",
    "GET /sequences/{name}.b.txt?format=b-file",
    "GET /sequences/{name}.oeis.txt?format=oeis",
    command="sequences NAME",
    subject=SEQUENCES,
    text=_text_of_sequence,
    formats={"b-file": _b_file, "oeis": _oeis_text},
    tool=True,
)
def sequence(catalogue: Session, name: Name) -> "results.reading.SequenceTerms":
    """Return an integer sequence with its known terms and the claim that states each term.

    A b-file of the OEIS has the index and the value of a term on each line. In the internal format of the OEIS, the
    A-number A000000 stands for an unknown A-number.

    Parameters
    ----------
    name
        Name of the sequence.

    Returns
    -------
    SequenceTerms
        The sequence. `claims` contains, for each term, the claim that states the term, or None if there is no such
        claim. `conjecture` is a formula that fits the terms but is not proved, or None if there is no such formula.

    Examples
    --------
    >>> catalogue.sequence("set-sets-3-values").terms[:4]
    [1, 12, 117, 1080]
    """
    return _terms(catalogue, name)[1]


@dataclass(frozen=True, slots=True)
class NextTerm:
    """A computed term.

    Attributes
    ----------
    n
        The index of the term.
    term
        The term.
    conjecture
        Formula that fits the known terms but is not proved. It predicts a term for this index.
    """

    n: int
    term: int
    conjecture: Annotated["results.reading.Conjecture | None", Field(exclude=True)]


def _text_of_next(found: NextTerm) -> Iterator[str]:
    yield f"a({found.n}) = {found.term}"
    if (formula := found.conjecture) is not None:
        result = "agrees" if formula.predicted == found.term else f"is false: it gives {formula.predicted}"
        yield f"The conjecture {formula.formula} {result}."


@request(
    command="sequences NAME --next",
    text=_text_of_next,
    lacks=dict.fromkeys(("route", "tool", "client", "job"), "the job `sequence-terms` computes any number of terms"),
)
def next_term(catalogue: Session, name: Name, *, time_limit: TimeLimit = None) -> NextTerm:
    """Compute the first unknown term of a sequence, from a formula or by an exhaustive search.

    If a formula is conjectured, it is compared with the term.

    Parameters
    ----------
    name
        Name of the sequence.
    time_limit
        Time limit in seconds.

    Returns
    -------
    NextTerm
        The term with its index.

    Raises
    ------
    ValueError
        If all terms are known, or if the search does not support the next term. This error is also raised if the terms
        come from claims. The message then names the command that computes the next term.

    Examples
    --------
    >>> catalogue.next_term("planarity-folded-cycle").term
    528
    """
    declared, found = _terms(catalogue, name)
    with catalogue.searching(time_limit) as budget:
        try:
            index, term = results.reading.compute_next(declared, found, budget)
        except ValueError as error:
            raise Fault(str(error), ("name",)) from None
    return NextTerm(index, term, found.conjecture)


@request("GET /records", command="records", subject=ATLAS, columns=("name", "title"), tool=True)
def records(catalogue: Session) -> Listing[RecordTable]:
    """List the tables of records of all games: the largest or hardest objects for each pair of parameters.

    Returns
    -------
    Listing of RecordTable
        The tables, without their cells.

    Examples
    --------
    >>> len(list(catalogue.records())) >= 6
    True
    """
    return Listing.whole(results_of(catalogue.registry, RecordTable))


def _text_of_records(records: "results.reading.RecordTableState") -> Iterator[str]:
    yield records.title
    yield records.definition
    header = [f"{records.row} \\ {records.column}" if records.column else records.row, *map(str, records.columns)]
    cells = (map(_value, (records.cell(row, column) for column in records.columns)) for row in records.rows)
    yield from table([header, *([str(row), *values] for row, values in zip(records.rows, cells, strict=True))])
    yield f"proof: {records.proof}"


def _value(cell: "results.reading.RecordCell | None") -> str:
    if cell is None:
        return ""
    value = f">={cell.lower}" if cell.value is None else str(cell.value)
    return f"({value})" if cell.source == "cited" else value


@request("GET /records/{name}", command="records NAME", subject=ATLAS, text=_text_of_records, tool=True)
def record_table(catalogue: Session, name: Name) -> "results.reading.RecordTableState":
    """Return a table of records: the largest or hardest objects for each pair of parameters.

    Each cell has a value, the claim that states the value, and the filters that list the objects with it. The values
    are read from stored claims or follow from proofs, without a search. In the text output, a value in parentheses is
    from the literature.

    Parameters
    ----------
    name
        Name of the table.

    Returns
    -------
    RecordTableState
        The table. Its method `cell(row, column)` returns a single cell.

    Examples
    --------
    >>> catalogue.record_table("planarity-hardest").cell(6, 9).value
    6
    """
    with catalogue.reading() as reader:
        [found] = results.reading.read_records(reader, [find_result(reader.registry, RecordTable, name)])
        return found


@request(
    "GET /collections",
    command="atlas list",
    subject=ATLAS,
    columns=("name", "stored", "size", "complete", "time"),
    tool=True,
)
def collections(catalogue: Session) -> "Listing[results.reading.CollectionState]":
    """List the complete collections of all games, with the number of members and of stored members of each.

    To store all members of a collection, start a job with its `operation` and `arguments`, or run `ludex atlas build`.

    Returns
    -------
    Listing of CollectionState
        The collections.

    Examples
    --------
    >>> states = {state.name: state for state in catalogue.collections()}
    >>> states["planarity-order-types-7"].size, states["planarity-order-types-7"].stored
    (135, 0)
    """
    with catalogue.reading() as reader:
        return Listing.whole(results.reading.read_collections(reader))


def _text_of_collection(state: "results.reading.CollectionState") -> Iterator[str]:
    filters = " ".join(f"{fact}={value}" for fact, value in state.filters.items())
    facts = (
        ("size", f"{state.size:,}, from {state.source}"),
        ("stored", f"{state.stored:,}{' complete' if state.complete else ' partial' if state.stored else ''}"),
        ("members", f"{state.kind} with {filters}"),
        ("claim", state.claim),
        ("time", state.time),
    )
    yield state.title
    yield from table(fact for fact in facts if fact[1])


@request(
    "GET /collections/{name}",
    command="atlas show NAME",
    subject=ATLAS,
    text=_text_of_collection,
    lacks={"tool": "the list of collections has the same members"},
)
def collection(catalogue: Session, name: Name) -> "results.reading.CollectionState":
    """Return a complete collection: its members, its size, the source of the size, and the number of stored members.

    Parameters
    ----------
    name
        Name of the collection.

    Returns
    -------
    CollectionState
        The collection.

    Examples
    --------
    >>> catalogue.collection("planarity-order-types-7").complete
    False
    """
    with catalogue.reading() as reader:
        [found] = results.reading.read_collections(reader, [find_result(reader.registry, Collection, name)])
        return found


EXACT_RESULTS = (
    *(claims, claim_facets, cited_claims, proof),
    *(collections, collection, records, record_table),
    *(sequences, sequence, next_term),
)
"""The requests about exact results, in the order of the documentation."""
