"""Graph pattern commands: list the matches of a pattern, and export the matches or the whole graph to files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import graph as queries
from ludex.catalogue import lists
from ludex.cli.game_commands import open_catalogue
from ludex.cli.input_text import read_text
from ludex.cli.output import CommandError, Json, require_writable, write, write_lines
from ludex.cli.progress import TimeLimit, search_budget
from ludex.engine.faults import Fault
from ludex.requests.json_text import exact_json, exact_json_text, json_text
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import AnyKind
    from ludex.catalogue.objects.reading import ObjectView
    from ludex.catalogue.storage.snapshot import Reader
    from ludex.engine.budget import Budget

_PatternFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help='File with a pattern in JSON, {"nodes": {name: {"kind", "where"?, "label" or "object"?}}, "links": [['
        "name, relation, name], ...]}; `-`: standard input.",
    ),
]

_FORMATS = ("graphml", "gexf", "node-link", "csv")
_TABLE_FORMATS = ("neo4j", "parquet")


def match(
    file: _PatternFile,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Maximum number of matches; all by default.")
    ] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """List the matches of a pattern.

    A match assigns an object to each name. With --json, each output line is one match.
    """
    with open_reader() as reader, search_budget(time_limit) as budget:
        pattern = _read_pattern(reader, file, budget)
        matches = islice(_matches(reader, pattern, budget), limit)
        if as_json:
            write(json_text(labels) for labels in matches)
        else:
            write(table([list(pattern.objects), *(labels.values() for labels in matches)]))


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
    with open_reader() as reader:
        part = (
            queries.exporting.everything(reader)
            if pattern is None
            else queries.exporting.of_matches(reader, _read_pattern(reader, pattern))
        )
        write_lines(queries.exporting.FORMATS[form](part), file)


def _export_tables(form: str, pattern: str | None, folder: Path | None) -> None:
    """Write the whole graph to a new folder."""
    if pattern is not None or folder is None:
        raise CommandError(
            f"--format {form} writes everything to a new folder; give its name with --output, and omit --match"
        )
    files = queries.parquet_files.ParquetFiles if form == "parquet" else queries.table_files.Neo4jFiles
    with open_reader() as reader:
        written = queries.table_files.export_tables(reader, files, folder)
    write([f"{written.nodes:,} nodes and {written.relationships:,} relationships in {written.files:,} files: {folder}"])


def _matches(reader: "Reader", pattern: "queries.patterns.Pattern", budget: "Budget") -> Iterator[Mapping[str, str]]:
    """Yield all matches. A match contains a label for each name. Raises BudgetExhausted at the time limit."""
    after = None
    while True:
        page = queries.matching.match(reader, pattern, after=after, budget=budget)
        yield from ({name: node.label for name, node in nodes.items()} for nodes in page.items)
        after = page.after
        if after is None:
            return
        budget.check()


def _read_pattern(reader: "Reader", file: str, budget: "Budget | None" = None) -> "queries.patterns.Pattern":
    try:
        value = exact_json(read_text(file))
    except ValueError as error:
        raise CommandError(f"{file}: not JSON: {error}") from None
    if not queries.patterns.has_form(value):
        raise CommandError(f"{file}: not a pattern; `ludex graph match --help` shows the form of a pattern")

    def find_node(name: str, given: Any, kind: "AnyKind | None") -> "ObjectView":  # noqa: ANN401 - JSON
        return find_given(given, f"{file}: nodes/{name}/object", budget, kind)

    nodes = queries.given_objects.with_labels(reader.registry, value["nodes"], find_node)
    return queries.patterns.read_pattern(reader, nodes, value.get("links", []))


@contextmanager
def open_reader() -> "Iterator[Reader]":
    """Open the catalogue for reading. Errors in filters are reported as errors in the options."""
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        try:
            yield reader
        except lists.filters.ListingError as error:
            raise CommandError(f"--{error.name}: {error.message}") from None


def find_given(
    given: "str | Mapping[str, Any]", place: str, budget: "Budget | None", kind: "AnyKind | None" = None
) -> "ObjectView":
    """Return the stored object that is given by a name or a value.

    Error messages begin with `place`. Raises CommandError.
    """
    try:
        with open_catalogue() as catalogue:
            found: ObjectView = queries.given_objects.find_given(
                catalogue, given, budget, kind=kind, write_json=exact_json_text
            )
            return found
    except Fault as fault:
        raise CommandError(f"{place}: {fault}") from None
