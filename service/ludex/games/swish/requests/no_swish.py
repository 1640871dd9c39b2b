"""Largest sets of cards without a swish, with proof, and lists of all largest sets of small decks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import Field

from ludex.engine.faults import TooLarge, within
from ludex.games.swish import operations, solving
from ludex.games.swish.deck import Cards
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import CardsInput, find_deck
from ludex.requests.fields import Label, TimeLimited, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, ObjectResult, Request, Stores
from ludex.requests.response_models import with_url
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.games.swish.operations.no_swish_sets import LargestNoSwishSet
    from ludex.games.swish.solving.no_swish import AllLargestNoSwishSets


class NoSwishRequest(CardsInput, TimeLimited):
    """The cards or the deck in which to find a largest set."""

    model_config = example(deck="swish-36")


class DeckNoSwishRequest(TimeLimited):
    """A small deck whose largest sets are listed."""

    deck: Label = Field(description="Slug or label of a deck.")


class NoSwishCommand(NoSwishRequest):
    """The cards, and output options."""

    all: bool = Field(default=False, description="List all largest sets and their classes; at most 64 cards.")
    certificate: bool = Field(default=False, description="Show the swishes that prove the maximum.")


def largest(request: NoSwishRequest, context: ExecutionContext) -> ObjectResult:
    """Find and store a largest set without a swish, with its proof, among given cards or the cards of a deck.

    If a proved result is already stored, it is returned without a search. If the search reaches the time limit,
    `proved` is false, and `size` is the best known value.
    """
    cards = request.source(context)
    with request.at_fault(), context.search() as budget:
        result = operations.no_swish_sets.largest_no_swish_set(context.destination, cards, budget)
    return ObjectResult(result, "swish-no-swish-set", result.label, result.duplicate_of is None)


def every(request: DeckNoSwishRequest, context: ExecutionContext) -> "AllLargestNoSwishSets":
    """List all largest sets without a swish of a small deck, and their classes."""
    with within("deck"):
        return _every(Cards(find_deck(request.deck, context).position), context)


def _every(cards: Cards, context: ExecutionContext) -> "AllLargestNoSwishSets":
    try:
        with context.search() as budget:
            return operations.no_swish_sets.all_largest_no_swish_sets(
                context.destination, cards, budget, context.bound(bounds.MAXIMUM_SETS)
            )
    except solving.no_swish.TooManySets as error:
        raise TooLarge(str(error), "the command `ludex swish no-swish --all` lists all sets") from None


def by_command(request: NoSwishCommand, context: ExecutionContext) -> ObjectResult:
    """Find a largest set of cards without a swish, and prove that it is largest."""
    if not request.all:
        return largest(request, context)
    with request.at_fault():
        return ObjectResult(_every(request.source(context), context), "swish-no-swish-set", None)


def _lines(about: ObjectResult, request: NoSwishCommand) -> Iterator[str]:
    yield from _classes(about.value) if request.all else _described(about.value, request.certificate)


def _described(result: "LargestNoSwishSet", certificate: bool) -> Iterator[str]:
    swishes = result.certificate.swishes
    proof, bound = f"proved by {len(swishes):,} swishes", f"not proved: at most {result.upper_bound} possible"
    yield f"{result.size} cards without a swish, {proof if result.proved else bound}: {result.label}"
    yield from table(zip(result.indices, result.cards, strict=True))
    if certificate:
        yield "each of these sets of cards, given by indices, is a swish:"
        yield from (" ".join(map(str, swish)) for swish in swishes)
        if result.certificate.weights is not None:
            yield f"weights of swishes (see schema/certificates.md): {json_text(result.certificate.weights)}"


def _classes(result: "AllLargestNoSwishSets") -> Iterator[str]:
    yield (
        f"{result.count:,} largest sets of {result.size} cards without a swish: {len(result.classes)} classes, "
        f"{len(result.classes_with_reversal)} if points and circles may be exchanged; one set of each class, by index:"
    )
    yield from (
        f"{len(same_class):,} sets like {' '.join(map(str, result.sets[same_class[0]]))}"
        for same_class in result.classes
    )


def _maximum(_registry: object) -> Any:  # noqa: ANN401 - a model

    return with_url(operations.no_swish_sets.LargestNoSwishSet, "Maximum")


def _all_maxima(_registry: object) -> Any:  # noqa: ANN401 - a model

    return solving.no_swish.AllLargestNoSwishSets


LARGEST = Request(
    "POST /swish/no-swish-sets", "", largest, _lines, "swish/no-swish-sets", Stores.ON_REQUEST, _maximum, tool=True
)
EVERY = Request("GET /swish/decks/{deck}/no-swish-sets", "", every, _lines, "swish/no-swish-sets", answers=_all_maxima)
NO_SWISH = Request("", "swish no-swish", by_command, _lines, "swish/no-swish-sets", Stores.ON_REQUEST)
