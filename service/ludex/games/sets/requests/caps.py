"""Requests about caps (collections of cards without a set): largest caps with proofs, and numbers of caps by size."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import (
    CardsRange,
    NumberOfCards,
    Properties,
    RangeFilters,
    SetCardsInput,
    Shape,
    Values,
    WholeDeck,
    by_command,
)
from ludex.games.sets.study.cap_counts import CapCount, CapCounts, CapsOfDeck
from ludex.requests.declaration import Given, Listing, Store, TimeLimit, request
from ludex.requests.fields import Forms, ResponseModel, ServiceBounds
from ludex.requests.inputs import InputContext
from ludex.requests.results import Identified
from ludex.requests.session import Session
from ludex.requests.text_output import table

_NAMING_SECONDS = 5.0
_LARGER = "the tool `sets_caps_largest` finds largest caps"


class CapSourceInput(SetCardsInput):
    """The cards, or the properties and values of the whole deck, in which to find a largest cap."""

    FORMS: ClassVar[Forms] = ((("properties", "values"), ("cards",), ("deck",), ("label",)),)

    def source(self, context: InputContext, shape: Shape | None = None) -> Position | Deck:
        """Return the deck, or the cards. Raises Fault."""
        if self.cards is not None or self.deck is not None or self.label is not None:
            return super().source(context, shape)
        if self.properties is None or self.values is None:
            missing = "properties" if self.properties is None else "values"
            raise Fault("missing; give properties and values, cards, a deck or a label", (missing,))
        return Deck(self.properties, self.values)


def _largest_lines(found: "Identified[operations.caps.LargestCapResponse]") -> Iterator[str]:
    cap = found.value
    cards = f"{cap.size:,} card{'' if cap.size == 1 else 's'} without a set"
    if cap.method == "none":
        yield f"{cards}: all of them"
    elif cap.proved:
        yield f"{cards}, proved to be the maximum ({cap.method})"
    else:
        yield f"{cards}; the maximum is at most {cap.upper_bound:,} ({cap.method}; {cap.bound_evidence.value})"
    yield from [] if cap.label is None else [cap.label]
    yield from cap.cards


def _has_no_label(found: "Identified[operations.caps.LargestCapResponse]") -> bool:
    return found.value.label is None


@request(
    "POST /sets/caps",
    command="sets caps largest CARD...",
    subject="sets/caps",
    writes="store",
    text=_largest_lines,
    remark=lambda found: (
        "the cap is not stored, because it has too many cards for a label" if _has_no_label(found) else None
    ),
    fails=_has_no_label,
    tool=True,
    example={"properties": 4, "values": 3},
)
def largest(
    catalogue: Session,
    position: Annotated[Position | Deck, Given(CapSourceInput, method="source")],
    *,
    store: Store = True,
    time_limit: TimeLimit = None,
) -> "Identified[operations.caps.LargestCapResponse]":
    """Find a largest cap of a deck or of some of its cards, and store it with its proof.

    A stored proved result is returned without a search. If the time limit ends the search, `proved` is false, and the
    same request with more time may improve the result.

    Parameters
    ----------
    position
        The deck, or the cards.

    Returns
    -------
    Identified
        The cap.

    Examples
    --------
    >>> catalogue.sets.largest(sets.Deck(3, 3)).value.size
    9
    """
    cap = _largest(catalogue, position, time_limit)
    label = None if cap.stored is None else cap.stored.label
    return Identified(cap.as_response, "set-cap", label, cap.created)


def _largest(catalogue: Session, position: Position | Deck, time_limit: float | None) -> "operations.caps.LargestCap":
    destination = catalogue.destination
    if destination is not None and isinstance(position, Deck):
        known = operations.caps.known_largest_cap(destination, position)
        if known is not None and known.proved:  # no search, and so no computing slot
            return operations.caps.store_largest_cap(destination, position, Budget())
    with catalogue.searching(time_limit) as budget:
        if destination is None:
            return operations.caps.find_largest_cap(position, budget, Budget(seconds=_NAMING_SECONDS))
        naming = Budget() if by_command(catalogue) else None
        return operations.caps.store_largest_cap(destination, position, budget, naming)


class NewCapsOfDeck(CapsOfDeck):
    """Numbers of caps that were not stored before."""

    __slots__ = ()
    created: ClassVar[bool] = True


def _counted(result: CapsOfDeck) -> Iterator[str]:
    rows = [(count.size, f"{count.caps:,}", f"{count.classes:,}") for count in result.items]
    yield from table([("cards", "caps", "classes"), *rows])
    yield "there may be larger caps" if result.largest_size is None else "there are no larger caps"


@request(
    "POST /sets/caps/counts",
    command="sets caps count DECK",
    subject="sets/caps",
    writes="store",
    text=_counted,
    lacks={"tool": "the counts take minutes"},
    example={"properties": 3, "values": 3},
)
def count(
    catalogue: Session,
    deck: WholeDeck,
    up_to: Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)] | None = None,
    *,
    store: Store = True,
    time_limit: TimeLimit = None,
) -> CapsOfDeck:
    """Count and store, by size, the caps of a deck and their classes under symmetries that preserve sets.

    Stored numbers are returned without counting. Counting takes some minutes for the 81 cards of set-3-4.

    Parameters
    ----------
    up_to
        Maximum size of the caps.

    Returns
    -------
    CapsOfDeck
        The numbers of caps.

    Examples
    --------
    >>> [size.caps for size in catalogue.sets.count(sets.Deck(2, 3)).items]
    [1, 9, 36, 72, 54]
    """
    destination = catalogue.destination
    known = None if destination is None else operations.decks.known_cap_counts(destination, deck)
    if known is not None and known.complete:  # no search, and so no computing slot
        return CapsOfDeck.of(known.cut(up_to))
    with within("properties"), catalogue.searching(time_limit) as budget:
        if destination is None:
            return CapsOfDeck.of(study.cap_counts.count_caps(deck, budget, up_to))
        found: CapCounts
        found, new = operations.decks.count_caps_of_deck(
            destination, deck, budget, up_to, complete=not by_command(catalogue)
        )
    return (NewCapsOfDeck if new else CapsOfDeck).of(found)


class CapClass(ResponseModel):
    """A class of caps."""

    cards: list[str] = Field(description="The cards of a cap of the class.")
    caps: int = Field(description="Number of caps in the class.")


class LargestCapClasses(ResponseModel):
    """The largest caps of a deck up to the symmetries that preserve sets."""

    size: int = Field(description="Number of cards of a largest cap.")
    caps: int = Field(description="Number of largest caps.")
    classes: list[CapClass] = Field(description="The classes, each with the cap of its canonical form.")


def _classified(result: LargestCapClasses) -> Iterator[str]:
    number = len(result.classes)
    yield f"{result.caps:,} caps of {result.size} cards in {number:,} class{'' if number == 1 else 'es'}"
    yield from table([("caps", "cards"), *((f"{found.caps:,}", " ".join(found.cards)) for found in result.classes)])


@request(
    "POST /sets/caps/classes",
    command="sets caps classify DECK",
    subject="sets/caps",
    text=_classified,
    lacks={"tool": _LARGER},
    example={"properties": 3, "values": 3},
)
def classify(catalogue: Session, deck: WholeDeck, *, time_limit: TimeLimit = None) -> LargestCapClasses:
    """Classify the largest caps of a deck up to the symmetries that preserve sets.

    For the deck with three properties and four values, the caps of 28 cards are found without enumerating smaller caps,
    in about ten seconds. For other decks, stored numbers of caps are used, or the caps of all sizes are counted.

    Returns
    -------
    LargestCapClasses
        The classes.

    Examples
    --------
    >>> [found.caps for found in catalogue.sets.classify(sets.Deck(2, 3)).classes]
    [54]
    """
    known = operations.decks.known_cap_counts(catalogue.store, deck)
    with within("properties"), catalogue.searching(time_limit) as budget:
        found = study.largest_caps.largest_caps(deck, budget, known)
    classes = [CapClass(cards=[deck.code(card) for card in cards], caps=caps) for cards, caps in found.classes]
    return LargestCapClasses(size=found.size, caps=found.caps, classes=classes)


class CapCountFilters(RangeFilters):
    """Filters of numbers of caps."""

    properties: Properties | None = Field(default=None, description="Only decks with this number of properties.")
    values: Values | None = Field(default=None, description="Only decks with this number of values.")
    size: CardsRange = Field(default=None, description="Size of the caps, or a range such as `4..9`.")
    min_size: NumberOfCards | None = Field(default=None, description="Minimum size of the caps.")
    max_size: NumberOfCards | None = Field(default=None, description="Maximum size of the caps.")


@request(
    "GET /sets/caps/counts",
    command="sets caps counts",
    subject="sets/caps",
    columns=("values", "properties", "size", "caps", "classes"),
    lacks={"tool": _LARGER},
)
def counts(
    catalogue: Session, filters: Annotated[CapCountFilters | None, Given(CapCountFilters, method="")] = None
) -> Listing[CapCount]:
    """List the stored numbers of caps by values, properties and size.

    Returns
    -------
    Listing of CapCount
        The numbers.

    Examples
    --------
    >>> found = catalogue.sets.count(sets.Deck(2, 3))
    >>> [count.caps for count in catalogue.sets.counts(properties=2, max_size=2)]
    [1, 9, 36]
    """
    known = [row for found in operations.decks.all_cap_counts(catalogue.store) for row in found.sizes]
    return Listing.whole(known if filters is None else filters.select(known))
