"""How many caps of each size a deck has: counted, stored as a claim about the whole deck, and given again."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.claims.storing import put_claim
from ludex.catalogue.kinds.kind import Entry
from ludex.catalogue.objects.reading import find, value_of
from ludex.catalogue.storage.snapshot import Writer
from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.games.sets import study
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.kinds.statements import CAP_COUNTS, claim_counts
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.operations.decks import find_whole, prepare_whole, store_whole
from ludex.games.sets.study.cap_counts import CapCounts


def count_caps_of_deck(
    catalogue: Catalogue, deck: Deck, budget: Budget, up_to: int | None = None, *, complete: bool = False
) -> tuple[CapCounts, bool]:
    """Count the caps of a deck by size, and their classes, and store the numbers; known ones are given again.

    Returned are the numbers, and whether any of them is new. If the budget ends, the sizes that are counted by then
    are stored; if they are to be `complete`, BudgetExhausted is raised then and nothing is stored. Raises
    PositionError for a deck of too many sets.
    """
    known = known_cap_counts(catalogue, deck)
    if known is not None and (known.complete or (up_to is not None and known.largest >= up_to)):
        return known.cut(up_to), False
    before = budget.cost()
    counts = study.cap_counts.count_caps(deck, budget, up_to)
    cost = budget.cost().since(before)
    if complete and not counts.complete and (up_to is None or counts.largest < up_to):
        raise BudgetExhausted(budget.exhausted() or "time")
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        return counts, store_cap_counts(writer, whole, counts, cost)


def known_cap_counts(catalogue: Catalogue, deck: Deck) -> CapCounts | None:
    """Return the stored numbers of the caps of a deck, or None if there are none."""
    with catalogue.reading() as reader:
        whole = find_whole(reader, deck)
        counts: CapCounts | None = None if whole is None else value_of(reader, whole).cap_counts
    return counts


def every_cap_counts(catalogue: Catalogue) -> list[CapCounts]:
    """Return the stored numbers of caps of all decks, by values, then properties."""
    with catalogue.reading() as reader:
        claims = list(stream_of_claims(reader, ClaimFilters(CAP_COUNTS.name)))
        named = [value_of(reader, find(reader, one.subject, DECK)) for one in claims]
    return sorted((one.cap_counts for one in named), key=lambda one: (one.deck.values, one.deck.properties))


def store_cap_counts(writer: Writer, whole: Entry[NamedDeck], counts: CapCounts, cost: Cost | None = None) -> bool:
    """Store the numbers of caps of a whole deck, and tell whether any size is new. Known sizes stay."""
    return put_claim(writer, store_whole(writer, whole).id, claim_counts(counts).costing(cost))
