"""The rows of the property graph.

They are read from the catalogue and written as CSV files, which the engine loads.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sqlalchemy import ColumnElement, Select, func, or_, select, tuple_

from ludex.catalogue.cypher.schema import ABOUT, CLAIM, LARGEST_INTEGER, GraphSchema, NodeTable, node_name
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks

_BATCH = 20_000
_OPTIONS = "header=false, auto_detect=false, quote='\"', escape='\"', delim=',', parallel=false"

Value = int | bool | str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class RowsFile:
    """A CSV file with the rows of one table.

    For a relationship table, `pair` names the two node tables that the rows connect.
    """

    file: Path
    table: str
    pair: tuple[str, str] | None = None

    @property
    def statement(self) -> str:
        """Return the statement that loads the file."""
        ends = "" if self.pair is None else f", from='{self.pair[0]}', to='{self.pair[1]}'"
        path = str(self.file).replace("\\", "\\\\").replace("'", "\\'")
        return f"COPY `{self.table}` FROM '{path}' ({_OPTIONS}{ends})"


def write_rows(reader: Reader, schema: GraphSchema, folder: Path, chosen: Collection[int] | None) -> list[RowsFile]:
    """Write the rows of all objects, or only of those with the `chosen` ids, and the rows of their links and claims.

    Returns the files in the order in which the engine loads them.
    """
    with ExitStack() as opened:
        files = _Files(folder, opened)
        for table in schema.nodes:
            if table.kind is not None:
                for row in object_rows(reader, table, chosen):
                    files.add(row, table.name)
        for relation, pair, row in link_rows(reader, schema, chosen):
            files.add(row, relation, pair)
        for row, subject in claim_rows(reader, chosen):
            files.add(row, CLAIM)
            files.add((row[0], subject[0]), ABOUT, (CLAIM, subject[1]))
        return files.listed()


class _Files:
    """The CSV files in a folder: one for each node table, and one for each relationship table and pair of node tables.

    A file is opened when its first row is added.
    """

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._folder = folder
        self._opened = opened
        self._files: dict[tuple[str, tuple[str, str] | None], tuple[RowsFile, IO[str]]] = {}

    def add(self, row: Iterable[Value], table: str, pair: tuple[str, str] | None = None) -> None:
        found = self._files.get((table, pair))
        if found is None:
            rows = RowsFile(self._folder / f"{len(self._files)}.csv", table, pair)
            stream = self._opened.enter_context(rows.file.open("w", encoding="utf-8", newline=""))
            found = self._files[table, pair] = rows, stream
        found[1].write(csv_line(row))

    def listed(self) -> list[RowsFile]:
        """Return the files: first the files for nodes, then the files for relationships."""
        return sorted((rows for rows, _ in self._files.values()), key=lambda rows: rows.pair is not None)


def csv_line(row: Iterable[Value]) -> str:
    """Return a line of a CSV file.

    Absent values are the only values without quotes, which distinguishes them from empty texts.

    Integers that are too large for the engine are treated as absent.

    >>> csv_line([1, None, "", True]).strip()
    '1,,"",true'
    """
    return ",".join(map(_field, row)) + "\n"


def _field(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        value = f"[{','.join(value)}]"
    if isinstance(value, str):
        return '"' + value.replace('"', '""').replace("\0", "") + '"'
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if abs(value) <= LARGEST_INTEGER else ""


def object_rows(reader: Reader, table: NodeTable, chosen: Collection[int] | None = None) -> Iterator[Sequence[Value]]:
    """Yield the rows of the node table of a kind, or only those with the `chosen` ids.

    Integers of any size are exact.
    """
    assert table.kind is not None
    facts, node = reader.registry.facts[table.kind.name], tables.node.c
    columns = [facts.c[fact.name] for fact in table.kind.facts]
    tags = func.coalesce(tables.annotation.c.tags, "")
    statement = select(node.id, node.label, tags, *columns).join(facts, facts.c.node == node.id)
    statement = statement.outerjoin(tables.annotation, tables.annotation.c.node == node.id)
    for rows in _batches(reader, statement, (node.id,), [facts.c.node], chosen):
        for number, label, words, *values in rows:
            yield number, label, tuple(words.split()), *values


def link_rows(
    reader: Reader, schema: GraphSchema, chosen: Collection[int] | None = None
) -> Iterator[tuple[str, tuple[str, str], Sequence[Value]]]:
    """Yield the table name, the pair of node tables, and the row of each link."""
    link, source, target = tables.link.c, tables.node.alias(), tables.node.alias()
    key = (link.source, link.relation, link.target, link.place)
    statement = select(*key, link.detail, source.c.kind, target.c.kind)
    statement = statement.join(source, source.c.id == link.source).join(target, target.c.id == link.target)
    numbers = reader.registry.numbers
    names = {number: node_name(kind.name) for number, kind in reader.registry.kind_of_number.items()}
    joined = {numbers.relations[table.relation]: table for table in schema.relationships if table.relation}
    pairs = {number: frozenset(table.pairs) for number, table in joined.items()}
    # If a kind is not installed, its number has no name. Links of objects of such a kind are omitted.
    for rows in _batches(reader, statement, key, [link.source, link.target], chosen):
        for start, relation, end, place, detail, start_kind, end_kind in rows:
            pair = (names.get(start_kind, ""), names.get(end_kind, ""))
            if relation in joined and pair in pairs[relation]:
                yield joined[relation].name, pair, (start, end, place, detail)


def claim_rows(
    reader: Reader, chosen: Collection[int] | None = None
) -> Iterator[tuple[tuple[Value, ...], tuple[int, str]]]:
    """Yield the row of each claim, together with the id and the node table of the claim's subject."""
    claim, node = tables.claim.c, tables.node.c
    names = {number: node_name(kind.name) for number, kind in reader.registry.kind_of_number.items()}
    members = (claim.parameters, claim.value, claim.lower, claim.upper, claim.proved, claim.evidence)
    statement = select(claim.id, claim.statement, *members, claim.method, claim.subject, node.kind)
    statement = statement.join(tables.node, node.id == claim.subject)
    for rows in _batches(reader, statement, (claim.id,), [claim.subject], chosen):
        for number, name, parameters, value, lower, upper, *proof, subject, kind in rows:
            if kind in names:
                integer = int(value) if value is not None and value.lstrip("-").isdecimal() else None
                row = (reader.registry.statement_names[name], parameters, integer, value, lower, upper)
                yield (number, *row, *proof), (subject, names[kind])


def _batches(
    reader: Reader,
    statement: Select[Any],
    key: Sequence[ColumnElement[Any]],
    nodes: Sequence[ColumnElement[int]],
    chosen: Collection[int] | None,
) -> Iterator[Sequence[Any]]:
    """Yield the rows of a SELECT in batches.

    The rows are either all rows, sorted by a key, or only the rows of the chosen nodes.

    The key columns must be the first columns of the SELECT.
    """
    if chosen is not None:
        seen: set[tuple[Any, ...]] = set()
        for part in chunks(sorted(chosen)):
            rows = reader.connection.execute(statement.where(or_(*(column.in_(part) for column in nodes)))).all()
            yield [row for row in rows if tuple(row[: len(key)]) not in seen]
            if len(nodes) > 1:  # A link between objects in different batches is found twice.
                seen.update(tuple(row[: len(key)]) for row in rows)
        return
    last: Sequence[Any] | None = None
    while True:
        ordered = statement.order_by(*key).limit(_BATCH)
        if last is not None:
            after = key[0] > last[0] if len(key) == 1 else tuple_(*key) > tuple_(*last)
            ordered = ordered.where(after)
        rows = reader.connection.execute(ordered).all()
        yield rows
        if len(rows) < _BATCH:
            return
        last = tuple(rows[-1][: len(key)])
