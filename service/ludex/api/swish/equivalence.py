"""`POST /swish/equivalence`: whether two positions have isomorphic hypergraphs, with the matching."""

from pydantic import ConfigDict, Field

from ludex.api.models import Answer, Matching, Timed
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX
from ludex.api.swish.searching import search
from ludex.api.swish.sources import Cards

routes = Routes(
    "swish-equivalence", tag="SWISH equivalence", about="Whether two positions are the same puzzle.", prefix=PREFIX
)


class Compare(Timed):
    """Two positions."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"a": {"cards": ["*o."]}, "b": {"cards": ["..o"]}}]})

    a: Cards
    b: Cards = Field(description="As a.")


class Comparison(Answer):
    """Whether two positions are equivalent, and why."""

    equivalent: bool
    matching: Matching | None
    reason: str


@routes.post("/equivalence", {200: Comparison}, problems=(422, 503))
def compare_positions(body: Compare) -> Comparison:
    """Tell whether the hypergraphs of two positions are isomorphic, hypernodes kept.

    `matching` lists for card i of a its card of b.
    """
    a, b = body.a.position("/a"), body.b.position("/b")
    with search("equivalence", body.time_limit, "swish equivalence"):
        from ludex.swish.identity.equivalence import compare

        found = compare(a, b)
    return Comparison(
        equivalent=found.equivalent,
        matching=None if found.matching is None else list(found.matching),
        reason=found.reason,
    )
