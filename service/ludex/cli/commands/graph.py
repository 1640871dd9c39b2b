"""Commands that treat the catalogue as a graph: `ludex graph`. Most of them are derived from requests."""

from typing import Annotated, Any

import typer

from ludex.cli.commands.graph_export import export
from ludex.cli.game_commands import open_catalogue
from ludex.cli.input_text import read_text
from ludex.cli.output import CommandError, Json, write_result
from ludex.cli.progress import TimeLimit, search_budget
from ludex.cli.request_commands import add_commands
from ludex.engine.exact_json import exact_json
from ludex.requests.graph import GRAPH
from ludex.requests.json_text import json_text
from ludex.requests.text_output import table

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
