"""The largest set of cards without a swish, proved and stored; every largest one of a small deck."""

from flask import Response
from pydantic import Field

from ludex.api.addresses import list_rule, object_rule, object_url
from ludex.api.models import Answer, LabelPath, Timed
from ludex.api.problems import ProblemError
from ludex.api.replies import reply
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.api.swish import bounds
from ludex.api.swish.sources import TimedSource, search
from ludex.catalogue.kinds.swish import DECK, NO_SWISH_SET
from ludex.catalogue.stored import Duplicate
from ludex.operations.swish.decks import find_deck
from ludex.operations.swish.no_swish_sets import largest_no_swish_set
from ludex.swish.solving.maximum_sets import EveryLargestNoSwishSet, TooManySets, every_largest_no_swish_set

routes = routes_of(NO_SWISH_SET)


class Certificate(Answer):
    """What proves that no larger set is without a swish."""

    swishes: list[list[int]] = Field(
        description="Sets of cards, by index, each of them a swish; a set without a swish leaves out a card of each."
    )
    up_to_copies: bool = Field(description="True: each stands for every choice among the copies of its cards.")


class Maximum(Answer):
    """A largest set of cards without a swish; where not proved, the largest that was met in time."""

    label: str
    url: str
    size: int
    proved: bool
    upper_bound: int
    indices: list[int] = Field(description="The cards kept, by index into the request's cards or the deck's listing.")
    cards: list[str] = Field(description="The same cards as codes.")
    certificate: Certificate
    duplicate_of: Duplicate | None = Field(description="Null where the set is new.")


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
    found, url = done.maximum, object_url(NO_SWISH_SET, done.label)
    known = Duplicate(relation=NO_SWISH_SET.view.same, matching=list(done.matching))
    answer = Maximum(
        label=done.label,
        url=url,
        size=found.size,
        proved=found.proved,
        upper_bound=found.upper_bound,
        indices=list(found.indices),
        cards=[str(cards.position.cards[index]) for index in found.indices],
        certificate=Certificate(swishes=list(map(list, found.certificate)), up_to_copies=found.up_to_copies),
        duplicate_of=None if done.created else known,
    )
    return reply(answer, 201, {"Location": url}) if done.created else reply(answer)


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
