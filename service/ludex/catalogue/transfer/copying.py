"""Copying a catalogue row by row into another SQLite or PostgreSQL database, with all labels, claims, names and keys.

Rows are copied in the order of their primary keys, in one transaction per batch. Each target table therefore always
contains a prefix of the source table, and an interrupted copy continues after this prefix. Derived data, such as
counters and segments, is recomputed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, String, Table, TypeDecorator, func, select, text, tuple_, type_coerce

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns.sealing import seal_all
from ludex.catalogue.graph.counts import graph_counts
from ludex.catalogue.kinds.numbers import read_numbers
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.counters import KINDS, RELATIONS, recount
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.catalogue.transfer.bulk import insert_rows
from ludex.engine.budget import Budget

BATCH = 5000

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Copied:
    """The number of compared rows of each table in the copy, and the number of rows that this run has written."""

    rows: Mapping[str, int]
    written: int


def copy(source: Catalogue, target: Catalogue, budget: Budget | None = None, batch: int = BATCH) -> Copied:
    """Copy one snapshot of a catalogue, and compare all rows at the end. Jobs are not copied.

    The target must have the tables of this version, and be empty or contain the beginning of such a copy. Raises
    DatabaseError if it holds anything else, or differs at the end, as after a change of the source between two runs.
    Raises BudgetExhausted at the end of the budget; run the copy again to continue.
    """
    budget = budget or Budget()
    every = copied_tables(source)
    with source.reading() as reader:
        _require_installed(reader)
        _adopt_numbers(reader.connection, target)
        _require_beginning(reader.connection, target)
        total = sum(_count(reader.connection, table) for table in every)
        written = done = 0
        for table in every:
            with target.reading() as other:
                held, last = _count(other.connection, table), _last(other.connection, table)
            done += held
            for rows in _batches(reader.connection, table, last, batch):
                budget.check()
                with target.database.writing() as connection:
                    insert_rows(connection, table, [column.name for column in table.columns], rows)
                written, done = written + len(rows), done + len(rows)
                budget.report(done, 2 * total, f"rows copied, of {table.name}")
        _finish(target)
        counts = _compared(reader.connection, target, every, budget, total, batch)
    seal_all(target.database, target.numbering)
    return Copied(counts, written)


def copied_tables(catalogue: Catalogue) -> list[Table]:
    """Return the tables to copy, each after the tables that it refers to."""
    facts = catalogue.registry.facts.values()
    of_nodes = (tables.link, tables.claim, tables.alias, tables.trusted, tables.ownership, tables.job_object)
    return [tables.node, tables.document, *facts, *of_nodes, tables.api_key, tables.starting_catalogue]


def _require_installed(reader: Reader) -> None:
    """Raise DatabaseError if there are objects of a game that is not installed, whose facts cannot be copied."""
    missing = [count.kind for count in graph_counts(reader).not_installed]
    if missing:
        raise DatabaseError(
            f"the catalogue contains objects of the kind {missing[0]}, whose game is not installed or not selected; "
            "install the game, or add it to LUDEX_GAMES"
        )


def _adopt_numbers(source: Connection, target: Catalogue) -> None:
    """Copy the numbers of names to an empty target. Raises DatabaseError if a nonempty target has other numbers."""
    wanted = read_numbers(source)
    with target.database.writing() as connection:
        if read_numbers(connection) == wanted:
            return
        if connection.scalar(select(tables.node.c.id).limit(1)) is not None:
            raise DatabaseError(
                f"the catalogue at {target.database.url} is not the beginning of a copy of this one; copy into an "
                "empty database"
            )
        connection.execute(tables.name_number.delete())
        connection.execute(tables.name_number.insert(), [row._asdict() for row in wanted])
    target.numbering.reset()


def _require_beginning(source: Connection, target: Catalogue) -> None:
    """Raise DatabaseError unless the nodes of the target are the first nodes of the source."""
    newest = select(tables.node.c.id, tables.node.c.key).order_by(tables.node.c.id.desc()).limit(1)
    with target.reading() as reader:
        found = reader.connection.execute(newest).one_or_none()
        held = _count(reader.connection, tables.node)
    if found is None:
        return
    there = source.execute(select(tables.node.c.key).where(tables.node.c.id == found.id)).scalar_one_or_none()
    before = source.scalar(select(func.count()).select_from(tables.node).where(tables.node.c.id <= found.id))
    if there is None or bytes(there) != bytes(found.key) or before != held:
        raise DatabaseError(
            f"the catalogue at {target.database.url} is not the beginning of a copy of this one; copy into an empty "
            "database"
        )


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _last(connection: Connection, table: Table) -> Row | None:
    """Return the primary key of the last row, or None for an empty table."""
    key = list(table.primary_key.columns)
    if _is_named(table):
        return max((tuple(row) for row in connection.execute(select(*key))), default=None)
    row = connection.execute(select(*key).order_by(*(one.desc() for one in key)).limit(1)).one_or_none()
    return None if row is None else tuple(row)


def _batches(connection: Connection, table: Table, after: Row | None, batch: int) -> Iterator[list[Row]]:
    """Yield batches of the rows after a primary key, in key order, with the values in the driver's representation."""
    key = list(table.primary_key.columns)
    places = [list(table.columns).index(column) for column in key]
    # Copy stored values without converting them.
    columns = [
        type_coerce(one, one.type.impl).label(one.name) if isinstance(one.type, TypeDecorator) else one
        for one in table.columns
    ]
    if _is_named(table):
        rows = sorted(tuple(row) for row in connection.execute(select(*columns)))
        behind = [row for row in rows if after is None or tuple(row[place] for place in places) > after]
        yield from ([*part] for part in chunks(behind, batch))
        return
    ordered = select(*columns).order_by(*key).limit(batch)
    while True:
        following = ordered if after is None else ordered.where(tuple_(*key) > tuple_(*after))
        rows = [tuple(row) for row in connection.execute(following)]
        if rows:
            yield rows
        if len(rows) < batch:
            return
        after = tuple(rows[-1][place] for place in places)


def _is_named(table: Table) -> bool:
    """Return whether a table has a text key. Such tables are small, and are sorted here because collations differ."""
    return any(isinstance(one.type, String) for one in table.primary_key.columns)


def _finish(target: Catalogue) -> None:
    """Recount the counters, and advance PostgreSQL's id sequences beyond the ids in use."""
    with target.database.writing() as connection:
        connection.execute(tables.counter.delete())
        for counted in (KINDS, RELATIONS):
            found = recount(Reader(connection, target.registry), counted)
            rows = [{"counted": counted, "number": number, "count": count} for number, count in found.items()]
            if rows:
                connection.execute(tables.counter.insert(), rows)
        if target.database.is_sqlite:
            return
        for table in (tables.node, tables.claim, tables.alias, tables.job_object):
            highest = f"(SELECT max(id) FROM {table.name})"
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {highest})"))


def _compared(
    source: Connection, target: Catalogue, every: Sequence[Table], budget: Budget, total: int, batch: int
) -> dict[str, int]:
    """Compare the rows of all tables, and return the numbers of rows. Raises DatabaseError if there is a difference."""
    counts: dict[str, int] = {}
    done = total
    with target.reading() as reader:
        for table in every:
            counts[table.name] = 0
            ours, theirs = _batches(source, table, None, batch), _batches(reader.connection, table, None, batch)
            here: list[Row]
            there: list[Row]
            for here, there in zip_longest(ours, theirs, fillvalue=[]):
                budget.check()
                if here != there:
                    differing = next(one or other for one, other in zip_longest(here, there) if one != other)
                    raise DatabaseError(
                        f"the copy differs in {table.name}, first at {differing[:2]}: the catalogue was changed while "
                        "it was copied; copy into an empty database"
                    )
                counts[table.name] += len(here)
                done += len(here)
                budget.report(done, 2 * total, f"rows compared, of {table.name}")
    return counts
