"""Objects as plain rows: prepared in any process, pickled, and stored by one writer without building models."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claim_columns
from ludex.catalogue.kinds.document import Document, FactField, Text, joined, written
from ludex.catalogue.kinds.kind import Entry, Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.packing import Packed, pack, unpack
from ludex.catalogue.storage.tables import Natural
from ludex.engine.compact_json import compact_json

Other = bytes | str
"""The key of another object, or its label if the key is unknown."""

_PLAIN = (int, bool, str, int | None, bool | None, str | None)
CLAIM_COLUMNS = tuple(one.name for one in tables.claim.columns if one.name not in ("id", "subject", "statement"))

NATURAL = Natural()
PACKED = Packed()


class LinkRow(NamedTuple):
    """A link that an object owns. `backwards` is true if the link leads to the object."""

    relation: str
    other: Other
    backwards: bool
    place: int
    detail: str | None


class PackedText(NamedTuple):
    """The compressed text of a document as the table stores it, packed by the process that prepares the row."""

    body: bytes
    rest: bytes | None

    @classmethod
    def of(cls, text: Text) -> "PackedText":
        """Compress a text."""
        return cls(pack(text.body), None if text.rest is None else pack(text.rest))

    def joined(self) -> str:
        """Return the complete document as JSON text."""
        return joined(unpack(self.body), None if self.rest is None else unpack(self.rest))


class ObjectRow(NamedTuple):
    """The rows of an object, with names instead of ids and numbers, which differ between catalogues.

    - `facts` are the fact columns of its kind, in order.
    - `columns` are its unique targets.
    - `claims` has for each claim the statement and the columns without the subject.
    - `kin` are the keys of the targets of its derived links, and `kin_links` the known derived links.
    - `slugs` are its names.
    """

    kind: str
    key: bytes
    label: str
    text: PackedText
    facts: tuple[Any, ...]
    columns: tuple[Other, ...]
    links: tuple[LinkRow, ...]
    claims: tuple[tuple[Any, ...], ...]
    kin: tuple[bytes, ...]
    slugs: tuple[str, ...] = ()
    kin_links: tuple[LinkRow, ...] = ()


def rows_of(registry: Registry, entry: Entry[Any]) -> Iterator[ObjectRow]:
    """Yield the row of an object after those of its targets. A target of several links is repeated."""
    for one in entry.links:
        if isinstance(one.target, Entry):
            yield from rows_of(registry, one.target)
    links = [link_row(registry, one.relation, _other(one.target), one.place, one.detail) for one in entry.links]
    row = object_row(registry, entry.kind, entry.key, entry.document, links, entry.claims)
    yield row._replace(kin=tuple(one.key for one in entry.derived_links))


def object_row(
    registry: Registry,
    kind: Kind[Any, Any],
    key: bytes,
    document: Document,
    links: Iterable[LinkRow],
    claims: Iterable[Claim],
) -> ObjectRow:
    """Return the row of an object with its links and claims. Raises ValueError if a link is missing."""
    links = tuple(links)
    others = {one.relation: one.other for one in links if not one.backwards}
    columns = registry.columns_of[kind.name]
    for relation in columns:
        if relation.name not in others:
            raise ValueError(f"the link {relation.name} is missing")
    return ObjectRow(
        kind.name,
        key,
        document.label,
        PackedText.of(written(document, kind.long)),
        tuple(read(document) for read in _fact_readers(kind)),
        tuple(others[relation.name] for relation in columns),
        links,
        tuple(claim_row(claim) for claim in claims),
        (),
    )


def link_row(registry: Registry, name: str, other: Other, place: int, detail: Any) -> LinkRow:  # noqa: ANN401 - any JSON
    """Return the row of a link, given by either name of its relation. Raises KeyError if the relation is unknown."""
    relation, backwards = registry.directed[name]
    text = None if detail is None else compact_json(detail)
    return LinkRow(relation.name, other, backwards, place, text)


def claim_row(claim: Claim) -> tuple[Any, ...]:
    """Return the statement of a claim and its columns without the subject, in the order of the table."""
    values = claim_columns(claim)
    values |= {name: NATURAL.process_bind_param(values[name], None) for name in ("lower", "upper")}
    values |= {name: PACKED.process_bind_param(values[name], None) for name in ("method", "certificate")}
    return (claim.statement, *(values[name] for name in CLAIM_COLUMNS))


@cache
def _fact_readers(kind: Kind[Any, Any]) -> Sequence[Callable[[Document], Any]]:
    """Return functions that read the facts of a document as driver values. Most of them read a single attribute."""

    def reader(fact: FactField) -> Callable[[Document], Any]:
        if fact.plain is int and fact.mark.natural:
            return lambda document: NATURAL.process_bind_param(fact.of(document), None)
        name = fact.path[0]
        is_plain = len(fact.path) == 1 and kind.model.model_fields[name].annotation in _PLAIN
        return attrgetter(name) if is_plain else fact.of

    return tuple(map(reader, kind.facts))


def _other(target: Entry[Any] | str) -> Other:
    return target if isinstance(target, str) else target.key
