"""Export of the catalogue as lines of JSON: one object or one claim a line.

The lines of the claims about an object follow its line. Objects that others link to come before them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of_many
from ludex.catalogue.kinds.document import joined
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.listing import stream
from ludex.catalogue.objects.aliases import names_of
from ludex.catalogue.objects.derived_links import derived_links_of
from ludex.catalogue.objects.links import OwnLink, links_of
from ludex.catalogue.objects.reading import Shown, shown
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.catalogue.transfer.export_format import Derived, claim_line, object_line

AnyKind = Kind[Any, Any]


def export_lines(catalogue: Catalogue, *, keys: bool = False) -> Iterator[str]:
    """Yield the whole catalogue, one snapshot of it, as lines of JSON; an import of them makes an equal one.

    `keys`: with the key of each object and the links derived from it, so that an import that trusts them need not
    compute them.
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
    """Return the lines of the next objects of a kind whose ids are above `after` and at most `last`.

    The number of these objects is returned too, and the id after which to continue, None if these were the last.
    """
    of = catalogue.registry.kind[kind]
    with catalogue.reading() as reader:
        node = reader.registry.facts[kind].c.node
        rows = select(node).where(node > after, node <= last).order_by(node).limit(limit)
        ids = list(reader.connection.scalars(rows))
        lines = list(_lines_of(reader, of, shown(reader, of, ids)))
    return lines, len(ids), ids[-1] if len(ids) == limit else None


def _lines_of(reader: Reader, kind: AnyKind, found: Sequence[Shown], *, keys: bool = False) -> Iterator[str]:
    may_be_linked = keys and any(one.mutual and kind.name in one.sources for one in reader.registry.relations)
    ids = [one.id for one in found]
    links, claims = links_of(reader, ids), claims_of_many(reader, ids)
    keys_of = _keys(reader, ids) if keys else {}
    for one in found:
        slugs = names_of(reader, one.id) if kind.naming is not None else []
        parted: dict[bool, list[OwnLink]] = {True: [], False: []}
        for link in links[one.id]:
            parted[reader.registry.directed[link.relation][0].derived].append(link)
        derived = None
        if keys:
            linked = derived_links_of(kind, one.document()) if may_be_linked else ()
            derived = Derived(keys_of[one.id], [other.key for other in linked], parted[True])
        yield object_line(joined(one.body, one.rest), slugs, parted[False], derived)
        for claim in claims[one.id]:
            yield claim_line(one.label, claim)


def _keys(reader: Reader, ids: Sequence[int]) -> dict[int, bytes]:
    rows = select(tables.node.c.id, tables.node.c.key).where(tables.node.c.id.in_(ids))
    return {row.id: bytes(row.key) for row in reader.connection.execute(rows)}
