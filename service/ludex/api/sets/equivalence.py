"""`POST /sets/equivalence`: whether a symmetry takes one position to another, with the symmetry."""

from typing import Any

from pydantic import ConfigDict, Field

from ludex.api.models import Answer, Matching, Timed
from ludex.api.routes import Routes
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.sources import SetCardsIn

routes = Routes(
    "set-equivalence", tag="SET equivalence", about="Whether two positions are the same puzzle.", prefix=PREFIX
)

SetSymmetry = dict[str, Any]
_PAIR: dict[str, Any] = {"properties": 2, "values": 3, "cards": ["00", "01", "02"]}


class ComparedPositions(Timed):
    """Two positions."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"a": _PAIR, "b": _PAIR | {"cards": ["00", "11", "22"]}}]}
    )

    a: SetCardsIn
    b: SetCardsIn = Field(description="As a.")


class PositionComparison(Answer):
    """Whether two positions are equivalent, and why."""

    equivalent: bool
    matching: Matching | None
    reason: str
    symmetry: SetSymmetry | None = Field(
        description="The map of the deck that takes a to b. `affine` (three values): the digits x of a card become "
        "`matrix` x + `shift`, modulo 3. `properties-and-values` (four values and more): property i becomes property "
        "`properties[i]`, its value x becomes `values[i][x]`. `cards` (one or two values): pairs of cards, for any map "
        "keeps sets."
    )


@routes.post("/equivalence", {200: PositionComparison}, problems=(422, 503))
def compare_set_positions(body: ComparedPositions) -> PositionComparison:
    """Tell whether a symmetry that keeps sets takes the cards of one position to those of another.

    `matching` lists for card i of a its card of b.
    """
    a, b = body.a.position("/a"), body.b.position("/b")
    with search("equivalence", body.time_limit, "equivalence", "/a/cards") as budget:
        from ludex.sets.identity.equivalence import compare

        found = compare(a, b, budget)
    return PositionComparison(
        equivalent=found.equivalent,
        matching=None if found.matching is None else list(found.matching),
        reason=found.reason,
        symmetry=None if found.symmetry is None else found.symmetry.as_document(),
    )
