"""Hard positions with a known largest swish, constructed by the reductions and stored with their source."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, within
from ludex.games.swish import operations
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.reductions import Arcs, Cnf, formula_of, require_few
from ludex.requests.fields import (
    Argument,
    Forms,
    Matching,
    OneOfModel,
    Option,
    ServiceBounds,
    TimeLimited,
    example,
    require_one,
)
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores
from ludex.requests.response_models import stored_answer
from ludex.requests.text_output import stored


class SwishInstanceRequest(OneOfModel, TimeLimited):
    """The source of the position: a formula, or a directed graph."""

    model_config = example(cnf="p cnf 2 2\n1 2 0\n-1 -2 0\n")
    FORMS: ClassVar[Forms] = ((("cnf",), ("vertices", "arcs")),)

    cnf: Annotated[Cnf | None, Argument("CNF", "A file in DIMACS CNF; `-`: standard input.")] = Field(
        default=None, description="A formula in DIMACS CNF."
    )
    three_symbols: bool = Field(
        default=False, description="Whether cards of a formula have at most three symbols (Lemma 4)."
    )
    vertices: Annotated[int, Field(ge=1), ServiceBounds(bounds.DIGRAPH_VERTICES)] | None = Field(
        default=None, description="Number of vertices of a directed graph. Vertices are numbered from 0."
    )
    arcs: Annotated[Arcs | None, Option(read=exact_json)] = Field(
        default=None, description="Arcs of the directed graph: pairs of vertices."
    )


def store(request: SwishInstanceRequest, context: ExecutionContext) -> StoredResult:
    """Reduce a formula or a directed graph to a position, solve it, and store it with its proof.

    The size of the position's largest swish follows from the maximum number of clauses that can be satisfied, or from
    the maximum number of vertices that disjoint even cycles can cover. The source is stored as the claim
    `swish.reduced-from`.
    """
    from ludex.games.swish.reductions.instances import instance_of_digraph, instance_of_formula

    require_one(request, "cnf", "arcs")
    with context.search() as budget:
        before = budget.cost()
        if request.cnf is not None:
            if request.vertices is not None:
                raise Fault("only for a directed graph; omit it", ("vertices",))
            with within("cnf"):
                result = instance_of_formula(
                    formula_of(request.cnf), three_symbols=request.three_symbols, budget=budget
                )
        else:
            if request.vertices is None:
                raise Fault("missing; a directed graph needs vertices and arcs", ("vertices",))
            if request.three_symbols:
                raise Fault("only for a formula; omit it", ("three_symbols",))
            arcs = [(u, v) for u, v in request.arcs or ()]
            result = instance_of_digraph(request.vertices, arcs, budget)
        cost = budget.cost().since(before)
    require_few(len(result.position.cards), context, "cnf" if request.cnf is not None else "arcs")
    done = operations.positions.store_instance(context.catalogue, result, cost)
    members = {"matching": done.matching, "largest": result.largest.size, "optimum": result.provenance["optimum"]}
    return StoredResult(done.stored, members)


def _lines(result: StoredResult, _request: SwishInstanceRequest) -> Iterator[str]:
    largest, optimum = result.members["largest"], result.members["optimum"]
    yield from stored(result, f"largest swish: {largest} cards; optimum of the source: {optimum}")


STORED = stored_answer(
    "swish-position",
    "StoredSwishInstance",
    matching=(Matching, Field(description="Entry i is the index in `cards` of constructed card i.")),
    largest=(int, Field(description="Size of the largest swish.")),
    optimum=(int, Field(description="Maximum number of satisfied clauses or covered vertices.")),
)
STORE = Request("POST /swish/instances", "swish instance", store, _lines, "swish/positions", Stores.ALWAYS, STORED)
