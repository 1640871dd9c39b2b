"""Largest sets of cards without a swish, with proof, and lists of all largest sets of small decks."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.faults import TooLarge, within
from ludex.games.swish import operations, solving
from ludex.games.swish.deck import Cards
from ludex.games.swish.position import Position
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import GivenCards, find_deck
from ludex.requests.declaration import Store, TimeLimit, request
from ludex.requests.fields import Label
from ludex.requests.json_text import json_text
from ludex.requests.results import Identified
from ludex.requests.session import Session
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.games.swish.operations.no_swish_sets import LargestNoSwishSet
    from ludex.games.swish.solving.no_swish import AllLargestNoSwishSets

_SUBJECT = "swish/no-swish-sets"


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


@request(
    "POST /swish/no-swish-sets",
    subject=_SUBJECT,
    writes="store",
    tool=True,
    lacks={"command": "`ludex swish no-swish`"},
    example={"deck": "swish-36"},
)
def largest_no_swish_set(
    catalogue: Session, cards: GivenCards, *, store: Store = True, time_limit: TimeLimit = None
) -> "Identified[operations.no_swish_sets.LargestNoSwishSet]":
    """Find and store a largest set without a swish, with its proof, among given cards or the cards of a deck.

    If a proved result is already stored, it is returned without a search. If the search reaches the time limit,
    `proved` is false, and `size` is the best known value.

    Returns
    -------
    Identified
        The set.

    Examples
    --------
    >>> catalogue.swish.largest_no_swish_set(swish.built_in_deck("swish-2x3").position).value.size
    5
    """
    return _largest(catalogue, cards, time_limit)


def _largest(catalogue: Session, cards: Cards | Position, time_limit: float | None) -> "Identified[LargestNoSwishSet]":
    of = cards if isinstance(cards, Cards) else Cards(cards)
    destination, maxima = catalogue.destination, operations.no_swish_sets
    known = None if destination is None else maxima.stored_maximum(destination, of)
    with nullcontext(Budget()) if known else catalogue.searching(time_limit) as budget:  # a known result needs no slot
        result = maxima.largest_no_swish_set(destination, of, budget, known)
    return Identified(result, "swish-no-swish-set", result.label, result.duplicate_of is None)


@request(
    "GET /swish/decks/{deck}/no-swish-sets",
    subject=_SUBJECT,
    lacks={
        "command": "`ludex swish no-swish --all`",
        "tool": "`swish_no_swish_sets` finds one largest set",
        "job": "`swish-no-swish`",
    },
)
def all_largest_no_swish_sets(
    catalogue: Session,
    deck: Annotated[Label, Field(description="Slug or label of a deck.")],
    *,
    time_limit: TimeLimit = None,
) -> "solving.no_swish.AllLargestNoSwishSets":
    """List all largest sets without a swish of a small deck, and their classes.

    Returns
    -------
    AllLargestNoSwishSets
        The sets and their classes.

    Examples
    --------
    >>> catalogue.swish.all_largest_no_swish_sets("swish-2x3").count
    6
    """
    with within("deck"):
        return _every(catalogue, Cards(find_deck(deck, catalogue).position), time_limit)


def _every(catalogue: Session, cards: Cards | Position, time_limit: float | None) -> "AllLargestNoSwishSets":
    of = cards if isinstance(cards, Cards) else Cards(cards)
    try:
        with catalogue.searching(time_limit) as budget:
            return operations.no_swish_sets.all_largest_no_swish_sets(
                catalogue.destination, of, budget, catalogue.bound(bounds.MAXIMUM_SETS)
            )
    except solving.no_swish.TooManySets as error:
        raise TooLarge(str(error), "the command `ludex swish no-swish --all` lists all sets") from None


@request(
    command="swish no-swish CARD...",
    subject=_SUBJECT,
    writes="store",
    text=lambda found, fields: _classes(found.value) if fields.all else _described(found.value, fields.certificate),
    lacks={
        "route": "`POST /swish/no-swish-sets`",
        "tool": "`swish_no_swish_sets`",
        "python": "`largest_no_swish_set` and `all_largest_no_swish_sets`",
    },
)
def no_swish(
    catalogue: Session,
    cards: GivenCards,
    all: bool = False,  # noqa: A002 - a field
    certificate: bool = False,
    *,
    store: Store = False,
    time_limit: TimeLimit = None,
) -> Identified[Any]:
    """Find a largest set of cards without a swish, and prove that it is largest.

    Parameters
    ----------
    all
        List all largest sets and their classes; at most 64 cards.
    certificate
        Show the swishes that prove the maximum.
    """
    if all:
        return Identified(_every(catalogue, cards, time_limit), "swish-no-swish-set")
    return _largest(catalogue, cards, time_limit)
