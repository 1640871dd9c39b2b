"""Requests about caps (collections of cards without a set): largest caps with proofs, and numbers of caps by size."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import SetCardsInput, Shape, WholeDeckModel, by_command
from ludex.games.sets.study.cap_counts import CapsOfDeck
from ludex.requests.fields import Forms, RequestModel, ResponseModel, ServiceBounds, TimeLimited, example
from ludex.requests.request import ExecutionContext, ObjectResult, Request, Result, Stores
from ludex.requests.response_models import with_url
from ludex.requests.text_output import table

_NAMING_SECONDS = 5.0


class LargestCapRequest(SetCardsInput, TimeLimited):
    """The cards, or the properties and values of the whole deck, in which to find a largest cap."""

    model_config = example(properties=4, values=3)
    FORMS: ClassVar[Forms] = ((("properties", "values"), ("cards",), ("deck",), ("label",)),)

    def source(self, context: ExecutionContext, shape: Shape | None = None) -> Position | Deck:
        """Return the deck, or the cards. Raises Fault."""
        if self.cards is not None or self.deck is not None or self.label is not None:
            return super().source(context, shape)
        if self.properties is None or self.values is None:
            missing = "properties" if self.properties is None else "values"
            raise Fault("missing; give properties and values, cards, a deck or a label", (missing,))
        return Deck(self.properties, self.values)


class CapCountsRequest(WholeDeckModel, TimeLimited):
    """A deck for counting caps."""

    model_config = example(properties=3, values=3)

    up_to: Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)] | None = Field(
        default=None, description="Maximum size of the caps."
    )


def largest(request: LargestCapRequest, context: ExecutionContext) -> ObjectResult:
    """Find a largest cap of a deck or of some of its cards, and store it with its proof.

    A stored proved result is returned without a search. If the time limit ends the search, `proved` is false, and the
    same request with more time may improve the result.
    """
    result = _largest(request, context)
    label = None if result.stored is None else result.stored.label
    return ObjectResult(
        result.as_response, "set-cap", label, result.created, of=(result, context.destination is not None)
    )


def _largest(request: LargestCapRequest, context: ExecutionContext) -> "operations.caps.LargestCap":
    source = request.source(context)
    if context.destination is not None and isinstance(source, Deck):
        known = operations.caps.known_largest_cap(context.destination, source)
        if known is not None and known.proved:  # no search, and so no computing slot
            return operations.caps.store_largest_cap(context.destination, source, Budget())
    with request.at_fault(), context.search() as budget:
        if context.destination is None:
            return operations.caps.find_largest_cap(source, budget, Budget(seconds=_NAMING_SECONDS))
        return operations.caps.store_largest_cap(
            context.destination, source, budget, Budget() if by_command(context) else None
        )


def _largest_lines(about: ObjectResult, _request: LargestCapRequest) -> Iterator[str]:
    cap, _ = about.of
    cards = f"{cap.size:,} card{'' if cap.size == 1 else 's'} without a set"
    if cap.method == "none":
        yield f"{cards}: all of them"
    elif cap.proved:
        yield f"{cards}, proved to be the maximum ({cap.method})"
    else:
        yield f"{cards}; the maximum is at most {cap.upper_bound:,} ({cap.method})"
    yield from [] if cap.label is None else [cap.label]
    yield from cap.cards.codes


def _not_stored(about: ObjectResult) -> bool:
    cap, to_be_stored = about.of
    return bool(to_be_stored and cap.stored is None)


def count(request: CapCountsRequest, context: ExecutionContext) -> Result:
    """Count and store, by size, the caps of a deck and their classes under symmetries that preserve sets.

    Stored numbers are returned without counting. Counting takes some minutes for the 81 cards of set-3-4.
    """
    deck, destination = request.deck, context.destination
    known = None if destination is None else operations.decks.known_cap_counts(destination, deck)
    if known is not None and known.complete:  # no search, and so no computing slot
        return Result(CapsOfDeck.of(known.cut(request.up_to)), of=known.cut(request.up_to))
    with within("properties"), context.search() as budget:
        if destination is None:
            counts, new = study.cap_counts.count_caps(deck, budget, request.up_to), False
        else:
            counts, new = operations.decks.count_caps_of_deck(
                destination, deck, budget, request.up_to, complete=not by_command(context)
            )
    return Result(CapsOfDeck.of(counts), new, counts)


def _counted(result: Result, _request: CapCountsRequest) -> Iterator[str]:
    rows = [(count.size, f"{count.caps:,}", f"{count.classes:,}") for count in result.of.sizes]
    yield from table([("cards", "caps", "classes"), *rows])
    yield "there are no larger caps" if result.of.complete else "there may be larger caps"


class LargestCapsRequest(WholeDeckModel, TimeLimited):
    """A deck whose largest caps are classified."""

    model_config = example(properties=3, values=3)


class CapClass(ResponseModel):
    """A class of caps."""

    cards: list[str] = Field(description="The cards of a cap of the class.")
    caps: int = Field(description="Number of caps in the class.")


class LargestCapClasses(ResponseModel):
    """The largest caps of a deck up to the symmetries that preserve sets."""

    size: int = Field(description="Number of cards of a largest cap.")
    caps: int = Field(description="Number of largest caps.")
    classes: list[CapClass] = Field(description="The classes, each with the cap of its canonical form.")


def classify(request: LargestCapsRequest, context: ExecutionContext) -> LargestCapClasses:
    """Classify the largest caps of a deck up to the symmetries that preserve sets.

    For the deck with three properties and four values, the caps of 28 cards are found without enumerating smaller caps,
    in about ten seconds. For other decks, stored numbers of caps are used, or the caps of all sizes are counted.
    """
    deck = request.deck
    known = operations.decks.known_cap_counts(context.catalogue, deck)
    with within("properties"), context.search() as budget:
        found = study.largest_caps.largest_caps(deck, budget, known)
    classes = [CapClass(cards=[deck.code(card) for card in cards], caps=caps) for cards, caps in found.classes]
    return LargestCapClasses(size=found.size, caps=found.caps, classes=classes)


def _classified(result: LargestCapClasses, _request: LargestCapsRequest) -> Iterator[str]:
    number = len(result.classes)
    yield f"{result.caps:,} caps of {result.size} cards in {number:,} class{'' if number == 1 else 'es'}"
    yield from table([("caps", "cards"), *((f"{found.caps:,}", " ".join(found.cards)) for found in result.classes)])


def counts(request: RequestModel, context: ExecutionContext) -> Result:
    """List the stored numbers of caps by deck and size."""
    del request
    return Result.page([row for counts in operations.decks.all_cap_counts(context.catalogue) for row in counts.sizes])


def _listed(result: Result, _request: RequestModel) -> Iterator[str]:
    rows = [
        (f"{count.values}^{count.properties}", count.size, f"{count.caps:,}", f"{count.classes:,}")
        for count in result.of
    ]
    yield from table([("of", "cards", "caps", "classes"), *rows])


def _answer(_registry: object) -> type[Any]:
    return with_url(operations.caps.LargestCapResponse, "LargestCap")


LARGEST = Request(
    "POST /sets/caps",
    "sets caps largest",
    largest,
    _largest_lines,
    "sets/caps",
    Stores.ON_REQUEST,
    _answer,
    remark=lambda about, _request: (
        "the cap is not stored, because it has too many cards for a label" if _not_stored(about) else None
    ),
    fails=_not_stored,
    tool=True,
)
COUNT = Request(
    "POST /sets/caps/counts",
    "sets caps count",
    count,
    _counted,
    "sets/caps",
    Stores.ON_REQUEST,
    lambda _registry: CapsOfDeck,
)
CLASSIFY = Request(
    "POST /sets/caps/classes",
    "sets caps classify",
    classify,
    _classified,
    "sets/caps",
)
COUNTS = Request("", "sets caps counts", counts, _listed, "sets/caps")
