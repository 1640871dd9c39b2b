"""Storage of claims: the best known claim for each combination of object, statement and parameters.

If a claim changes, the document of its object changes too, because it contains the summary of the claim.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Row, select, update

from ludex.catalogue.claims.claim import Claim, merged
from ludex.catalogue.kinds.document import Document, join_members, serialize_document
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import record_changes
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.evidence import Evidence
from ludex.engine.exact_json import compact_json

_NAMES = ("proved", "method", "lower", "upper", "engine", "search_nodes", "seconds", "checked", "checked_by")


def store_claim(writer: Writer, subject: int, claim: Claim, *, known_better: bool = False) -> bool:
    """Store a claim about an object, or improve the stored claim. Return whether anything changed.

    The document of the object is updated. `known_better` means that the caller has already compared the two claims in
    this transaction. The new claim then replaces the stored claim without another comparison.
    """
    changed = _put(writer, subject, claim, known_better)
    if changed:
        kind, document = _document_of(writer, subject)
        record_changes(writer, [(writer.registry.numbers.kinds[kind.name], subject)])
        update_document(writer, kind, subject, document.with_claims(claims_of(writer, subject)))
    return changed


def replace_claim(writer: Writer, subject: int, claim: Claim) -> None:
    """Replace a stored claim. Afterwards, the caller must write the document of the object."""
    _put(writer, subject, claim, known_better=True)


def update_document(writer: Writer, kind: Kind[Any, Any], node: int, document: Document) -> None:
    """Replace the document of a stored object.

    If the facts of the object change, the caller must also write the facts.
    """
    columns = serialize_document(document, kind.long)._asdict()
    writer.connection.execute(update(tables.document).where(tables.document.c.node == node).values(columns))


def _document_of(writer: Writer, node: int) -> tuple[Kind[Any, Any], Document]:
    row = writer.connection.execute(
        select(tables.node.c.kind, tables.document.c.body, tables.document.c.rest)
        .join(tables.document)
        .where(tables.node.c.id == node)
    ).one()
    kind = writer.registry.kind_of_number[row.kind]
    return kind, kind.model.model_validate_json(join_members(row.body, row.rest))


def _put(writer: Writer, subject: int, claim: Claim, known_better: bool) -> bool:
    statement = writer.registry.statement[claim.statement]
    same = (
        (tables.claim.c.subject == subject)
        & (tables.claim.c.statement == writer.registry.numbers.statements[claim.statement])
        & (tables.claim.c.parameters == claim.parameters_text)
    )
    row = writer.connection.execute(select(tables.claim).where(same)).one_or_none()
    if row is None:
        number = writer.registry.numbers.statements[claim.statement]
        values = {"subject": subject, "statement": number, **claim_columns(claim)}
        writer.connection.execute(tables.claim.insert(), values)
        return True
    stored = read_claim(writer, row)
    best = claim if known_better else merged(stored, claim, statement.sense)
    if best.seconds is None and (best.value, best.proved) == (stored.value, stored.proved):
        # The claim has been rewritten without a new search,
        best = replace(best, engine=stored.engine, search_nodes=stored.search_nodes, seconds=stored.seconds)
    if best.stated == stored.stated:  # so keep the stored provenance.
        return False
    writer.connection.execute(update(tables.claim).where(tables.claim.c.id == row.id).values(claim_columns(best)))
    return True


def claims_of(
    reader: Reader, subject: int, statement: str | None = None, parameters: dict[str, Any] | None = None
) -> list[Claim]:
    """Return the claims about an object, oldest first, optionally only those with a given statement and parameters."""
    of_subject = select(tables.claim).where(tables.claim.c.subject == subject).order_by(tables.claim.c.id)
    if statement is not None:
        of_subject = of_subject.where(tables.claim.c.statement == reader.registry.numbers.statements[statement])
    found = [read_claim(reader, row) for row in reader.connection.execute(of_subject)]
    return [claim for claim in found if parameters is None or parameters.items() <= claim.parameters.items()]


def claims_of_many(reader: Reader, subjects: Sequence[int]) -> dict[int, list[Claim]]:
    """Return the claims about several objects, keyed by the ids of the objects."""
    found: dict[int, list[Claim]] = {subject: [] for subject in subjects}
    rows = select(tables.claim).where(tables.claim.c.subject.in_(subjects)).order_by(tables.claim.c.id)
    for row in reader.connection.execute(rows):
        found[row.subject].append(read_claim(reader, row))
    return found


def read_claim(reader: Reader, row: Row[Any]) -> Claim:
    """Return the claim that a table row contains. Raises ValueError if the row is invalid."""
    return Claim(**claim_members(reader, row))


def claim_members(reader: Reader, row: Row[Any], parse: Callable[[str], Any] = json.loads) -> dict[str, Any]:
    """Return the members of the claim in a table row.

    If `parse` is true, decode the members that are stored as JSON.
    """
    return {
        "statement": reader.registry.statement_names[row.statement],
        "parameters": parse(row.parameters),
        "value": None if row.value is None else parse(row.value),
        "certificate": None if row.certificate is None else parse(row.certificate),
        "evidence": None if row.evidence is None else Evidence(row.evidence),
        **{name: getattr(row, name) for name in _NAMES},
    }


def mark_checked(writer: Writer, subjects: Sequence[int], at: str) -> None:
    """Record that all claims about some objects were verified at the given time by the methods of their statements."""
    for statement in writer.registry.statements:
        number = writer.registry.numbers.statements[statement.name]
        about = (tables.claim.c.statement == number) & tables.claim.c.subject.in_(subjects)
        verification = {"checked": at, "checked_by": statement.verification_method}
        writer.connection.execute(update(tables.claim).where(about).values(verification))


def claim_columns(claim: Claim) -> dict[str, Any]:
    """Return the column values of a claim, except those for its subject and its statement."""
    return {
        "parameters": claim.parameters_text,
        "value": None if claim.value is None else compact_json(claim.value),
        "certificate": None if claim.certificate is None else compact_json(claim.certificate),
        "evidence": None if claim.evidence is None else claim.evidence.value,
        **{name: getattr(claim, name) for name in _NAMES},
        "provenance_checksum": provenance_checksum(claim),
    }


def provenance_checksum(claim: Claim) -> int:
    """Return the checksum of the engine version and the search cost of a claim."""
    return tables.checksum(claim.engine, claim.search_nodes, claim.seconds)


def provenance_problems(reader: Reader, subject: int) -> Iterator[str]:
    """Yield an error for each claim about an object whose engine version or search cost does not match its checksum."""
    for row in reader.connection.execute(select(tables.claim).where(tables.claim.c.subject == subject)):
        if row.provenance_checksum != provenance_checksum(read_claim(reader, row)):
            name = reader.registry.statement_names[row.statement]
            yield f"the engine version or the search cost of the claim {name} was changed"
