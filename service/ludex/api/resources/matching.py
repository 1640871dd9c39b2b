"""Searches for patterns of objects and links: `POST /match`, and `POST /cypher` for Cypher queries.

Cypher queries run on a copy of the catalogue in a graph database engine (the projection).
"""

import json
from typing import Annotated, Any

from flask import Response
from pydantic import Field, JsonValue

from ludex.api.middleware.problems import ProblemError, busy, json_pointer, malformed
from ludex.api.resources.given_objects import Object, find_object
from ludex.api.routing.cursors import After, PageSlice, page_reply
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.cypher.engine import MOST_ROWS, EngineError, EngineMissing
from ludex.catalogue.cypher.projection import ProjectionBusy, run_cypher
from ludex.catalogue.cypher.statement import MOST_CHARACTERS, MOST_PARAMETERS, MOST_VALUES
from ludex.catalogue.graph.following import SECONDS
from ludex.catalogue.graph.given_objects import with_labels
from ludex.catalogue.graph.matching import Matches, Place, match
from ludex.catalogue.graph.patterns import MOST_NAMES, MOST_PATTERN_LINKS, PatternError, read_pattern
from ludex.catalogue.lists.listing import Count
from ludex.engine.budget import Budget
from ludex.requests import bounds
from ludex.requests.fields import Cursor, Label, Limit, PageQuery, Parameters, RequestModel, ResponseModel
from ludex.requests.response_models import page_of

routes = Routes(tag="Graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

Name = Annotated[str, Field(min_length=1, max_length=64)]


class PatternNode(RequestModel):
    """An object of a pattern."""

    kind: Label = Field(description="Kind of the object.")
    where: dict[str, Any] = Field(
        default_factory=dict,
        description=(
            "Conditions on the facts of the object, by any filter of the kind's list. A condition is a "
            'value, a list of alternative values, or a range of numbers. A range is "4..9" or {"min": 4, "max": 9}; '
            "either end may be omitted."
        ),
    )
    label: Label | None = Field(default=None, description="Label of the object, if it is fixed.")
    object: Object | None = Field(
        default=None,
        description=(
            "The object itself, instead of its label: text in a notation, or JSON such as a drawing, cards or a "
            "graph. It is looked up as an object of this kind."
        ),
    )


class Pattern(RequestModel):
    """Objects, with names of your choice, and the links between these objects."""

    nodes: dict[Name, PatternNode] = Field(
        min_length=1, max_length=MOST_NAMES, description="The objects by their names in the pattern."
    )
    links: list[Annotated[list[Name], Field(min_length=3, max_length=3)]] = Field(
        default_factory=list,
        max_length=MOST_PATTERN_LINKS,
        description=(
            "Links `[source, relation, target]`. Source and target are names in the pattern. The relation is given by "
            "either of its two names."
        ),
    )
    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="Maximum number of matches.")


class MatchQuery(Parameters):
    """A page of the matches."""

    cursor: Cursor | None = Field(
        default=None, description="Position in the matches, from `next` of the previous page; send the same pattern."
    )


_WHOLE = (bool, Field(description="False if a limit was reached before the page was full; `next` continues."))


@routes.post(
    "/match", {200: page_of(dict[str, str], "Match", complete=_WHOLE)}, problems=(404, 409, 422, 503), tool=True
)
def match_pattern(query: MatchQuery, body: Pattern) -> Response:
    """Find all ways to assign objects to the names in a pattern so that all conditions and links are satisfied.

    Different names always stand for different objects. Parallel links do not produce additional matches. `count` is the
    number of matches on this page, and `count_exact` is false if there are more matches. Send the same pattern to
    `next` for the next page.
    """
    nodes = {
        name: node.model_dump(exclude={"object"} if node.object is None else None) for name, node in body.nodes.items()
    }

    def read(after: After | None, limit: int) -> PageSlice:
        with (
            search("graph", SECONDS, "ludex graph match") as budget,
            service().catalogue.reading() as reader,
        ):
            labelled = with_labels(
                reader.registry,
                nodes,
                lambda name, given, kind: find_object(given, budget, "nodes", name, "object", kind=kind),
            )
            pattern = read_pattern(reader, labelled, body.links)
            result = match(reader, pattern, after=_place(after), limit=limit, budget=budget)
        return _part(result)

    of = ["match", json.dumps([nodes, body.links], sort_keys=True, default=str)]
    try:
        return page_reply(PageQuery(limit=body.limit, cursor=query.cursor), of, read)
    except PatternError as error:
        raise ProblemError(422, str(error), errors=[(json_pointer(error.place), error.message)]) from None


def _part(result: Matches) -> PageSlice:
    items = [{name: node.label for name, node in item.items()} for item in result.items]
    count = Count(len(items), result.after is None)
    if result.after is None:
        return PageSlice(items, None, count, {"complete": result.complete})
    return PageSlice(items, (*result.after.order, -1, *result.after.row), count, {"complete": result.complete})


def _place(after: After | None) -> Place | None:
    """Parse a place from a sort key.

    The key consists of the order of the names, -1, and the ids of the objects in a match. Ids may be missing at the end
    of the key.
    """
    if after is None:
        return None
    numbers = [number for number in after if type(number) is int and -1 <= number < 2**63]
    if len(numbers) < len(after) or numbers.count(-1) != 1:
        raise malformed("not a cursor of these matches; use the value of `next`", "/cursor")
    middle = numbers.index(-1)
    order, row = tuple(numbers[:middle]), tuple(numbers[middle + 1 :])
    if sorted(order) != list(range(len(order))) or not 1 <= len(row) <= len(order):
        raise malformed("not a cursor of these matches; use the value of `next`", "/cursor")
    return Place(order, row)


cypher_routes = Routes(tag="The graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

_SECONDS = f"Time limit of the query in seconds, {bounds.TIME_LIMIT_DEFAULT:g} by default."


class CypherQuery(RequestModel):
    """A Cypher query and its parameter values."""

    query: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)] = Field(
        description="A single statement that only reads. It begins with MATCH, OPTIONAL MATCH, UNWIND, WITH, RETURN or "
        "CALL.",
        examples=["MATCH (a:PlanarityLevel)-[:HAS_GRAPH]->(g) RETURN g.label, count(*) AS levels ORDER BY levels DESC"],
    )
    parameters: dict[Annotated[str, Field(min_length=1, max_length=64)], JsonValue] = Field(
        default_factory=dict,
        max_length=MOST_PARAMETERS,
        description="The values of the query's parameters, which are written `$name` in the query. They are texts, "
        "64-bit integers, other numbers, truth values, null, or lists of up to "
        f"{MOST_VALUES:,} values of one of these types.",
    )
    time_limit: float | None = Field(
        default=None, ge=bounds.TIME_LIMIT_LEAST, le=bounds.TIME_LIMIT, description=_SECONDS
    )


class CypherTable(ResponseModel):
    """The rows that a query returns."""

    columns: list[str] = Field(description="Names of the columns.")
    types: list[str] = Field(
        description="Types of the columns in the terms of the query engine: `STRING`, `INT64`, `NODE`."
    )
    rows: list[list[Any]] = Field(
        description=(
            "The rows. A node is an object with `table`, `label` and `properties`. A relationship has "
            "`table`, `source`, `target` and `properties`, where source and target are labels. A path has "
            "`nodes` and `relationships`."
        )
    )
    complete: bool = Field(description=f"False if there are more rows: at most {MOST_ROWS:,} are returned.")


@cypher_routes.post("/cypher", {200: CypherTable}, problems=(422, 501, 503), tool=True)
def run_query(body: CypherQuery) -> CypherTable:
    """Run a Cypher query on the catalogue. The query sees every object that was stored before the request.

    The first query after an upgrade builds the projection of the catalogue. Until the projection is ready, the status
    can be 503.
    """
    seconds = body.time_limit or bounds.TIME_LIMIT_DEFAULT
    # The budget limits how long the request waits for the projection and for other queries. The query itself has its
    # own time limit.
    with search("cypher", seconds, "ludex graph cypher") as budget:
        waiting = Budget(bounds.TIME_LIMIT, stop=budget.stop)
        try:
            result = run_cypher(service().catalogue, body.query, body.parameters, seconds=seconds, budget=waiting)
        except EngineMissing as error:
            raise ProblemError(501, str(error)) from None
        except (ProjectionBusy, EngineError) as error:
            raise busy(f"{error}.") from None
    return CypherTable(
        columns=list(result.columns), types=list(result.types), rows=result.rows, complete=result.complete
    )
