"""Requests about the catalogue as a graph: neighbours, walks, surroundings, shortest paths and patterns."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Required

from pydantic import ConfigDict, Field, JsonValue
from typing_extensions import TypedDict

from ludex.catalogue import graph as queries
from ludex.catalogue import lists, objects
from ludex.catalogue.cypher import engine, statement
from ludex.catalogue.cypher.engine import MOST_ROWS
from ludex.catalogue.graph.limits import MOST_AROUND, MOST_NAMES, MOST_PATTERN_LINKS
from ludex.engine.faults import Fault, within
from ludex.graphs.formats import write_dot, write_graphml
from ludex.graphs.measures import MeasureError, MeasureResult, available_measures, measure
from ludex.pictures.graphs import svg_graph_map
from ludex.requests import bounds
from ludex.requests.declaration import (
    After,
    Listing,
    Rest,
    Slice,
    TimeLimit,
    WrongCursor,
    natural_numbers,
    request,
)
from ludex.requests.fields import ServiceBounds, words
from ludex.requests.json_text import json_text
from ludex.requests.session import Session
from ludex.requests.stored_object import Object
from ludex.requests.text_output import table

if TYPE_CHECKING:
    import networkx

    from ludex.catalogue.kinds.registry import AnyKind
    from ludex.catalogue.objects.reading import ObjectView
    from ludex.catalogue.storage.snapshot import Reader

Names = Annotated[Sequence[str], Field(max_length=bounds.WALK_STEPS * 8), words(",")]
Steps = Annotated[Sequence[str], Field(min_length=1), words("/")]


def _text_of_counts(counts: "queries.neighbours.GraphCounts") -> Iterator[str]:
    kinds = [(kind.kind, f"{kind.count:,}") for kind in counts.kinds]
    kinds += [(f"{kind.kind} (not installed)", f"{kind.count:,}") for kind in counts.not_installed]
    yield from table([("kind", "objects"), *kinds])
    yield ""
    relations = ((relation.relation, relation.inverse, f"{relation.count:,}") for relation in counts.relations)
    yield from table([("relation", "inverse", "links"), *relations])


@request("GET /graph", command="graph", text=_text_of_counts, tool=True)
def graph(catalogue: Session) -> "queries.neighbours.GraphCounts":
    """Count the objects of each kind, and the links of each relation.

    Returns
    -------
    GraphCounts
        The kinds and the relations, with counts.

    Examples
    --------
    >>> catalogue.graph().kinds[0].count
    0
    """
    with catalogue.reading() as reader:
        return queries.neighbours.graph_counts(reader)


@request(
    "GET /objects/{object}/neighbours",
    "POST /neighbours",
    command="graph neighbours OBJECT",
    columns=("relation", "label", "place", "detail"),
    tool=True,
)
def neighbours(
    catalogue: Session, object: Object, relation: str | None = None, *, kind: str | None = None
) -> "Listing[objects.links.Neighbour]":
    """List the objects that are linked to an object.

    Links from the object come before links to the object. Links with the same relation are in the order in which the
    objects at their other end were stored.

    Parameters
    ----------
    object
        The object, by name or by value.
    relation
        Only links of this relation, which is given by either of its two names.
    kind
        Only neighbours of this kind.

    Returns
    -------
    Listing of Neighbour
        The links, with `label`, `kind`, `relation`, `place` and `detail` of the linked object.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> [neighbour.kind for neighbour in catalogue.neighbours(level.label, "has-graph")]
    ['planarity-graph']
    """
    with within("kind"):
        kind = kind and catalogue.registry.called(kind).name
    with catalogue.reading() as reader, within("relation"):
        followed = queries.following.follows(reader.registry, None if relation is None else [relation])
    node = catalogue.resolve(object, "object").id

    def read(after: After | None, limit: int) -> "Slice[objects.links.Neighbour]":
        start = None if after is None else natural_numbers(after, 4)
        with catalogue.reading() as reader:
            found, last = queries.neighbours.neighbours_page(
                reader, node, followed, kind=kind, after=start, limit=limit
            )
            return Slice(found, last, queries.neighbours.count_links(reader, node, followed, kind))

    return Listing(read)


@request(
    "GET /objects/{object}/walk",
    "POST /walk",
    command="graph walk OBJECT PATH",
    columns=("label", "walks"),
    tool=True,
)
def walk(
    catalogue: Session, object: Object, path: Steps, *, time_limit: TimeLimit = None
) -> "Listing[queries.paths.WalkEnd]":
    """List the objects at which walks along some relations end, each with its number of walks.

    The start is not listed. Parallel links count as different steps: for example, a position that contains a card twice
    has two links to it.

    Parameters
    ----------
    object
        The start, by name or by value.
    path
        The relations of the successive steps, separated by `/`: `has-graph/graph-of`. Each relation is given by either
        of its two names.
    time_limit
        Time limit in seconds.

    Returns
    -------
    Listing of WalkEnd
        The ends, with `label`, `kind` and `walks`.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> [(end.kind, end.walks) for end in catalogue.walk(level.label, ["has-graph"])]
    [('planarity-graph', 1)]
    """
    if len(path) > bounds.WALK_STEPS:
        raise Fault(f"a walk has at most {bounds.WALK_STEPS} steps", ("path",))
    start = catalogue.resolve(object, "object").id

    def read(after: After | None, limit: int) -> "Slice[queries.paths.WalkEnd]":
        [last] = natural_numbers(after or (0,), 1)
        with within("path"), catalogue.searching(time_limit) as budget, catalogue.reading() as reader:
            found = queries.paths.walk(reader, start, path, after=last, limit=limit, budget=budget)
        onwards = None if found.after is None else (found.after,)
        return Slice(found.ends, onwards, found.count, {"complete": found.complete})

    return Listing(read)


class Link(TypedDict):
    """A link in a part of the graph: the labels of its ends, and the name of the relation from source to target."""

    source: str
    relation: str
    target: str


class MapNode(TypedDict):
    """An object in a part of the graph: its label, and its kind."""

    id: str
    kind: str


@dataclass(frozen=True, slots=True)
class GraphPart:
    """A part of the graph in the node-link format of networkx. The first node is the start.

    Attributes
    ----------
    directed, multigraph
        Always true.
    graph
        Attributes of the graph; empty.
    nodes
        The objects, nearest first.
    edges
        The links between the objects, in the member that `networkx.node_link_graph` reads.
    complete
        False if a limit was reached, so that objects or links are missing.
    """

    nodes: list[MapNode]
    edges: list[Link]
    complete: bool
    directed: bool = True
    multigraph: bool = True
    graph: dict[str, str] = field(default_factory=dict)


def _node_link(around: "queries.neighbours.Around") -> GraphPart:
    return GraphPart(
        [{"id": node.label, "kind": node.kind} for node in around.nodes],
        [{"source": a, "relation": relation, "target": b} for a, relation, b in around.links],
        around.complete,
    )


def _picture(around: "queries.neighbours.Around") -> str:
    kinds = [(node.label, node.kind) for node in around.nodes]
    return svg_graph_map(kinds, around.links, f"The surroundings of {around.nodes[0].label}")


Depth = Annotated[int, Field(ge=1, le=bounds.DEPTH)]
Most = Annotated[int, Field(ge=1, le=MOST_AROUND)]


@request(
    "GET /objects/{object}/surroundings",
    "POST /surroundings",
    command="graph surroundings OBJECT",
    formats={
        "json": _node_link,
        "graphml": lambda around: write_graphml(around.graph()),
        "dot": lambda around: write_dot(around.graph(), edge_label="relation") + "\n",
    },
    draws=_picture,
    lacks={"tool": "`neighbours` shows the same in smaller parts"},
)
def surroundings(
    catalogue: Session,
    object: Object,
    depth: Depth = 2,
    relations: Names | None = None,
    *,
    limit: Most = 100,
    time_limit: TimeLimit = None,
) -> "queries.neighbours.Around":
    """Return the objects within a number of hops of an object, and all links between these objects.

    Parameters
    ----------
    object
        The object, by name or by value.
    depth
        Maximum number of hops.
    relations
        Relations to follow, separated by commas. Each relation is given by either of its two names. The default is all
        relations in both directions.
    limit
        Maximum number of objects, nearest first.
    time_limit
        Time limit in seconds.

    Returns
    -------
    Around
        The objects and links. Its method `graph` returns a graph of networkx.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> [node.kind for node in catalogue.surroundings(level, 1, ["has-graph"]).nodes]
    ['planarity-level', 'planarity-graph']
    """
    start = catalogue.resolve(object, "object").id
    with within("relations"), catalogue.searching(time_limit) as budget, catalogue.reading() as reader:
        return queries.neighbours.surroundings(reader, start, depth, relations, limit=limit, budget=budget)


def _text_of_paths(found: "queries.paths.Paths") -> Iterator[str]:
    if found.length is None:
        at_least = f"no path was found; every path has at least length {found.at_least}"
        yield "there is no path" if found.complete else at_least
        return
    at_least = "" if found.complete else "at least "
    only = found.complete and found.shortest_paths == 1
    paths = "1 shortest path" if only else f"{at_least}{found.shortest_paths:,} shortest paths, such as"
    yield f"length {found.length}, {paths}:"
    yield found.path[0].label
    for relation, node in zip(found.relations, found.path[1:], strict=True):
        yield f"  {relation}  {node.label}"


@request("GET /paths", "POST /paths", command="graph path FROM [TO]", text=_text_of_paths, tool=True)
def paths(
    catalogue: Session,
    start: Annotated[Object, Field(alias="from")],
    end: Annotated[Object | None, Field(alias="to")] = None,
    relations: Names | None = None,
    *,
    to_kind: str | None = None,
    where: Annotated[Mapping[str, Any], Rest()] = {},
    max_length: Annotated[int, Field(ge=0, le=bounds.PATH_LENGTH)] = bounds.PATH_LENGTH_DEFAULT,
    time_limit: TimeLimit = None,
) -> "queries.paths.Paths":
    """Find a shortest path to another object or to the nearest object of a kind, and count the shortest paths.

    For example, if the kind is a type of puzzle and the filter selects solved positions, the path is a solution.

    Parameters
    ----------
    start
        The start, by name or by value.
    end
        The end, by name or by value.
    relations
        Relations to follow, separated by commas. Each relation is given by either of its two names. The default is all
        relations in both directions.
    to_kind
        Replaces the end: the end is the nearest object of this kind.
    where
        Filters for objects of this kind, as in its list, such as `min_swaps` 0.
    max_length
        Maximum length.
    time_limit
        Time limit in seconds.

    Returns
    -------
    Paths
        One shortest path, and the number of shortest paths.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> level = catalogue.add(drawing)
    >>> catalogue.paths(drawing, level["graph"]).relations
    ('has-graph',)
    """
    if (end is None) == (to_kind is None):
        raise Fault("give either `to` or `to_kind`", ("to",))
    if to_kind is None and where:
        raise Fault("filters require `to_kind`; give `to_kind`, or remove the filters", ("where",))
    first = catalogue.resolve_stored(start, "from").id
    if to_kind is None:
        find = partial(queries.paths.shortest_paths, end=catalogue.resolve_stored(end, "to").id)
    else:
        with within("to_kind"):
            kind = catalogue.registry.called(to_kind)
        from ludex.requests.kind_lists import read_filters

        filters = read_filters(catalogue.registry, kind, {name: _filter_text(value) for name, value in where.items()})
        find = partial(queries.paths.paths_to_any, kind=kind, filters=filters)
    with within("relations"), catalogue.searching(time_limit) as budget, catalogue.reading() as reader:
        return find(reader, first, relations=relations, max_length=max_length, budget=budget)


def _filter_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


Name = Annotated[str, Field(min_length=1, max_length=64)]


class PatternNode(TypedDict, total=False):
    """An object of a pattern: its `kind`, and conditions on its facts or the object itself.

    A condition in `where` is a value, a list of alternative values, or a range of numbers. A range is "4..9" or
    {"min": 4, "max": 9}; either end may be omitted. `label` is the label of an object that is fixed. `object` is the
    object itself, by name or by value; it is looked up as an object of this kind.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    kind: Required[Annotated[str, Field(min_length=1)]]
    where: Mapping[str, Any]
    label: str | None
    object: Object | None


@request("POST /match", command="graph match FILE", streams=True, tool=True)
def match(
    catalogue: Session,
    nodes: Annotated[Mapping[Name, PatternNode], Field(min_length=1, max_length=MOST_NAMES)],
    links: Annotated[
        Sequence[Annotated[Sequence[Name], Field(min_length=3, max_length=3)]], Field(max_length=MOST_PATTERN_LINKS)
    ] = (),
    *,
    time_limit: TimeLimit = None,
) -> Listing[dict[str, str]]:
    """Find all ways to assign objects to the names in a pattern so that all conditions and links are satisfied.

    Different names always stand for different objects. Parallel links do not produce additional matches. `count` is the
    number of matches on this page, and `count_exact` is false if there are more matches.

    Parameters
    ----------
    nodes
        The objects by their names in the pattern.
    links
        Links `[source, relation, target]`. Source and target are names in the pattern. The relation is given by either
        of its two names.
    time_limit
        Time limit in seconds.

    Returns
    -------
    Listing of dict
        A label for each name.

    Examples
    --------
    >>> nodes = {"level": {"kind": "planarity-level"}, "graph": {"kind": "planarity-graph"}}
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> matches = list(catalogue.match(nodes, [("level", "has-graph", "graph")]))
    >>> matches == [{"level": level.label, "graph": level["graph"]}]
    True
    """
    pattern = read_labelled_pattern(catalogue, nodes, links)

    def read(after: After | None, limit: int) -> Slice[dict[str, str]]:
        start = None if after is None else _place(after)
        with catalogue.searching(time_limit) as budget, catalogue.reading() as reader:
            found = queries.matching.match(reader, pattern(reader), after=start, limit=limit, budget=budget)
        onwards = None if found.after is None else (*found.after.order, -1, *found.after.row)
        items = [{name: node.label for name, node in item.items()} for item in found.items]
        return Slice(items, onwards, lists.listing.Count(len(items), onwards is None), {"complete": found.complete})

    return Listing(read)


def read_labelled_pattern(
    catalogue: Session, nodes: Mapping[str, PatternNode], links: Sequence[Sequence[str]] = ()
) -> "Callable[[Reader], queries.patterns.Pattern]":
    """Find the objects that are given in a pattern. Return a function that reads the pattern on a snapshot."""

    def find(name: str, given: object, kind: "AnyKind | None") -> "ObjectView":
        return catalogue.resolve(given, "nodes", name, "object", kind=kind)

    labelled = queries.given_objects.with_labels(catalogue.registry, nodes, find)
    return lambda reader: queries.patterns.read_pattern(reader, labelled, links)


def _place(after: After) -> "queries.matching.Place":
    """Return the place of a sort key: the order of the names, -1, and the ids of the first objects of a match."""
    numbers = [number for number in after if type(number) is int and -1 <= number < 2**63]
    if len(numbers) < len(after) or numbers.count(-1) != 1:
        raise WrongCursor
    middle = numbers.index(-1)
    order, row = tuple(numbers[:middle]), tuple(numbers[middle + 1 :])
    if sorted(order) != list(range(len(order))) or not 1 <= len(row) <= len(order):
        raise WrongCursor
    return queries.matching.Place(order, row)


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures of a graph.

    Attributes
    ----------
    vertices
        Number of vertices.
    edges
        Number of edges.
    items
        The measures.
    """

    vertices: int
    edges: int
    items: list[MeasureResult]


@dataclass(frozen=True, slots=True)
class MeasuresAround(Measures):
    """Measures of an object's surroundings.

    Attributes
    ----------
    complete
        False if a limit was reached, so that objects or links are missing.
    """

    complete: bool


def _text_of_measures(found: Measures) -> Iterator[str]:
    return table([("measure", "value", "by"), *((item.name, json_text(item.value), item.by) for item in found.items)])


@request(
    "GET /objects/{object}/measures",
    command="graph measures OBJECT",
    text=_text_of_measures,
    lacks={"tool": "a program computes them from the graph"},
)
def measures(catalogue: Session, object: Object, of: Names | None = None, *, time_limit: TimeLimit = None) -> Measures:
    """Compute measures of a stored graph or hypergraph with functions of networkx.

    Parameters
    ----------
    object
        The graph, by name or by value.
    of
        Names of measures, separated by commas. By default, as many measures are computed as the time limit allows.
    time_limit
        Time limit in seconds.

    Returns
    -------
    Measures
        The measures, each with the function that computed it.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> [found.value for found in catalogue.measures(level["graph"], ["diameter"]).items]
    [2]
    """
    found = catalogue.resolve(object, "object")
    if found.kind.view.graph is None:
        raise Fault(f"a {found.kind.words} is not a graph; give the label of a graph or hypergraph", ("object",))
    try:
        graph = found.kind.view.graph(found.document())
    except ValueError as error:  # the graph is too large for its vertices and edges to be listed
        raise Fault(str(error), ("object",)) from None
    return _measured(catalogue, graph, of, time_limit)


@request(
    "GET /objects/{object}/surroundings/measures",
    lacks={
        "command": "`ludex graph export` gives the surroundings to other programs",
        "tool": "a program computes them from the surroundings",
        "python": "networkx computes them from `surroundings`",
    },
)
def measures_of_surroundings(
    catalogue: Session,
    object: Object,
    depth: Depth = 2,
    relations: Names | None = None,
    of: Names | None = None,
    *,
    limit: Most = 100,
    time_limit: TimeLimit = None,
) -> MeasuresAround:
    """Compute measures of the surroundings of an object, as a directed graph without parallel arcs.

    Parameters
    ----------
    object
        The object, by name or by value.
    depth
        Maximum number of hops.
    relations
        Relations to follow, separated by commas. Each relation is given by either of its two names. The default is all
        relations in both directions.
    of
        Names of measures, separated by commas. By default, as many measures are computed as the time limit allows.
    limit
        Maximum number of objects, nearest first.
    time_limit
        Time limit in seconds.
    """
    import networkx

    around = surroundings(catalogue, object, depth, relations, limit=limit, time_limit=time_limit)
    found = _measured(catalogue, networkx.DiGraph(around.graph()), of, time_limit)
    return MeasuresAround(found.vertices, found.edges, found.items, around.complete)


def _measured(
    catalogue: Session, graph: "networkx.Graph", of: Sequence[str] | None, time_limit: float | None
) -> Measures:
    """Return the requested measures. If none are requested, return as many measures as the time limit allows."""
    items: list[MeasureResult] = []
    with catalogue.searching(time_limit) as budget:
        for name in available_measures(graph) if of is None else of:
            if of is None and budget.exhausted() is not None:
                break
            budget.check()
            try:
                items += measure(graph, [name])
            except MeasureError as error:
                if of is not None:
                    raise Fault(str(error), ("of",)) from None
    return Measures(len(graph), graph.number_of_edges(), items)


Parameter = Annotated[str, Field(min_length=1, max_length=64)]


@request(
    "POST /cypher",
    tool=True,
    stability="experimental",
    lacks={
        "command": "`ludex graph cypher`, whose option `--parameter` can be repeated",
        "client": "`Client.cypher`, whose result is a table",
        "job": "a query takes seconds, and stores nothing",
    },
    problems=(501, 503),
    example={
        "query": "MATCH (a:PlanarityLevel)-[:HAS_GRAPH]->(g) RETURN g.label, count(*) AS levels ORDER BY levels DESC"
    },
)
def cypher(
    catalogue: Session,
    query: Annotated[str, Field(min_length=1, max_length=statement.MOST_CHARACTERS)],
    parameters: Annotated[Mapping[Parameter, JsonValue], Field(max_length=statement.MOST_PARAMETERS)] = {},
    *,
    limit: Annotated[int, Field(ge=1), ServiceBounds(MOST_ROWS)] = MOST_ROWS,
    time_limit: TimeLimit = None,
) -> "engine.QueryResult":
    """Run a read-only Cypher query on the current content of the catalogue.

    Each kind is a node table, such as `PlanarityLevel`, and each relation is a relationship table, such as `HAS_GRAPH`.
    The query sees every object that was stored before. The first query after an upgrade creates these tables in a file
    next to the catalogue. If they are not ready within the time limit, the service returns 503. The query engine is the
    extra `ludex[cypher]`.

    Parameters
    ----------
    query
        A single statement that only reads. It begins with MATCH, OPTIONAL MATCH, UNWIND, WITH, RETURN or CALL.
    parameters
        The values of the query's parameters, which are written `$name` in the query. They are texts, 64-bit integers,
        other numbers, truth values, null, or lists of values of one of these types.
    limit
        Maximum number of rows.
    time_limit
        Time limit of the query in seconds.

    Returns
    -------
    QueryResult
        The rows. Iterating over the result yields a dictionary for each row, and ``to_pandas()`` returns a DataFrame.

    Raises
    ------
    EngineMissing
        If the extra is not installed.
    StatementError, QueryError
        If the query is not read-only, or if the engine rejects it.
    BudgetExhausted
        If the query reaches its limit of time or memory.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> list(catalogue.cypher("MATCH (a:PlanarityLevel)-[:HAS_GRAPH]->(g) RETURN g.vertices AS size"))
    [{'size': 4}]
    """
    from ludex.catalogue.cypher.projection import run_cypher

    seconds = time_limit or catalogue.bound(bounds.TIME_LIMIT_DEFAULT)
    with catalogue.waiting(seconds) as budget:
        # A request that waits for the projection holds no computing slot.
        return run_cypher(
            catalogue.store,
            query,
            parameters,
            seconds=seconds,
            budget=budget,
            rows=limit,
            computing=partial(catalogue.searching, seconds),
        )


GRAPH = (graph, neighbours, walk, surroundings, measures_of_surroundings, measures, paths, match, cypher)
"""The requests about the catalogue as a graph, in the order of the documentation."""
