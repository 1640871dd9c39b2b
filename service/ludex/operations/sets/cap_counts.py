"""How many caps of each size a deck has: counted, stored as a claim about the whole deck, and given again."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludex.catalogue.catalogue import Catalogue, Writer
from ludex.catalogue.claims import claims_stating, put_claim
from ludex.catalogue.kind import Entry
from ludex.catalogue.kinds.sets.deck import DECK
from ludex.catalogue.kinds.sets.statements import CAP_COUNTS, claim_counts
from ludex.catalogue.reading import find, value_of
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.operations.sets.whole_decks import known_of, prepare_whole, store_whole
from ludex.sets.deck import Deck
from ludex.sets.named_decks import NamedDeck

if TYPE_CHECKING:
    from ludex.sets.study.cap_counts import CapCounts


@dataclass(frozen=True, slots=True)
class CapCount:
    """How many caps of so many cards a deck has, and how many they are up to the symmetries that keep sets."""

    properties: int
    values: int
    size: int
    caps: int
    classes: int


@dataclass(frozen=True, slots=True)
class CountedCaps:
    """The numbers of caps of a deck by size, and whether this call stored any of them."""

    counts: "CapCounts"
    new: bool


def count_caps_of_deck(
    catalogue: Catalogue, deck: Deck, budget: Budget, up_to: int | None = None, *, complete: bool = False
) -> CountedCaps:
    """Count the caps of a deck by size, and their classes, and store the numbers; known ones are given again.

    Where the budget ends, the sizes that are counted by then are stored; where `complete`, BudgetExhausted is raised
    then and nothing is stored. Raises PositionError for a deck of too many sets.
    """
    from ludex.sets.study.cap_counts import count_caps

    known = known_cap_counts(catalogue, deck)
    if known is not None and (known.complete or (up_to is not None and known.largest >= up_to)):
        return CountedCaps(_cut(known, up_to), False)
    counts = count_caps(deck, budget, up_to)
    if complete and not counts.complete:
        raise BudgetExhausted(budget.exhausted() or "time")
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        new = store_cap_counts(writer, whole, counts)
    return CountedCaps(counts, new)


def known_cap_counts(catalogue: Catalogue, deck: Deck) -> "CapCounts | None":
    """Return the stored numbers of the caps of a deck, or None where there are none."""
    return known_of(catalogue, deck).cap_counts


def every_cap_counts(catalogue: Catalogue) -> "list[CapCounts]":
    """Return the stored numbers of caps of all decks, by values, then properties."""
    with catalogue.reading() as reader:
        named = [value_of(reader, find(reader, label, DECK)) for label, _ in claims_stating(reader, CAP_COUNTS.name)]
    return sorted((one.cap_counts for one in named), key=lambda one: (one.deck.values, one.deck.properties))


def sizes_of(counts: "CapCounts") -> list[CapCount]:
    """Return the numbers of caps of a deck, one size after the other, as answers list them."""
    deck = counts.deck
    both = enumerate(zip(counts.by_size, counts.classes, strict=True))
    return [CapCount(deck.properties, deck.values, size, caps, classes) for size, (caps, classes) in both]


def store_cap_counts(writer: Writer, whole: Entry[NamedDeck], counts: "CapCounts") -> bool:
    """Store the numbers of caps of a whole deck, and tell whether any size is new. Known sizes stay."""
    return put_claim(writer, store_whole(writer, whole).id, claim_counts(counts))


def _cut(counts: "CapCounts", up_to: int | None) -> "CapCounts":
    if up_to is None or counts.largest <= up_to:
        return counts
    return replace(counts, by_size=counts.by_size[: up_to + 1], classes=counts.classes[: up_to + 1], complete=False)
