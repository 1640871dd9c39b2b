"""Parquet files of an export.

The package `ludex.catalogue.graph` imports this module on first use.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from ludex.catalogue.cypher.rows import Value
from ludex.catalogue.cypher.schema import Property
from ludex.catalogue.graph.table_files import Ends, LibraryMissing, TableFiles

try:
    import pyarrow
    from pyarrow import parquet
except ImportError:
    raise LibraryMissing(
        "Parquet files need the library pyarrow, which is not installed; run `python -m pip install 'ludex[parquet]'`"
    ) from None

_ROW_GROUP = 20_000
_TYPES = {
    "STRING": pyarrow.string(),
    "STRING[]": pyarrow.list_(pyarrow.string()),
    "INT64": pyarrow.int64(),
    "BOOL": pyarrow.bool_(),
}


class ParquetFiles(TableFiles):
    """Parquet files of an export.

    Relationship files begin with the columns `source` and `target`, which contain the ids of the two objects.
    """

    suffix = ".parquet"

    def _open(self, file: Path, ends: Ends | None, properties: Sequence[Property]) -> Callable[[Sequence[Value]], None]:
        columns = [(each.name, _TYPES[each.type]) for each in properties]
        if ends is not None:
            columns[:0] = [("source", pyarrow.int64()), ("target", pyarrow.int64())]
        schema = pyarrow.schema(columns)
        writer = self._opened.enter_context(parquet.ParquetWriter(file, schema, compression="zstd"))
        rows: list[Sequence[Value]] = []

        def flush() -> None:
            if rows:
                values = zip(zip(*rows, strict=True), schema.types, strict=True)
                arrays = [pyarrow.array(column, type=kind) for column, kind in values]
                writer.write_batch(pyarrow.record_batch(arrays, schema=schema))
                rows.clear()

        def add(row: Sequence[Value]) -> None:
            rows.append(row)
            if len(rows) == _ROW_GROUP:
                flush()

        self._opened.callback(flush)
        return add
