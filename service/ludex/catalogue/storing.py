"""Storing once: inserts that leave a row alone where its unique key is there already. Never look, then insert."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from ludex.catalogue.tables import Base, Keyed

Values = Mapping[str, Any]
T = TypeVar("T")
K = TypeVar("K", bound=Keyed)

# Below the number of values that one statement may have on either database.
CHUNK = 1000


class Stored(NamedTuple, Generic[T]):
    """A row, and whether this call made it."""

    row: T
    created: bool


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Yield the items in slices of at most `size`.

    >>> [list(part) for part in chunks([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]


def is_storable(text: str) -> bool:
    r"""Tell whether both databases can hold and compare a text: no NUL, no half of a surrogate pair.

    >>> is_storable("swish-36"), is_storable("a\0b"), is_storable("\ud800")
    (True, False, False)
    """
    try:
        return b"\0" not in text.encode("utf-8")
    except UnicodeEncodeError:
        return False


def insert_new(session: Session, model: type[Base], unique: Sequence[str]) -> Insert:
    """Return the insert into a table that does nothing where the unique columns are there already."""
    if session.get_bind().dialect.name == "sqlite":
        return sqlite.insert(model).on_conflict_do_nothing(index_elements=unique)
    return postgresql.insert(model).on_conflict_do_nothing(index_elements=unique)


def insert_links(session: Session, model: type[Base], unique: Sequence[str], rows: Iterable[Values]) -> None:
    """Insert the rows of a table that links objects; those that are there already stay as they are."""
    listed = list(rows)
    if listed:
        session.execute(insert_new(session, model, unique), listed)


def store(session: Session, model: type[K], values: Values) -> Stored[K]:
    """Store an object under its key. Where the key is known the stored row is the answer, unchanged."""
    statement = insert_new(session, model, ["key"]).values(dict(values)).returning(model)  # type: ignore[arg-type]
    row = session.scalars(statement).one_or_none()
    if row is not None:
        return Stored(row, created=True)
    return Stored(session.scalars(select(model).where(model.key == values["key"])).one(), created=False)


def store_many(
    session: Session, model: type[K], rows: Iterable[Values], *, keep_order: bool = False
) -> dict[bytes, Stored[K]]:
    """Store objects under their keys in bulk, and return each by its key. Of equal keys the first is stored.

    New ids come in the order of the keys, so that sets of objects are stored alike each time, or in the order given.
    """
    by_key: dict[bytes, Values] = {}
    for row_values in rows:
        by_key.setdefault(row_values["key"], row_values)
    ordered = list(by_key.values()) if keep_order else [by_key[key] for key in sorted(by_key)]
    created: set[bytes] = set()
    for part in chunks(ordered):
        statement = insert_new(session, model, ["key"]).returning(model.key)  # type: ignore[arg-type]
        values = [dict(one) for one in part]
        # Without rendered nulls each change between null and not null would begin another statement.
        created.update(session.scalars(statement, values, execution_options={"render_nulls": True}))
    stored: dict[bytes, Stored[K]] = {}
    for keys in chunks(sorted(by_key)):
        for row in session.scalars(select(model).where(model.key.in_(keys))):
            stored[row.key] = Stored(row, row.key in created)
    return stored
