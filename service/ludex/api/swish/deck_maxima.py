"""`GET /swish/decks/{label}/no-swish-sets`: every largest set without a swish of a small deck, and their classes."""

from pydantic import Field

from ludex.api import bounds
from ludex.api.collections import LabelPath
from ludex.api.models import Answer
from ludex.api.parameters import Parameters
from ludex.api.problems import ProblemError, not_found
from ludex.api.routes import Routes
from ludex.api.swish import PREFIX
from ludex.api.swish.deck_lookup import find_deck
from ludex.api.swish.searching import search

routes = Routes("swish-deck-maxima", tag="SWISH no-swish sets", about="Sets of cards without a swish.", prefix=PREFIX)


class MaximaQuery(Parameters):
    """How long the computation may take."""

    time_limit: float = Field(
        default=bounds.TIME_LIMIT_DEFAULT, ge=bounds.TIME_LIMIT_LEAST, le=bounds.TIME_LIMIT, description="Seconds."
    )


class Maxima(Answer):
    """Every largest set without a swish, by index into the deck's listing, and classes of these sets, by index too."""

    size: int = Field(description="How many cards each of them has.")
    count: int = Field(description="How many there are.")
    sets: list[list[int]]
    classes: list[list[int]] = Field(
        description="Under the card permutations that automorphisms of the hypergraph induce."
    )
    classes_with_reversal: list[list[int]] = Field(description="The same, reversal of all arcs allowed too.")


@routes.get("/decks/<label:label>/no-swish-sets", Maxima, problems=(422, 503))
def maxima(path: LabelPath, query: MaximaQuery) -> Maxima:
    """List every largest set without a swish of a small deck, and their classes."""
    from ludex.swish.solving.maximum_sets import maximum_no_swish_sets, set_classes

    deck = find_deck(path.label)
    if deck is None:
        raise not_found(f"deck with the slug or label {path.label!r}")
    position, command = deck.position, "swish no-swish --all"
    with search("maximum-sets", query.time_limit, command, "/label") as budget:
        sets = maximum_no_swish_sets(position, budget)
        if len(sets) > bounds.MAXIMUM_SETS:
            raise ProblemError(
                422,
                f"There are {len(sets)} such sets, more than {bounds.MAXIMUM_SETS}. `ludex {command}` lists them all.",
                kind="computation-too-large",
                title="Computation too large",
            )
        classes, with_reversal = (set_classes(position, sets, reversal=reversal) for reversal in (False, True))
    return Maxima(
        size=len(sets[0]),
        count=len(sets),
        sets=[list(one) for one in sets],
        classes=[list(one) for one in classes],
        classes_with_reversal=[list(one) for one in with_reversal],
    )
