"""The catalogue as a graph: what it is made of, the neighbours of an object, walks, surroundings, shortest paths."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Literal

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api.middleware.problems import malformed, refused
from ludex.api.routing.paging import After, Part, page_reply, whole_numbers
from ludex.api.routing.responses import PREFIX, picture, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.graph.counts import KindCount, graph_counts
from ludex.catalogue.graph.following import SECONDS, Node, UnknownRelation, follows, stored_id
from ludex.catalogue.graph.neighbours import count_links, neighbours_page
from ludex.catalogue.graph.paths import Paths, paths_to_any, shortest_paths
from ludex.catalogue.graph.surroundings import MOST_AROUND, Around, surroundings
from ludex.catalogue.graph.walks import walk
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import UnknownKind
from ludex.catalogue.lists.filters import Filters, read_filter
from ludex.catalogue.lists.listing import asked_of
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.graphs.formats import write_dot, write_graphml
from ludex.pictures.graphs import svg_graph_map
from ludex.requests import bounds
from ludex.requests.answers import page_of
from ludex.requests.fields import Answer, Label, LabelPath, PageQuery, Parameters

routes = Routes(tag="The graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

_RELATIONS = (
    "Relations to follow, each under either of its names, joined by commas; not given: all of them, in both directions."
)


class RelationCounted(Answer):
    """A relation, the kinds that it joins, how many links of it there are."""

    relation: str
    inverse: str = Field(description="Its name backwards; its own if both directions are stored.")
    sources: list[str] = Field(serialization_alias="from")
    targets: list[str] = Field(serialization_alias="to")
    about: str
    count: int


class Graph(Answer):
    """What the graph is made of."""

    kinds: list[KindCount]
    relations: list[RelationCounted]


class NeighbourItem(Answer):
    """An object at the other end of a link."""

    relation: str = Field(description="As it is called from here.")
    label: str
    kind: str
    place: int = Field(description="Tells parallel links apart: an index, a seed, a place in a pack.")
    detail: Any


class WalkEndItem(Answer):
    """An object where walks end."""

    label: str
    kind: str
    walks: int = Field(description="How many walks end here; parallel links are different steps.")


class MapNode(Answer):
    """An object of a part of the graph."""

    id: str
    kind: str


class MapLink(Answer):
    """A link of a part of the graph, under the relation's own name."""

    source: str
    relation: str
    target: str


class Surroundings(Answer):
    """A part of the graph, in the node-link form of networkx; the start is the first node."""

    directed: bool
    multigraph: bool
    graph: dict[str, str]
    nodes: list[MapNode]
    links: list[MapLink]
    complete: bool = Field(description="False if a bound cut some of it off.")


class ShortestPaths(Answer):
    """The shortest paths between two objects."""

    length: int | None = Field(description="Null if none was found.")
    path: list[str] = Field(description="The labels of one of them.")
    relations: list[str] = Field(description="How each of its steps is called.")
    shortest_paths: int = Field(description="How many there are, as sequences of objects.")
    at_least: int | None = Field(description="No path is shorter than this; null if there surely is none at all.")
    complete: bool = Field(
        description="False if a bound ended the search: there may be a path though `length` is null, and more of "
        "them than `shortest_paths` if it is not. A `length` is right even so."
    )


class NeighboursQuery(PageQuery):
    """Which neighbours, and which page of them."""

    relation: Label | None = Field(default=None, description="Only those by this relation, under either name.")
    kind: Label | None = Field(default=None, description="Only those of this kind.")


class WalkQuery(PageQuery):
    """Along which relations."""

    path: str = Field(
        min_length=1,
        max_length=bounds.RELATIONS_CHARACTERS,
        description="Relations to follow one after another, each under either name: `has-graph/graph-of`.",
    )


class AroundQuery(Parameters):
    """How far, and along which relations."""

    depth: int = Field(default=2, ge=1, le=bounds.DEPTH, description="So many hops at most.")
    relations: str | None = Field(default=None, max_length=bounds.RELATIONS_CHARACTERS, description=_RELATIONS)
    limit: int = Field(default=100, ge=1, le=MOST_AROUND, description="At most this many objects, the nearest.")


class SurroundingsQuery(AroundQuery):
    """How far, along which relations, and how the part of the graph is written."""

    format: Literal["json", "graphml", "dot", "svg"] = Field(default="json", description="How it is written.")


class PathsQuery(Parameters):
    """From where to where, and along which relations.

    With `to_kind` further parameters are filters of that kind's list, such as `min_swaps=0`.
    """

    model_config = ConfigDict(extra="allow")

    start: Label = Field(alias="from", description="A label or slug.")
    to: Label | None = Field(default=None, description="A label or slug.")
    to_kind: Label | None = Field(
        default=None,
        description="Instead of `to`: to the nearest object of this kind. Further parameters are then filters as in "
        "its list, such as `min_swaps=0`.",
    )
    relations: str | None = Field(default=None, max_length=bounds.RELATIONS_CHARACTERS, description=_RELATIONS)
    max_length: int = Field(default=bounds.PATH_LENGTH_DEFAULT, ge=0, le=bounds.PATH_LENGTH, description="No longer.")


@routes.get("/graph", Graph)
def show_graph() -> Response:
    """Show what the graph is made of: how many objects of each kind there are, and how many links of each relation."""
    with service().catalogue.reading() as reader:
        found = graph_counts(reader)
    relations = [
        {
            "relation": one.relation,
            "inverse": one.inverse,
            "from": list(one.sources),
            "to": list(one.targets),
            "about": one.about,
            "count": one.count,
        }
        for one in found.relations
    ]
    return reply({"kinds": [asdict(one) for one in found.kinds], "relations": relations})


@routes.get("/objects/<label:label>/neighbours", page_of(NeighbourItem, "Neighbour"), problems=(409, 422))
def neighbours_of_object(path: LabelPath, query: NeighboursQuery) -> Response:
    """List the objects that one is linked with, by each of its relations.

    Links from the object come before those to it; of a relation they are in the order of the other object's age.
    """
    with asked("/relation"), service().catalogue.reading() as reader:
        node = find(reader, path.label).id
        followed = follows(reader.registry, None if query.relation is None else [query.relation])

        def read(after: After | None, limit: int) -> Part:
            start = None if after is None else whole_numbers(after, 4)
            found, last = neighbours_page(reader, node, followed, kind=query.kind, after=start, limit=limit)
            items = [{name: getattr(one, name) for name in NeighbourItem.model_fields} for one in found]
            return Part(items, last, count_links(reader, node, followed, query.kind))

        return page_reply(query, ["neighbours", node, query.relation, query.kind], read)


_CUT = (bool, Field(description="False if a bound cut walks off."))


@routes.get(
    "/objects/<label:label>/walk",
    page_of(WalkEndItem, "WalkEnd", complete=_CUT),
    problems=(409, 422, 503),
    holds_slot=True,
)
def walk_from_object(path: LabelPath, query: WalkQuery) -> Response:
    """List the objects where walks along these relations end, the start left out, with how many walks end there.

    Parallel links, such as those of a card that a position holds twice, are different steps.
    """
    steps = query.path.split("/")
    if len(steps) > bounds.WALK_STEPS:
        raise refused("/path", f"a walk has at most {bounds.WALK_STEPS} steps")

    def read(after: After | None, limit: int) -> Part:
        [start] = (0,) if after is None else whole_numbers(after, 1)
        with computing("walk") as (reader, budget):
            found = walk(reader, find(reader, path.label).id, steps, after=start, limit=limit, budget=budget)
        items = [{"label": one.node.label, "kind": one.node.kind, "walks": one.walks} for one in found.ends]
        return Part(items, None if found.after is None else (found.after,), found.count, {"complete": found.complete})

    with asked("/path"):
        return page_reply(query, ["walk", path.label, query.path], read)


@routes.get("/objects/<label:label>/surroundings", Surroundings, problems=(409, 422, 503), holds_slot=True)
def surroundings_of_object(path: LabelPath, query: SurroundingsQuery) -> Response:
    """Show the objects that a few hops lead to, and the links between all of them.

    As json in the node-link form of networkx; also as graphml, dot and svg.
    """
    with asked("/relations"), computing("surroundings") as (reader, budget):
        found = find(reader, path.label)
        relations = relation_names(query.relations)
        around = surroundings(reader, found.id, query.depth, relations, limit=query.limit, budget=budget)
    return _written(around, query.format, found.label)


@routes.get("/paths", ShortestPaths, problems=(409, 422, 503), holds_slot=True)
def paths_between_objects(query: PathsQuery) -> Response:
    """Show a shortest path from one object to another, or to the nearest of a kind, and how many of them there are.

    With `to_kind` the parameters that are not listed here are filters as in the list of that kind: with
    `to_kind` a kind of puzzles and a filter for solved ones, the path is a solution.
    """
    if (query.to is None) == (query.to_kind is None):
        raise refused("/to", "give one of `to` and `to_kind`")
    if query.to_kind is None:
        for name in query.model_extra or {}:
            raise malformed("is not known here; remove it, or give `to_kind`", f"/{name}")
    with asked("/relations"), computing("path") as (reader, budget):
        start = _node_called(reader, query.start, "/from")
        relations, most = relation_names(query.relations), query.max_length
        if query.to is not None:
            end = _node_called(reader, query.to, "/to")
            found = shortest_paths(reader, start, end, relations, max_length=most, budget=budget)
        else:
            kind, filters = _set_of(reader, query)
            found = paths_to_any(reader, start, kind, filters, relations, max_length=most, budget=budget)
    return reply(_shown(found))


def _node_called(reader: Reader, name: str, pointer: str) -> int:
    try:
        return stored_id(reader, name)
    except UnknownObject as error:
        raise refused(pointer, str(error)) from None


def _set_of(reader: Reader, query: PathsQuery) -> tuple[Kind[Any, Any], Filters]:
    """Return the kind that paths lead to, and the filters that say to which of it."""
    kind = reader.registry.kind.get(str(query.to_kind))
    if kind is None:
        raise refused("/to_kind", f"no kind is called so; there are {', '.join(reader.registry.kind)}")
    selected = asked_of(reader.registry, kind)
    return kind, {name: read_filter(selected, name, str(text)) for name, text in (query.model_extra or {}).items()}


def _shown(found: Paths) -> dict[str, Any]:
    return {
        "length": found.length,
        "path": [one.label for one in found.path],
        "relations": list(found.relations),
        "shortest_paths": found.shortest_paths,
        "at_least": found.at_least,
        "complete": found.complete,
    }


def _written(around: Around, form: str, label: str) -> Response:
    if form == "svg":
        kinds = [(one.label, one.kind) for one in around.nodes]
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
            "nodes": [_map_node(one) for one in around.nodes],
            "links": [{"source": a, "relation": relation, "target": b} for a, relation, b in around.links],
            "complete": around.complete,
        }
    )


def _map_node(one: Node) -> dict[str, str]:
    return {"id": one.label, "kind": one.kind}


def relation_names(text: str | None) -> Sequence[str] | None:
    """Return the names of relations that a parameter lists, None if it is not given."""
    return None if text is None else text.split(",")


@contextmanager
def asked(pointer: str) -> Iterator[None]:
    """Make problems (422) of a relation or a kind that there is not."""
    try:
        yield
    except UnknownRelation as error:
        raise refused(pointer, str(error)) from None
    except UnknownKind as error:
        raise refused("/kind", str(error)) from None


@contextmanager
def computing(command: str) -> Iterator[tuple[Reader, Any]]:
    """Hold a computing slot with a reader and the budget of one question."""
    with (
        search("graph", SECONDS, f"ludex graph {command}") as budget,
        service().catalogue.reading() as reader,
    ):
        yield reader, budget
