"""Parquet files of tables.

The package `ludex.catalogue.dataset` imports this module on first use.
"""

from pathlib import Path
from types import TracebackType
from typing import Self

from ludex.catalogue.dataset.content import DatasetTable, Row
from ludex.catalogue.graph.table_files import LibraryMissing

try:
    import pyarrow
    from pyarrow import parquet
except ImportError:
    raise LibraryMissing(
        "Parquet files need the library pyarrow, which is not installed; run `python -m pip install 'ludex[parquet]'`"
    ) from None

ROW_GROUP = 20_000
"""The number of rows that are collected in memory and then compressed together."""

_TYPES = {
    "string": pyarrow.string(),
    "integer": pyarrow.int64(),
    "boolean": pyarrow.bool_(),
    "number": pyarrow.float64(),
}


class ParquetTable:
    """The Parquet file of a table, to which rows can be added.

    The file is a context manager. It is completed at the end of the block.

    The same version of pyarrow always writes the same bytes for the same rows in the same order.
    """

    def __init__(self, file: Path, table: DatasetTable) -> None:
        self._schema = pyarrow.schema([(column.name, _TYPES[column.type]) for column in table.columns])
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._rows: list[Row] = []
        self.count = 0
        """The number of rows."""

    def add(self, row: Row) -> None:
        """Add a row, given as the values of its columns in order."""
        self._rows.append(row)
        self.count += 1
        if len(self._rows) == ROW_GROUP:
            self._flush()

    def __enter__(self) -> Self:
        """Return the table."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Write the last rows, and close the file."""
        if kind is None:
            self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            columns = zip(zip(*self._rows, strict=True), self._schema.types, strict=True)
            arrays = [pyarrow.array(values, type=kind) for values, kind in columns]
            self._writer.write_batch(pyarrow.record_batch(arrays, schema=self._schema))
            self._rows.clear()
