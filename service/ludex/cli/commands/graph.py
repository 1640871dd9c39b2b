"""Commands that treat the catalogue as a graph: `ludex graph`.

Most of them are derived from requests. `ludex graph export`, which writes the matches of a pattern or the whole graph
to files, is not.
"""

from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.catalogue import graph as queries
from ludex.cli.game_commands import open_catalogue
from ludex.cli.input_text import read_text
from ludex.cli.output import CommandError, Json, require_writable, write, write_lines, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.cli.request_commands import add_commands
from ludex.engine.exact_json import exact_json
from ludex.requests.graph import GRAPH, read_labelled_pattern
from ludex.requests.json_text import json_text
from ludex.requests.session import Session
from ludex.requests.text_output import table

_FORMATS = ("graphml", "node-link", "csv", "neo4j")


def export(
    form: Annotated[
        str, typer.Option("--format", help="graphml, node-link or csv; neo4j: a folder of files.")
    ] = "graphml",
    pattern: Annotated[
        str | None, typer.Option("--match", metavar="FILE", help="Only the matches of the pattern in this file.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file or new folder instead of standard output.")
    ] = None,
) -> None:
    """Write the whole graph, or the matches of a pattern, in a format for Gephi, networkx or spreadsheets.

    `neo4j` writes a folder for `neo4j-admin database import`: CSV files for each kind and for each relation between two
    kinds, with facts and claims.
    """
    if form not in _FORMATS:
        raise CommandError(f"--format: {form!r} is not one of {', '.join(_FORMATS)}")
    if form == "neo4j":
        _export_tables(pattern, file)
        return
    require_writable(file)
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        if pattern is None:
            part = queries.exporting.everything(reader)
        else:
            parts = exact_json(read_text(pattern))
            part = queries.exporting.of_matches(reader, read_labelled_pattern(Session(catalogue), **parts)(reader))
        write_lines(queries.exporting.FORMATS[form](part), file)


def _export_tables(pattern: str | None, folder: Path | None) -> None:
    """Write the whole graph to a new folder."""
    if pattern is not None or folder is None:
        raise CommandError(
            "--format neo4j writes everything to a new folder; give its name with --output, and omit --match"
        )
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        written = queries.table_files.export_tables(reader, folder)
    write([f"{written.nodes:,} nodes and {written.relationships:,} relationships in {written.files:,} files: {folder}"])


app = add_commands(typer.Typer(help="The catalogue as a graph of objects and relations."), GRAPH)
app.command()(export)


@app.command()
def cypher(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A read-only query; `-`: standard input.")],
    parameters: Annotated[
        list[str] | None,
        typer.Option("--parameter", metavar="NAME=VALUE", help="The value of `$NAME`, as JSON or as text; repeatable."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Maximum number of rows.")] = 10_000,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Run a Cypher query on the catalogue. It needs the extra `ludex[cypher]`.

    Each kind is a node table such as `PlanarityLevel`, and each relation is a relationship table such as `HAS_GRAPH`.
    """
    from ludex.catalogue.cypher.projection import run_cypher

    values = dict(map(_read_parameter, parameters or ()))
    text = read_text(query) if query == "-" else query
    with open_catalogue() as catalogue, search_budget() as budget:
        found = run_cypher(catalogue, text, values, seconds=time_limit, budget=budget, rows=limit)
    members = {"columns": found.columns, "types": found.types, "rows": found.rows, "complete": found.complete}
    rows = [found.columns, *([_cell(value) for value in row] for row in found.rows)]
    more = [] if found.complete else [f"only the first {len(found):,} rows; raise --limit"]
    write_result(members, as_json, [*table(rows), *more])


def _read_parameter(text: str) -> tuple[str, Any]:
    """Parse `name=value`. A value that is not valid JSON is a string."""
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise CommandError(f"--parameter: {text!r} does not have the form NAME=VALUE")
    try:
        return name, exact_json(value)
    except ValueError:
        return name, value


def _cell(value: Any) -> str:  # noqa: ANN401 - JSON
    """Return a value as text for a table. Objects are represented by their labels."""
    if isinstance(value, dict) and isinstance(value.get("label"), str):
        return str(value["label"])
    return value if isinstance(value, str) else json_text(value)
