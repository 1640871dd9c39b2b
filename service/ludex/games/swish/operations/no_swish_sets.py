"""Largest sets of cards without a swish: finding and proving a single set, or listing all sets with their classes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import Kind, NewLink, identify_value, prepare
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find_keys
from ludex.catalogue.objects.store_result import Duplicate, Stored
from ludex.catalogue.objects.storing import add_links_of_many, delete_links, store, store_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.engine.evidence import StatedEvidence
from ludex.games.swish.deck import Cards, Deck
from ludex.games.swish.identity.card_matching import canonical_numbers
from ludex.games.swish.kinds import DECK, NO_SWISH_SET, POSITION
from ludex.games.swish.kinds.statements import NO_SWISH_MAXIMUM, WITNESSES, claim_maximum, read_maximum
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.operations.decks import ensure_deck
from ludex.games.swish.solving import no_swish
from ludex.games.swish.solving.no_swish import AllLargestNoSwishSets, NoSwishMaximum


@dataclass(frozen=True, slots=True)
class Certificate:
    """The proof that every larger set contains a swish."""

    swishes: Annotated[
        tuple[tuple[int, ...], ...],
        Field(
            description=(
                "Sets of cards, given by index, each of which is a swish. A set without a swish omits at least one "
                "card of each swish."
            )
        ),
    ]
    up_to_copies: Annotated[
        bool, Field(description=("Always true: each swish represents every choice among the copies of its cards."))
    ]
    weights: Annotated[
        dict[str, Any] | None,
        Field(
            description="Swishes with weights, which prove the bound by additions (see schema/certificates.md); null "
            "if no short proof was found."
        ),
    ]
    bound: Annotated[
        Mapping[str, Any] | None,
        Field(description="A refuted formula that proves the bound if there are no weights; null otherwise."),
    ]


@dataclass(frozen=True, slots=True)
class LargestNoSwishSet:
    """A largest set of cards without a swish.

    If the set is not proved to be largest, it is the largest set found in time.
    """

    label: str
    size: int
    proved: bool
    evidence: StatedEvidence
    upper_bound: int
    indices: Annotated[
        tuple[int, ...],
        Field(
            description=(
                "Cards of a largest set without a swish, as indices into the cards of the request or the listing "
                "of the deck."
            )
        ),
    ]
    cards: Annotated[tuple[str, ...], Field(description="The same cards as codes.")]
    certificate: Certificate
    duplicate_of: Annotated[
        Duplicate | None,
        Field(
            description=(
                "The stored set that this set duplicates. Null if the set is new, or if the request did not store it."
            )
        ),
    ]


def largest_no_swish_set(
    catalogue: Catalogue | None, cards: Cards, budget: Budget, known: NoSwishMaximum | None = None
) -> LargestNoSwishSet:
    """Find a largest set of cards without a swish. Store the set and its proof as a claim about the deck or position.

    A `known` result, which :func:`stored_maximum` returns, is returned without a search. Without a catalogue, nothing
    is stored. If the budget is exhausted first, `proved` is False. Raises PositionError, and BudgetExhausted if nothing
    was found.
    """
    position = cards.position
    before = budget.cost()
    maximum = known or no_swish.largest_no_swish_set(position, budget)
    if not maximum.indices:  # a single card contains no swish, so an empty set means that the search found nothing
        raise BudgetExhausted(budget.exhausted() or "time")
    kept = position.part(maximum.indices)
    entry = prepare(NO_SWISH_SET, kept)
    new = catalogue is None
    if catalogue is not None and known is None:
        [stored] = store_maxima(catalogue, cards, [maximum], budget.cost().since(before))
        new = stored.created
    return LargestNoSwishSet(
        entry.label,
        maximum.size,
        maximum.proved,
        maximum.evidence,
        maximum.upper_bound,
        maximum.indices,
        tuple(map(str, kept.cards)),
        Certificate(
            maximum.certificate,
            maximum.up_to_copies,
            None if maximum.weights is None else maximum.weights.proof,
            maximum.bound,
        ),
        None if new else Duplicate(NO_SWISH_SET.view.duplicate_relation, entry.order),
    )


def _subject(cards: Cards) -> tuple[Kind[Any, Any], Deck | KnownPosition]:
    """Return the kind and the value of the deck or position that is the subject of the claim."""
    return (POSITION, KnownPosition(cards.position)) if cards.deck is None else (DECK, cards.deck)


def stored_maximum(catalogue: Catalogue, cards: Cards) -> NoSwishMaximum | None:
    """Return the proved maximum that is stored in the catalogue. Its indices refer to this listing of the cards."""
    key, position = identify_value(*_subject(cards)).key, cards.position
    with catalogue.reading() as reader:
        node = find_keys(reader, [key]).get(key)
        claims = [] if node is None else claims_of(reader, node, NO_SWISH_MAXIMUM.name)
    proved = (read_maximum(claim, position.canonical()) for claim in claims if claim.proved)
    return next((maximum.renumbered(position.canonical_order()) for maximum in proved), None)


def store_maxima(
    catalogue: Catalogue, cards: Cards, maxima: Sequence[NoSwishMaximum], cost: Cost | None = None
) -> list[Stored]:
    """Store largest sets without a swish of a deck or position.

    The first set is stored as a claim, and all sets are stored as witnesses.

    `cost` is the cost of finding and proving the first set, if known. Results that are already proved for the deck or
    position are not replaced. In that case, sets that are smaller than the known maximum are stored, but not linked as
    witnesses.
    """
    entry = prepare(*_subject(cards))
    kept = [prepare(NO_SWISH_SET, cards.position.part(maximum.indices)) for maximum in maxima]
    numbers = canonical_numbers(cards.position)
    counted = [maximum.renumbered(numbers) for maximum in maxima]
    with catalogue.writing() as writer:
        owner = ensure_deck(writer, entry) if entry.kind is DECK else store(writer, entry)
        before = _claimed_size(writer, owner.id)
        store_claim(writer, owner.id, claim_maximum(counted[0]).costing(cost))
        size = _claimed_size(writer, owner.id)
        if size != before:  # the largest sets that were known before are smaller than the new sets
            smaller = neighbours(writer, owner.id, WITNESSES.inverse, kind=NO_SWISH_SET.name)
            delete_links(writer, WITNESSES.name, owner.id, [neighbour.id for neighbour in smaller])
        stored = store_many(writer, kept)
        links = [
            (witness.id, NewLink(WITNESSES.name, owner.label, 0, {"indices": list(maximum.indices)}))
            for witness, maximum in zip(stored, counted, strict=True)
            if maximum.size == size
        ]
        add_links_of_many(writer, links)
    return stored


def _claimed_size(reader: Reader, node: int) -> int | None:
    claims = claims_of(reader, node, NO_SWISH_MAXIMUM.name)
    return claims[0].value if claims else None


def all_largest_no_swish_sets(
    catalogue: Catalogue | None, cards: Cards, budget: Budget, most: int | None = None
) -> AllLargestNoSwishSets:
    """List all largest sets without a swish among at most 64 cards, and the classes of these sets.

    If a catalogue is given, the sets are stored in it.

    Raises PositionError, TooManySets if there are more than `most`, and BudgetExhausted.
    """
    found = no_swish.all_largest_no_swish_sets(cards.position, budget, most)
    if catalogue is not None:
        # All these sets have the same proof that there is no larger set.
        before = budget.cost()
        proof = no_swish.largest_no_swish_set(cards.position, budget)
        if proof.proved:
            every = [replace(proof, indices=indices) for indices in found.sets]
            store_maxima(catalogue, cards, every, budget.cost().since(before))
    return found
