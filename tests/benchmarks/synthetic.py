"""A catalogue of as many levels as wanted: the starting catalogue and synthetic objects, with rows as real ones have.

A synthetic level has a key, a label, facts of a plausible spread, and the document of a real level under its own label;
it was never drawn. What lists, facets and the graph are asked is answered from the same rows as of real ones.
"""

import base64
import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, func, select, text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.label import hash_of
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.starting import fill
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import KINDS, RELATIONS, recount
from ludex.catalogue.storage.packing import pack

LEVEL, GRAPH, ORDER_TYPE, X_TYPE = ("planarity-level", "planarity-graph", "planarity-order-type", "planarity-x-type")
SHARED = 5
"""So many levels have one graph, and one order type, on average."""

_AT_ONCE = 50_000
_Rows = Iterator[tuple[Any, ...]]


def make(catalogue: Catalogue, levels: int) -> None:
    """Fill an empty catalogue. Cost: a minute or two for a million levels."""
    catalogue.upgrade()
    fill(catalogue)
    numbers = np.random.default_rng(levels)
    with catalogue.reading() as reader:
        registry = reader.registry
    filled = [tables.node, tables.link, *(registry.facts[name] for name in (X_TYPE, GRAPH, ORDER_TYPE, LEVEL))]
    with catalogue.database.writing() as connection:
        if not catalogue.database.is_sqlite:
            # The references are right. To check each of them would take half of the time.
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        # To sort an index once takes less than to fill it row by row.
        indexes = sorted((index for table in filled for index in table.indexes), key=lambda index: str(index.name))
        for index in indexes:
            index.drop(connection)
        start = (connection.scalar(select(func.max(tables.node.c.id))) or 0) + 1
        x_types = _store(connection, registry, X_TYPE, start, 1000, {}, numbers)
        graphs = _store(connection, registry, GRAPH, x_types.stop, levels // SHARED, {}, numbers)
        lent = {"x_type": _some(x_types, len(graphs), numbers)}
        order_types = _store(connection, registry, ORDER_TYPE, graphs.stop, levels // SHARED, lent, numbers)
        lent = {"graph": _some(graphs, levels, numbers), "order_type": _some(order_types, levels, numbers)}
        made = _store(connection, registry, LEVEL, order_types.stop, levels, lent, numbers)
        for index in indexes:
            index.create(connection)
        _finish(catalogue, connection, made.stop)


def _finish(catalogue: Catalogue, connection: Connection, beyond: int) -> None:
    from ludex.catalogue.storage.snapshot import Reader

    connection.execute(tables.counter.delete())
    for counted in (KINDS, RELATIONS):
        found = recount(Reader(connection, catalogue.registry), counted)
        rows = [{"counted": counted, "number": number, "count": count} for number, count in found.items()]
        connection.execute(tables.counter.insert(), rows)
    if not catalogue.database.is_sqlite:
        connection.execute(text(f"SELECT setval(pg_get_serial_sequence('node', 'id'), {beyond})"))
        connection.execute(text("ANALYZE"))


def _some(ids: range, count: int, numbers: np.random.Generator) -> np.ndarray[Any, Any]:
    """Return so many ids, the first ones more often than the last ones."""
    return ids.start + (len(ids) * numbers.random(count) ** 2).astype(np.int64)


def _store(
    connection: Connection,
    registry: Registry,
    name: str,
    start: int,
    count: int,
    lent: dict[str, np.ndarray[Any, Any]],
    numbers: np.random.Generator,
) -> range:
    kind, facts = registry.kind[name], registry.facts[name]
    columns: dict[str, Sequence[Any]] = {fact.name: _values(fact, count, numbers) for fact in kind.facts}
    columns |= {column: values.tolist() for column, values in lent.items()}
    ids = range(start, start + count)
    number = registry.numbers.kinds[kind.name]
    body = _template(connection, number)
    for first in range(0, count, _AT_ONCE):
        part = ids[first : first + _AT_ONCE]
        keys = [b"\1" + blake2b(f"{name} {one}".encode(), digest_size=32).digest() for one in part]
        labels = [f"{name}-{base64.b32encode(key[1:11]).decode().lower()}" for key in keys]
        nodes = ((one, number, key, label, False) for one, key, label in zip(part, keys, labels, strict=True))
        _copy(connection, tables.node, ["id", "kind", "key", "label", "built_in"], nodes)
        hashes = ((hash_of(key), one) for one, key in zip(part, keys, strict=True))
        _copy(connection, tables.node_hash, ["hash", "node"], hashes)
        documents = ((one, pack(body(label)), None) for one, label in zip(part, labels, strict=True))
        _copy(connection, tables.document, ["node", "body", "rest"], documents)
        rows = zip(part, *(values[first : first + _AT_ONCE] for values in columns.values()), strict=True)
        _copy(connection, facts, ["node", *columns], rows)
        for relation in registry.columns_of[kind.name]:
            targets = columns[str(relation.column)][first : first + _AT_ONCE]
            relation_number = registry.numbers.relations[relation.name]
            links = ((one, relation_number, target, 0, None) for one, target in zip(part, targets, strict=True))
            _copy(connection, tables.link, ["source", "relation", "target", "place", "detail"], links)
    return ids


def _template(connection: Connection, kind: int) -> Any:
    """Return what makes the text of a document of a label, as that of a real object is."""
    of_kind = select(tables.document.c.body).join(tables.node).where(tables.node.c.kind == kind)
    body = json.loads(connection.scalar(of_kind.order_by(func.length(tables.document.c.body).desc())) or "{}")
    before, after = json.dumps(body | {"label": "@"}, separators=(",", ":")).split('"@"')
    return lambda label: f'{before}"{label}"{after}'


def _values(fact: Any, count: int, numbers: np.random.Generator) -> list[Any]:
    """Return values of a plausible spread: small numbers, few texts, naturals of some size."""
    unknown = numbers.random(count) < (0.1 if fact.nullable else 0)
    if fact.plain is bool:
        values: list[Any] = (numbers.random(count) < 0.7).tolist()
    elif fact.mark.natural:
        values = [
            fact.column_type.process_bind_param(one, None) for one in numbers.zipf(1.5, count).clip(max=10**6).tolist()
        ]
    elif fact.plain is int:
        most = {"grade": 100, "grid_delta": 2500, "crossings": 300}.get(fact.name, 30)
        values = (most * numbers.beta(2, 4, count)).astype(int).tolist()
    else:
        values = [f"{fact.name} {one}" for one in numbers.zipf(2.0, count).clip(max=300).tolist()]
    return [None if missing else value for value, missing in zip(values, unknown.tolist(), strict=True)]


def _copy(connection: Connection, table: Table, columns: Sequence[str], rows: _Rows) -> None:
    driver: Any = connection.connection.dbapi_connection
    names = ", ".join(f'"{name}"' for name in columns)
    if connection.dialect.name == "sqlite":
        driver.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({', '.join('?' * len(columns))})", rows)
        return
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
