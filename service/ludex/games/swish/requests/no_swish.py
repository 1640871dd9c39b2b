"""The most cards without a swish among them, proved and stored; every largest set of a small deck."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import Field

from ludex.engine.faults import TooLarge, within
from ludex.games.swish import operations, solving
from ludex.games.swish.deck import Cards
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.sources import GivenCards, find_deck
from ludex.requests.answers import addressed
from ludex.requests.fields import Label, Timed, example
from ludex.requests.json_text import json_text
from ludex.requests.request import ExecutionContext, ObjectResult, Request, Stores
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.games.swish.operations.no_swish_sets import LargestNoSwishSet
    from ludex.games.swish.solving.maximum_sets import AllLargestNoSwishSets


class Sought(GivenCards, Timed):
    """The cards or the deck among which a largest set is sought."""

    model_config = example(deck="swish-36")


class SoughtOfDeck(Timed):
    """The small deck whose largest sets are listed."""

    deck: Label


class SoughtByCommand(Sought):
    """The cards, and what to show of their largest sets."""

    all: bool = Field(default=False, description="Every largest set, and their classes; at most 64 cards.")
    certificate: bool = Field(default=False, description="Show the swishes that prove it.")


def largest(asked: Sought, work: ExecutionContext) -> ObjectResult:
    """Find and store a largest set without a swish of a deck or of any cards, with the proof.

    A proved answer that is stored already is given again. If the time limit comes first: `proved` is false and
    `size` the best value known.
    """
    cards = asked.source(work)
    with asked.at_fault(), work.search() as budget:
        found = operations.no_swish_sets.largest_no_swish_set(work.kept, cards, budget)
    return ObjectResult(found, "swish-no-swish-set", found.label, found.duplicate_of is None)


def every(asked: SoughtOfDeck, work: ExecutionContext) -> "AllLargestNoSwishSets":
    """List every largest set without a swish of a small deck, and their classes."""
    with within("deck"):
        return _every(Cards(find_deck(asked.deck, work).position), work)


def _every(cards: Cards, work: ExecutionContext) -> "AllLargestNoSwishSets":
    try:
        with work.search() as budget:
            return operations.no_swish_sets.all_largest_no_swish_sets(
                work.kept, cards, budget, work.bound(bounds.MAXIMUM_SETS)
            )
    except solving.maximum_sets.TooManySets as error:
        raise TooLarge(f"{error}. `ludex swish no-swish --all` lists them all.") from None


def by_command(asked: SoughtByCommand, work: ExecutionContext) -> ObjectResult:
    """Keep as many cards as possible without a swish among them, and prove that no more can be kept."""
    if not asked.all:
        return largest(asked, work)
    with asked.at_fault():
        return ObjectResult(_every(asked.source(work), work), "swish-no-swish-set", None)


def _said(about: ObjectResult, asked: SoughtByCommand) -> Iterator[str]:
    yield from _classes(about.value) if asked.all else _described(about.value, asked.certificate)


def _described(found: "LargestNoSwishSet", certificate: bool) -> Iterator[str]:
    swishes = found.certificate.swishes
    proof, bound = f"proved by {len(swishes):,} swishes", f"not proved: no set has more than {found.upper_bound}"
    yield f"{found.size} cards without a swish, {proof if found.proved else bound}: {found.label}"
    yield from table(zip(found.indices, found.cards, strict=True))
    if certificate:
        yield "each of these sets of cards, by index, is a swish:"
        yield from (" ".join(map(str, swish)) for swish in swishes)
        if found.certificate.weights is not None:
            yield f"weights of swishes, as schema/certificates.md has them: {json_text(found.certificate.weights)}"


def _classes(found: "AllLargestNoSwishSets") -> Iterator[str]:
    yield (
        f"{found.count:,} largest sets of {found.size} cards without a swish: {len(found.classes)} classes, "
        f"{len(found.classes_with_reversal)} where points and circles may be exchanged; one of each class, by index:"
    )
    yield from (f"{len(one):,} sets like {' '.join(map(str, found.sets[one[0]]))}" for one in found.classes)


def _maximum(_registry: object) -> Any:  # noqa: ANN401 - a model

    return addressed(operations.no_swish_sets.LargestNoSwishSet, "Maximum")


def _all_maxima(_registry: object) -> Any:  # noqa: ANN401 - a model

    return solving.maximum_sets.AllLargestNoSwishSets


LARGEST = Request("POST /swish/no-swish-sets", "", largest, _said, "swish/no-swish-sets", Stores.ASKED, _maximum)
EVERY = Request("GET /swish/decks/{deck}/no-swish-sets", "", every, _said, "swish/no-swish-sets", answers=_all_maxima)
NO_SWISH = Request("", "swish no-swish", by_command, _said, "swish/no-swish-sets", Stores.ASKED)
