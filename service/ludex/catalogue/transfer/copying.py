"""A catalogue copied row by row into another database, of either kind: every label, claim, name, mark and key stays.

Rows go in the order of their primary keys, a batch a transaction. So what the target holds is always the beginning of
each table, and a copy that was ended goes on behind it. What follows from the rows is made anew: counters, segments.
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
from ludex.catalogue.transfer.bulk.storing import insert_rows
from ludex.engine.budget import Budget

BATCH = 5000

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Copied:
    """How many rows of each table the copy holds, all of them compared, and how many this run has written."""

    rows: Mapping[str, int]
    written: int


def copy(source: Catalogue, target: Catalogue, budget: Budget | None = None, batch: int = BATCH) -> Copied:
    """Copy all objects of a catalogue, as one snapshot has them, and compare every row in the end.

    The target has the tables of this version, and nothing else or the beginning of such a copy. Jobs are left out.
    Raises DatabaseError if it holds something else, or differs in the end, as it does if the source was changed between
    two runs; BudgetExhausted at the end of the budget, and the copy goes on another time.
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
    """Return the tables that are copied, each after those that it refers to."""
    facts = catalogue.registry.facts.values()
    of_nodes = (tables.link, tables.claim, tables.alias, tables.trusted, tables.ownership)
    return [tables.node, tables.document, *facts, *of_nodes, tables.api_key, tables.starting_catalogue]


def _require_installed(reader: Reader) -> None:
    """Raise DatabaseError if there are objects whose facts only a game that is not installed can copy."""
    missing = [count.kind for count in graph_counts(reader).not_installed]
    if missing:
        raise DatabaseError(
            f"the catalogue holds objects of the kind {missing[0]}, whose game is not installed or not selected; "
            "install the game, or add it to LUDEX_GAMES"
        )


def _adopt_numbers(source: Connection, target: Catalogue) -> None:
    """Give the names in an empty target the numbers that they have in the source. Raises DatabaseError."""
    wanted = read_numbers(source)
    with target.database.writing() as connection:
        if read_numbers(connection) == wanted:
            return
        if connection.scalar(select(tables.node.c.id).limit(1)) is not None:
            raise DatabaseError(
                f"the catalogue at {target.database.url} holds other objects than the beginning of this one; copy into "
                "an empty database"
            )
        connection.execute(tables.name_number.delete())
        connection.execute(tables.name_number.insert(), [row._asdict() for row in wanted])
    target.numbering.reset()


def _require_beginning(source: Connection, target: Catalogue) -> None:
    """Raise DatabaseError unless the nodes of the target are the first ones of the source."""
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
            f"the catalogue at {target.database.url} holds other objects than the beginning of this one; copy into an "
            "empty database"
        )


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _last(connection: Connection, table: Table) -> Row | None:
    """Return the primary key of the last row, None if there is none."""
    key = list(table.primary_key.columns)
    if _is_named(table):
        return max((tuple(row) for row in connection.execute(select(*key))), default=None)
    row = connection.execute(select(*key).order_by(*(one.desc() for one in key)).limit(1)).one_or_none()
    return None if row is None else tuple(row)


def _batches(connection: Connection, table: Table, after: Row | None, batch: int) -> Iterator[list[Row]]:
    """Yield the rows behind a primary key, in the order of the keys, as the driver takes them."""
    key = list(table.primary_key.columns)
    places = [list(table.columns).index(column) for column in key]
    # Values stay as they are stored.
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
    """Tell whether the rows of a table are known by texts: there are few, and each database has an order of its own."""
    return any(isinstance(one.type, String) for one in table.primary_key.columns)


def _finish(target: Catalogue) -> None:
    """Count what there is, and let PostgreSQL give ids above those that are in use."""
    with target.database.writing() as connection:
        connection.execute(tables.counter.delete())
        for counted in (KINDS, RELATIONS):
            found = recount(Reader(connection, target.registry), counted)
            rows = [{"counted": counted, "number": number, "count": count} for number, count in found.items()]
            if rows:
                connection.execute(tables.counter.insert(), rows)
        if target.database.is_sqlite:
            return
        for table in (tables.node, tables.claim, tables.alias):
            highest = f"(SELECT max(id) FROM {table.name})"
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {highest})"))


def _compared(
    source: Connection, target: Catalogue, every: Sequence[Table], budget: Budget, total: int, batch: int
) -> dict[str, int]:
    """Return the number of rows of each table, which are the same on both sides. Raises DatabaseError."""
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
                        f"the copy differs in {table.name}, first at {differing[:2]}: the catalogue was changed after "
                        "a copy had begun; copy into an empty database"
                    )
                counts[table.name] += len(here)
                done += len(here)
                budget.report(done, 2 * total, f"rows compared, of {table.name}")
    return counts
