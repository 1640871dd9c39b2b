"""Snapshots of a catalogue: the readers and the single writer of a database, and their prepared statements.

The most frequent reads are prepared: they are compiled once, and then passed directly to the database driver.
SQLAlchemy also compiles a statement only once, but it creates a cache key, a context and row objects on each execution.
This takes several times as long as the query itself takes in SQLite.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy import BindParameter, Connection, Dialect, Select, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

from ludex.catalogue.kinds.numbers import read_numbers
from ludex.catalogue.kinds.registry import Registry, with_numbers
from ludex.catalogue.storage.database import Database

T = TypeVar("T")

# The limit is less than the maximum number of statement parameters on either database.
CHUNK = 1000


class CacheSlot:
    """Content that a process keeps between the readers of a catalogue.

    Threads share the content. A forked process has its own content.

    >>> slot = CacheSlot()
    >>> slot.get(list) is slot.get(list)
    True
    """

    def __init__(self) -> None:
        self._content: Any = None
        self._lock = threading.Lock()

    def get(self, make: Callable[[], T]) -> T:
        """Return the content. The first call creates it."""
        with self._lock:
            if self._content is None:
                self._content = make()
            content: T = self._content
            return content


class Numbering:
    """The registry of a catalogue.

    From the first transaction on, the registry includes the numbers that the catalogue assigned to names. Threads share
    this object.
    """

    def __init__(self, declared: Registry) -> None:
        self.declared = declared
        self._numbered: Registry | None = None

    def registry(self, connection: Connection) -> Registry:
        """Return the registry with the numbers of the catalogue, which are read only once.

        Raises DatabaseError if a name has no number.
        """
        if self._numbered is None:
            self._numbered = with_numbers(self.declared, read_numbers(connection))
        return self._numbered

    def reset(self) -> None:
        """Read the numbers again in the next transaction."""
        self._numbered = None


@dataclass(frozen=True, slots=True)
class Reader:
    """A read-only connection to one snapshot of the catalogue.

    It includes the declarations of the games of the catalogue.

    `cache` keeps facts between the readers of a process. It is None for a writer, because a writer reads its own
    changes from the database. `known` contains those versions of kinds that the reader has already determined for its
    snapshot.
    """

    connection: Connection
    registry: Registry
    cache: CacheSlot | None = None
    known: dict[object, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteContext:
    """The client on whose behalf a writer acts, and the permissions of this client.

    Attributes
    ----------
    owner : str or None
        The owner of new objects; None for the administrator.
    everything : bool
        Whether objects of other owners may be changed and deleted.
    reserve : callable or None
        Called with the number of new objects before they are stored. Raises an error if the owner may not store that
        many objects. Returns a function that releases the reservation. None if there is no quota.
    require_current_version : callable
        Called with an object (:class:`ludex.catalogue.objects.reading.ObjectView`) and its note before the object is
        changed or deleted. Raises an error if the client has seen a different version of the object.
    job : str or None
        The id of the job that writes, or None. The objects that the job stores are listed as its results.
    """

    owner: str | None
    everything: bool
    reserve: Callable[[int], Callable[[], None]] | None
    require_current_version: Callable[[Any, str], None]
    job: str | None = None


@dataclass(frozen=True, slots=True)
class Writer(Reader):
    """The only connection that writes. Readers see its changes after the transaction has been committed.

    `touched` contains the numbers of the kinds whose objects were stored, changed or deleted. `acting` describes the
    client on whose behalf the writer acts. Without a client, the writer may do everything, and new objects belong to
    the administrator. `reservations` contains functions. Each of them releases a part of the owner's storing quota that
    the transaction has reserved.
    """

    touched: set[int] = field(default_factory=set)
    acting: WriteContext | None = None
    reservations: list[Callable[[], None]] = field(default_factory=list)


class ReaderContext:
    """A context manager that opens a reader."""

    __slots__ = ("_cache", "_numbering", "_snapshot")

    def __init__(
        self, snapshot: AbstractContextManager[Connection], numbering: Numbering, cache: CacheSlot | None = None
    ) -> None:
        self._numbering = numbering
        self._cache = cache
        self._snapshot = snapshot

    def __enter__(self) -> Reader:
        """Begin a transaction."""
        connection = self._snapshot.__enter__()
        try:
            return Reader(connection, self._numbering.registry(connection), self._cache)
        except BaseException as error:
            self._snapshot.__exit__(type(error), error, error.__traceback__)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the transaction."""
        self._snapshot.__exit__(kind, error, trace)


@contextmanager
def writing(database: Database, numbering: Numbering) -> Iterator[Writer]:
    """Open the writer. It commits at the end, and changes nothing if the block raises an exception."""
    with database.writing() as connection:
        yield Writer(connection, numbering.registry(connection))


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Yield the items in slices of at most `size` items.

    >>> [list(part) for part in chunks([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]


Processor = Callable[[Any], Any]
Row = tuple[Any, ...]

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement for one dialect.

    It consists of the text, the parameters in order, and the conversions of the result columns.
    """

    text: str
    in_order: Callable[[Mapping[str, Any]], tuple[Any, ...]] | None
    defaults: Mapping[str, Any]
    bound: Mapping[str, Processor]
    read: Sequence[tuple[int, Processor]]


def parameter(name: str, kind: TypeEngine[Any] | None = None) -> BindParameter[Any]:
    """Return a parameter of a prepared statement."""
    # The parameter has no value while the statement is compiled.
    return bindparam(name, type_=kind, required=False)


class Prepared:
    """A prepared statement, which `rows` runs with given parameter values.

    >>> from sqlalchemy import NullPool, String, create_engine, literal, select
    >>> with create_engine("sqlite://", poolclass=NullPool).connect() as connection:
    ...     Prepared(select(literal(1), parameter("name", String()))).rows(connection, {"name": "a"})
    [(1, 'a')]
    """

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def rows(self, connection: Connection, values: Mapping[str, Any] = _NOTHING) -> list[Row]:
        """Run the statement and return its rows. The values are converted to the types of the columns.

        Raises DBAPIError.
        """
        dialect = connection.dialect
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = _compile(self._statement, dialect)
        given: Any = {**compiled.defaults, **values}
        for name, processor in compiled.bound.items():
            given[name] = processor(given[name])
        if compiled.in_order is not None:
            given = compiled.in_order(given)
        if not connection.in_transaction():
            connection.begin()
        cursor = connection.connection.cursor()
        try:
            for listener in connection.engine.dispatch.before_cursor_execute:
                listener(connection, cursor, compiled.text, given, None, False)
            cursor.execute(compiled.text, given)
            rows = cursor.fetchall()
        except dialect.loaded_dbapi.Error as error:
            failure = DBAPIError.instance(compiled.text, given, error, dialect.loaded_dbapi.Error, dialect=dialect)
            raise failure from error
        finally:
            cursor.close()
        if compiled.read:
            return [_as_read(row, compiled.read) for row in rows]
        return rows  # type: ignore[return-value]


def _compile(statement: Select[Any], dialect: Dialect) -> _Compiled:
    compiled: Any = statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})
    bound = {
        name: processor
        for parameter, name in compiled.bind_names.items()
        if (processor := parameter.type.dialect_impl(dialect).bind_processor(dialect)) is not None
    }
    read = [
        (place, processor)
        for place, column in enumerate(statement.selected_columns)
        if (processor := column.type.dialect_impl(dialect).result_processor(dialect, None)) is not None
    ]
    in_order = _in_order(tuple(compiled.positiontup)) if compiled.positional else None
    return _Compiled(str(compiled), in_order, dict(compiled.params), bound, read)


def _in_order(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: tuple(values[name] for name in names)


def _as_read(row: Sequence[Any], processors: Sequence[tuple[int, Processor]]) -> Row:
    values = list(row)
    for place, processor in processors:
        values[place] = processor(values[place])
    return tuple(values)
