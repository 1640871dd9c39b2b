"""Routes that treat the catalogue as a graph: kinds and relations, neighbours, walks, surroundings, shortest paths."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Literal

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api.middleware.problems import malformed, refused
from ludex.api.routing.cursors import After, PageSlice, page_reply, whole_numbers
from ludex.api.routing.responses import PREFIX, picture, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.graph.following import SECONDS, Node, UnknownRelation, follows, stored_id
from ludex.catalogue.graph.neighbours import (
    MOST_AROUND,
    Around,
    KindCount,
    count_links,
    graph_counts,
    neighbours_page,
    surroundings,
)
from ludex.catalogue.graph.paths import Paths, paths_to_any, shortest_paths, walk
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import UnknownKind
from ludex.catalogue.lists.filters import Filters, read_filter
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.graphs.formats import write_dot, write_graphml
from ludex.pictures.graphs import svg_graph_map
from ludex.requests import bounds
from ludex.requests.fields import Label, LabelPath, PageQuery, Parameters, ResponseModel
from ludex.requests.response_models import page_of

routes = Routes(tag="Graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

RELATIONS = (
    "Relations to follow, separated by commas. Each relation is given by either of its two names. The default is all "
    "relations in both directions."
)


class RelationCount(ResponseModel):
    """A relation, with the kinds that it links and the number of its links."""

    relation: str = Field(description="Name of the relation.")
    inverse: str = Field(
        description="Name of the relation in the opposite direction; the same name if both directions are stored."
    )
    sources: list[str] = Field(serialization_alias="from", description="Kinds of the sources.")
    targets: list[str] = Field(serialization_alias="to", description="Kinds of the targets.")
    about: str = Field(description="Description of the relation.")
    count: int = Field(description="Number of links.")


class Graph(ResponseModel):
    """The kinds and relations of the graph."""

    kinds: list[KindCount] = Field(description="The kinds of objects, with the number of stored objects.")
    relations: list[RelationCount] = Field(description="The relations, with the number of links.")
    not_installed: list[KindCount] = Field(
        description="Kinds that have objects, but whose game is not installed or not selected."
    )


class NeighbourItem(ResponseModel):
    """An object at the other end of a link."""

    relation: str = Field(description="Name of the relation in the direction from this object.")
    label: str = Field(description="Label of the other object.")
    kind: str = Field(description="Kind of the other object.")
    place: int = Field(description="Number that distinguishes parallel links, such as an index or a place in a pack.")
    detail: Any = Field(description="Details of the link, such as a matching; null if there are none.")


class WalkEndItem(ResponseModel):
    """An object where walks end."""

    label: str = Field(description="Label of the object.")
    kind: str = Field(description="Kind of the object.")
    walks: int = Field(
        description=("Number of walks that end at this object. Parallel links count as different steps.")
    )


class MapNode(ResponseModel):
    """An object in a part of the graph."""

    id: str = Field(description="Label of the object.")
    kind: str = Field(description="Kind of the object.")


class MapLink(ResponseModel):
    """A link in a part of the graph."""

    source: str = Field(description="Label of the source.")
    relation: str = Field(description="Name of the relation from source to target.")
    target: str = Field(description="Label of the target.")


class Surroundings(ResponseModel):
    """A part of the graph in the node-link format of networkx. The first node is the start."""

    directed: bool = Field(description="Always true.")
    multigraph: bool = Field(description="Always true.")
    graph: dict[str, str] = Field(description="Attributes of the graph; empty.")
    nodes: list[MapNode] = Field(description="The objects, nearest first.")
    links: list[MapLink] = Field(description="The links between the objects.")
    complete: bool = Field(description="False if a limit was reached, so that objects or links are missing.")


class ShortestPaths(ResponseModel):
    """The shortest paths between two objects."""

    length: int | None = Field(description="Number of steps; null if no path was found.")
    path: list[str] = Field(description="Labels of the objects on one shortest path.")
    relations: list[str] = Field(description="Relation of each step of that path.")
    shortest_paths: int = Field(description="Number of shortest paths, counted as sequences of objects.")
    at_least: int | None = Field(description="Lower bound on the length; null if it is certain that there is no path.")
    complete: bool = Field(
        description=(
            "False if a limit ended the search. In that case, there may be a path even if `length` is null, and there "
            "may be more paths than `shortest_paths` states. A `length` that is not null is always exact."
        )
    )


class NeighboursQuery(PageQuery):
    """A page of neighbours, optionally restricted to one relation or kind."""

    relation: Label | None = Field(
        default=None, description=("Only links of this relation, which is given by either of its two names.")
    )
    kind: Label | None = Field(default=None, description="Only neighbours of this kind.")


class WalkQuery(PageQuery):
    """The relations that the walks follow, and a page of the objects where they end."""

    path: str = Field(
        min_length=1,
        max_length=bounds.RELATIONS_CHARACTERS,
        description=(
            "The relations of the successive steps, separated by `/`. Each relation is given by either of its two "
            "names: `has-graph/graph-of`."
        ),
    )


class SurroundingsParameters(Parameters):
    """The extent of an object's surroundings."""

    depth: int = Field(default=2, ge=1, le=bounds.DEPTH, description="Maximum number of hops.")
    relations: str | None = Field(default=None, max_length=bounds.RELATIONS_CHARACTERS, description=RELATIONS)
    limit: int = Field(default=100, ge=1, le=MOST_AROUND, description="Maximum number of objects, nearest first.")


class SurroundingsQuery(SurroundingsParameters):
    """The extent of an object's surroundings, and the format of the response."""

    format: Literal["json", "graphml", "dot", "svg"] = Field(default="json", description="Format of the response.")


class PathsQuery(Parameters):
    """The ends of paths, and the relations to follow.

    If `to_kind` is given, all additional parameters are filters for objects of that kind, such as `min_swaps=0`.
    """

    model_config = ConfigDict(extra="allow")

    start: Label = Field(alias="from", description="Label or slug of the start.")
    to: Label | None = Field(default=None, description="Label or slug of the end.")
    to_kind: Label | None = Field(
        default=None,
        description=(
            "Replaces `to`: the end is the nearest object of this kind. Parameters that are not listed here are "
            "filters for this kind, as in its list, such as `min_swaps=0`."
        ),
    )
    relations: str | None = Field(default=None, max_length=bounds.RELATIONS_CHARACTERS, description=RELATIONS)
    max_length: int = Field(
        default=bounds.PATH_LENGTH_DEFAULT, ge=0, le=bounds.PATH_LENGTH, description="Maximum length."
    )


@routes.get("/graph", Graph, tool=True)
def show_graph() -> Response:
    """Count the objects of each kind, and the links of each relation."""
    with service().catalogue.reading() as reader:
        result = graph_counts(reader)
    relations = [
        {
            "relation": relation.relation,
            "inverse": relation.inverse,
            "from": list(relation.sources),
            "to": list(relation.targets),
            "about": relation.about,
            "count": relation.count,
        }
        for relation in result.relations
    ]
    kinds, not_installed = ([asdict(kind) for kind in counts] for counts in (result.kinds, result.not_installed))
    return reply({"kinds": kinds, "relations": relations, "not_installed": not_installed})


@routes.get("/objects/<label:label>/neighbours", page_of(NeighbourItem, "Neighbour"), problems=(409, 422), tool=True)
def neighbours_of_object(path: LabelPath, query: NeighboursQuery) -> Response:
    """List the objects that are linked to an object.

    Links from the object come before links to the object. Links with the same relation are in the order in which the
    objects at their other end were stored.
    """
    with relation_errors("/relation"), service().catalogue.reading() as reader:
        return neighbours_reply(reader, find(reader, path.label).id, query)


def neighbours_reply(reader: Reader, node: int, query: NeighboursQuery) -> Response:
    """Return a page of the neighbours of an object."""
    followed = follows(reader.registry, None if query.relation is None else [query.relation])

    def read(after: After | None, limit: int) -> PageSlice:
        start = None if after is None else whole_numbers(after, 4)
        result, last = neighbours_page(reader, node, followed, kind=query.kind, after=start, limit=limit)
        items = [{name: getattr(neighbour, name) for name in NeighbourItem.model_fields} for neighbour in result]
        return PageSlice(items, last, count_links(reader, node, followed, query.kind))

    return page_reply(query, ["neighbours", node, query.relation, query.kind], read)


CUT = (bool, Field(description="False if a limit was reached, so that walks are missing."))


@routes.get(
    "/objects/<label:label>/walk",
    page_of(WalkEndItem, "WalkEnd", complete=CUT),
    problems=(409, 422, 503),
    holds_slot=True,
    tool=True,
)
def walk_from_object(path: LabelPath, query: WalkQuery) -> Response:
    """List the objects at which walks along these relations end, each with its number of walks.

    The start is not listed.

    Parallel links count as different steps: for example, a position that contains a card twice has two links to it.
    """
    return walk_reply(lambda reader, _budget: find(reader, path.label), path.label, query)


def walk_reply(find_start: Callable[[Reader, Budget], ObjectView], name: str, query: WalkQuery) -> Response:
    """Return a page of the objects at which walks end. `name` identifies the start object in cursors."""
    steps = query.path.split("/")
    if len(steps) > bounds.WALK_STEPS:
        raise refused("/path", f"a walk has at most {bounds.WALK_STEPS} steps")

    def read(after: After | None, limit: int) -> PageSlice:
        [start] = (0,) if after is None else whole_numbers(after, 1)
        with computing("walk") as (reader, budget):
            result = walk(reader, find_start(reader, budget).id, steps, after=start, limit=limit, budget=budget)
        items = [{"label": end.node.label, "kind": end.node.kind, "walks": end.walks} for end in result.ends]
        return PageSlice(
            items, None if result.after is None else (result.after,), result.count, {"complete": result.complete}
        )

    with relation_errors("/path"):
        return page_reply(query, ["walk", name, query.path], read)


@routes.get("/objects/<label:label>/surroundings", Surroundings, problems=(409, 422, 503), holds_slot=True)
def surroundings_of_object(path: LabelPath, query: SurroundingsQuery) -> Response:
    """Return the objects within a number of hops of an object, and all links between these objects.

    `json` is the node-link format of networkx. The other formats are `graphml`, `dot` and `svg`.
    """
    with relation_errors("/relations"), computing("surroundings") as (reader, budget):
        result = find(reader, path.label)
        relations = relation_names(query.relations)
        around = surroundings(reader, result.id, query.depth, relations, limit=query.limit, budget=budget)
    return surroundings_reply(around, query.format, result.label)


@routes.get("/paths", ShortestPaths, problems=(409, 422, 503), holds_slot=True, tool=True)
def paths_between_objects(query: PathsQuery) -> Response:
    """Find a shortest path to another object or to the nearest object of a kind, and count the shortest paths.

    If `to_kind` is given, parameters that are not listed here are filters for objects of that kind. For example, if the
    kind is a type of puzzle and the filter selects solved positions, the path is a solution.
    """
    if (query.to is None) == (query.to_kind is None):
        raise refused("/to", "give either `to` or `to_kind`")
    if query.to_kind is None:
        for name in query.model_extra or {}:
            raise malformed("is an unknown parameter; omit it, or give `to_kind`", f"/{name}")
    with relation_errors("/relations"), computing("path") as (reader, budget):
        start = _node_called(reader, query.start, "/from")
        relations, maximum = relation_names(query.relations), query.max_length
        if query.to is not None:
            end = _node_called(reader, query.to, "/to")
            result = shortest_paths(reader, start, end, relations, max_length=maximum, budget=budget)
        else:
            kind, filters = set_of(reader, str(query.to_kind), query.model_extra or {})
            result = paths_to_any(reader, start, kind, filters, relations, max_length=maximum, budget=budget)
    return reply(path_members(result))


def _node_called(reader: Reader, name: str, pointer: str) -> int:
    try:
        return stored_id(reader, name)
    except UnknownObject as error:
        raise refused(pointer, str(error)) from None


def set_of(reader: Reader, name: str, conditions: Mapping[str, Any]) -> tuple[Kind[Any, Any], Filters]:
    """Return the kind of the object at which the paths end, and the filters that this object must match."""
    kind = reader.registry.kind.get(name)
    if kind is None:
        raise refused("/to_kind", f"there is no such kind; the kinds are {', '.join(reader.registry.kind)}")
    selected = selectable_of(reader.registry, kind)
    return kind, {name: read_filter(selected, name, str(text)) for name, text in conditions.items()}


def path_members(result: Paths) -> dict[str, Any]:
    """Return the members of the response to a path query."""
    return {
        "length": result.length,
        "path": [node.label for node in result.path],
        "relations": list(result.relations),
        "shortest_paths": result.shortest_paths,
        "at_least": result.at_least,
        "complete": result.complete,
    }


def surroundings_reply(around: Around, form: str, label: str) -> Response:
    """Return the surroundings of an object in the given format."""
    if form == "svg":
        kinds = [(node.label, node.kind) for node in around.nodes]
        return picture(svg_graph_map(kinds, around.links, f"The surroundings of {label}"))
    if form == "graphml":
        return Response(write_graphml(around.graph()), content_type="application/graphml+xml")
    if form == "dot":
        return Response(write_dot(around.graph(), edge_label="relation") + "\n", content_type="text/vnd.graphviz")
    return reply(
        {
            "directed": True,
            "multigraph": True,
            "graph": {},
            "nodes": [_map_node(node) for node in around.nodes],
            "links": [{"source": a, "relation": relation, "target": b} for a, relation, b in around.links],
            "complete": around.complete,
        }
    )


def _map_node(node: Node) -> dict[str, str]:
    return {"id": node.label, "kind": node.kind}


def relation_names(text: str | None) -> Sequence[str] | None:
    """Return the relation names in a parameter, or None if the parameter is absent."""
    return None if text is None else text.split(",")


@contextmanager
def relation_errors(pointer: str) -> Iterator[None]:
    """Convert errors about unknown relations and kinds to problems (422)."""
    try:
        yield
    except UnknownRelation as error:
        raise refused(pointer, str(error)) from None
    except UnknownKind as error:
        raise refused("/kind", str(error)) from None


@contextmanager
def computing(command: str) -> Iterator[tuple[Reader, Budget]]:
    """Occupy a computing slot, and yield a reader and the budget of the request."""
    with (
        search("graph", SECONDS, f"ludex graph {command}") as budget,
        service().catalogue.reading() as reader,
    ):
        yield reader, budget
