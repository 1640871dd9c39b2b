"""Graph queries with objects in the body: each object is a label, or a drawing, cards or a graph to look up."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from flask import Response
from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.api.middleware.problems import ProblemError, json_pointer, refused
from ludex.api.resources.graph import (
    CUT,
    RELATIONS,
    NeighbourItem,
    NeighboursQuery,
    ShortestPaths,
    Surroundings,
    WalkEndItem,
    WalkQuery,
    computing,
    neighbours_reply,
    path_members,
    relation_errors,
    set_of,
    surroundings_reply,
    walk_reply,
)
from ludex.api.routing.responses import PREFIX, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.graph.given_objects import Given, NotStored, find_given
from ludex.catalogue.graph.neighbours import MOST_AROUND, surroundings
from ludex.catalogue.graph.paths import paths_to_any, shortest_paths
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import ObjectView, UnknownObject
from ludex.catalogue.search.searching import MAX_CHARACTERS
from ludex.engine.budget import Budget
from ludex.engine.faults import within
from ludex.requests import bounds
from ludex.requests.fields import Cursor, Label, Limit, Parameters, RequestModel, example
from ludex.requests.json_text import exact_json_text
from ludex.requests.response_models import page_of

routes = Routes(tag="Graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

_SQUARE = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}


def _read_object(value: object) -> Given:
    """Return the value of a field that contains an object. Raises PydanticCustomError."""
    if isinstance(value, str) and 1 <= len(value) <= MAX_CHARACTERS:
        return value
    if isinstance(value, dict):
        return value
    raise PydanticCustomError("object", f"must be an object, or a string of 1 to {MAX_CHARACTERS:,} characters")


Object = Annotated[
    Any,
    PlainValidator(_read_object),
    WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1, "maxLength": MAX_CHARACTERS}, {"type": "object"}]}),
    Field(
        description=(
            "An object: a label, a slug or text in a notation, such as graph6 or card codes. Alternatively, JSON that "
            "the look-up of a kind accepts, such as a drawing, cards or a graph, optionally with the `kind` of object "
            "to look up."
        ),
        examples=["Bw", _SQUARE],
    ),
]
Names = Annotated[list[Label], Field(max_length=bounds.WALK_STEPS * 8, description=RELATIONS)]


class CursorQuery(Parameters):
    """A page of a list."""

    cursor: Cursor | None = Field(
        default=None, description="Position in the list, from `next` of the previous page; send the same body."
    )


class NeighboursRequest(RequestModel):
    """An object, and the neighbours to list."""

    model_config = example(object="swish-36", relation="holds")

    object: Object
    relation: Label | None = Field(
        default=None, description=("Only links of this relation, which is given by either of its two names.")
    )
    kind: Label | None = Field(default=None, description="Only neighbours of this kind.")
    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="Maximum number of items.")


class WalkRequest(RequestModel):
    """An object, and the relations to follow from it."""

    model_config = example(object="swish-36", path="holds/held-by")

    object: Object
    path: str = Field(
        min_length=1,
        max_length=bounds.RELATIONS_CHARACTERS,
        description=(
            "The relations of the successive steps, separated by `/`. Each relation is given by either of its two "
            "names: `has-graph/graph-of`."
        ),
    )
    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="Maximum number of items.")


class SurroundingsRequest(RequestModel):
    """An object, with the extent and the format of its surroundings."""

    model_config = example(object="swish-36", depth=1, limit=20)

    object: Object
    depth: int = Field(default=2, ge=1, le=bounds.DEPTH, description="Maximum number of hops.")
    relations: Names | None = None
    limit: int = Field(default=100, ge=1, le=MOST_AROUND, description="Maximum number of objects, nearest first.")
    format: Literal["json", "graphml", "dot", "svg"] = Field(default="json", description="Format of the response.")


class PathsRequest(RequestModel):
    """The ends of the paths, and the relations to follow."""

    model_config = example(**{"from": "swish-36", "to": "swish-60", "relations": ["holds", "held-by"]})

    start: Object = Field(alias="from")
    to: Object | None = None
    to_kind: Label | None = Field(
        default=None, description="Replaces `to`: the end is the nearest object of this kind that matches `where`."
    )
    where: dict[str, str | int | bool] = Field(
        default_factory=dict,
        description=('Filters for objects of `to_kind`, as in the kind\'s list, such as `{"min_swaps": 0}`.'),
    )
    relations: Names | None = None
    max_length: int = Field(
        default=bounds.PATH_LENGTH_DEFAULT, ge=0, le=bounds.PATH_LENGTH, description="Maximum length."
    )


@routes.post("/neighbours", {200: page_of(NeighbourItem, "GivenNeighbour")}, problems=(404, 409, 422, 503))
def neighbours_of_given(query: CursorQuery, body: NeighboursRequest) -> Response:
    """List the objects that are linked to an object in the body.

    The object is given by its label, or as a drawing, cards or a graph that is looked up. The status is 404 if the
    object is not stored. Send the same body to `next` for the next page.
    """
    with computing("neighbours") as (_, budget):
        node = find_object(body.object, budget, "object").id
    rest = NeighboursQuery(relation=body.relation, kind=body.kind, limit=body.limit, cursor=query.cursor)
    with relation_errors("/relation"), service().catalogue.reading() as reader:
        return neighbours_reply(reader, node, rest)


@routes.post(
    "/walk",
    {200: page_of(WalkEndItem, "GivenWalkEnd", complete=CUT)},
    problems=(404, 409, 422, 503),
)
def walk_from_given(query: CursorQuery, body: WalkRequest) -> Response:
    """List the objects that can be reached from an object in the body by a walk along these relations."""
    rest = WalkQuery(path=body.path, limit=body.limit, cursor=query.cursor)
    of = exact_json_text(body.object)
    return walk_reply(lambda _, budget: find_object(body.object, budget, "object"), of, rest)


@routes.post("/surroundings", {200: Surroundings}, problems=(404, 409, 422, 503))
def surroundings_of_given(body: SurroundingsRequest) -> Response:
    """Return the objects within a number of hops of an object in the body, and all links between these objects."""
    with relation_errors("/relations"), computing("surroundings") as (reader, budget):
        found = find_object(body.object, budget, "object")
        around = surroundings(reader, found.id, body.depth, body.relations, limit=body.limit, budget=budget)
    return surroundings_reply(around, body.format, found.label)


@routes.post("/paths", {200: ShortestPaths}, problems=(404, 409, 422, 503))
def paths_between_given(body: PathsRequest) -> Response:
    """Find a shortest path between objects in the body, or to the nearest object of a kind, and count the paths."""
    if (body.to is None) == (body.to_kind is None):
        raise refused("/to", "give either `to` or `to_kind`")
    if body.to_kind is None and body.where:
        raise refused("/where", "filters require `to_kind`; give `to_kind`, or remove the filters")
    with relation_errors("/relations"), computing("path") as (reader, budget):
        start = find_object(body.start, budget, "from").id
        if body.to is not None:
            end = find_object(body.to, budget, "to").id
            result = shortest_paths(reader, start, end, body.relations, max_length=body.max_length, budget=budget)
        else:
            conditions = {
                name: str(value).lower() if isinstance(value, bool) else value for name, value in body.where.items()
            }
            kind, filters = set_of(reader, str(body.to_kind), conditions)
            result = paths_to_any(
                reader, start, kind, filters, body.relations, max_length=body.max_length, budget=budget
            )
    return reply(path_members(result))


def find_object(given: Given, budget: Budget, *place: str, kind: Kind[Any, Any] | None = None) -> ObjectView:
    """Return the stored object that is given at a place in a body. Raises ProblemError (404, 422), Fault."""
    with given_errors(*place), within(*place):
        return find_given(service().catalogue, given, budget, kind=kind, write_json=exact_json_text)


@contextmanager
def given_errors(*place: str) -> Iterator[None]:
    """Convert errors about the object at a place to problems: 404 if it is not stored, 422 if its text is invalid."""
    pointer = json_pointer(place)
    try:
        yield
    except NotStored as error:
        raise ProblemError(404, str(error), errors=[(pointer, str(error))], kind="not-stored") from None
    except UnknownObject as error:
        raise refused(pointer, f"{error}; also, the text is not in any known notation") from None
