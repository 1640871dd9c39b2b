"""Links of stored objects, followed forwards and backwards."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, func, select

from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks

After = tuple[int, int]

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An object at the other end of a link, with the place and detail of the link."""

    id: int
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
    """Return the neighbours of an object by a relation, ordered by place, oldest first.

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
    """Count the links of an object by a relation, optionally to one kind.

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


@dataclass(frozen=True, slots=True)
class OwnLink:
    """A link that an object owns: its relation as seen from the owner, the other object's label, place and detail."""

    relation: str
    target: str
    place: int
    detail: Any


def links_of(reader: Reader, owners: Sequence[int]) -> dict[int, list[OwnLink]]:
    """Return the links that objects own, by object id.

    They are ordered by relation, place and label of the other object.
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
            # Sort by declaration order. Numbers differ between catalogues, but exports must not depend on the
            # catalogue.
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
