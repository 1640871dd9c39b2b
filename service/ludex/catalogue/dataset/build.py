"""Building a data set: a folder with Parquet files, an export, texts, metadata, checksums and the claim checker.

The same catalogue always results in the same bytes, regardless of the order in which its objects were stored. The
version of the data set is a hash of its data. Each file is written while its rows are being read.

The package `ludex.catalogue.dataset` imports this module on first use.
"""

import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from hashlib import file_digest, sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.dataset import description
from ludex.catalogue.dataset.content import (
    CLAIMS,
    LINKS,
    DatasetTable,
    Row,
    count_objects,
    records_of,
    table_of,
)
from ludex.catalogue.dataset.description import DataFile
from ludex.catalogue.graph.table_files import new_folder
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.storage.snapshot import Reader
from ludex.catalogue.transfer.export import Seal
from ludex.engine.budget import Budget
from ludex.version import __version__


class LibraryMissing(RuntimeError):
    """The library that writes Parquet files is not installed. The message contains the installation command."""


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


CHECKER = "ludex-check-claims.pyz"
_CHECKER_PACKAGE = "ludex_check_claims"
_CHECKER_CHECKS = "ludex.claim_checks"
_MAIN = f"import sys\n\nfrom {_CHECKER_PACKAGE}.command import main\n\nsys.exit(main())\n"


@dataclass(frozen=True, slots=True)
class BuiltDataset:
    """A data set that was built: its version, and the numbers of its objects, links, claims, files and bytes."""

    version: str
    objects: int
    links: int
    claims: int
    files: int
    bytes: int


def build_dataset(
    catalogue: Catalogue, folder: Path, *, url: str | None = None, budget: Budget | None = None
) -> BuiltDataset:
    """Write one snapshot of the catalogue as a data set to a new folder.

    The folder appears once the data set is complete.

    Objects of games that are not installed are omitted. Cost: one pass over all objects, with a few hundred objects in
    memory at a time.

    Parameters
    ----------
    catalogue : Catalogue
        The catalogue.
    folder : Path
        The folder. It must not exist, but its parent folder must exist.
    url : str, optional
        The address of the web site, for the metadata.
    budget : Budget, optional
        The limits, and the callback for progress.

    Raises
    ------
    FolderError
        If the folder exists, or its parent does not.
    BudgetExhausted
        If the budget is exhausted. In this case, no folder appears.
    """
    budget = budget or Budget()
    with new_folder(folder) as unfinished, catalogue.reading() as reader:
        content = _Content(reader, unfinished, budget)
        data = list(content.write())
        version = _version(data)
        checker = _write_checker(unfinished)
        texts = description.texts(catalogue.registry, version, [*data, checker], content.counts, url)
        for path, text in texts.items():
            (unfinished / path).write_text(text, encoding="utf-8")
        described = [_described(unfinished, path, description.ABOUT[path]) for path in texts]
        every = sorted([*data, checker, *described], key=lambda file: file.path)
        sums = "".join(f"{file.sha256}  {file.path}\n" for file in every)
        (unfinished / description.CHECKSUMS).write_text(sums, encoding="ascii")
    total = sum(file.bytes for file in every) + len(sums)
    counts = content.counts
    return BuiltDataset(version, counts["objects"], counts["links"], counts["claims"], len(every) + 1, total)


class _Content:
    """The files with the content of the catalogue, and the numbers of objects, links and claims that they contain."""

    def __init__(self, reader: Reader, folder: Path, budget: Budget) -> None:
        self._reader = reader
        self._folder = folder
        self._budget = budget
        self._total = count_objects(reader)
        self._seal = Seal()
        self.counts = {"objects": 0, "links": 0, "claims": 0}

    def write(self) -> Iterator[DataFile]:
        """Write the files, and yield their descriptions."""
        with ExitStack() as opened:
            lines = opened.enter_context(self._text_file(description.EXPORT))
            links = opened.enter_context(ParquetTable(self._folder / LINKS.path, LINKS))
            claims = opened.enter_context(ParquetTable(self._folder / CLAIMS.path, CLAIMS))
            for kind in self._reader.registry.kinds:
                yield from self._write_kind(kind, lines, links, claims)
            lines.write(f"{self._seal.line()}\n")
        self.counts |= {"links": links.count, "claims": claims.count}
        for table, rows in ((LINKS, links.count), (CLAIMS, claims.count)):
            yield _described(self._folder, table.path, table.about, table=table, rows=rows)
        yield _described(
            self._folder,
            description.EXPORT,
            "All objects and claims as JSON Lines, which `ludex import` and the claim checker read.",
        )

    def _write_kind(
        self, kind: Kind[Any, Any], lines: IO[str], links: ParquetTable, claims: ParquetTable
    ) -> Iterator[DataFile]:
        """Write the table and the texts of a kind.

        The lines, links and claims of its objects are added to the files that all kinds share.
        """
        registry, table = self._reader.registry, table_of(kind)
        with ExitStack() as opened:
            rows = opened.enter_context(ParquetTable(self._folder / table.path, table))
            texts = {
                form: opened.enter_context(self._text_file(f"{kind.name}.{form}")) for form in sorted(kind.view.texts)
            }
            for record in opened.enter_context(closing(records_of(self._reader, kind))):
                self._budget.check()
                rows.add(record.row())
                for line in record.lines(registry):
                    self._seal.add(line)
                    lines.write(f"{line}\n")
                for row in record.link_rows(registry):
                    links.add(row)
                for row in record.claim_rows():
                    claims.add(row)
                document = record.shown.document() if texts else None
                for form, file in texts.items():
                    file.write(f"{kind.view.texts[form](document)}\n")
                self.counts["objects"] += 1
                self._budget.report(self.counts["objects"], self._total, "objects written")
        yield _described(self._folder, table.path, table.about, table=table, rows=rows.count)
        for form in texts:
            about = f"The {kind.words_of_several} in the format {form}, in the order of the rows in {table.path}."
            yield _described(self._folder, f"{kind.name}.{form}", about)

    def _text_file(self, path: str) -> IO[str]:
        return (self._folder / path).open("w", encoding="utf-8", newline="\n")


def _described(folder: Path, path: str, about: str, **members: Any) -> DataFile:  # noqa: ANN401
    """Return the description of a completed file, including its size and checksum."""
    with (folder / path).open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return DataFile(path, about, description.media_type(path), (folder / path).stat().st_size, digest, **members)


def _version(data: list[DataFile]) -> str:
    """Return the version of the data set: the version of Ludex, and a hash of the data files' names and checksums."""
    sums = "".join(f"{file.sha256}  {file.path}\n" for file in sorted(data, key=lambda file: file.path))
    return f"{__version__}+{sha256(sums.encode()).hexdigest()[:16]}"


def _write_checker(folder: Path) -> DataFile:
    """Write the claim checker, including the checks of the games, as a single file that Python can run."""
    spec = find_spec(_CHECKER_PACKAGE)
    assert spec is not None and spec.submodule_search_locations
    root = Path(next(iter(spec.submodule_search_locations)))
    points = sorted(
        f"{point.name} = {point.value}"
        for point in entry_points(group=_CHECKER_CHECKS)
        if point.value.startswith(f"{_CHECKER_PACKAGE}.")
    )
    metadata = f"{_CHECKER_PACKAGE}-{__version__}.dist-info"
    files = {
        "__main__.py": _MAIN,
        f"{metadata}/METADATA": f"Metadata-Version: 2.1\nName: {_CHECKER_PACKAGE}\nVersion: {__version__}\n",
        f"{metadata}/entry_points.txt": "\n".join([f"[{_CHECKER_CHECKS}]", *points, ""]),
    }
    for module in sorted(root.rglob("*.py")):
        files[f"{_CHECKER_PACKAGE}/{module.relative_to(root).as_posix()}"] = module.read_text(encoding="utf-8")
    with (folder / CHECKER).open("wb") as stream:
        stream.write(b"#!/usr/bin/env python3\n")
        with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(_entry(name), text.encode())
    (folder / CHECKER).chmod(0o755)
    return _described(
        folder,
        CHECKER,
        "A program that checks the labels and claims of the export. It requires only Python.",
    )


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name)  # without the current time, so that the same modules result in the same bytes
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    return entry
