"""Commands that treat the catalogue as a graph: `ludex graph`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import graph as queries
from ludex.cli.commands.graph_patterns import export, find_given, match, open_reader
from ludex.cli.commands.lists import read_filters, read_options
from ludex.cli.commands.stored_objects import Name, find_object
from ludex.cli.game_commands import open_catalogue, registry
from ludex.cli.input_text import content_of, read_text
from ludex.cli.output import CommandError, Json, Output, require_writable, write_result, write_text
from ludex.cli.progress import TimeLimit, search_budget
from ludex.requests.json_text import exact_json, json_text
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.objects.reading import ObjectView
    from ludex.engine.budget import Budget

app = typer.Typer(help="The catalogue as a graph of objects and relations.", invoke_without_command=True)

_OBJECT = (
    "a label, a slug, a text in a notation such as graph6, JSON of a drawing, cards or a graph, or a file with one of "
    "these; `-`: standard input."
)
_Object = Annotated[str, typer.Argument(metavar="OBJECT", help=f"The object: {_OBJECT}")]
_Relations = Annotated[
    str | None,
    typer.Option(
        "--relations", help="Relations to follow, separated by commas, each by either of its names; all by default."
    ),
]
_Limit = Annotated[int, typer.Option("--limit", min=1, help="Maximum number of results.")]
_SURROUNDINGS_FORMATS = ("json", "graphml", "dot", "svg")


@app.callback()
def counts(context: typer.Context, as_json: Json = False) -> None:
    """Count the objects of each kind and the links of each relation."""
    if context.invoked_subcommand is not None:
        return
    with open_catalogue() as catalogue, catalogue.reading() as reader:
        found = queries.neighbours.graph_counts(reader)
    relations = [
        {
            "relation": relation.relation,
            "inverse": relation.inverse,
            "from": relation.sources,
            "to": relation.targets,
            "about": relation.about,
            "count": relation.count,
        }
        for relation in found.relations
    ]
    kind_rows = [
        *((kind.kind, f"{kind.count:,}") for kind in found.kinds),
        *((f"{kind.kind} (not installed)", f"{kind.count:,}") for kind in found.not_installed),
    ]
    relation_rows = [(relation.relation, relation.inverse, f"{relation.count:,}") for relation in found.relations]
    lines = [
        *table([("kind", "objects"), *kind_rows]),
        "",
        *table([("relation", "inverse", "links"), *relation_rows]),
    ]
    result = {"kinds": found.kinds, "relations": relations, "not_installed": found.not_installed}
    write_result(result, as_json, lines)


@app.command()
def neighbours(
    name: _Object,
    relation: Annotated[str | None, typer.Option("--relation", help="Only neighbours by this relation.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only neighbours of this kind.")] = None,
    limit: _Limit = 100,
    as_json: Json = False,
) -> None:
    """List the objects that are linked to an object, grouped by relation."""
    kind_name = None if kind is None else registry().called(kind).name
    with open_reader() as reader:
        node = _find(name).id
        followed = queries.following.follows(reader.registry, None if relation is None else [relation])
        found, after = queries.neighbours.neighbours_page(reader, node, followed, kind=kind_name, limit=limit)
        total = queries.neighbours.count_links(reader, node, followed, kind_name)
    items = [{key: value for key, value in asdict(neighbour).items() if key != "id"} for neighbour in found]
    rows = [("relation", "label", "place", "detail")]
    rows += [
        (
            neighbour.relation,
            neighbour.label,
            str(neighbour.place),
            json_text(neighbour.detail) if neighbour.detail else "",
        )
        for neighbour in found
    ]
    more = [] if after is None else [f"{'' if total.exact else 'more than '}{total.count:,} in all; raise --limit"]
    page = {"items": items, "next": None, "count": total.count, "count_exact": total.exact}
    write_result(page, as_json, [*table(rows), *more])


@app.command()
def walk(
    name: _Object,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="Relations to follow in order, such as `has-graph/graph-of`.")
    ],
    limit: _Limit = 100,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """List the objects at which walks along some relations end, with the number of walks to each object.

    The start is not listed.
    """
    with open_reader() as reader, search_budget(time_limit) as budget:
        found = queries.paths.walk(reader, _find(name, budget).id, path.split("/"), limit=limit, budget=budget)
    items = [{"label": end.node.label, "kind": end.node.kind, "walks": end.walks} for end in found.ends]
    page = {"items": items, "next": None, "count": found.count.count, "count_exact": found.count.exact}
    rows = [("label", "walks"), *((end.node.label, f"{end.walks:,}") for end in found.ends)]
    more = [] if found.complete else ["there are more walks: the search reached its bounds"]
    write_result({**page, "complete": found.complete}, as_json, [*table(rows), *more])


@app.command()
def surroundings(
    name: _Object,
    depth: Annotated[int, typer.Option("--depth", min=1, max=8, help="Maximum number of links from the object.")] = 2,
    relations: _Relations = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="Maximum number of objects.")] = 100,
    form: Annotated[str, typer.Option("--format", help="json, graphml, dot or svg.")] = "json",
    file: Output = None,
    as_json: Json = False,
) -> None:
    """Write the objects that are at most a few links away from an object, and all links between them."""
    from ludex.graphs.formats import write_dot, write_graphml

    form = "json" if as_json else form
    if form not in _SURROUNDINGS_FORMATS:
        raise CommandError(f"--format: {form!r} is not one of {', '.join(_SURROUNDINGS_FORMATS)}")
    require_writable(file)
    with open_reader() as reader:
        start = _find(name)
        found = queries.neighbours.surroundings(reader, start.id, depth, _names(relations), limit=limit)
    if form == "svg":
        from ludex.pictures.graphs import svg_graph_map

        write_text(svg_graph_map([(node.label, node.kind) for node in found.nodes], found.links, start.label), file)
    elif form == "graphml":
        write_text(write_graphml(found.graph()), file)
    elif form == "dot":
        write_text(write_dot(found.graph(), edge_label="relation"), file)
    else:
        links = [{"source": a, "relation": relation, "target": b} for a, relation, b in found.links]
        nodes = [{"id": node.label, "kind": node.kind} for node in found.nodes]
        head = {"directed": True, "multigraph": True, "graph": {}}
        write_text(json_text({**head, "nodes": nodes, "links": links, "complete": found.complete}), file)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def path(
    context: typer.Context,
    start: Annotated[str, typer.Argument(metavar="FROM", help=f"The first object: {_OBJECT}")],
    end: Annotated[str | None, typer.Argument(metavar="TO", help="The last object, in the same forms.")] = None,
    to_kind: Annotated[
        str | None,
        typer.Option(
            "--to-kind",
            help="Find the nearest object of this kind instead of END. Additional options filter by facts: "
            "`--min_swaps 0`.",
        ),
    ] = None,
    relations: _Relations = None,
    max_length: Annotated[int, typer.Option("--max-length", min=0, max=1000, help="Maximum length of the path.")] = 20,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Show a shortest path to an object or to the nearest object of a kind, and the number of shortest paths."""
    names, options = read_options([*([] if end is None else [end]), *context.args])
    if len(names) != (to_kind is None) or (options and to_kind is None):
        raise CommandError("give either a second object, or --to-kind with filters")
    bounds, followed = {"max_length": max_length}, _names(relations)
    with open_reader() as reader, search_budget(time_limit) as budget:
        node = _find(start, budget).id
        if to_kind is None:
            target = _find(names[0], budget).id
            found = queries.paths.shortest_paths(reader, node, target, followed, budget=budget, **bounds)
        else:
            kind = registry().called(to_kind)
            filters = read_filters(kind, options)
            found = queries.paths.paths_to_any(reader, node, kind, filters, followed, budget=budget, **bounds)
    members = {
        "length": found.length,
        "path": [node.label for node in found.path],
        "relations": found.relations,
        "shortest_paths": found.shortest_paths,
        "at_least": found.at_least,
        "complete": found.complete,
    }
    write_result(members, as_json, _path_lines(found))


app.command()(match)


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


@app.command()
def measures(
    name: Name,
    of: Annotated[
        str | None, typer.Option("--of", help="Names of measures, separated by commas; all by default.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a stored graph or hypergraph with functions of networkx."""
    from ludex.graphs.measures import available_measures, measure

    found = find_object(name)
    if found.kind.view.graph is None:
        raise CommandError(f"{name}: a {found.kind.words} is not a graph; give the label of a graph or hypergraph")
    graph = found.kind.view.graph(found.document())
    items = measure(graph, available_measures(graph) if of is None else of.split(","))
    rows = [("measure", "value", "by"), *((item.name, json_text(item.value), item.by) for item in items)]
    members = {"vertices": len(graph), "edges": graph.number_of_edges(), "items": items}
    write_result(members, as_json, table(rows))


app.command()(export)


def _find(word: str, budget: "Budget | None" = None) -> "ObjectView":
    """Return the stored object for a word of the command line.

    The word is a name, a value, or the name of a file that contains a value.

    Raises CommandError.
    """
    content = content_of(word)
    if not content.text.lstrip().startswith("{"):
        return find_given(content.text, content.name, budget)
    try:
        given = exact_json(content.text)
    except ValueError as error:
        raise CommandError(f"{content.name}: {error}") from None
    return find_given(given, content.name, budget)


def _names(text: str | None) -> Sequence[str] | None:
    return None if text is None else text.split(",")


def _path_lines(found: "queries.paths.Paths") -> Iterator[str]:
    if found.length is None:
        yield (
            "there is no path"
            if found.complete
            else f"no path was found; every path has at least length {found.at_least}"
        )
        return
    at_least = "" if found.complete else "at least "
    only = found.complete and found.shortest_paths == 1
    paths = "1 shortest path" if only else f"{at_least}{found.shortest_paths:,} shortest paths, such as"
    yield f"length {found.length}, {paths}:"
    yield from _steps([node.label for node in found.path], found.relations)


def _steps(labels: Sequence[str], relations: Iterable[str]) -> Iterator[str]:
    yield labels[0]
    for name, label in zip(relations, labels[1:], strict=True):
        yield f"  {name}  {label}"
