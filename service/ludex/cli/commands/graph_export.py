"""The command `ludex graph export`, which writes the matches of a pattern or the whole graph to files."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.catalogue import graph as queries
from ludex.cli.game_commands import open_catalogue
from ludex.cli.input_text import read_text
from ludex.cli.output import CommandError, require_writable, write, write_lines
from ludex.engine.exact_json import exact_json
from ludex.requests.graph import read_labelled_pattern
from ludex.requests.session import Session

_FORMATS = ("graphml", "gexf", "node-link", "csv")
_TABLE_FORMATS = ("neo4j", "parquet")


def export(
    form: Annotated[
        str, typer.Option("--format", help=f"{', '.join(_FORMATS)}; {' or '.join(_TABLE_FORMATS)}: a folder of files.")
    ] = "graphml",
    pattern: Annotated[
        str | None, typer.Option("--match", metavar="FILE", help="Only the matches of the pattern in this file.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file or new folder instead of standard output.")
    ] = None,
) -> None:
    """Write the whole graph, or the matches of a pattern, in a format for Gephi, networkx or spreadsheets.

    `neo4j` and `parquet` write a folder with a file for each kind and for each relation between two kinds, with facts
    and claims: CSV files for `neo4j-admin database import`, or Parquet files. Parquet needs the extra `ludex[parquet]`.
    """
    if form not in (*_FORMATS, *_TABLE_FORMATS):
        raise CommandError(f"--format: {form!r} is not one of {', '.join((*_FORMATS, *_TABLE_FORMATS))}")
    if form in _TABLE_FORMATS:
        _export_tables(form, pattern, file)
        return
    require_writable(file)
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        if pattern is None:
            part = queries.exporting.everything(reader)
        else:
            parts = exact_json(read_text(pattern))
            part = queries.exporting.of_matches(reader, read_labelled_pattern(Session(catalogue), **parts)(reader))
        write_lines(queries.exporting.FORMATS[form](part), file)


def _export_tables(form: str, pattern: str | None, folder: Path | None) -> None:
    """Write the whole graph to a new folder."""
    if pattern is not None or folder is None:
        raise CommandError(
            f"--format {form} writes everything to a new folder; give its name with --output, and omit --match"
        )
    files = queries.parquet_files.ParquetFiles if form == "parquet" else queries.table_files.Neo4jFiles
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        written = queries.table_files.export_tables(reader, files, folder)
    write([f"{written.nodes:,} nodes and {written.relationships:,} relationships in {written.files:,} files: {folder}"])
