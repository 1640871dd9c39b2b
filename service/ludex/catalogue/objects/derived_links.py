"""Derived links: links that follow from the content of two stored objects, which refer to each other by key.

When the second of the two objects is stored, they are linked in both directions, so the links do not depend on the
storage order.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from ludex.catalogue.kinds.document import Document, joined
from ludex.catalogue.kinds.kind import DerivedLink, Entry, Kind, Matching
from ludex.catalogue.objects.links import OwnLink
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget
from ludex.engine.compact_json import compact_json
from ludex.graphs.canonical import matching_from_orders

AnyKind = Kind[Any, Any]


class DerivedLinkRow(NamedTuple):
    """A row of the link table."""

    source: int
    relation: int
    target: int
    place: int
    detail: str | None


class _Known(NamedTuple):
    """The data of an object from which its derived links are computed."""

    key: bytes
    order: Matching | None
    derived_links: tuple[DerivedLink, ...]


def derived_link_rows(reader: Reader, entries: Mapping[int, Entry[Any]]) -> Iterator[DerivedLinkRow]:
    """Yield the derived links, in both directions, between stored objects and entries, which are given by object id.

    Cost: one statement per thousand keys, and one canonical form for each target that was already stored.
    """
    known = {node: _Known(entry.key, entry.order, entry.derived_links) for node, entry in entries.items()}
    stored = _stored(reader, (one.key for entry in entries.values() for one in entry.derived_links))
    others = {node: kind for node, kind in stored.values() if node not in known}
    documents = _documents(reader, others) if others else ()
    earlier = {node: _known_of(others[node], key, document) for node, key, document in documents}
    for node, entry in entries.items():
        for link in entry.derived_links:
            if link.key in stored:
                other = stored[link.key][0]
                yield _row(reader, link, (node, known[node]), (other, known.get(other) or earlier[other]))
                if other in earlier:
                    back = _back(earlier[other].derived_links, DerivedLink(link.relation, entry.key))
                    yield _row(reader, back, (other, earlier[other]), (node, known[node]))


def own_derived_links(reader: Reader, entry: Entry[Any], node: int) -> list[OwnLink]:
    """Return the derived links that a stored object must have."""
    rows = [one for one in derived_link_rows(reader, {node: entry}) if one.source == node]
    labels = select(tables.node.c.id, tables.node.c.label).where(tables.node.c.id.in_([one.target for one in rows]))
    label = {row.id: row.label for row in reader.connection.execute(labels)} if rows else {}
    names = {one.relation: reader.registry.relation_of_number[one.relation].name for one in rows}
    return [
        OwnLink(names[row.relation], label[row.target], row.place, row.detail and json.loads(row.detail))
        for row in rows
    ]


def derived_links_of(kind: AnyKind, document: Document) -> tuple[DerivedLink, ...]:
    """Return the derived links of a stored object, including those to targets that are not stored.

    Cost: one canonical form.
    """
    return kind.identify(kind.read(document, ()), Budget()).derived_links


def order_of(kind: AnyKind, document: Document) -> Matching | None:
    """Return the canonical order of the parts of a stored object.

    If the order is slow to compute, the document stores it as `canonical_order`. Other orders are recomputed.
    """
    stored = getattr(document, "canonical_order", None)
    if stored is not None:
        return tuple(stored)
    return kind.identify(kind.read(document, ()), Budget()).order


def _row(reader: Reader, link: DerivedLink, end: tuple[int, _Known], other: tuple[int, _Known]) -> DerivedLinkRow:
    detail = link.detail
    if detail is None and end[1].order is not None and other[1].order is not None:
        detail = list(matching_from_orders(end[1].order, other[1].order))
    text = None if detail is None else compact_json(detail)
    return DerivedLinkRow(end[0], reader.registry.numbers.relations[link.relation], other[0], 0, text)


def _back(links: Iterable[DerivedLink], plain: DerivedLink) -> DerivedLink:
    """Return the link in the other direction, from `links` or else by default one with the matching as its detail."""
    return next((one for one in links if (one.relation, one.key) == (plain.relation, plain.key)), plain)


def _known_of(kind: AnyKind, key: bytes, document: Document) -> _Known:
    if hasattr(document, "canonical_order"):  # slow order, but the links of such kinds have no explicit detail
        return _Known(key, order_of(kind, document), ())
    identity = kind.identify(kind.read(document, ()), Budget())
    return _Known(key, identity.order, identity.derived_links)


def _stored(reader: Reader, keys: Iterable[bytes]) -> dict[bytes, tuple[int, AnyKind]]:
    found: dict[bytes, tuple[int, AnyKind]] = {}
    for part in chunks(list(dict.fromkeys(keys))):
        rows = select(tables.node.c.key, tables.node.c.id, tables.node.c.kind).where(tables.has_key(part))
        for row in reader.connection.execute(rows):
            found[bytes(row.key)] = (row.id, reader.registry.kind_of_number[row.kind])
    return found


def _documents(reader: Reader, kinds: Mapping[int, AnyKind]) -> Iterator[tuple[int, bytes, Document]]:
    for part in chunks(list(kinds)):
        rows = select(tables.node.c.key, tables.document).join(tables.node, tables.node.c.id == tables.document.c.node)
        for row in reader.connection.execute(rows.where(tables.document.c.node.in_(part))):
            document = kinds[row.node].model.model_validate_json(joined(row.body, row.rest))
            yield row.node, bytes(row.key), document
