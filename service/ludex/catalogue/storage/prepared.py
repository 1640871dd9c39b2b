"""Prepared statements for the most frequent reads, which are compiled once and passed directly to the database driver.

SQLAlchemy also compiles a statement only once, but creates a cache key, a context and row objects on each execution.
This takes several times as long as the query itself takes in SQLite.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import BindParameter, Connection, Dialect, Select, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

Processor = Callable[[Any], Any]
Row = tuple[Any, ...]

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement for one dialect: its text, its parameters in order, and the conversions of the columns it reads."""

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
    """A prepared statement, which `rows` runs with values for its parameters.

    >>> from sqlalchemy import NullPool, String, create_engine, literal, select
    >>> with create_engine("sqlite://", poolclass=NullPool).connect() as connection:
    ...     Prepared(select(literal(1), parameter("name", String()))).rows(connection, {"name": "a"})
    [(1, 'a')]
    """

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def rows(self, connection: Connection, values: Mapping[str, Any] = _NOTHING) -> list[Row]:
        """Run the statement and return the rows, with values converted to the types of the columns.

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
