"""Bulk storage of objects from rows that other processes prepare.

One statement per table stores many objects.

The write lock excludes every other writer. An object that is not stored when the batch is looked up is therefore still
new when it is inserted. As a result, no unique constraint rejects the batch, and this module can assign the ids.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.exc import DBAPIError

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claim_columns, claims_of
from ludex.catalogue.kinds.document import Document, DocumentText, FactField, join_members, serialize_document
from ludex.catalogue.kinds.kind import Entry, Kind, prepare
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.annotations import NOTHING, Annotation, insert_annotations
from ludex.catalogue.objects.reading import find_keys
from ludex.catalogue.objects.storing import alias_checksum, end_redirects, ids_of_labels, insert_derived_links
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import KINDS, RELATIONS, increment_counts, record_creations
from ludex.catalogue.storage.packing import Packed, pack, unpack
from ludex.catalogue.storage.snapshot import Writer
from ludex.catalogue.storage.tables import Natural
from ludex.engine.exact_json import compact_json
from ludex.engine.text_lines import split_lines

Other = bytes | str
"""The key of another object, or its label if the key is unknown."""

_PLAIN = (int, bool, str, int | None, bool | None, str | None)
CLAIM_COLUMNS = tuple(
    column.name for column in tables.claim.columns if column.name not in ("id", "subject", "statement")
)

NATURAL = Natural()
PACKED = Packed()


class LinkRow(NamedTuple):
    """A link that an object owns. `backwards` is true if the object is the target of the link."""

    relation: str
    other: Other
    backwards: bool
    place: int
    detail: str | None


class PackedText(NamedTuple):
    """The compressed text of a document, in the form in which the table stores it.

    The text is compressed by the process that prepares the row.
    """

    body: bytes
    rest: bytes | None

    @classmethod
    def of(cls, text: DocumentText) -> "PackedText":
        """Compress a text."""
        return cls(pack(text.body), None if text.rest is None else pack(text.rest))

    def joined(self) -> str:
        """Return the complete document as JSON text."""
        return join_members(unpack(self.body), None if self.rest is None else unpack(self.rest))


class ObjectRow(NamedTuple):
    """The rows of an object.

    They contain names instead of ids and numbers, because ids and numbers differ between catalogues.

    - `facts` are the values of the fact columns of the kind, in order.
    - `columns` are the targets of the unique relations of the object.
    - `claims` contains, for each claim, its statement and all of its columns except the subject.
    - `kin` contains the keys of the objects to which derived links lead. `kin_links` contains those derived links that
      are known.
    - `slugs` are the slugs of the object, and `annotation` is what people have written about it.
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
    annotation: Annotation = NOTHING
    kin_links: tuple[LinkRow, ...] = ()


def rows_of(registry: Registry, entry: Entry[Any]) -> Iterator[ObjectRow]:
    """Yield the rows of the targets of an object's links, and then the row of the object itself.

    If an object is the target of several links, its row occurs several times.
    """
    for link in entry.links:
        if isinstance(link.target, Entry):
            yield from rows_of(registry, link.target)
    links = [link_row(registry, link.relation, _other(link.target), link.place, link.detail) for link in entry.links]
    row = object_row(registry, entry.kind, entry.key, entry.document, links, entry.claims)
    yield row._replace(kin=tuple(link.key for link in entry.derived_links))


def object_row(
    registry: Registry,
    kind: Kind[Any, Any],
    key: bytes,
    document: Document,
    links: Iterable[LinkRow],
    claims: Iterable[Claim],
) -> ObjectRow:
    """Return the row of an object, with its links and claims. Raises ValueError if a required link is missing."""
    links = tuple(links)
    others = {link.relation: link.other for link in links if not link.backwards}
    columns = registry.columns_of[kind.name]
    for relation in columns:
        if relation.name not in others:
            raise ValueError(f"the link {relation.name} is missing")
    return ObjectRow(
        kind.name,
        key,
        document.label,
        PackedText.of(serialize_document(document, kind.long)),
        tuple(read(document) for read in _fact_readers(kind)),
        tuple(others[relation.name] for relation in columns),
        links,
        tuple(claim_row(claim) for claim in claims),
        (),
    )


def link_row(registry: Registry, name: str, other: Other, place: int, detail: Any) -> LinkRow:  # noqa: ANN401 - any JSON
    """Return the row of a link. `name` is either of the two names of the relation.

    Raises KeyError if there is no such relation.
    """
    relation, backwards = registry.directed[name]
    text = None if detail is None else compact_json(detail)
    return LinkRow(relation.name, other, backwards, place, text)


def claim_row(claim: Claim) -> tuple[Any, ...]:
    """Return the statement of a claim, and its columns in the order of the table. The subject is omitted."""
    values = claim_columns(claim)
    values |= {name: NATURAL.process_bind_param(values[name], None) for name in ("lower", "upper")}
    values |= {name: PACKED.process_bind_param(values[name], None) for name in ("method", "certificate")}
    return (claim.statement, *(values[name] for name in CLAIM_COLUMNS))


@cache
def _fact_readers(kind: Kind[Any, Any]) -> Sequence[Callable[[Document], Any]]:
    """Return functions that read the facts of a document, as values for the database driver.

    Most of these functions read a single attribute.
    """

    def reader(fact: FactField) -> Callable[[Document], Any]:
        if fact.plain is int and fact.mark.natural:
            return lambda document: NATURAL.process_bind_param(fact.of(document), None)
        name = fact.path[0]
        is_plain = len(fact.path) == 1 and kind.model.model_fields[name].annotation in _PLAIN
        return attrgetter(name) if is_plain else fact.of

    return tuple(map(reader, kind.facts))


def _other(target: Entry[Any] | str) -> Other:
    return target if isinstance(target, str) else target.key


class Unstorable(ValueError):
    """The rows contain values that the tables reject."""


def store_rows(
    writer: Writer,
    rows: Iterable[ObjectRow],
    *,
    trusted: bool = False,
    built_in: bool = False,
    ordered: bool = False,
) -> tuple[dict[bytes, int], set[bytes]]:
    """Store those objects that are not stored yet.

    Return the ids of all objects, keyed by object key, and the keys of the new objects.

    If several objects are equal, only the first of them is stored. If `ordered` is true, new nodes are stored in the
    given order, and otherwise in the order of their keys. `trusted` marks the new objects as unchecked until a
    verification confirms them. `built_in` marks them as part of the starting catalogue.

    Raises LookupError if the target of a link is not stored, and Unstorable for values that the tables reject. After
    such an error, the caller must roll back the transaction.
    """
    unique: dict[bytes, ObjectRow] = {}
    for row in rows:
        unique.setdefault(row.key, row)
    ids = find_keys(writer, unique)
    new = [row for key, row in unique.items() if key not in ids]
    if not ordered:
        new.sort(key=attrgetter("key"))
    ids |= zip((row.key for row in new), _reserved(writer.connection, len(new)), strict=True)
    if new:
        _insert(writer, new, ids, trusted, built_in)
    return ids, {row.key for row in new}


def insert_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of driver values by the fastest method that the database offers."""
    driver: Any = connection.connection.dbapi_connection
    errors: Any = connection.dialect.dbapi
    names = ", ".join(f'"{name}"' for name in columns)
    try:
        if connection.dialect.name == "sqlite":
            places = ", ".join("?" * len(columns))
            driver.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({places})", rows)
            return
        with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    except (errors.IntegrityError, errors.DataError, errors.ProgrammingError, errors.InterfaceError) as error:
        raise Unstorable(f"{table.name}: {split_lines(str(error))[0]}") from error
    except errors.Error as error:
        statement = f"INSERT INTO {table.name}"
        raise DBAPIError.instance(statement, None, error, errors.Error, dialect=connection.dialect) from error


def _reserved(connection: Connection, count: int) -> Sequence[int]:
    """Reserve ids that are greater than all ids in use."""
    if connection.dialect.name == "sqlite":
        first = (connection.scalar(select(func.max(tables.node.c.id))) or 0) + 1
        return range(first, first + count)
    numbers = text("SELECT nextval(pg_get_serial_sequence('node', 'id')) FROM generate_series(1, :count)")
    return sorted(connection.scalars(numbers, {"count": count}))


def _insert(writer: Writer, new: Sequence[ObjectRow], ids: dict[bytes, int], trusted: bool, built_in: bool) -> None:
    connection, registry, numbers = writer.connection, writer.registry, writer.registry.numbers
    others = _ids_of_others(writer, new, ids)
    nodes = ((ids[row.key], numbers.kinds[row.kind], row.key, row.label, built_in) for row in new)
    insert_rows(connection, tables.node, ("id", "kind", "key", "label", "built_in"), nodes)
    end_redirects(writer, [row.label for row in new])
    documents = ((ids[row.key], *row.text) for row in new)
    insert_rows(connection, tables.document, ("node", "body", "rest"), documents)
    for kind in sorted({row.kind for row in new}):
        table = registry.facts[kind]
        facts = (
            (ids[row.key], *row.facts, *(others[column] for column in row.columns)) for row in new if row.kind == kind
        )
        insert_rows(connection, table, [column.name for column in table.columns], facts)
    links = {
        (other, relation, node, link.place) if link.backwards else (node, relation, other, link.place): link.detail
        for row in new
        for link in row.links
        for node, other, relation in [(ids[row.key], others[link.other], numbers.relations[link.relation])]
    }
    kin = _stated_kin(new)
    links |= {
        (ids[source], numbers.relations[one.relation], ids[other], one.place): one.detail
        for (source, other), one in kin.items()
    }
    rows = ((*ends, detail) for ends, detail in links.items())
    insert_rows(connection, tables.link, ("source", "relation", "target", "place", "detail"), rows)
    claims = (
        (ids[row.key], numbers.statements[statement], *columns) for row in new for statement, *columns in row.claims
    )
    insert_rows(connection, tables.claim, ("subject", "statement", *CLAIM_COLUMNS), claims)
    names = (
        (numbers.kinds[row.kind], slug, ids[row.key], built_in, alias_checksum(slug, row.key))
        for row in new
        for slug in row.slugs
    )
    insert_rows(connection, tables.alias, ("kind", "slug", "node", "built_in", "checksum"), names)
    insert_annotations(writer, [(ids[row.key], row.annotation) for row in new])
    if trusted:
        insert_rows(connection, tables.trusted, ("node",), ((ids[row.key],) for row in new))
    added = [(numbers.kinds[row.kind], ids[row.key]) for row in new]
    record_creations(writer, added)
    increment_counts(writer, KINDS, Counter(kind for kind, _ in added))
    increment_counts(writer, RELATIONS, Counter(ends[1] for ends in links))
    _link_kin(writer, new, ids, kin.keys())


def _ids_of_others(writer: Writer, rows: Sequence[ObjectRow], ids: Mapping[bytes, int]) -> dict[Other, int]:
    """Return the ids of the objects to which rows link, keyed by key or label. Raises LookupError."""
    found: dict[Other, int] = {}
    found.update(ids.items())
    found |= ((row.label, ids[row.key]) for row in rows)
    wanted = {link.other for row in rows for link in row.links if link.other not in found}
    wanted |= {column for row in rows for column in row.columns if column not in found}
    keys = [name for name in wanted if isinstance(name, bytes)]
    found.update(find_keys(writer, keys).items())
    for key in keys:
        if key not in found:
            raise LookupError(f"no object has the key {key.hex()}; store the target of a link first")
    return found | ids_of_labels(writer, [name for name in wanted if isinstance(name, str)])


def _link_kin(
    writer: Writer, new: Sequence[ObjectRow], ids: Mapping[bytes, int], linked: Collection[tuple[bytes, bytes]]
) -> None:
    """Link new objects to their stored kin. Pairs in `linked` are skipped.

    The entries of the new objects are computed again for this.
    """
    stored = find_keys(writer, {key for row in new for key in row.kin if (row.key, key) not in linked})
    entries: dict[int, Entry[Any]] = {}
    for row in new:
        if any(key in stored and (row.key, key) not in linked for key in row.kin):
            kind, node = writer.registry.kind[row.kind], ids[row.key]
            document = kind.model.model_validate_json(row.text.joined())
            entries[node] = prepare(kind, kind.read(document, claims_of(writer, node)))
    insert_derived_links(writer, entries)


def _stated_kin(new: Sequence[ObjectRow]) -> dict[tuple[bytes, bytes], LinkRow]:
    """Return the links between two new kin that the rows of both objects contain.

    They are keyed by the pair of object keys.
    """
    keys = {row.label: row.key for row in new}
    stated = {
        (row.key, keys[link.other]): link
        for row in new
        for link in row.kin_links
        if isinstance(link.other, str) and link.other in keys
    }
    return {ends: one for ends, one in stated.items() if ends[::-1] in stated}
