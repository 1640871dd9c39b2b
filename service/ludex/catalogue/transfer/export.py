"""Export of the catalogue as JSON Lines: one object or claim per line.

The claims about an object follow it. Objects come after the targets of their links.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of_many
from ludex.catalogue.kinds.document import joined
from ludex.catalogue.kinds.kind import DerivedLink, Kind
from ludex.catalogue.lists.listing import stream
from ludex.catalogue.objects.aliases import names_of
from ludex.catalogue.objects.derived_links import derived_links_of
from ludex.catalogue.objects.links import OwnLink, every_id, links_of
from ludex.catalogue.objects.reading import ObjectView, shown
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.catalogue.transfer.export_format import Derived, claim_line, object_line

AnyKind = Kind[Any, Any]


def export_lines(catalogue: Catalogue, *, keys: bool = False) -> Iterator[str]:
    """Yield one snapshot of the whole catalogue as lines of JSON. Importing them produces an equal catalogue.

    If `keys` is true, lines include the key of each object and its derived links, so that an import that trusts them
    need not compute them.

    Objects of games that are not installed come last. With `keys`, they lack the keys of objects with which derived
    links may be stored later.
    """
    with catalogue.reading() as reader:
        for kind in catalogue.registry.kinds:
            yield from lines_of_kind(reader, kind, keys=keys)
        for name in reader.registry.kinds_not_installed:
            for ids in every_id(reader, name):
                yield from _lines(reader, _not_installed(reader, ids), keys=keys)


def count_lines(catalogue: Catalogue) -> int:
    """Return the number of lines in an export of the catalogue, with one line for each object and each claim."""
    with catalogue.reading() as reader:
        return sum(
            reader.connection.scalar(select(func.count()).select_from(one)) or 0 for one in (tables.node, tables.claim)
        )


def exported_kinds(catalogue: Catalogue) -> list[str]:
    """Return the names of the kinds in an export, in the order of the export."""
    with catalogue.reading() as reader:
        return [*reader.registry.kind, *reader.registry.kinds_not_installed]


def lines_of_kind(reader: Reader, kind: AnyKind, chunk: int = 200, *, keys: bool = False) -> Iterator[str]:
    """Yield the lines of the objects of a kind, each followed by the lines of its claims."""
    objects = stream(reader, kind, {}, chunk=chunk)
    while found := list(islice(objects, chunk)):
        yield from _lines(reader, _objects(reader, kind, found, keys=keys), keys=keys)


def lines_between(
    catalogue: Catalogue, kind: str, after: int, last: int, limit: int
) -> tuple[list[str], int, int | None]:
    """Return the lines of the next objects of a kind with ids above `after` and at most `last`.

    Also returns the number of these objects, and the id after which to continue (None if these were the last).
    """
    of = catalogue.registry.kind.get(kind)
    with catalogue.reading() as reader:
        if of is None:
            node = tables.node.c.id
            rows = select(node).where(tables.node.c.kind == reader.registry.numbers.kinds[kind])
        else:
            node = reader.registry.facts[kind].c.node
            rows = select(node)
        ids = list(reader.connection.scalars(rows.where(node > after, node <= last).order_by(node).limit(limit)))
        found = _not_installed(reader, ids) if of is None else _objects(reader, of, shown(reader, of, ids))
        lines = list(_lines(reader, found))
    return lines, len(ids), ids[-1] if len(ids) == limit else None


class _Object(NamedTuple):
    """The data for an object's line."""

    id: int
    label: str
    document: str
    slugs: Sequence[str]
    derived_links: Sequence[DerivedLink] = ()


def _objects(reader: Reader, kind: AnyKind, found: Sequence[ObjectView], *, keys: bool = False) -> list[_Object]:
    may_be_linked = keys and any(one.mutual and kind.name in one.sources for one in reader.registry.relations)
    return [
        _Object(
            one.id,
            one.label,
            joined(one.body, one.rest),
            names_of(reader, one.id) if kind.naming is not None else [],
            derived_links_of(kind, one.document()) if may_be_linked else (),
        )
        for one in found
    ]


def _not_installed(reader: Reader, ids: Sequence[int]) -> list[_Object]:
    """Return objects of a kind whose game is not installed, without facts."""
    rows = select(tables.node, tables.document).join(tables.document).where(tables.node.c.id.in_(ids))
    return [
        _Object(row.id, row.label, joined(row.body, row.rest), names_of(reader, row.id))
        for row in reader.connection.execute(rows.order_by(tables.node.c.id))
    ]


def _lines(reader: Reader, found: Sequence[_Object], *, keys: bool = False) -> Iterator[str]:
    ids = [one.id for one in found]
    links, claims = links_of(reader, ids), claims_of_many(reader, ids)
    keys_of = _keys(reader, ids) if keys else {}
    for one in found:
        parted: dict[bool, list[OwnLink]] = {True: [], False: []}
        for link in links[one.id]:
            parted[reader.registry.directed[link.relation][0].derived].append(link)
        derived = None
        if keys:
            derived = Derived(keys_of[one.id], [other.key for other in one.derived_links], parted[True])
        yield object_line(one.document, one.slugs, parted[False], derived)
        for claim in claims[one.id]:
            yield claim_line(one.label, claim)


def _keys(reader: Reader, ids: Sequence[int]) -> dict[int, bytes]:
    rows = select(tables.node.c.id, tables.node.c.key).where(tables.node.c.id.in_(ids))
    return {row.id: bytes(row.key) for row in reader.connection.execute(rows)}
