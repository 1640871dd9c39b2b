"""Storage of new objects as rows, which other processes can prepare.

One statement per table stores one object or many. On PostgreSQL, these statements share a round trip.

The write lock excludes every other writer. An object that is not stored when the batch is looked up is therefore still
new when it is inserted. As a result, no unique constraint rejects the batch, and this module can assign the ids.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, update
from sqlalchemy.exc import DBAPIError

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claim_columns
from ludex.catalogue.kinds.document import Document, DocumentText, FactField, join_members, serialize_document
from ludex.catalogue.kinds.kind import Entry, Kind, NewLink, prepare
from ludex.catalogue.kinds.label import hash_of
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.annotations import NOTHING, Annotation, insert_annotations
from ludex.catalogue.objects.links import DerivedLinkRow, derived_link_rows
from ludex.catalogue.objects.reading import find_keys, ids_of_labels, nodes_of_keys
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import KINDS, RELATIONS, increment_counts, record_changes
from ludex.catalogue.storage.packing import Packed, pack, unpack
from ludex.catalogue.storage.snapshot import Writer, chunks
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
    yield row_of(registry, entry)


def row_of(registry: Registry, entry: Entry[Any]) -> ObjectRow:
    """Return the row of an object without those of the targets of its links."""
    row = object_row(registry, entry.kind, entry.key, entry.document, link_rows(registry, entry.links), entry.claims)
    return row._replace(kin=tuple(link.key for link in entry.derived_links))


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


def link_rows(registry: Registry, links: Iterable[NewLink]) -> list[LinkRow]:
    """Return the rows of links, whose targets may be entries or labels."""
    targets = ((link, link.target.key if isinstance(link.target, Entry) else link.target) for link in links)
    return [link_row(registry, link.relation, target, link.place, link.detail) for link, target in targets]


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


class Unstorable(ValueError):
    """The rows contain values that the tables reject."""


def store_rows(
    writer: Writer,
    objects: Iterable[ObjectRow | Entry[Any]],
    *,
    trusted: bool = False,
    built_in: bool = False,
    ordered: bool = False,
    finish: Callable[[dict[bytes, int]], None] = lambda _ids: None,
) -> tuple[dict[bytes, int], set[bytes]]:
    """Store those objects that are not stored yet. They are given as rows or as entries, without the targets of links.

    Return the ids of all objects, keyed by object key, and the keys of the new objects.

    If several objects are equal, only the first of them is stored. If `ordered` is true, new nodes are stored in the
    given order, and otherwise in the order of their keys. `trusted` marks the new objects as unchecked until a
    verification confirms them. `built_in` marks all objects as part of the starting catalogue. `finish` inserts further
    rows about the new objects, whose ids it receives, and must not read from the database.

    Raises LookupError if the target of a link is not stored, and Unstorable for values that the tables reject. After
    such an error, the caller must roll back the transaction.
    """
    unique: dict[bytes, ObjectRow | Entry[Any]] = {}
    for item in objects:
        unique.setdefault(item.key, item)
    kin = (key for item in unique.values() for key in _kin(item))
    stored = nodes_of_keys(writer, {*unique, *kin})
    entries = {key: item for key, item in unique.items() if key not in stored and isinstance(item, Entry)}
    new = [
        item if isinstance(item, ObjectRow) else row_of(writer.registry, item)
        for key, item in unique.items()
        if key not in stored
    ]
    if not ordered:
        new.sort(key=attrgetter("key"))
    ids = {key: stored[key][0] for key in unique if key in stored}
    if built_in and ids:
        _mark_built_in(writer, list(ids.values()))
    if new:
        ids |= _insert(writer, new, stored, entries, trusted, built_in, finish)
    return ids, {row.key for row in new}


def _kin(item: ObjectRow | Entry[Any]) -> Iterable[bytes]:
    return item.kin if isinstance(item, ObjectRow) else (link.key for link in item.derived_links)


def _mark_built_in(writer: Writer, ids: Sequence[int]) -> None:
    for part in chunks(ids):
        chosen = update(tables.node).where(tables.node.c.id.in_(part), ~tables.node.c.built_in)
        marked = chosen.values(built_in=True).returning(tables.node.c.kind, tables.node.c.id)
        record_changes(writer, [(kind, node) for kind, node in writer.connection.execute(marked)])


def _insert(
    writer: Writer,
    new: Sequence[ObjectRow],
    stored: dict[bytes, tuple[int, int]],
    entries: Mapping[bytes, Entry[Any]],
    trusted: bool,
    built_in: bool,
    finish: Callable[[dict[bytes, int]], None],
) -> dict[bytes, int]:
    """Insert the rows of objects that are not stored, and return their ids, keyed by object key.

    `stored` contains those of these objects and of their kin that are stored, and receives the new ones. `entries`
    contains the entries of new objects, which are otherwise computed again where their kin is stored.
    """
    hashes = set(map(hash_of, stored))
    if taken := [row.label for row in new if hash_of(row.key) in hashes]:
        # An 80-bit collision becomes likely at about 10^12 objects.
        raise RuntimeError(f"{taken[0]} is already the label of another object: their keys have the same hash")
    numbers = writer.registry.numbers
    reserved, redirects = _reserve(writer.connection, len(new))
    ids = dict(zip((row.key for row in new), reserved, strict=True))
    stored |= {row.key: (ids[row.key], numbers.kinds[row.kind]) for row in new}
    known: dict[Other, int] = {key: node for key, (node, _) in stored.items()}
    known |= ((row.label, ids[row.key]) for row in new)
    others = ids_of_others(
        writer, (other for row in new for other in (*row.columns, *(link.other for link in row.links))), known
    )
    kin = _stated_kin(new)
    entries = entries or _entries_with_kin(writer.registry, new, stored, kin.keys())
    derived = derived_link_rows(writer, {ids[key]: entry for key, entry in entries.items() if key in ids}, stored)
    links = dict(ends_and_detail(writer.registry, ids[row.key], link, others) for row in new for link in row.links)
    links |= {
        (ids[source], numbers.relations[one.relation], ids[other], one.place): one.detail
        for (source, other), one in kin.items()
    }
    for end in derived:
        links.setdefault((end.source, end.relation, end.target, end.place), end.detail)
    with _together(writer.connection, len(new)):
        _insert_objects(writer.connection, writer.registry, new, ids, others, built_in)
        insert_rows(writer.connection, tables.link, LINK_COLUMNS, ((*ends, detail) for ends, detail in links.items()))
        claims = (
            (ids[row.key], numbers.statements[statement], *columns) for row in new for statement, *columns in row.claims
        )
        insert_rows(writer.connection, tables.claim, ("subject", "statement", *CLAIM_COLUMNS), claims)
        if trusted:
            insert_rows(writer.connection, tables.trusted, ("node",), ((ids[row.key],) for row in new))
        if redirects:  # the labels of new objects no longer lead to others
            for part in chunks([row.label for row in new]):
                writer.connection.execute(delete(tables.redirect).where(tables.redirect.c.label.in_(part)))
        added = [(numbers.kinds[row.kind], ids[row.key]) for row in new]
        writer.touched.update(kind for kind, _ in added)
        counts = Counter((KINDS, kind) for kind, _ in added)
        increment_counts(writer, counts + Counter((RELATIONS, ends[1]) for ends in links))
        finish(ids)
    if annotated := [(ids[row.key], row.annotation) for row in new if row.annotation != NOTHING]:
        insert_annotations(writer, annotated)
    return ids


LINK_COLUMNS = DerivedLinkRow._fields


def ends_and_detail(
    registry: Registry, node: int, link: LinkRow, others: Mapping[Other, int]
) -> tuple[tuple[int, int, int, int], str | None]:
    """Return the unique columns of a link that an object owns, and its detail."""
    relation, other = registry.numbers.relations[link.relation], others[link.other]
    ends = (other, relation, node) if link.backwards else (node, relation, other)
    return (*ends, link.place), link.detail


def _insert_objects(
    connection: Connection,
    registry: Registry,
    new: Sequence[ObjectRow],
    ids: Mapping[bytes, int],
    others: Mapping[Other, int],
    built_in: bool,
) -> None:
    kinds = registry.numbers.kinds
    nodes = ((ids[row.key], kinds[row.kind], row.key, row.label, built_in) for row in new)
    insert_rows(connection, tables.node, ("id", "kind", "key", "label", "built_in"), nodes)
    insert_rows(connection, tables.node_hash, ("hash", "node"), ((hash_of(row.key), ids[row.key]) for row in new))
    insert_rows(connection, tables.document, ("node", "body", "rest"), ((ids[row.key], *row.text) for row in new))
    for kind in sorted({row.kind for row in new}):
        insert_facts(connection, registry.facts[kind], ((ids[row.key], row) for row in new if row.kind == kind), others)
    names = (
        (kinds[row.kind], slug, ids[row.key], built_in, alias_checksum(slug, row.key))
        for row in new
        for slug in row.slugs
    )
    insert_rows(connection, tables.alias, ("kind", "slug", "node", "built_in", "checksum"), names)


def insert_facts(
    connection: Connection, table: Table, rows: Iterable[tuple[int, ObjectRow]], others: Mapping[Other, int]
) -> None:
    """Insert the facts of objects of a kind, each given by its id and its row."""
    facts = ((node, *row.facts, *(others[column] for column in row.columns)) for node, row in rows)
    insert_rows(connection, table, table.columns.keys(), facts)


def alias_checksum(slug: str, key: bytes) -> int:
    """Return the checksum of a slug whose object has the given key."""
    return tables.checksum(slug, key.hex())


_COPIED = 100
"""From this number of objects on, PostgreSQL receives rows by COPY, and otherwise in one round trip."""


def insert_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of driver values by the fastest method that the database offers."""
    driver: Any = connection.connection.dbapi_connection
    listed = list(rows)
    if not listed:
        return
    names = ", ".join(f'"{name}"' for name in columns)
    is_sqlite = connection.dialect.name == "sqlite"
    statement = f"INSERT INTO {table.name} ({names}) VALUES ({', '.join(['?' if is_sqlite else '%s'] * len(columns))})"
    with _translated(connection, table.name), closing(driver.cursor()) as cursor:
        if is_sqlite or len(listed) < _COPIED or driver.pgconn.pipeline_status:
            for listener in connection.engine.dispatch.before_cursor_execute:
                listener(connection, cursor, statement, listed, None, True)
            cursor.executemany(statement, listed)
            return
        with cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
            for row in listed:
                copy.write_row(row)


@contextmanager
def _translated(connection: Connection, table: str) -> Iterator[None]:
    """Raise errors of the driver as Unstorable, or as errors of SQLAlchemy if other values would not help."""
    errors: Any = connection.dialect.dbapi
    refused = errors.IntegrityError, errors.DataError, errors.ProgrammingError, errors.InterfaceError
    try:
        yield
    except refused as error:
        raise Unstorable(f"{table}: {split_lines(str(error))[0]}") from error
    except DBAPIError as error:  # a later statement of the same round trip reports the error of the driver
        if isinstance(error.orig, refused):
            raise Unstorable(f"{table}: {split_lines(str(error.orig))[0]}") from error
        raise
    except errors.Error as error:
        statement = f"INSERT INTO {table}"
        raise DBAPIError.instance(statement, None, error, errors.Error, dialect=connection.dialect) from error


@contextmanager
def _together(connection: Connection, objects: int) -> Iterator[None]:
    """Send the statements of a block to PostgreSQL in one round trip, unless they are about many objects."""
    driver: Any = connection.connection.dbapi_connection
    alone = connection.dialect.name == "sqlite" or objects >= _COPIED
    if alone:
        yield
        return
    with _translated(connection, tables.node.name), driver.pipeline():
        yield


_RESERVE = {
    # As on PostgreSQL, the id of a deleted object is not used again, as long as the log or a segment includes it.
    "sqlite": "SELECT max(ifnull((SELECT max(id) FROM node), 0), ifnull((SELECT max(node) FROM change), 0), "
    "ifnull((SELECT max(last) FROM segment), 0)), EXISTS (SELECT 1 FROM redirect)",
    "postgresql": "SELECT nextval(pg_get_serial_sequence('node', 'id')), EXISTS (SELECT 1 FROM redirect) "
    "FROM generate_series(1, %s)",
}


def _reserve(connection: Connection, count: int) -> tuple[Sequence[int], bool]:
    """Reserve ids that are greater than all ids in use, and return also whether there are redirects."""
    statement = _RESERVE[connection.dialect.name]
    if connection.dialect.name == "sqlite":
        [(last, redirects)] = connection.exec_driver_sql(statement)
        return range(last + 1, last + 1 + count), bool(redirects)
    rows = sorted(tuple(row) for row in connection.exec_driver_sql(statement, (count,)))
    return [row[0] for row in rows], rows[0][1]


def ids_of_others(writer: Writer, others: Iterable[Other], known: dict[Other, int] | None = None) -> dict[Other, int]:
    """Return the ids of objects, keyed by key or label, with those that are `known`. Raises LookupError."""
    found = dict(known or {})
    wanted = set(others).difference(found)
    keys = [name for name in wanted if isinstance(name, bytes)]
    if keys:
        found.update(find_keys(writer, keys).items())
    for key in keys:
        if key not in found:
            raise LookupError(f"no object has the key {key.hex()}; store the target of a link first")
    if labels := [name for name in wanted if isinstance(name, str)]:
        found.update(ids_of_labels(writer, labels).items())
    return found


def _entries_with_kin(
    registry: Registry,
    new: Sequence[ObjectRow],
    stored: Mapping[bytes, object],
    linked: Collection[tuple[bytes, bytes]],
) -> dict[bytes, Entry[Any]]:
    """Compute again the entries of those new objects whose kin is stored, without the pairs in `linked`."""
    entries: dict[bytes, Entry[Any]] = {}
    for row in new:
        if any(key in stored and (row.key, key) not in linked for key in row.kin):
            kind = registry.kind[row.kind]
            document = kind.model.model_validate_json(row.text.joined())
            entries[row.key] = prepare(kind, kind.read(document, ()))
    return entries


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
