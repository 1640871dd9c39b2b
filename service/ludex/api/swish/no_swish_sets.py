"""The largest set of cards without a swish, proved and stored; every largest one of a small deck."""

from dataclasses import asdict, dataclass

from flask import Response

from ludex.api.addresses import list_rule, object_rule, object_url
from ludex.api.models import LabelPath, Timed
from ludex.api.problems import ProblemError
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.api.swish import bounds
from ludex.api.swish.sources import TimedSource, search
from ludex.catalogue.kinds.swish import DECK, NO_SWISH_SET
from ludex.operations.swish.decks import find_deck
from ludex.operations.swish.no_swish_sets import LargestNoSwishSet, largest_no_swish_set
from ludex.swish.solving.maximum_sets import EveryLargestNoSwishSet, TooManySets, every_largest_no_swish_set

routes = routes_of(NO_SWISH_SET)


@dataclass(frozen=True, slots=True)
class Maximum(LargestNoSwishSet):
    """A largest set of cards without a swish; where not proved, the largest that was met in time."""

    url: str


@routes.post(list_rule(NO_SWISH_SET), {201: Maximum, 200: Maximum}, problems=(403, 422, 503))
def largest(body: TimedSource) -> Response:
    """Find and store a largest set without a swish of a deck or of any cards, with the proof.

    A proved answer that is stored already is given again. Where the time limit comes first: `proved` is false and
    `size` the best value known.
    """
    require_storing()
    cards = body.source()
    with search("no-swish", body.time_limit, "no-swish", body.place) as budget:
        done = largest_no_swish_set(service().catalogue, cards, budget)
    url = object_url(NO_SWISH_SET, done.label)
    answer = asdict(done) | {"url": url}
    return reply(answer) if done.duplicate_of else reply(answer, 201, {"Location": url})


@routes.get(object_rule(DECK, "/no-swish-sets"), EveryLargestNoSwishSet, problems=(422, 503))
def every(path: LabelPath, query: Timed) -> EveryLargestNoSwishSet:
    """List every largest set without a swish of a small deck, and their classes."""
    deck = find_deck(service().catalogue, path.label)
    command = "no-swish --all"
    try:
        with search("maximum-sets", query.time_limit, command, "/label") as budget:
            return every_largest_no_swish_set(deck.position, budget, bounds.MAXIMUM_SETS)
    except TooManySets as error:
        raise ProblemError(
            422,
            f"{error}. `ludex swish {command}` lists them all.",
            kind="computation-too-large",
            title="Computation too large",
        ) from None
