"""Copying a catalogue row by row into another database, and restoring a SQLite catalogue from a backup.

A copy contains all labels, claims, names and keys. Rows are copied in the order of their primary keys, in one
transaction per batch. At any time, each target table therefore contains the first rows of the source table, and an
interrupted copy can continue after these rows. Derived data, such as counters and segments, is computed again.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, String, Table, TypeDecorator, func, select, text, tuple_, type_coerce

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns.segments import seal_all
from ludex.catalogue.graph.neighbours import graph_counts
from ludex.catalogue.kinds.numbers import read_numbers
from ludex.catalogue.objects.rows import insert_rows
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.availability import BUSY_SECONDS
from ludex.catalogue.storage.changes import KINDS, RELATIONS, recount
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import OTHER_WRITER, DatabaseError, WriterBusy
from ludex.catalogue.storage.migrations import require_known
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget

BATCH = 5000

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Copied:
    """The number of rows that were compared in each table, and the number of rows that this run has written."""

    rows: Mapping[str, int]
    written: int


def copy(source: Catalogue, target: Catalogue, budget: Budget | None = None, batch: int = BATCH) -> Copied:
    """Copy one snapshot of a catalogue, and compare all rows at the end. Jobs are not copied.

    The target must have the tables of this version. It must be empty, or contain an unfinished copy of this catalogue.
    Raises DatabaseError if the target contains anything else, or if the final comparison finds a difference, for
    example because the source changed between two runs. Raises BudgetExhausted when the budget is exhausted. In that
    case, run the copy again to continue.
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
    """Return the tables to copy. Each table comes after the tables to which it refers."""
    facts = catalogue.registry.facts.values()
    nodes = (tables.node, tables.node_hash, tables.document)
    named = (tables.alias, tables.annotation, tables.tag, tables.redirect, tables.trash)
    of_nodes = (tables.link, tables.claim, *named, tables.trusted, tables.verified)
    of_clients = (tables.ownership, tables.job_object, tables.api_key)
    of_days = (tables.daily_calendar, tables.daily_day)
    return [*nodes, *facts, *of_nodes, *of_clients, *of_days, tables.starting_catalogue]


def _require_installed(reader: Reader) -> None:
    """Raise DatabaseError if objects of a game that is not installed exist, because their facts cannot be copied."""
    missing = [count.kind for count in graph_counts(reader).not_installed]
    if missing:
        raise DatabaseError(
            f"the catalogue contains objects of the kind {missing[0]}, whose game is not installed or not selected; "
            "install the game, or add it to LUDEX_GAMES"
        )


def _adopt_numbers(source: Connection, target: Catalogue) -> None:
    """Copy the numbers of names to an empty target.

    Raises DatabaseError if the target is not empty and has other numbers.
    """
    wanted = read_numbers(source)
    with target.database.writing() as connection:
        if read_numbers(connection) == wanted:
            return
        if connection.scalar(select(tables.node.c.id).limit(1)) is not None:
            raise DatabaseError(
                f"the catalogue at {target.database.url} is not an unfinished copy of this catalogue; copy into an "
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
            f"the catalogue at {target.database.url} is not an unfinished copy of this catalogue; copy into an empty "
            "database"
        )


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _last(connection: Connection, table: Table) -> Row | None:
    """Return the primary key of the last row, or None if the table is empty."""
    key = list(table.primary_key.columns)
    if _is_named(table):
        return max((tuple(row) for row in connection.execute(select(*key))), default=None)
    row = connection.execute(select(*key).order_by(*(column.desc() for column in key)).limit(1)).one_or_none()
    return None if row is None else tuple(row)


def _batches(connection: Connection, table: Table, after: Row | None, batch: int) -> Iterator[list[Row]]:
    """Yield the rows after a primary key in batches, in the order of their keys.

    The values are in the representation of the driver.
    """
    key = list(table.primary_key.columns)
    places = [list(table.columns).index(column) for column in key]
    # Copy the stored values without converting them.
    columns = [
        type_coerce(column, column.type.impl).label(column.name) if isinstance(column.type, TypeDecorator) else column
        for column in table.columns
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
    """Return whether the key of a table is a text.

    Such tables are small. They are sorted in Python, because collations differ between databases.
    """
    return any(isinstance(column.type, String) for column in table.primary_key.columns)


def _finish(target: Catalogue) -> None:
    """Recount the counters, and advance the id sequences of PostgreSQL beyond the ids in use."""
    with target.database.writing() as connection:
        connection.execute(tables.counter.delete())
        for counted in (KINDS, RELATIONS):
            found = recount(Reader(connection, target.registry), counted)
            rows = [{"counted": counted, "number": number, "count": count} for number, count in found.items()]
            if rows:
                connection.execute(tables.counter.insert(), rows)
        if target.database.is_sqlite:
            return
        for table in (tables.node, tables.claim, tables.alias, tables.trash, tables.job_object):
            highest = f"(SELECT max(id) FROM {table.name})"
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {highest})"))


def _compared(
    source: Connection, target: Catalogue, every: Sequence[Table], budget: Budget, total: int, batch: int
) -> dict[str, int]:
    """Compare the rows of all tables, and return the number of rows in each table.

    Raises DatabaseError if there is a difference.
    """
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


_PAGES = 1024


def restore(database: Database, source: Path, progress: Callable[[int, int], None] | None = None) -> None:
    """Replace the contents of a SQLite catalogue with those of a backup.

    The backup is checked first. The contents are replaced in one transaction. Readers see the previous contents until
    the transaction commits, and a failure changes nothing. A running service continues with the restored contents.
    `progress` is called with the number of copied pages and the total number of pages.

    Raises DatabaseError on PostgreSQL or if the file is not a catalogue backup, FileNotFoundError if there is no such
    file, and WriterBusy if another program keeps writing.
    """
    if database.file is None:
        raise DatabaseError("only a SQLite catalogue can be restored here; use pg_restore for PostgreSQL")
    if not source.is_file():
        raise FileNotFoundError(f"there is no file {source}")
    if database.file.exists() and source.samefile(database.file):
        raise DatabaseError(f"{source} is the catalogue itself; name a backup of it")
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as backup:
        _require_sound(backup, source)
        with closing(sqlite3.connect(database.file, timeout=BUSY_SECONDS)) as target:
            _require_numbers(backup, target, source)
            backup.backup(target, pages=_PAGES, progress=_RestoreProgress(progress), sleep=0.05)


def _require_sound(backup: sqlite3.Connection, source: Path) -> None:
    """Raise DatabaseError unless a file is an intact catalogue whose schema revision this version supports."""
    try:
        rows = backup.execute("SELECT version_num FROM alembic_version").fetchall()
        (found,) = backup.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise DatabaseError(
            f"{source} is not a backup of a catalogue: {error}; create one with `ludex db backup FILE`"
        ) from error
    if not rows:
        raise DatabaseError(
            f"{source} is not a backup of a catalogue: it has no tables; create one with `ludex db backup FILE`"
        )
    if found != "ok":
        raise DatabaseError(f"{source} is damaged: {found}; use another backup")
    require_known(row[0] for row in rows)


def _require_numbers(backup: sqlite3.Connection, target: sqlite3.Connection, source: Path) -> None:
    """Raise DatabaseError if a number stands for another name in the backup, because this would confuse a service."""
    here, there = _numbers(target), _numbers(backup)
    names = {number: name for name, number in here.items()}
    for name, number in there.items():
        if here.get(name, number) != number or names.get(number, name) != name:
            raise DatabaseError(
                f"{source} assigns other numbers to kinds than the existing catalogue; set LUDEX_DATABASE_URL to a new "
                "file and restore into it"
            )


def _numbers(connection: sqlite3.Connection) -> dict[tuple[str, str], tuple[str, int]]:
    """Return the category and number of each name. The result is empty for a database without tables."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'name_number'").fetchone() is None:
        return {}
    rows = connection.execute("SELECT category, name, number FROM name_number")
    return {(category, name): (category, number) for category, name, number in rows}


class _RestoreProgress:
    """The progress callback of SQLite.

    SQLite calls it after each piece of a copy, and while other programs write.
    """

    def __init__(self, progress: Callable[[int, int], None] | None) -> None:
        self._progress = progress
        self._left: int | None = None
        self._since = time.monotonic()

    def __call__(self, _status: int, left: int, pages: int) -> None:
        """Report the number of copied pages. Raises WriterBusy if there is no progress for too long."""
        if left != self._left:
            self._left, self._since = left, time.monotonic()
            if self._progress is not None:
                self._progress(pages - left, pages)
        elif time.monotonic() - self._since > BUSY_SECONDS:
            raise WriterBusy(f"nothing was changed: {OTHER_WRITER}")
