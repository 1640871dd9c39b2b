"""`POST /planarity/equivalence`: whether two drawings are the same under a relation, with the matching."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from ludex.api.models import Answer, Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import SQUARE, DrawingIn
from ludex.api.planarity.searching import search
from ludex.api.routes import Routes

routes = Routes(
    "planarity-equivalence", tag="Planarity equivalence", about="Whether two drawings are the same.", prefix=PREFIX
)

RelationName = Annotated[
    Literal["swap", "order-type", "graph", "point-set", "x-type"],
    Field(
        description="`swap`: the same crossings after every sequence of swaps; `order-type`: the same order type under "
        "a matching that keeps the graph; `graph`: isomorphic graphs; `point-set` and `x-type`: the points alone."
    ),
]
VertexMatching = Annotated[list[int], Field(description="For vertex i of the first, its vertex of the second.")]


class ComparedDrawings(Timed):
    """Two drawings, and the relation that they may stand in."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"a": SQUARE, "b": SQUARE, "relation": "swap"}]})

    a: DrawingIn
    b: DrawingIn = Field(description="As a.")
    relation: RelationName = "swap"


class DrawingComparison(Answer):
    """Whether two drawings are equivalent, and why."""

    equivalent: bool
    matching: VertexMatching | None
    reason: str


@routes.post("/equivalence", {200: DrawingComparison}, problems=(422, 503))
def compare_drawings(body: ComparedDrawings) -> DrawingComparison:
    """Tell whether two drawings are equivalent.

    `matching` lists for vertex i of a its vertex of b; `reason` names an invariant that differs. Mirror images are
    equivalent under every relation.
    """
    a, b = body.a.drawing("/a"), body.b.drawing("/b")
    with search("equivalence", body.time_limit, "equivalence"):
        from ludex.planarity.identity.equivalence import Relation, compare

        found = compare(a, b, Relation(body.relation))
    return DrawingComparison(
        equivalent=found.equivalent,
        matching=None if found.matching is None else list(found.matching),
        reason=found.reason,
    )
