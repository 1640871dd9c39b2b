"""Links of stored objects, in both directions, and the links that are derived from the content of objects.

Derived links connect two stored objects that refer to each other by key. A derived link is stored, in both directions,
when the second of the two objects is stored. The links therefore do not depend on the order in which the objects are
stored.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pydantic import Field
from sqlalchemy import Column, func, select

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Entry, Kind, Matching
from ludex.catalogue.objects.reading import nodes_of_keys, read_documents
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget
from ludex.engine.exact_json import compact_json
from ludex.graphs.canonical import matching_from_orders

After = tuple[int, int]

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An object at the other end of a link.

    Attributes
    ----------
    relation
        Name of the relation in the direction from this object.
    label
        Label of the other object.
    kind
        Kind of the other object.
    place
        Number that distinguishes parallel links, such as an index or a place in a pack.
    detail
        Details of the link, such as a matching; null if there are none.
    """

    id: Annotated[int, Field(exclude=True)]
    label: str
    kind: str
    relation: str
    place: int
    detail: Any


def neighbours(
    reader: Reader,
    node: int,
    relation: str,
    *,
    kind: str | None = None,
    after: After | None = None,
    limit: int | None = None,
) -> list[Neighbour]:
    """Return the neighbours of an object by a relation, sorted by place and then by age, oldest first.

    `name` is the name or the inverse name of the relation.
    """
    declared, backwards = reader.registry.directed[relation]
    near, far = _ends(backwards)
    columns = [tables.node.c.id, tables.node.c.label, tables.node.c.kind, tables.link.c.place, tables.link.c.detail]
    rows = (
        select(*columns)
        .join(tables.node, tables.node.c.id == far)
        .where(near == node, tables.link.c.relation == reader.registry.numbers.relations[declared.name])
        .order_by(tables.link.c.place, far)
    )
    if kind is not None:
        rows = rows.where(tables.node.c.kind == reader.registry.numbers.kinds[kind])
    if after is not None:
        rows = rows.where((tables.link.c.place > after[0]) | ((tables.link.c.place == after[0]) & (far > after[1])))
    found = reader.connection.execute(rows if limit is None else rows.limit(limit))
    return [
        Neighbour(
            row.id,
            row.label,
            reader.registry.kind_name(row.kind),
            relation,
            row.place,
            None if row.detail is None else json.loads(row.detail),
        )
        for row in found
    ]


def count_neighbours(reader: Reader, node: int, relation: str, kind: str | None = None) -> int:
    """Count the links of an object by a relation. If a kind is given, count only the links to objects of this kind.

    `name` is the name or the inverse name of the relation.
    """
    declared, backwards = reader.registry.directed[relation]
    near, far = _ends(backwards)
    counted = select(func.count()).select_from(tables.link)
    counted = counted.where(near == node, tables.link.c.relation == reader.registry.numbers.relations[declared.name])
    if kind is not None:
        of_kind = tables.node.c.kind == reader.registry.numbers.kinds[kind]
        counted = counted.join(tables.node, tables.node.c.id == far).where(of_kind)
    return reader.connection.scalar(counted) or 0


def with_all_targets(reader: Reader, node: int, relation: str, kind: str, among: str, limit: int) -> list[str]:
    """Return the labels of objects of a kind that are linked to all objects to which an object is linked by a relation.

    Only objects that have a link by the relation `among` are considered, such as the levels of packs.
    """
    numbers = reader.registry.numbers
    own, other, member = tables.link.alias(), tables.link.alias(), tables.link.alias()
    number = numbers.relations[relation]
    own_links = (own.c.source == node, own.c.relation == number)
    targets = select(own.c.target).where(*own_links)
    wanted = reader.connection.scalar(select(func.count(own.c.target.distinct())).where(*own_links))
    if not wanted:
        return []
    considered = select(member.c.source).where(member.c.relation == numbers.relations[among])
    found = (
        select(tables.node.c.label)
        .join(other, other.c.source == tables.node.c.id)
        .where(tables.node.c.kind == numbers.kinds[kind], tables.node.c.id.in_(considered))
        .where(other.c.relation == number, other.c.target.in_(targets))
        .group_by(tables.node.c.id, tables.node.c.label)
        .having(func.count(other.c.target.distinct()) == wanted)
        .order_by(tables.node.c.id)
        .limit(limit)
    )
    return [label for (label,) in reader.connection.execute(found)]


@dataclass(frozen=True, slots=True)
class OwnLink:
    """A link that an object owns.

    It consists of the name of the relation in the direction from the owner, the label of the other object, the place
    and the detail.
    """

    relation: str
    target: str
    place: int
    detail: Any


def links_of(reader: Reader, owners: Sequence[int]) -> dict[int, list[OwnLink]]:
    """Return the links that the given objects own, keyed by object id.

    Links are sorted by relation, by place and by the label of the other object.
    """
    found: dict[int, list[OwnLink]] = {owner: [] for owner in owners}
    for part in chunks(owners):
        for backwards in (False, True):
            names = {
                number: relation.named(backwards)
                for number, relation in reader.registry.relation_of_number.items()
                if relation.owned_by_target == backwards
            }
            near, far = _ends(backwards)
            rows = (
                select(near.label("owner"), tables.link, tables.node.c.label)
                .join(tables.node, tables.node.c.id == far)
                .where(near.in_(part), tables.link.c.relation.in_(names))
                .order_by(near, tables.link.c.relation, tables.link.c.place, tables.node.c.label)
            )
            # Relations are sorted by the order of their declaration. Their numbers differ between catalogues, but
            # exports must not depend on the catalogue.
            places = {number: place for place, number in enumerate(names)}
            for row in sorted(reader.connection.execute(rows), key=lambda row: places[row.relation]):
                detail = None if row.detail is None else json.loads(row.detail)
                found[row.owner].append(OwnLink(names[row.relation], row.label, row.place, detail))
    return found


def _ends(backwards: bool) -> tuple[Column[int], Column[int]]:
    ends = (tables.link.c.source, tables.link.c.target)
    return ends[::-1] if backwards else ends


def every_id(reader: Reader, kind: str) -> Iterator[list[int]]:
    """Yield the ids of the objects of a kind in batches, oldest first. Cost: one pass over all nodes."""
    last = 0
    while True:
        rows = (
            select(tables.node.c.id)
            .where(tables.node.c.kind == reader.registry.numbers.kinds[kind], tables.node.c.id > last)
            .order_by(tables.node.c.id)
            .limit(_CHUNK)
        )
        ids = list(reader.connection.scalars(rows))
        if not ids:
            return
        yield ids
        last = ids[-1]


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


def derived_link_rows(
    reader: Reader, entries: Mapping[int, Entry[Any]], stored: Mapping[bytes, tuple[int, int]]
) -> Iterator[DerivedLinkRow]:
    """Yield the derived links, in both directions, between stored objects and the given entries.

    The entries are keyed by object id. `stored` contains the id and the kind number of all objects to which they may
    have derived links, keyed by key.

    Cost: the canonical form of each target that is not among the entries.
    """
    known = {node: _Known(entry.key, entry.order, entry.derived_links) for node, entry in entries.items()}
    targets = {link.key for entry in entries.values() for link in entry.derived_links}
    others = {
        stored[key][0]: reader.registry.kind_of_number[stored[key][1]]
        for key in targets
        if key in stored and stored[key][0] not in known
    }
    documents = read_documents(reader, others) if others else ()
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
    stored = nodes_of_keys(reader, [link.key for link in entry.derived_links])
    rows = [row for row in derived_link_rows(reader, {node: entry}, stored) if row.source == node]
    labels = select(tables.node.c.id, tables.node.c.label).where(tables.node.c.id.in_([row.target for row in rows]))
    label = {row.id: row.label for row in reader.connection.execute(labels)} if rows else {}
    names = {row.relation: reader.registry.relation_of_number[row.relation].name for row in rows}
    return [
        OwnLink(names[row.relation], label[row.target], row.place, row.detail and json.loads(row.detail))
        for row in rows
    ]


def derived_links_of(kind: AnyKind, document: Document) -> tuple[DerivedLink, ...]:
    """Return the derived links of a stored object, including links to targets that are not stored.

    Cost: one canonical form.
    """
    return kind.identify(kind.read(document, ()), Budget()).derived_links


def order_of(kind: AnyKind, document: Document) -> Matching | None:
    """Return the canonical order of a stored object's parts.

    If the order is slow to compute, the document contains it as `canonical_order`. Otherwise, the order is computed
    again.
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
    """Return the link in the opposite direction.

    This is the item of `links` with the same relation and key if there is one, and otherwise `plain`, whose detail is
    the matching.
    """
    return next((link for link in links if (link.relation, link.key) == (plain.relation, plain.key)), plain)


def _known_of(kind: AnyKind, key: bytes, document: Document) -> _Known:
    # The order is slow to compute, but the links of kinds without matching have no explicit detail.
    if hasattr(document, "canonical_order"):
        return _Known(key, order_of(kind, document), ())
    identity = kind.identify(kind.read(document, ()), Budget())
    return _Known(key, identity.order, identity.derived_links)
