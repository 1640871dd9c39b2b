"""Caps, which are cards without a set: the largest of a deck or of any cards, proved; how many there are by size."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.sources import GivenSetCards, OfDeck, Shape, by_command
from ludex.games.sets.study.cap_counts import CapsOfDeck
from ludex.requests.answers import addressed
from ludex.requests.fields import RequestModel, ServiceBounds, Timed, example
from ludex.requests.request import ExecutionContext, ObjectResult, Request, Result, Stores
from ludex.requests.text_answers import table

_NAMING_SECONDS = 5.0


class SoughtCap(GivenSetCards, Timed):
    """The cards among which the largest cap is sought, or the properties and values of a whole deck."""

    model_config = example(properties=4, values=3)

    def source(self, work: ExecutionContext, shape: Shape | None = None) -> Position | Deck:
        """Return the deck, or the cards. Raises Fault."""
        if self.cards is not None or self.deck is not None or self.label is not None:
            return super().source(work, shape)
        if self.properties is None or self.values is None:
            missing = "properties" if self.properties is None else "values"
            raise Fault("is missing, and so are cards, a deck or a label", (missing,))
        return Deck(self.properties, self.values)


class CountedCaps(OfDeck, Timed):
    """The deck whose caps are counted."""

    model_config = example(properties=3, values=3)

    up_to: Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)] | None = Field(
        default=None, description="Only caps of at most this many cards."
    )


def largest(asked: SoughtCap, work: ExecutionContext) -> ObjectResult:
    """Find and store a largest cap of a deck or of some of its cards, with its proof.

    What is proved already is given again. If the time limit comes first `proved` is false, and the same request
    with more time may improve the answer.
    """
    found = _largest(asked, work)
    label = None if found.stored is None else found.stored.label
    return ObjectResult(found.as_response, "set-cap", label, found.created, of=(found, work.kept is not None))


def _largest(asked: SoughtCap, work: ExecutionContext) -> "operations.caps.LargestCap":
    source = asked.source(work)
    if work.kept is not None and isinstance(source, Deck):
        known = operations.caps.known_largest_cap(work.kept, source)
        if known is not None and known.proved:  # without a search it takes no computing slot
            return operations.caps.store_largest_cap(work.kept, source, Budget())
    with asked.at_fault(), work.search() as budget:
        if work.kept is None:
            return operations.caps.find_largest_cap(source, budget, Budget(seconds=_NAMING_SECONDS))
        return operations.caps.store_largest_cap(work.kept, source, budget, Budget() if by_command(work) else None)


def _largest_said(about: ObjectResult, _asked: SoughtCap) -> Iterator[str]:
    cap, _ = about.of
    cards = f"{cap.size:,} card{'' if cap.size == 1 else 's'} without a set"
    if cap.method == "none":
        yield f"{cards}: all of them"
    elif cap.proved:
        yield f"{cards}, proved to be the most ({cap.method})"
    else:
        yield f"{cards}; it is proved that there are no more than {cap.upper_bound:,} ({cap.method})"
    yield from [] if cap.label is None else [cap.label]
    yield from cap.cards.codes


def _not_stored(about: ObjectResult) -> bool:
    cap, to_be_stored = about.of
    return bool(to_be_stored and cap.stored is None)


def count(asked: CountedCaps, work: ExecutionContext) -> Result:
    """Count the caps of a deck by size, and their classes under the symmetries that keep sets, and store the numbers.

    What is stored already is given again. The 81 cards of set-3-4 take some minutes.
    """
    deck, kept = asked.deck, work.kept
    known = None if kept is None else operations.statistics.known_cap_counts(kept, deck)
    if known is not None and known.complete:  # it takes no computing slot
        return Result(CapsOfDeck.of(known.cut(asked.up_to)), of=known.cut(asked.up_to))
    with within("properties"), work.search() as budget:
        if kept is None:
            counts, new = study.cap_counts.count_caps(deck, budget, asked.up_to), False
        else:
            counts, new = operations.statistics.count_caps_of_deck(
                kept, deck, budget, asked.up_to, complete=not by_command(work)
            )
    return Result(CapsOfDeck.of(counts), new, counts)


def _counted(told: Result, _asked: CountedCaps) -> Iterator[str]:
    rows = [(one.size, f"{one.caps:,}", f"{one.classes:,}") for one in told.of.sizes]
    yield from table([("cards", "caps", "classes"), *rows])
    yield "there are none of more cards" if told.of.complete else "there may be some of more cards"


def counts(asked: RequestModel, work: ExecutionContext) -> Result:
    """List the numbers of caps that are stored, by deck and size."""
    del asked
    return Result.page([row for one in operations.statistics.all_cap_counts(work.catalogue) for row in one.sizes])


def _listed(told: Result, _asked: RequestModel) -> Iterator[str]:
    rows = [(f"{one.values}^{one.properties}", one.size, f"{one.caps:,}", f"{one.classes:,}") for one in told.of]
    yield from table([("of", "cards", "caps", "classes"), *rows])


def _answer(_registry: object) -> type[Any]:
    return addressed(operations.caps.LargestCapResponse, "LargestCap")


LARGEST = Request(
    "POST /sets/caps",
    "sets caps largest",
    largest,
    _largest_said,
    "sets/caps",
    Stores.ASKED,
    _answer,
    remark=lambda about, _asked: (
        "the cap is not stored: it has too many cards for a label" if _not_stored(about) else None
    ),
    fails=_not_stored,
)
COUNT = Request(
    "POST /sets/caps/counts",
    "sets caps count",
    count,
    _counted,
    "sets/caps",
    Stores.ASKED,
    lambda _registry: CapsOfDeck,
)
COUNTS = Request("", "sets caps counts", counts, _listed, "sets/caps")
