"""Cypher queries: `POST /cypher`. They run on a copy of the catalogue in a graph database engine (the projection)."""

from functools import partial
from typing import Annotated, Any

from flask import request
from pydantic import Field, JsonValue

from ludex.api.middleware.problems import ProblemError, busy
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes
from ludex.api.service import client_gone, search, service
from ludex.catalogue.cypher.engine import MOST_ROWS, EngineError, EngineMissing
from ludex.catalogue.cypher.projection import ProjectionBusy, run_cypher
from ludex.catalogue.cypher.statement import MOST_CHARACTERS, MOST_PARAMETERS, MOST_VALUES
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.requests import bounds
from ludex.requests.fields import RequestModel, ResponseModel

routes = Routes(tag="The graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

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


@routes.post("/cypher", {200: CypherTable}, problems=(422, 501, 503), tool=True)
def run_query(body: CypherQuery) -> CypherTable:
    """Run a Cypher query on the catalogue. The query sees every object that was stored before the request.

    The first query after an upgrade builds the projection of the catalogue. If the projection is not ready within the
    time limit, the status is 503.
    """
    seconds = body.time_limit or bounds.TIME_LIMIT_DEFAULT
    gone, stopping = client_gone(request.environ), service().slots.stopping
    waiting = Budget(seconds, stop=lambda: stopping() or gone())
    # A request that waits for the projection holds no computing slot.
    computing = partial(search, "cypher", seconds, "ludex graph cypher")
    try:
        result = run_cypher(
            service().catalogue, body.query, body.parameters, seconds=seconds, budget=waiting, computing=computing
        )
    except EngineMissing as error:
        raise ProblemError(501, str(error)) from None
    except (ProjectionBusy, EngineError) as error:
        raise busy(f"{error}.") from None
    except BudgetExhausted:
        raise busy("The service is stopping.") from None
    return CypherTable(
        columns=list(result.columns), types=list(result.types), rows=result.rows, complete=result.complete
    )
