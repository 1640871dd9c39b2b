"""Hard positions with a known largest swish, made by the reductions and stored with what they are made of."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from ludex.engine.faults import Fault, within
from ludex.games.swish import operations
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.reductions import Arcs, Cnf, formula_of, require_few
from ludex.requests.answers import stored_answer
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import (
    Argument,
    Forms,
    Matching,
    OneOfModel,
    Option,
    ServiceBounds,
    Timed,
    example,
    require_one,
)
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores
from ludex.requests.text_answers import stored


class PositionInstance(OneOfModel, Timed):
    """What the position is made of: a formula, or a directed graph."""

    model_config = example(cnf="p cnf 2 2\n1 2 0\n-1 -2 0\n")
    FORMS: ClassVar[Forms] = ((("cnf",), ("vertices", "arcs")),)

    cnf: Annotated[Cnf | None, Argument("CNF", "A file in DIMACS CNF; `-`: standard input.")] = None
    three_symbols: bool = Field(default=False, description="Of a formula: at most three symbols a card (Lemma 4).")
    vertices: Annotated[int, Field(ge=1), ServiceBounds(bounds.DIGRAPH_VERTICES)] | None = Field(
        default=None, description="Of a directed graph; they count from 0."
    )
    arcs: Annotated[Arcs | None, Option(read=exact_json)] = Field(default=None, description="Pairs of vertices.")


def store(asked: PositionInstance, work: ExecutionContext) -> StoredResult:
    """Make a position of a formula or a directed graph by the reductions, solve it, and store it with its proof.

    Its largest swish follows from the most clauses that can be satisfied, or from the most vertices that disjoint even
    cycles can cover. What it is made of is stored as a claim, `swish.reduced-from`.
    """
    from ludex.games.swish.reductions.instances import instance_of_digraph, instance_of_formula

    require_one(asked, "cnf", "arcs")
    with work.search() as budget:
        before = budget.cost()
        if asked.cnf is not None:
            if asked.vertices is not None:
                raise Fault("is of a directed graph; leave it out", ("vertices",))
            with within("cnf"):
                made = instance_of_formula(formula_of(asked.cnf), three_symbols=asked.three_symbols, budget=budget)
        else:
            if asked.vertices is None:
                raise Fault("is missing: a directed graph has vertices and arcs", ("vertices",))
            if asked.three_symbols:
                raise Fault("cards of a directed graph have two symbols; leave it out", ("three_symbols",))
            arcs = [(u, v) for u, v in asked.arcs or ()]
            made = instance_of_digraph(asked.vertices, arcs, budget)
        cost = budget.cost().since(before)
    require_few(len(made.position.cards), work, "cnf" if asked.cnf is not None else "arcs")
    done = operations.positions.store_instance(work.catalogue, made, cost)
    members = {"matching": done.matching, "largest": made.largest.size, "optimum": made.provenance["optimum"]}
    return StoredResult(done.stored, members)


def _said(made: StoredResult, _asked: PositionInstance) -> Iterator[str]:
    largest, optimum = made.members["largest"], made.members["optimum"]
    yield from stored(made, f"largest swish: {largest} cards; the optimum of what it is made of: {optimum}")


STORED = stored_answer(
    "swish-position",
    "StoredSwishInstance",
    matching=(Matching, Field(description="For card i as it is made, its index in `cards`.")),
    largest=(int, Field(description="How many cards the largest swish has.")),
    optimum=(int, Field(description="The most clauses that can be satisfied, or vertices that can be covered.")),
)
STORE = Request("POST /swish/instances", "swish instance", store, _said, "swish/positions", Stores.ALWAYS, STORED)
