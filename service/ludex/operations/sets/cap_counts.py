"""How many caps of each size a deck has: counted, stored as a claim about the whole deck, and given again."""

from dataclasses import dataclass, replace

from ludex.catalogue.catalogue import Catalogue, Reader, Writer
from ludex.catalogue.claims import claims_of, claims_stating, put_claim
from ludex.catalogue.kind import Entry, prepare
from ludex.catalogue.kinds.sets.deck import DECK
from ludex.catalogue.kinds.sets.statements import CAP_COUNTS, cap_counts_claim, cap_counts_of_claim
from ludex.catalogue.naming import name_object
from ludex.catalogue.reading import find, find_keys, value_of
from ludex.catalogue.storing import store
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.sets.deck import Deck
from ludex.sets.named_decks import NamedDeck, built_in_slug, whole_deck
from ludex.sets.study.cap_counts import CapCounts


@dataclass(frozen=True, slots=True)
class CountedCaps:
    """The numbers of caps of a deck by size, and whether this call stored any of them."""

    counts: CapCounts
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
    whole = prepare(DECK, whole_deck(deck))
    with catalogue.writing() as writer:
        new = store_cap_counts(writer, whole, counts)
    return CountedCaps(counts, new)


def known_cap_counts(catalogue: Catalogue, deck: Deck) -> CapCounts | None:
    """Return the stored numbers of the caps of a deck, or None where there are none."""
    key = DECK.identify(whole_deck(deck), Budget()).key
    with catalogue.reading() as reader:
        return counts_of_key(reader, key)


def every_cap_counts(catalogue: Catalogue) -> list[CapCounts]:
    """Return the stored numbers of caps of all decks, by values, then properties."""
    with catalogue.reading() as reader:
        listed = list(claims_stating(reader, CAP_COUNTS.name))
        decks = {label: value_of(reader, find(reader, label, DECK)).deck for label, _ in listed}
    found = [cap_counts_of_claim(decks[label], claim) for label, claim in listed]
    return sorted(found, key=lambda one: (one.deck.values, one.deck.properties))


def store_cap_counts(writer: Writer, whole: Entry[NamedDeck], counts: CapCounts) -> bool:
    """Store the numbers of caps of a whole deck, and tell whether any size is new. Known sizes stay."""
    deck = store(writer, whole)
    name_object(writer, DECK, deck.id, [built_in_slug(counts.deck)])
    return put_claim(writer, deck.id, cap_counts_claim(counts))


def counts_of_key(reader: Reader, deck_key: bytes) -> CapCounts | None:
    """Return the stored numbers of the caps of the whole deck with this key, or None."""
    node = find_keys(reader, [deck_key]).get(deck_key)
    claim = None if node is None else next(iter(claims_of(reader, node, CAP_COUNTS.name)), None)
    if node is None or claim is None:
        return None
    [label] = [one.label for one in _labels(reader, node)]
    return cap_counts_of_claim(value_of(reader, find(reader, label, DECK)).deck, claim)


def _cut(counts: CapCounts, up_to: int | None) -> CapCounts:
    if up_to is None or counts.largest <= up_to:
        return counts
    return replace(
        counts, by_size=counts.by_size[: up_to + 1], classes=counts.classes[: up_to + 1], complete=False
    )
