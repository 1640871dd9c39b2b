"""`ludex graph`: the catalogue as a graph: neighbours, walks, surroundings, shortest paths, patterns, export."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue import graph as queries
from ludex.catalogue import lists
from ludex.cli.commands.lists import kind_called, read_filters, read_options
from ludex.cli.commands.stored_objects import Name, find_object
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.input_text import read_text
from ludex.cli.terminal.output import Json, Output, answer, require_writable, write, write_lines, write_text
from ludex.cli.terminal.progress import TimeLimit, searching
from ludex.requests.exact_json import exact_json
from ludex.requests.json_text import json_text
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.storage.snapshot import Reader

app = typer.Typer(help="The catalogue as a graph: objects and the relations between them.", invoke_without_command=True)

Relations = Annotated[
    str | None,
    typer.Option("--relations", help="Relations to follow, under either name, joined by commas; all if not given."),
]
Limit = Annotated[int, typer.Option("--limit", min=1, help="At most this many.")]
PatternFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help='JSON: {"nodes": {name: {"kind", "where"?, "label"?}}, "links": [[name, relation, name], ...]}; '
        "`-` is standard input.",
    ),
]

_FORMATS = ("graphml", "gexf", "node-link", "csv")


@app.callback()
def counts(context: typer.Context, as_json: Json = False) -> None:
    """Show what the graph is made of: how many objects of each kind, and links of each relation."""
    if context.invoked_subcommand is not None:
        return

    with opened() as catalogue, catalogue.reading() as reader:
        found = queries.counts.graph_counts(reader)
    relations = [
        {
            "relation": one.relation,
            "inverse": one.inverse,
            "from": one.sources,
            "to": one.targets,
            "about": one.about,
            "count": one.count,
        }
        for one in found.relations
    ]
    rows = [
        ("relation", "inverse", "links"),
        *((one.relation, one.inverse, f"{one.count:,}") for one in found.relations),
    ]
    kinds = [("kind", "objects"), *((one.kind, f"{one.count:,}") for one in found.kinds)]
    answer({"kinds": found.kinds, "relations": relations}, as_json, [*table(kinds), "", *table(rows)])


@app.command()
def neighbours(
    name: Name,
    relation: Annotated[str | None, typer.Option("--relation", help="Only those by this relation.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only those of this kind.")] = None,
    limit: Limit = 100,
    as_json: Json = False,
) -> None:
    """List the objects that one is linked with, by each of its relations, under either of their names."""
    of_kind = None if kind is None else kind_called(kind).name
    with _asking() as reader:
        node = _id(reader, name)
        followed = queries.following.follows(reader.registry, None if relation is None else [relation])
        found, after = queries.neighbours.neighbours_page(reader, node, followed, kind=of_kind, limit=limit)
        total = queries.neighbours.count_links(reader, node, followed, of_kind)
    items = [{key: value for key, value in asdict(one).items() if key != "id"} for one in found]
    rows = [("relation", "label", "place", "detail")]
    rows += [(one.relation, one.label, str(one.place), json_text(one.detail) if one.detail else "") for one in found]
    more = [] if after is None else [f"{'' if total.exact else 'more than '}{total.count:,} in all; give a --limit"]
    page = {"items": items, "next": None, "count": total.count, "count_exact": total.exact}
    answer(page, as_json, [*table(rows), *more])


@app.command()
def walk(
    name: Name,
    path: Annotated[str, typer.Argument(metavar="PATH", help="Relations one after another: `has-graph/graph-of`.")],
    limit: Limit = 100,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """List where walks along relations end, the start left out, with how many walks end there."""
    with _asking() as reader, searching(time_limit) as budget:
        found = queries.walks.walk(reader, _id(reader, name), path.split("/"), limit=limit, budget=budget)
    items = [{"label": one.node.label, "kind": one.node.kind, "walks": one.walks} for one in found.ends]
    page = {"items": items, "next": None, "count": found.count.count, "count_exact": found.count.exact}
    rows = [("label", "walks"), *((one.node.label, f"{one.walks:,}") for one in found.ends)]
    answer({**page, "complete": found.complete}, as_json, [*table(rows), *_cut(found.complete)])


@app.command()
def surroundings(
    name: Name,
    depth: Annotated[int, typer.Option("--depth", min=1, max=8, help="So many hops at most.")] = 2,
    relations: Relations = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="At most this many objects.")] = 100,
    form: Annotated[str, typer.Option("--format", help="json, graphml, dot or svg.")] = "json",
    file: Output = None,
    as_json: Annotated[bool, typer.Option("--json", help="As --format json.")] = False,
) -> None:
    """Write the objects that a few hops lead to, and the links between all of them."""
    from ludex.graphs.dot import write_dot
    from ludex.graphs.graphml import write_graphml

    form = "json" if as_json else form
    if form not in ("json", "graphml", "dot", "svg"):
        raise CommandError(f"--format: surroundings are written as json, graphml, dot or svg, not as {form!r}")
    require_writable(file)
    with _asking() as reader:
        found = queries.surroundings.surroundings(reader, _id(reader, name), depth, _names(relations), limit=limit)
    if form == "svg":
        from ludex.pictures.graphs import svg_graph_map

        write_text(svg_graph_map([(one.label, one.kind) for one in found.nodes], found.links, name), file)
    elif form == "graphml":
        write_text(write_graphml(found.graph()), file)
    elif form == "dot":
        write_text(write_dot(found.graph(), edge_label="relation"), file)
    else:
        links = [{"source": a, "relation": relation, "target": b} for a, relation, b in found.links]
        nodes = [{"id": one.label, "kind": one.kind} for one in found.nodes]
        head = {"directed": True, "multigraph": True, "graph": {}}
        write_text(json_text({**head, "nodes": nodes, "links": links, "complete": found.complete}), file)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def path(
    context: typer.Context,
    start: Annotated[str, typer.Argument(metavar="FROM", help="A label or slug.")],
    end: Annotated[str | None, typer.Argument(metavar="TO", help="A label or slug.")] = None,
    to_kind: Annotated[
        str | None,
        typer.Option("--to-kind", help="To the nearest of this kind; further options are filters: `--min_swaps 0`."),
    ] = None,
    relations: Relations = None,
    max_length: Annotated[int, typer.Option("--max-length", min=0, max=1000, help="No longer than this.")] = 20,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Show a shortest path between two objects, or to the nearest of a kind, and how many there are."""
    names, given = read_options([*([] if end is None else [end]), *context.args])
    if len(names) != (to_kind is None) or (given and to_kind is None):
        raise CommandError("give one object to go to, or --to-kind with filters")
    asked, followed = {"max_length": max_length}, _names(relations)
    with _asking() as reader, searching(time_limit) as budget:
        node = _id(reader, start)
        if to_kind is None:
            found = queries.paths.shortest_paths(reader, node, _id(reader, names[0]), followed, budget=budget, **asked)
        else:
            kind = kind_called(to_kind)
            found = queries.paths.paths_to_any(
                reader, node, kind, read_filters(kind, given), followed, budget=budget, **asked
            )
    answer(_path_shown(found), as_json, _path_lines(found))


@app.command()
def match(
    file: PatternFile,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many; all if not given.")] = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """List all ways to choose objects for the names of a pattern; as JSON an object a line."""
    with _asking() as reader, searching(time_limit) as budget:
        pattern = _pattern(reader, file)
        every = islice(_matches(reader, pattern, budget), limit)
        if as_json:
            write(json_text(one) for one in every)
        else:
            write(table([list(pattern.objects), *(one.values() for one in every)]))


@app.command()
def measures(
    name: Name,
    of: Annotated[
        str | None, typer.Option("--of", help="Names of measures, joined by commas; all if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a stored graph or hypergraph by functions of networkx."""
    from ludex.graphs.measures import available_measures, measure

    found = find_object(name)
    if found.kind.view.graph is None:
        raise CommandError(f"{name}: a {found.kind.words} is not a graph; give the label of a graph or of a hypergraph")
    graph = found.kind.view.graph(found.document())
    items = measure(graph, available_measures(graph) if of is None else of.split(","))
    rows = [("measure", "value", "by"), *((one.name, json_text(one.value), one.by) for one in items)]
    edges = graph.number_of_edges()
    answer({"vertices": len(graph), "edges": edges, "items": items}, as_json, table(rows))


@app.command()
def export(
    form: Annotated[str, typer.Option("--format", help=f"{', '.join(_FORMATS)}.")] = "graphml",
    pattern: Annotated[
        str | None, typer.Option("--match", metavar="FILE", help="Only what matches the pattern of this file.")
    ] = None,
    file: Output = None,
) -> None:
    """Write the whole graph, or what matches a pattern, for other programs: Gephi, networkx, a spreadsheet."""
    if form not in queries.exporting.FORMATS:
        raise CommandError(f"--format: a graph is written as {', '.join(queries.exporting.FORMATS)}, not as {form!r}")
    require_writable(file)
    with _asking() as reader:
        part = (
            queries.exporting.everything(reader)
            if pattern is None
            else queries.exporting.of_matches(reader, _pattern(reader, pattern))
        )
        write_lines(queries.exporting.FORMATS[form](part), file)


def _matches(reader: "Reader", pattern: "queries.patterns.Pattern", budget: Any) -> Iterator[Mapping[str, str]]:  # noqa: ANN401 - a Budget
    """Yield all matches, the label for each name. Raises BudgetExhausted if the time ends before."""
    after = None
    while True:
        found = queries.matching.match(reader, pattern, after=after, budget=budget)
        yield from ({name: node.label for name, node in one.items()} for one in found.items)
        after = found.after
        if after is None:
            return
        budget.check()


def _pattern(reader: "Reader", file: str) -> "queries.patterns.Pattern":
    try:
        given = exact_json(read_text(file))
    except ValueError as error:
        raise CommandError(f"{file}: not JSON: {error}") from None
    if not _is_pattern(given):
        raise CommandError(f"{file}: not a pattern; `ludex graph match --help` shows how one is written")
    return queries.patterns.read_pattern(reader, given["nodes"], given.get("links", []))


def _is_pattern(given: Any) -> bool:  # noqa: ANN401 - JSON
    """Tell whether JSON has the form of a pattern, whatever kinds and relations it names."""
    if (
        not isinstance(given, dict)
        or not given.keys() <= {"nodes", "links"}
        or not isinstance(given.get("nodes"), dict)
    ):
        return False
    links = given.get("links", [])
    nodes = all(
        isinstance(one, dict)
        and one.keys() <= {"kind", "where", "label"}
        and isinstance(one.get("kind"), str)
        and isinstance(one.get("where", {}), dict)
        and isinstance(one.get("label", ""), str)
        for one in given["nodes"].values()
    )
    return (
        nodes
        and isinstance(links, list)
        and all(isinstance(one, list) and len(one) == 3 and all(isinstance(part, str) for part in one) for one in links)
    )


@contextmanager
def _asking() -> "Iterator[Reader]":
    with opened() as catalogue, catalogue.reading() as reader:
        try:
            yield reader
        except lists.filters.ListingError as error:
            raise CommandError(f"--{error.name}: {error.message}") from None


def _id(reader: "Reader", name: str) -> int:
    return queries.following.stored_id(reader, name)


def _names(text: str | None) -> Sequence[str] | None:
    return None if text is None else text.split(",")


def _path_shown(found: "queries.paths.Paths") -> dict[str, Any]:
    return {
        "length": found.length,
        "path": [one.label for one in found.path],
        "relations": found.relations,
        "shortest_paths": found.shortest_paths,
        "at_least": found.at_least,
        "complete": found.complete,
    }


def _path_lines(found: "queries.paths.Paths") -> Iterator[str]:
    if found.length is None:
        yield (
            "there is no path"
            if found.complete
            else f"no path was found; any has a length of at least {found.at_least}"
        )
        return
    many = "" if found.complete else " at least"
    yield f"length {found.length},{many} {found.shortest_paths:,} of them; one:"
    yield from _steps([one.label for one in found.path], found.relations)


def _steps(labels: Sequence[str], relations: Iterable[str]) -> Iterator[str]:
    yield labels[0]
    for name, label in zip(relations, labels[1:], strict=True):
        yield f"  {name}  {label}"


def _cut(complete: bool) -> list[str]:
    return [] if complete else ["a bound cut walks off: there are more"]
