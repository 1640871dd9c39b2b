"""The tables that every kind shares: nodes, documents, links, claims, names. The facts of a kind have their own table.

The rows are small: long texts are packed, see :mod:`ludex.catalogue.storage.packing`, and nothing has two indexes that
one can do for.

A node is an object of whatever kind; its document is what is shown of it, as text; a link joins two nodes; a claim is
what is known of a node, with its proof; an alias is a name of a node. Nothing is deleted by a cascade: who deletes an
object deletes what it owns first.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    and_,
    false,
    func,
    literal_column,
)
from sqlalchemy.sql.elements import ColumnElement

from ludex.catalogue.kinds.label import HASH_AT, HASH_BYTES, hash_of, hash_shown
from ludex.catalogue.storage.packing import Packed
from ludex.engine.keys import KEY_BYTES

Id = BigInteger().with_variant(Integer, "sqlite")

Words = String().with_variant(String(collation="C"), "postgresql")
"""Texts that lists are sorted by, or that are shown in order: by code points, whatever the database's own order is."""

MAX_DIGITS = 4000
"""Of a number that a table holds: Python reads no longer texts as numbers. See :class:`Natural`."""

_LENGTH_DIGITS = 4

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""How constraints are called, so that migrations can name them too."""


class Natural(TypeDecorator[int]):
    """A natural number of any size, as text that sorts as the numbers do: four digits that say how many follow.

    3,628,800 is "00073628800". A negative number stands before all others; it is never stored.

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
        """Return the text of a number."""
        del dialect
        if value is None or value < 0:
            return None if value is None else ""
        digits = str(value)
        return f"{len(digits):0{_LENGTH_DIGITS}}{digits}"

    def process_result_value(self, value: str | None, dialect: Dialect | None) -> int | None:
        """Return the number of a text. Raises ValueError if the text does not have the length that it says."""
        del dialect
        if not value:
            return None if value is None else -1
        digits = value[_LENGTH_DIGITS:]
        if int(value[:_LENGTH_DIGITS]) != len(digits) or digits != str(int(digits)):
            raise ValueError(f"{value!r} is no natural number as the catalogue writes it")
        return int(digits)


metadata = MetaData(naming_convention=NAMES)


node = Table(
    "node",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("key", LargeBinary(KEY_BYTES), nullable=False),
    Column("label", Words, nullable=False),
    Column("starting", Boolean, nullable=False),
)

# Literals, so that both databases know in a statement the expression that the index holds.
KEY_HASH = func.substr(
    node.c.key, literal_column(str(HASH_AT + 1)), literal_column(str(HASH_BYTES)), type_=LargeBinary()
)
"""What the label shows of the key: nodes are found by it, whether the key is known or the label, by one small index."""

Index("ix_node_hash", KEY_HASH, unique=True)


def has_key(keys: Sequence[bytes]) -> ColumnElement[bool]:
    """Return the condition that a node has one of these keys."""
    return and_(KEY_HASH.in_(list(map(hash_of, keys))), node.c.key.in_(keys))


def has_label(labels: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that a node has one of these labels; a text that is none fits nothing."""
    shown = {label: found for label in labels if (found := hash_shown(label)) is not None}
    if not shown:
        return false()
    return and_(_is_one_of(KEY_HASH, list(shown.values())), _is_one_of(node.c.label, list(shown)))


def _is_one_of(column: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
    return column == values[0] if len(values) == 1 else column.in_(values)


def node_id(name: str = "node", **options: Any) -> Column[int]:  # noqa: ANN401 - those of a column
    """Return a column that refers to a node, which stays for as long as the row does."""
    return Column(name, Id, ForeignKey(node.c.id, ondelete="RESTRICT"), **options)


document = Table(
    "document",
    metadata,
    node_id(primary_key=True),
    Column("body", Packed, nullable=False),
    Column("rest", Packed),
)
"""`body` is the document as lists show it, an object of JSON; `rest` has the members that only the object shows."""

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
    Column("method", Packed, nullable=False),
    Column("certificate", Packed),
    Column("engine", String, nullable=False),
    Column("search_nodes", BigInteger),
    Column("seconds", Float),
    Column("checked", String),
    Column("checked_by", String),
    UniqueConstraint("subject", "statement", "parameters"),
    Index(None, "statement", "id"),
    Index(None, "statement", "proved", "id"),
)
"""What is known of a node: `value`, `parameters` and `certificate` are JSON.

`checked` is when it was last verified, `checked_by` by which second method.
"""

alias = Table(
    "alias",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("slug", Words, nullable=False),
    node_id(nullable=False, index=True),
    Column("starting", Boolean, nullable=False),
    UniqueConstraint("kind", "slug"),
    Index(None, "slug"),
)
"""A name of a node, unique within its kind; the first of a node's names is the one that is shown."""

starting_catalogue = Table("starting_catalogue", metadata, Column("version", String, primary_key=True))
"""The versions of the starting catalogue that this catalogue has been filled with."""

counter = Table(
    "counter",
    metadata,
    Column("counted", String, primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
)
"""How many objects of a kind there are, or links of a relation: `counted` is "kind" or "relation". Writers keep it."""

trusted = Table("trusted", metadata, node_id(primary_key=True))
"""The objects that were taken over without a check, and that no verification has found to hold since."""

change = Table(
    "change",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("node", Id, nullable=False),
    Index(None, "kind", "id"),
    Index(None, "node"),
)
"""Objects whose facts were written again, or that were deleted, in the order in which it happened.

A row of node 0 says that the kind's changes before it are in its segments now: who holds facts reads them again.
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
"""The facts of many objects of a kind, column by column, compressed, as they were when `change` was the last change.

The objects are those of the kind from the id `first` to the id `last`; `form` is a hash of what the columns are.
"""

api_key = Table(
    "api_key",
    metadata,
    Column("id", String, primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("owner", Words, nullable=False),
    Column("scopes", String, nullable=False),
    Column("created", String, nullable=False),
    Column("revoked", String),
)
"""The keys that may write: of the secret only a digest is kept. `scopes` are words joined by blanks."""

ownership = Table(
    "ownership",
    metadata,
    node_id(primary_key=True, autoincrement=False),
    Column("owner", Words, nullable=False, index=True),
)
"""Whose an object is that somebody stored with a key; what nobody owns is the administrator's."""

rate = Table(
    "rate",
    metadata,
    Column("counted", String, primary_key=True),
    Column("count", BigInteger, nullable=False),
    Column("until", Float, nullable=False),
)
"""How often something was done in the window of time that ends at `until`, in seconds since 1970: for rate limits."""
