"""The tables that all kinds share, such as nodes, links and claims, and the fact tables and views of each kind.

The rows are small: long texts are packed (see :mod:`ludex.catalogue.storage.packing`), and there are no redundant
indexes.

A node is an object of any kind, and its document is the content of the object as text. A link connects two nodes. A
claim is a result about a node, with its proof. An alias is a name of a node. No deletion cascades: before Ludex deletes
an object, it deletes the rows that the object owns.

Fact tables and views are created with the functions at the end of this module. They must not change, because migrations
depend on the statements that they execute.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import sqlalchemy as sa
from alembic import op
from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    and_,
    event,
    false,
    func,
    literal_column,
    select,
    text,
)
from sqlalchemy.sql.elements import ColumnElement

from ludex.catalogue.kinds.label import HASH_BYTES, hash_shown
from ludex.catalogue.storage.packing import Packed
from ludex.catalogue.storage.views import kind_view
from ludex.engine.exact_json import compact_json
from ludex.engine.keys import KEY_BYTES

Id = BigInteger().with_variant(Integer, "sqlite")

Words = String().with_variant(String(collation="C"), "postgresql")
"""Texts that are sorted by code points, regardless of the collation of the database."""

_LENGTH_DIGITS = 4

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Naming convention of constraints, so that migrations can refer to them."""


class Natural(TypeDecorator[int]):
    """A natural number of any size, stored as a text. Sorting the texts sorts the numbers.

    The text begins with the number of digits, written with four digits.

    For example, 3,628,800 is "00073628800". Negative numbers are never stored. In comparisons, they come before all
    natural numbers.

    >>> Natural().process_bind_param(3_628_800, None), Natural().process_result_value("00073628800", None)
    ('00073628800', 3628800)
    """

    impl = String
    cache_ok = True

    @property
    def python_type(self) -> type[Any]:
        """Return the type of the values."""
        return int

    def process_bind_param(self, value: int | None, dialect: Dialect | None) -> str | None:
        """Convert a number to text."""
        del dialect
        if value is None or value < 0:
            return None if value is None else ""
        digits = str(value)
        return f"{len(digits):0{_LENGTH_DIGITS}}{digits}"

    def process_result_value(self, value: str | None, dialect: Dialect | None) -> int | None:
        """Convert a text to a number. Raises ValueError if the text does not have the stated length."""
        del dialect
        if not value:
            return None if value is None else -1
        digits = value[_LENGTH_DIGITS:]
        if int(value[:_LENGTH_DIGITS]) != len(digits) or digits != str(int(digits)):
            raise ValueError(f"{value!r} is not a natural number in the format of the catalogue")
        return int(digits)


metadata = MetaData(naming_convention=NAMES)

name_number = Table(
    "name_number",
    metadata,
    Column("category", Words, primary_key=True),
    Column("name", Words, primary_key=True),
    Column("number", SmallInteger, nullable=False),
    Column("inverse", String),
    Column("derived", Boolean),
    Column("owned_by_target", Boolean),
    UniqueConstraint("category", "number"),
)
"""Numbers for kinds, relations and statements in the other tables, see :mod:`ludex.catalogue.kinds.numbers`."""

node = Table(
    "node",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("key", LargeBinary(KEY_BYTES), nullable=False),
    Column("label", Words, nullable=False),
    Column("built_in", Boolean, nullable=False),
)

node_hash = Table(
    "node_hash",
    metadata,
    Column("hash", LargeBinary(HASH_BYTES), primary_key=True),
    Column("node", Id, nullable=False),
    sqlite_with_rowid=False,
)
"""The part of each node's key that the label encodes. It is unique, and finds nodes both by key and by label.

An index of the nodes would prevent their partition by id. `node` is not a foreign key, because the deletion of a node
would then need an index on it.
"""


def has_hash(of_hash: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a node has one of the hashes that meet a condition."""
    return node.c.id.in_(select(node_hash.c.node).where(of_hash))


def has_one_hash(found: Any) -> ColumnElement[bool]:  # noqa: ANN401 - bytes, or a parameter of a statement
    """Return the condition that a node has the given hash.

    Both databases evaluate the scalar subquery once. PostgreSQL plans it faster than a join.
    """
    return node.c.id == select(node_hash.c.node).where(node_hash.c.hash == found).scalar_subquery()


def has_label(labels: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that a node has one of the given labels. Texts that are not labels match no node."""
    shown = {label: found for label in labels if (found := hash_shown(label)) is not None}
    if not shown:
        return false()
    if len(shown) > 1:
        return and_(has_hash(node_hash.c.hash.in_(list(shown.values()))), node.c.label.in_(list(shown)))
    [(label, found)] = shown.items()
    return and_(has_one_hash(found), node.c.label == label)


def checksum(*values: Any) -> int:  # noqa: ANN401 - values of JSON
    """Return a checksum of values that cannot be recomputed. It lets a verification detect changes to these values.

    >>> checksum("first-steps", "00ff")
    41356768
    """
    return crc32(compact_json(values).encode())


def node_id(name: str = "node", **options: Any) -> Column[int]:  # noqa: ANN401 - those of a column
    """Return a column that refers to a node.

    The node can be deleted only after the row that refers to it.
    """
    return Column(name, Id, ForeignKey(node.c.id, ondelete="RESTRICT"), **options)


document = Table(
    "document",
    metadata,
    node_id(primary_key=True),
    Column("body", Packed, nullable=False),
    Column("rest", Packed),
)
"""Documents as JSON objects. `rest` contains the members that lists omit, and `body` contains all others."""

link = Table(
    "link",
    metadata,
    node_id("source", primary_key=True),
    Column("relation", SmallInteger, primary_key=True, autoincrement=False),
    node_id("target", primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("detail", Text),
    Index(None, "target", "relation", "source"),
    sqlite_with_rowid=False,
)

claim = Table(
    "claim",
    metadata,
    Column("id", Id, primary_key=True),
    node_id("subject", nullable=False),
    Column("statement", SmallInteger, nullable=False),
    Column("parameters", String, nullable=False),
    Column("value", Text),
    Column("lower", Natural),
    Column("upper", Natural),
    Column("proved", Boolean, nullable=False),
    Column("evidence", String),
    Column("method", Packed, nullable=False),
    Column("certificate", Packed),
    Column("engine", String, nullable=False),
    Column("search_nodes", BigInteger),
    Column("seconds", Float),
    Column("checked", String),
    Column("checked_by", String),
    Column("provenance_checksum", BigInteger, nullable=False),
    UniqueConstraint("subject", "statement", "parameters"),
    Index(None, "statement", "id"),
    Index(None, "statement", "proved", "id"),
    Index(None, "evidence", "statement", "id"),
)
"""Results about nodes. `value`, `parameters` and `certificate` are JSON.

`checked` is the time of the last verification, and `checked_by` its method. `provenance_checksum` is a checksum of
`engine`, `search_nodes` and `seconds`, which cannot be recomputed.
"""

alias = Table(
    "alias",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("slug", Words, nullable=False),
    node_id(nullable=False, index=True),
    Column("built_in", Boolean, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    UniqueConstraint("kind", "slug"),
    Index(None, "slug"),
)
"""Names of nodes, unique within a kind. The first alias of a node is its displayed name.

`checksum` is a checksum of the slug and the key of the node, because slugs cannot be recomputed.
"""

annotation = Table(
    "annotation",
    metadata,
    node_id(primary_key=True, autoincrement=False),
    Column("title", Text),
    Column("tags", String, nullable=False),
    Column("note", Text),
    Column("data", Text),
)
"""What people have written about objects: titles, tags in order with spaces between them, notes, and JSON of their own.

The title of a kind whose documents contain a title is in the document.
"""

ANNOTATED_TITLE = func.substr(annotation.c.title, literal_column("1"), literal_column("200"), type_=Text())
"""The part of a title by which objects are found. The API accepts no longer titles, and PostgreSQL indexes none."""

Index("ix_annotation_title", ANNOTATED_TITLE)

tag = Table(
    "tag",
    metadata,
    Column("tag", Words, primary_key=True),
    node_id(primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)
"""The tags of :data:`annotation`, by which objects are found."""

trash = Table(
    "trash",
    metadata,
    Column("id", Id, primary_key=True),
    Column("label", Words, nullable=False),
    Column("kind", String, nullable=False),
    Column("title", Text, nullable=False),
    Column("deleted", Words, nullable=False),
    Column("replaced_by", Words),
    Column("owner", Words),
    Column("lines", Packed, nullable=False),
    Index(None, "label"),
    Index(None, "deleted"),
)
"""Objects that were deleted or replaced, as lines of an export. `deleted` is the time in ISO 8601."""

redirect = Table(
    "redirect", metadata, Column("label", Words, primary_key=True), node_id("target", nullable=False, index=True)
)
"""The objects that replaced others, by the labels of the replaced objects."""

daily_calendar = Table(
    "daily_calendar",
    metadata,
    Column("game", Words, primary_key=True),
    Column("first", Words, primary_key=True),
    Column("start", Words, nullable=False),
    Column("pack", Words),
    Column("order", String, nullable=False),
    Column("labels", Packed, nullable=False),
)
"""The calendars of daily puzzles. Each applies from its `first` day until that of the next calendar of the game.

`labels` are the levels from the day `start` on, with spaces between them. Without levels, the built-in calendar
applies.
"""

daily_day = Table(
    "daily_day",
    metadata,
    Column("game", Words, primary_key=True),
    Column("day", Words, primary_key=True),
    Column("label", Words, nullable=False),
)
"""The levels of single days, which take precedence over those of calendars."""

starting_catalogue = Table("starting_catalogue", metadata, Column("version", String, primary_key=True))
"""The versions of the starting catalogue that were stored."""

counter = Table(
    "counter",
    metadata,
    Column("counted", String, primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
)
"""The number of objects of each kind and of links of each relation. Writers update these numbers.

`counted` is "kind" or "relation".
"""

trusted = Table("trusted", metadata, node_id(primary_key=True))
"""Objects that were imported without a check and have not been verified since."""

verified = Table("verified", metadata, node_id(primary_key=True), Column("at", String, nullable=False, index=True))
"""The time of the last verification of each object, whether or not errors were found."""

change = Table(
    "change",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("node", Id, nullable=False),
    Index(None, "kind", "id"),
    Index(None, "node"),
)
"""The objects that were deleted or whose facts were rewritten, in chronological order.

A row with node 0 means that the segments of the kind contain all earlier changes, and that caches must reload the
facts.
"""

segment = Table(
    "segment",
    metadata,
    Column("kind", SmallInteger, primary_key=True, autoincrement=False),
    Column("first", Id, primary_key=True, autoincrement=False),
    Column("last", Id, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("change", Id, nullable=False),
    Column("form", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The facts of many objects of a kind in compressed columns, as of the time when `change` was the last change.

The segment contains the objects of the kind with ids from `first` to `last`. `form` is a hash of the names and types of
columns.
"""

api_key = Table(
    "api_key",
    metadata,
    Column("id", String, primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("owner", Words, nullable=False),
    Column("scopes", String, nullable=False),
    Column("created", String, nullable=False),
    Column("expires", String),
    Column("revoked", String),
)
"""API keys. Only a digest of the secret is stored. `scopes` are separated by spaces."""

ownership = Table(
    "ownership",
    metadata,
    node_id(primary_key=True, autoincrement=False),
    Column("owner", Words, nullable=False, index=True),
)
"""Owners of objects that were stored with an API key; objects without an owner belong to the administrator."""

job_object = Table(
    "job_object",
    metadata,
    Column("id", Id, primary_key=True),
    Column("job", Words, nullable=False),
    node_id(nullable=False),
    UniqueConstraint("node", "job"),
    Index(None, "job", "id"),
)
"""The objects that a job stored, or that were already in the catalogue when it stored them, in the order of `id`.

These rows remain when the job is deleted.
"""

rate = Table(
    "rate",
    metadata,
    Column("counted", String, primary_key=True),
    Column("count", BigInteger, nullable=False),
    Column("until", Float, nullable=False),
)
"""Counts for rate limits in the time window that ends at `until`, in seconds since 1970."""


PARTITIONED_BY = {"node": "id", "node_hash": "hash", "document": "node", "link": "source", "claim": "subject"}
"""The columns by whose hash the large tables of PostgreSQL can be partitioned. Fact tables are partitioned by `node`.

The other tables, which contain what people have written, remain whole.
"""


def partitions_of(connection: Connection) -> int:
    """Return the number of partitions of each large table of a catalogue, or 0 if they are whole."""
    if connection.dialect.name == "sqlite":
        return 0
    return connection.scalar(text("SELECT count(*) FROM pg_inherits WHERE inhparent = 'node'::regclass")) or 0


def partition(table: str, number: int) -> Iterator[str]:
    """Yield the statements that create the partitions of a PostgreSQL table."""
    for place in range(number):
        yield (
            f"CREATE TABLE {table}_{place} PARTITION OF {table} FOR VALUES WITH (MODULUS {number}, REMAINDER {place})"
        )


def create_partitioned(connection: Connection, created: Iterable[Table], number: int) -> None:
    """Create tables on PostgreSQL, each of the large tables in a number of partitions."""
    copies = MetaData(naming_convention=NAMES)
    for table in created:
        made = table.to_metadata(copies)
        by = PARTITIONED_BY.get(made.name, "node" if table.metadata is not metadata else None)
        if by is None:
            continue
        made.dialect_options["postgresql"]["partition_by"] = f"HASH ({by})"
        if by not in made.primary_key.columns:  # a unique index of a partitioned table must contain this column
            [key] = made.primary_key.columns
            key.autoincrement = made.c[by].primary_key = True
            made.append_constraint(PrimaryKeyConstraint(key, made.c[by]))
        for statement in partition(made.name, number):
            event.listen(made, "after_create", DDL(statement))  # type: ignore[no-untyped-call]
    copies.create_all(connection)


_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "number": sa.BigInteger(),
    "natural": sa.String(),
    # These texts are sorted by code points on both databases.
    "text": sa.String().with_variant(sa.String(collation="C"), "postgresql"),
    "truth": sa.Boolean(),
}


def create_facts_table(table: str, facts: str) -> None:
    """Create the fact table of a kind, and an index for each reference, in a migration.

    Parameters
    ----------
    table : str
        The name of the kind, with underscores.
    facts : str
        The name and type of each fact, such as ``size:number``, in document order. The types are `number`, `natural`
        (of any size), `text`, `truth` and `node`, which refers to another object. A `?` follows the type if the fact
        may be unknown.
    """
    columns = [_node_id("node", primary_key=True)]
    references = []
    for fact in facts.split():
        name, _, kind = fact.partition(":")
        if kind == "node":
            references.append(name)
            columns.append(_node_id(name))
        else:
            columns.append(sa.Column(name, _TYPES[kind.rstrip("?")], nullable=kind.endswith("?")))
    partitions = partitions_of(op.get_bind())
    op.create_table(table, *columns, postgresql_partition_by="HASH (node)" if partitions else None)
    for statement in partition(table, partitions):
        op.execute(statement)
    for name in references:
        op.create_index(f"ix_{table}_{name}", table, [name, "node"])


def create_kind_view(view: str, table: str, facts: str) -> None:
    """Create the view of a kind in a migration.

    Parameters
    ----------
    view : str
        The name of the view: the address of the lists of the kind, with underscores.
    table, facts : str
        The fact table and the facts, in the form that :func:`create_facts_table` accepts.
    """
    op.execute(kind_view(view, table, facts, op.get_context().dialect))


def create_kinds(kinds: Mapping[str, tuple[str, str]]) -> None:
    """Create the fact tables and the views of several kinds in a migration.

    `kinds` contains, for each table, the name of the view and the facts. See :func:`create_facts_table` and
    :func:`create_kind_view`.
    """
    for table, (view, facts) in kinds.items():
        create_facts_table(table, facts)
        create_kind_view(view, table, facts)


def drop_kinds(kinds: Mapping[str, tuple[str, str]]) -> None:
    """Drop the views and the tables that :func:`create_kinds` creates, in a migration."""
    for table, (view, _) in reversed([*kinds.items()]):
        drop_view(view)
        op.drop_table(table)


def drop_view(view: str) -> None:
    """Drop a view in a migration.

    Before you change a table, drop every view that reads it. Create these views again afterwards.
    """
    op.execute(f"DROP VIEW {view}")


def _node_id(name: str, *, primary_key: bool = False) -> sa.Column[Any]:
    reference = sa.ForeignKey("node.id", ondelete="RESTRICT")
    return sa.Column(name, _ID, reference, primary_key=primary_key, nullable=False)
