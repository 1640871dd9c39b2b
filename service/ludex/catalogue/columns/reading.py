"""Functions that read the facts of objects of a kind from the tables into columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Integer, Select, String, cast, func, select, type_coerce

from ludex.catalogue.columns.column import Codes, ColumnPart, Numbers, numbered, ranked
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import CHUNK, Prepared, Reader, Row, chunks, parameter

AnyKind = Kind[Any, Any]
STARTING = "starting"


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """The columns of a kind in order, each with its name and whether it contains texts."""

    columns: tuple[tuple[str, bool], ...]

    @property
    def form(self) -> str:
        """Return a hash of the layout. Facts in segments with another hash are read from the tables again."""
        return blake2b(repr(self.columns).encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=256)
def layout_of(registry: Registry, kind: AnyKind) -> ColumnLayout:
    """Return the columns of a kind: its facts, the targets of its unique relations, and the starting flag."""
    columns = [(fact.name, fact.plain is str or fact.mark.natural) for fact in kind.facts]
    columns += [(str(relation.column), False) for relation in registry.columns_of[kind.name]]
    return ColumnLayout((*columns, (STARTING, False)))


def parts_after(reader: Reader, kind: AnyKind, last: int, rows: int) -> Iterator[ColumnPart]:
    """Yield the facts of the objects of a kind with ids above `last`, at most `rows` at a time."""
    statement, layout = _after(reader.registry, kind), layout_of(reader.registry, kind)
    while True:
        found = statement.rows(reader.connection, {"last": last, "most": rows})
        if found:
            part = _part(layout, found)
            yield part
            last = int(part.ids[-1])
        if len(found) < rows:
            return


def part_between(reader: Reader, kind: AnyKind, first: int, last: int) -> ColumnPart:
    """Return the facts of the objects of a kind with ids from `first` to `last`."""
    found = _between(reader.registry, kind).rows(reader.connection, {"first": first, "last": last})
    return _part(layout_of(reader.registry, kind), found)


def part_of(reader: Reader, kind: AnyKind, ids: Sequence[int]) -> ColumnPart:
    """Return the facts of the objects of a kind with the given ids, as far as they exist."""
    found: list[Row] = []
    base = reader.registry.facts[kind.name].c.node
    for some in chunks(sorted(ids), CHUNK):
        found += reader.connection.execute(_every(reader.registry, kind).where(base.in_(some)).order_by(base))
    return _part(layout_of(reader.registry, kind), found)


@lru_cache(maxsize=256)
def _after(registry: Registry, kind: AnyKind) -> Prepared:
    node = registry.facts[kind.name].c.node
    rows = _every(registry, kind).where(node > parameter("last", node.type)).order_by(node)
    return Prepared(rows.limit(parameter("most", Integer())))


@lru_cache(maxsize=256)
def _between(registry: Registry, kind: AnyKind) -> Prepared:
    node = registry.facts[kind.name].c.node
    bounds = node.between(parameter("first", node.type), parameter("last", node.type))
    return Prepared(_every(registry, kind).where(bounds).order_by(node))


def _every(registry: Registry, kind: AnyKind) -> Select[Any]:
    base = registry.facts[kind.name]
    columns: list[ColumnElement[Any]] = [base.c.node]
    for name, of_texts in layout_of(registry, kind).columns:
        if name == STARTING:
            columns.append(cast(tables.node.c.built_in, Integer))
        elif of_texts:
            columns.append(type_coerce(base.c[name], String()))
        elif base.c[name].nullable:
            columns.append(func.coalesce(cast(base.c[name], Integer), -1))
        elif base.c[name].foreign_keys:
            columns.append(base.c[name])
        else:
            columns.append(cast(base.c[name], Integer))
    return select(*columns).join_from(base, tables.node, tables.node.c.id == base.c.node)


def _part(layout: ColumnLayout, rows: Sequence[Row]) -> ColumnPart:
    columns: list[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * (len(layout.columns) + 1)
    ids: Numbers = np.array(columns[0], dtype=np.int64)
    codes: dict[str, Codes] = {}
    for (name, of_texts), values in zip(layout.columns, columns[1:], strict=True):
        codes[name] = ranked(values) if of_texts else numbered(values)
    return ColumnPart(ids, codes)
