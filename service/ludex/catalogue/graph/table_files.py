"""Export of the catalogue as a folder of node files and relationship files for the graph engine Neo4j.

The tables are those of :mod:`ludex.catalogue.cypher.schema`. There is a node file for each kind and one for claims. For
each relation, there is a relationship file for each pair of kinds that the relation connects.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, NamedTuple, Self

from ludex.catalogue.cypher.rows import Value, claim_rows, csv_line, link_rows, object_rows
from ludex.catalogue.cypher.schema import ABOUT, CLAIM, Property, schema_of
from ludex.catalogue.storage.snapshot import Reader

LARGEST_INTEGER = 2**63 - 1
"""The largest integer in the files. Larger integers are absent; their digits are in a text property."""

TEXT_SUFFIX = "_text"
"""The suffix of the names of properties that contain the digits of integers of any size."""


class FolderError(ValueError):
    """The folder of an export cannot be created."""


class Written(NamedTuple):
    """The numbers of nodes, relationships and files in an export."""

    nodes: int
    relationships: int
    files: int


class Ends(NamedTuple):
    """The node tables at the two ends of a relationship table."""

    source: str
    target: str


def export_tables(reader: Reader, folder: Path) -> Written:
    """Write the whole catalogue to a new folder. The folder appears once it is complete.

    Each file is written while its rows are being read, so only a few thousand rows are in memory at a time.

    Parameters
    ----------
    reader : Reader
        The snapshot to export.
    folder : Path
        The folder. It must not exist, but its parent folder must exist.

    Raises
    ------
    FolderError
        If the folder exists, or its parent does not.
    """
    with new_folder(folder) as unfinished:
        return _write(reader, Neo4jFiles(unfinished))


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder, which receives its final name at the end of the block.

    It is deleted if the block raises an error.

    Raises FolderError if the folder exists, or its parent does not.
    """
    parent = folder.absolute().parent
    if folder.exists() or folder.is_symlink():
        raise FolderError(f"{folder} already exists; give the name of a new folder")
    if not parent.is_dir():
        raise FolderError(f"there is no folder {parent}; create it, or name another one")
    # Create the folder beside the final folder, so that it can be renamed without copying files.
    unfinished = Path(mkdtemp(prefix=f".{folder.name}.", suffix=".partial", dir=parent))
    try:
        (unfinished / folder.name).mkdir()
        yield unfinished / folder.name
        (unfinished / folder.name).rename(folder)
    finally:
        rmtree(unfinished)


def _write(reader: Reader, files: "Neo4jFiles") -> Written:
    """Write all nodes, links and claims, and return their numbers."""
    schema = schema_of(reader.registry)
    properties: dict[str, Sequence[Property]] = {table.name: table.properties for table in schema.nodes}
    properties |= {table.name: table.properties for table in schema.relationships}
    nodes = relationships = 0
    with files:
        for table in schema.nodes:
            # Open a file for each kind, even if it has no objects, because the header contains the types.
            add = files.table(table.name, None, table.properties)
            if table.kind is not None:
                for row in object_rows(reader, table):
                    add(row)
                    nodes += 1
        for relation, pair, row in link_rows(reader, schema):
            files.table(relation, Ends(*pair), properties[relation])(row)
            relationships += 1
        add = files.table(CLAIM, None, properties[CLAIM])
        for row, (subject, kind) in claim_rows(reader):
            add(row)
            files.table(ABOUT, Ends(CLAIM, kind), ())((row[0], subject))
            nodes, relationships = nodes + 1, relationships + 1
    return Written(nodes, relationships, files.count)


class Neo4jFiles:
    """CSV files with the headers of `neo4j-admin database import` in a folder, and a script that imports them.

    A file is opened when its first row is added. The context manager closes the files, and writes the script.
    """

    _TYPES: Mapping[str, str] = {"STRING": "string", "STRING[]": "string[]", "INT64": "long", "BOOL": "boolean"}
    _SCRIPT = """\
#!/bin/sh
# Import this folder into a new database of Neo4j: ./import.sh [DATABASE] [OPTION...]
set -eu
cd "$(dirname "$0")"
database=${1:-neo4j}
[ $# -eq 0 ] || shift
exec neo4j-admin database import full "$database" --multiline-fields=true "$@" \\
"""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened = ExitStack()
        self._tables: dict[tuple[str, Ends | None], Callable[[Sequence[Value]], None]] = {}
        for name in ("nodes", "relationships"):
            (folder / name).mkdir()

    def __enter__(self) -> Self:
        """Return the files."""
        return self

    @property
    def count(self) -> int:
        """Return the number of tables that were opened."""
        return len(self._tables)

    def table(self, name: str, ends: Ends | None, properties: Sequence[Property]) -> Callable[[Sequence[Value]], None]:
        """Return the function that adds a row to a table.

        The table is a relationship table if `ends` is given, and a node table otherwise.

        A row of a relationship table begins with the ids of its ends.
        """
        found = self._tables.get((name, ends))
        if found is None:
            # A fact whose values are integers of any size has two properties: an integer, which is absent if it is too
            # large, and a text.
            first = 0 if ends is None else 2
            large = [place for place, each in enumerate(properties, first) if each.type == "INT128"]
            add = self._open(self._folder / self._file(name, ends), ends, list(_with_texts(properties)))
            found = (lambda row: add(_with_digits(row, large))) if large else add
            self._tables[name, ends] = found
        return found

    def _file(self, name: str, ends: Ends | None) -> str:
        """Return the path of a file in the folder, such as `relationships/ToyWord-HELD_IN-ToyBox.csv`."""
        return f"nodes/{name}.csv" if ends is None else f"relationships/{ends.source}-{name}-{ends.target}.csv"

    def _open(self, file: Path, ends: Ends | None, properties: Sequence[Property]) -> Callable[[Sequence[Value]], None]:
        fields = [f"{each.name}:{self._TYPES[each.type]}" for each in properties]
        if ends is None:
            fields.insert(0, f":ID({_id_group(file.stem)})")
        else:
            fields[:0] = [f":START_ID({_id_group(ends.source)})", f":END_ID({_id_group(ends.target)})"]
        stream = self._opened.enter_context(file.open("w", encoding="utf-8", newline=""))
        stream.write(",".join(fields) + "\n")

        def add(row: Sequence[Value]) -> None:
            # The id of a node is both the import key and a property.
            values = (";".join(value) if isinstance(value, tuple) else value for value in row)
            stream.write(csv_line(values if ends is not None else (row[0], *values)))

        return add

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Close the files and write the script."""
        self._opened.__exit__(kind, *error)  # type: ignore[arg-type]
        options = sorted(
            f"    --{'nodes' if ends is None else 'relationships'}={name}={self._file(name, ends)}"
            for name, ends in self._tables
        )
        script = self._folder / "import.sh"
        script.write_text(self._SCRIPT + " \\\n".join(options) + "\n")
        script.chmod(0o755)


def _id_group(table: str) -> str:
    """Return the name of the group of ids of a node table. Claims have their own ids."""
    return CLAIM if table == CLAIM else "Object"


def _with_texts(properties: Iterable[Property]) -> Iterable[Property]:
    for each in properties:
        if each.type == "INT128":
            yield Property(each.name, "INT64", each.about)
            yield Property(f"{each.name}{TEXT_SUFFIX}", "STRING", each.about)
        else:
            yield each


def _with_digits(row: Sequence[Value], places: Iterable[int]) -> Sequence[Value]:
    """Return a row with the digits of each integer at the given places.

    The digits follow the integer itself, which is None if it is too large.
    """
    values: list[Any] = list(row)
    for place in reversed(list(places)):
        value = values[place]
        if value is not None:
            values[place : place + 1] = [value if abs(value) <= LARGEST_INTEGER else None, str(value)]
        else:
            values.insert(place, None)
    return values
