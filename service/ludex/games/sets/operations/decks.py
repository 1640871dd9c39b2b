"""Operations that store cards and decks, find the cards of stored objects, and store statistics of whole decks.

Whole decks are available even if they are not stored. Two kinds of statistics of a whole deck are stored as claims: the
number of caps of each size, and the number of draws of n cards that contain no set.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludex.card_games.deals import DealStatistic, range_fault
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import Entry, Kind, prepare
from ludex.catalogue.kinds.label import require_texts
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find, find_key, plain_value, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, name_object, require_free, store, store_many
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.engine.faults import Fault
from ludex.games.sets import study
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK, card_entry
from ludex.games.sets.kinds.statements import CAP_COUNTS, NO_SET_PROBABILITY, claim_counts, claim_no_set
from ludex.games.sets.known_results import cards_in
from ludex.games.sets.named_decks import NamedDeck, built_in_slug, listed_deck, whole_deck
from ludex.games.sets.position import Position
from ludex.games.sets.study.cap_counts import CapCounts
from ludex.games.sets.study.no_set_probability import known_no_set, over_all_draws

MAX_STORED_CARDS = 4096
"""The maximum number of cards in a user-defined deck or in a stored position."""


class DeckSizeError(Fault):
    """An error for a deck without cards, or for a deck with more than MAX_STORED_CARDS cards."""


def store_cards(catalogue: Catalogue, cards: Position) -> list[Stored]:
    """Store each card of a position as an object, and return the stored cards in the order of the position."""
    entries = [card_entry(cards.deck, card) for card in cards.cards]
    with catalogue.writing() as writer:
        return store_many(writer, entries)


def find_cards(catalogue: Catalogue, name: str, kind: Kind[Any, Any] | None = DECK) -> Position | Deck:
    """Return the cards of the deck with a given slug or label in their listed order, or a Deck if it is a whole deck.

    `set-V-P` is the whole deck of V values and P properties, which need not be stored. To find the cards of objects
    that are not decks, pass their `kind`, or None to accept any kind. Raises UnknownObject if there is no such object,
    or if the object has no cards.
    """
    with catalogue.reading() as reader:
        found = find(reader, name, kind)
    cards = cards_in(plain_value(found.kind, found))
    if cards is None:
        raise UnknownObject(f"{name} has no cards of SET; name a deck, a position or a cap of SET")
    return cards


def store_deck(
    catalogue: Catalogue, cards: Position, slug: str | None = None, title: str | None = None, description: str = ""
) -> Stored:
    """Store a user-defined deck under a slug. The default slug is derived from the label of the deck.

    If a stored deck has the same cards, in any order, that deck keeps its order of cards, its title and its
    description, and the slug is added to it. The `matching` of the result then contains, for each given card, the index
    of the card in the stored deck. If the cards are all cards of a whole deck, the whole deck is stored.

    Raises SlugError for an invalid slug, NameTaken for a slug that names another deck or is reserved for a whole deck,
    TextError, and DeckSizeError.
    """
    number, of = len(cards.cards), cards.deck
    if number == 0:
        raise DeckSizeError("a deck must have at least one card")
    if number > MAX_STORED_CARDS:
        raise DeckSizeError(
            f"the deck has {number:,} cards; at most {MAX_STORED_CARDS:,} can be stored. Larger whole "
            "decks are available by "
            "their slug, set-V-P, without being stored"
        )
    require_texts(title=title, description=description)
    title = title or f"{number:,} cards of {of.properties} properties and {of.values} values"
    deck = listed_deck(title, description, cards)
    entry = prepare(DECK, deck)
    own = f"own-{entry.label.rpartition('-')[2]}"
    slugs = [*([built_in_slug(of)] if deck.whole else []), own if slug is None else slug]
    for name in slugs:
        require_free(DECK, name, deck)
    with catalogue.writing() as writer:
        stored = as_shown(writer, _store_named(writer, entry, slugs if slug is not None else slugs[:1]))
    if deck.whole and not stored.created:
        return replace(stored, matching=cards.cards)
    return stored


def prepare_whole(deck: Deck) -> Entry[NamedDeck]:
    """Return the entry of a whole deck.

    Call this before the transaction. Cost: 0.2 s for a million cards, on the first call only.
    """
    return prepare(DECK, whole_deck(deck))


def store_whole(writer: Writer, entry: Entry[NamedDeck]) -> Stored:
    """Store a whole deck under its slug, or find it if it is already stored. Claims are then attached to the result."""
    return _store_named(writer, entry, [built_in_slug(entry.value.deck)])


def find_whole(reader: Reader, deck: Deck) -> ObjectView | None:
    """Return the stored object of a whole deck, or None if it is not stored."""
    return find_key(reader, DECK, DECK.identify(whole_deck(deck), Budget()).key)


def _store_named(writer: Writer, entry: Entry[NamedDeck], slugs: Sequence[str]) -> Stored:
    stored = store(writer, entry)
    name_object(writer, DECK, stored.id, slugs)
    return stored


def count_caps_of_deck(
    catalogue: Catalogue, deck: Deck, budget: Budget, up_to: int | None = None, *, complete: bool = False
) -> tuple[CapCounts, bool]:
    """Count the caps of each size of a deck and their classes, and store the numbers. Stored numbers are used again.

    Returns the numbers, and whether any of them is new. If the budget is exhausted, the numbers of the completed sizes
    are stored. If `complete` is true, BudgetExhausted is raised instead, and nothing is stored. Raises PositionError
    for a deck with too many sets.
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


def all_cap_counts(catalogue: Catalogue) -> list[CapCounts]:
    """Return the stored cap counts of all decks, sorted by values and then by properties."""
    with catalogue.reading() as reader:
        claims = list(stream_of_claims(reader, ClaimFilters(CAP_COUNTS.name)))
        named = [value_of(reader, find(reader, claim.subject, DECK)) for claim in claims]
    return sorted((deck.cap_counts for deck in named), key=lambda deck: (deck.deck.values, deck.deck.properties))


def store_cap_counts(writer: Writer, whole: Entry[NamedDeck], counts: CapCounts, cost: Cost | None = None) -> bool:
    """Store the numbers of caps of a whole deck unless better numbers are stored. Return whether they were stored."""
    return store_claim(writer, store_whole(writer, whole).id, claim_counts(counts).costing(cost))


def exact_no_set(catalogue: Catalogue, deck: Deck, n: int) -> DealStatistic | None:
    """Return how many draws of n cards contain no set, or None if a search is necessary to find out.

    No search is necessary if n is small or exceeds the size of every cap, if the statistic is stored, or if the numbers
    of caps are stored.
    """
    closed = known_no_set(deck, n)
    if closed is not None:
        return closed
    with catalogue.reading() as reader:
        whole = find_whole(reader, deck)
        if whole is None:
            return None
        for claim in claims_of(reader, whole.id, NO_SET_PROBABILITY.name, {"n": n}):
            if claim.proved:
                return DealStatistic.from_claim(claim.parameters, claim.value)
        return known_no_set(deck, n, value_of(reader, whole).cap_counts)


def store_statistics(
    catalogue: Catalogue, deck: Deck, statistics: Sequence[DealStatistic], cost: Cost | None = None
) -> int:
    """Store statistics of a whole deck unless better ones are stored, and return how many of them were stored.

    `cost` is the cost of computing all `statistics`, if known. Raises ValueError for numbers that cannot be a statistic
    of the deck.
    """
    full = [over_all_draws(deck, statistic) if statistic.exact else statistic for statistic in statistics]
    for statistic in full:
        if (fault := range_fault(statistic, deck.size)) is not None:
            raise ValueError(fault)
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        node = store_whole(writer, whole).id
        return sum(store_claim(writer, node, claim_no_set(statistic).costing(cost)) for statistic in full)


def stored_statistics(catalogue: Catalogue, deck: Deck | None = None) -> list[tuple[Deck, DealStatistic]]:
    """Return every stored statistic of a deck, or of all decks, sorted from the oldest. See also `best_for_each_n`."""
    with catalogue.reading() as reader:
        if deck is not None:
            whole = find_whole(reader, deck)
            claims = [] if whole is None else claims_of(reader, whole.id, NO_SET_PROBABILITY.name)
            return [(deck, DealStatistic.from_claim(claim.parameters, claim.value)) for claim in claims]
        listed = list(stream_of_claims(reader, ClaimFilters(NO_SET_PROBABILITY.name)))
        documents: dict[str, Any] = {
            label: find(reader, label, DECK).document() for label in {claim.subject for claim in listed}
        }
    return [
        (documents[claim.subject].deck, DealStatistic.from_claim(claim.parameters, claim.value)) for claim in listed
    ]
