"""Lists of claims by statement, subject or witness: pages, counts and facets."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, or_, select

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.storing import claim_members
from ludex.catalogue.lists.listing import COUNT_CAP, Count, FacetValue
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.evidence import Evidence

WITNESSES = "witnesses"
"""The relation from an object that attains a claim's value to the claim's subject."""

_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class ClaimFilters:
    """Filters for a list of claims: by statement, by whether the claims are proved, by evidence, and by object.

    `subject` is the id of the object that the claims are about. `concerning` is the id of an object that is either the
    subject or a witness of the claims.
    """

    statement: str | None = None
    proved: bool | None = None
    subject: int | None = None
    concerning: int | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class ClaimPage:
    """A page of claims, oldest first, and the id after which the next page begins (None on the last page)."""

    items: list[StoredClaim]
    after: int | None


def page_of_claims(
    reader: Reader,
    filters: ClaimFilters,
    after: int = 0,
    limit: int = 100,
    max_bytes: int | None = None,
    parse: Callable[[str], Any] = json.loads,
) -> ClaimPage:
    """Return one page of the claims that match filters.

    The values and certificates on a page have at most `max_bytes` characters in total, but a page with a single claim
    may have more. Parameters, values and certificates are stored as JSON. `parse` decodes them; a caller that writes
    JSON can leave them encoded.
    """
    statement = _chosen(reader, select(tables.claim.c.id), filters).where(tables.claim.c.id > after)
    ids = list(reader.connection.scalars(statement.order_by(tables.claim.c.id).limit(limit + 1)))
    items: list[StoredClaim] = []
    size = 0
    for part in chunks(ids[:limit], _AT_ONCE):
        rows = _rows(reader, part)
        witnesses = _witnesses(reader, rows, filters.concerning)
        for row in rows:
            size += len(row.certificate or "") + len(row.value or "")
            if max_bytes is not None and items and size > max_bytes:
                return ClaimPage(items, ids[len(items) - 1])
            witness = witnesses.get((row.subject, _witness_kind(reader, row.statement)))
            items.append(StoredClaim(subject=row.label, witness=witness, **claim_members(reader, row, parse)))
    return ClaimPage(items, ids[limit - 1] if len(ids) > limit else None)


def stream_of_claims(
    reader: Reader, filters: ClaimFilters, parse: Callable[[str], Any] = json.loads
) -> Iterator[StoredClaim]:
    """Yield every claim that matches the filters, oldest first. Only one page of claims is in memory at a time."""
    after: int | None = 0
    while after is not None:
        found = page_of_claims(reader, filters, after, _AT_ONCE, parse=parse)
        yield from found.items
        after = found.after


def count_claims(reader: Reader, filters: ClaimFilters) -> Count:
    """Count the claims that match filters, up to `COUNT_CAP`."""
    ids = _chosen(reader, select(tables.claim.c.id), filters).limit(COUNT_CAP + 1)
    counted = reader.connection.scalar(select(func.count()).select_from(ids.subquery())) or 0
    return Count(min(counted, COUNT_CAP), counted <= COUNT_CAP)


def claim_facets(reader: Reader, filters: ClaimFilters) -> dict[str, list[FacetValue]]:
    """Return how many claims match filters: by statement, by whether the claims are proved, and by evidence.

    Cost: one pass over the database index of the claims that match.
    """
    both = (tables.claim.c.statement, tables.claim.c.evidence)
    rows = reader.connection.execute(_chosen(reader, select(*both, func.count()), filters).group_by(*both)).all()
    statements: dict[Any, int] = {}
    proved: dict[Any, int] = {}
    evidences: dict[Any, int] = {}
    for number, evidence, count in rows:
        name = reader.registry.statement_names[number]
        statements[name] = statements.get(name, 0) + count
        proved[evidence is not None] = proved.get(evidence is not None, 0) + count
        if evidence is not None:
            evidences[evidence] = evidences.get(evidence, 0) + count
    return {
        facet: [
            FacetValue(value, count) for value, count in sorted(found.items(), key=lambda item: (-item[1], item[0]))
        ]
        for facet, found in (("statement", statements), ("proved", proved), ("evidence", evidences))
    }


def _chosen(reader: Reader, statement: Select[Any], filters: ClaimFilters) -> Select[Any]:
    claim = tables.claim.c
    if filters.statement is not None:
        statement = statement.where(claim.statement == reader.registry.numbers.statements[filters.statement])
    if filters.proved is not None:
        statement = statement.where(claim.proved == filters.proved)
    if filters.evidence is not None:
        statement = statement.where(claim.evidence == filters.evidence)
    if filters.subject is not None:
        statement = statement.where(claim.subject == filters.subject)
    if filters.concerning is not None:
        statement = statement.where(_concerns(reader, filters.concerning))
    return statement


def _concerns(reader: Reader, node: int) -> ColumnElement[bool]:
    """Return the SQL condition that an object is the subject or a witness of a claim."""
    claim, link = tables.claim.c, tables.link.c
    about = claim.subject == node
    relation = reader.registry.numbers.relations.get(WITNESSES)
    kind = reader.connection.scalar(select(tables.node.c.kind).where(tables.node.c.id == node))
    shown = [number for number in reader.registry.statement_names if _witness_kind(reader, number) == kind]
    if relation is None or not shown:
        return about
    targets = select(link.target).where(link.source == node, link.relation == relation)
    return or_(about, claim.statement.in_(shown) & claim.subject.in_(targets))


def _witness_kind(reader: Reader, statement: int) -> int | None:
    """Return the kind number of the objects that witness claims of a statement, or None if there is no such kind."""
    declared = reader.registry.statement.get(reader.registry.statement_names[statement])
    if declared is None or declared.witness is None:
        return None
    return reader.registry.numbers.kinds[declared.witness]


def _rows(reader: Reader, ids: Sequence[int]) -> Sequence[Row[Any]]:
    """Return the rows of claims with the labels of their subjects, in the order of their ids."""
    return reader.connection.execute(
        select(tables.claim, tables.node.c.label)
        .join(tables.node, tables.node.c.id == tables.claim.c.subject)
        .where(tables.claim.c.id.in_(ids))
        .order_by(tables.claim.c.id)
    ).all()


def _witnesses(reader: Reader, rows: Sequence[Row[Any]], concerning: int | None) -> dict[tuple[int, int | None], str]:
    """Return one witness label for each subject and kind: `concerning` if possible, or else the first witness."""
    relation = reader.registry.numbers.relations.get(WITNESSES)
    subjects: dict[int, set[int]] = {}
    for row in rows:
        kind = _witness_kind(reader, row.statement)
        if kind is not None:
            subjects.setdefault(kind, set()).add(row.subject)
    found: dict[tuple[int, int | None], str] = {}
    if relation is None:
        return found
    link, node = tables.link.c, tables.node.c
    for kind, of in subjects.items():
        linked = (
            select(link.target, func.min(link.source).label("first"))
            .join(tables.node, node.id == link.source)
            .where(link.target.in_(of), link.relation == relation, node.kind == kind)
            .group_by(link.target)
        )
        for chosen in (linked, linked.where(link.source == concerning)) if concerning is not None else (linked,):
            each = chosen.subquery()
            labels = select(each.c.target, node.label).join(tables.node, node.id == each.c.first)
            found |= {(row.target, kind): row.label for row in reader.connection.execute(labels)}
    return found
