"""Positions and their hypergraphs: storage with search results, look-up, and grouping into classes.

The ladder consists of tables of 4 to 16 cards with proved largest swishes, in packs by difficulty.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ludex.card_games.ladder import LadderTables, store_ladder
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.kind import Entry, Matching, NewLink, prepare
from ludex.catalogue.lists.listing import first_objects
from ludex.catalogue.objects.links import Neighbour, count_neighbours, neighbours
from ludex.catalogue.objects.reading import ObjectView, find, find_keys, plain_value, read_views, show_unstored
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links, add_links_of_many, as_shown, delete_links, store, store_many
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.budget import Budget, Cost
from ludex.games.swish import solving
from ludex.games.swish.deck import Cards, built_in_deck, deal
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.identity.card_matching import canonical_numbers, canonical_stack, place_from_detail
from ludex.games.swish.identity.equivalence import classes
from ludex.games.swish.identity.hypergraph import CanonicalHypergraph
from ludex.games.swish.kinds import DECK, HYPERGRAPH, PACK, POSITION, SWISH_STACK
from ludex.games.swish.kinds.position import SwishPosition, hypergraph_of, lies_in
from ludex.games.swish.kinds.statements import HAS_HYPERGRAPH, LIES_IN, WITNESSES, claim_counts, claim_provenance
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.operations.decks import ensure_deck
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.instances import Instance
from ludex.games.swish.swishes import LISTING_LIMIT, Largest, SizeCount, Stack, Swish, truncate_listing
from ludex.graphs.canonical import matching_from_orders
from ludex.operations.classes import PositionClass

MAX_NAMED = 100
"""The maximum number of stored positions that are returned for a class."""


class Find(StrEnum):
    """Which swishes to find and store with a position."""

    ANY = "any"
    LARGEST = "largest"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A stored position, and the swishes found in it. The indices in the swishes refer to the given cards.

    Entry i of `matching` is the index of given card i in the stored position. `complete` states whether a largest swish
    is proved or, if all swishes were requested, whether all are included. If any swish was requested, `complete` is
    always True.
    """

    stored: Stored
    matching: Matching
    swishes: tuple[Swish, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class SwishesInPosition:
    """A page of the stored swishes of a position, the total number of stored swishes, and where the next page begins.

    Each swish is given with its label and is placed with the canonical cards of the position. `after` is None on the
    last page.
    """

    position: Position
    items: tuple[tuple[str, Swish], ...]
    count: int
    after: int | None


def store_position(
    catalogue: Catalogue,
    position: Position,
    budget: Budget,
    find: Find | None = None,
    *,
    limit: int = LISTING_LIMIT,
    code_characters: int | None = None,
) -> StoredPosition:
    """Store a position with its hypergraph, and with the swishes that `find` selects.

    If `find` selects all swishes, `limit` bounds the number of swishes, and `code_characters` bounds the total length
    of their codes. If there is a swish, at least one is stored in any case. If the budget is exhausted before any
    result is known, the function raises BudgetExhausted and stores nothing.
    """
    before = budget.cost()
    swishes, complete = _look_for(position, budget, find, limit, code_characters)
    cost = budget.cost().since(before)
    largest = Largest(swishes[0] if swishes else None, complete) if find is Find.LARGEST else None
    claims = [claim_counts(count_swishes(swishes))] if find is Find.ALL and complete else []
    stored = _store(
        catalogue, KnownPosition(position, largest).with_bound(budget).measured(budget), swishes, claims, cost
    )
    return StoredPosition(stored, canonical_numbers(position), swishes, complete)


def _look_for(
    position: Position, budget: Budget, find: Find | None, limit: int, code_characters: int | None
) -> tuple[tuple[Swish, ...], bool]:
    match find:
        case Find.ANY:
            swish = solving.search.find_any(position, budget=budget)
            return (() if swish is None else (swish,)), True
        case Find.LARGEST:
            largest = solving.search.find_largest(position, budget=budget).known(budget)
            return (() if largest.swish is None else (largest.swish,)), largest.proved
        case Find.ALL:
            listing = solving.search.find_all(position, budget=budget, limit=limit)
            if code_characters is not None:
                listing = truncate_listing(listing, position, code_characters)
            return listing.items, listing.complete
        case None:
            return (), True


def count_swishes(swishes: Sequence[Swish]) -> dict[int, SizeCount]:
    """Return, for each size, the numbers of card sets and of placements among all swishes of a position."""
    sets: dict[int, set[tuple[int, ...]]] = {}
    placements: dict[int, int] = {}
    for swish in swishes:
        sets.setdefault(swish.size, set()).add(tuple(sorted(swish.indices)))
        placements[swish.size] = placements.get(swish.size, 0) + 1
    return {size: SizeCount(len(sets[size]), placements[size]) for size in sorted(sets)}


def store_swish_counts(catalogue: Catalogue, cards: Cards, budget: Budget, max_size: int | None = None) -> Stored:
    """Count the swishes of each size in a deck or in any cards, and store the numbers as a claim.

    Raises BudgetExhausted.
    """
    before = budget.cost()
    counts = solving.search.count_by_size(cards.position, max_size=max_size, budget=budget)
    cost = budget.cost().since(before)
    entry: Entry[Any] = (
        prepare(POSITION, KnownPosition(cards.position)) if cards.deck is None else prepare(DECK, cards.deck)
    )
    with catalogue.writing() as writer:
        stored = store(writer, entry) if cards.deck is None else ensure_deck(writer, entry)
        store_claim(writer, stored.id, claim_counts(counts, max_size).costing(cost))
    return stored


def store_instance(catalogue: Catalogue, instance: Instance, cost: Cost) -> StoredPosition:
    """Store a position made by a reduction, with claims that state its largest swish and its provenance."""
    swish, position = instance.largest.swish, instance.position
    swishes = () if swish is None else (swish,)
    claims = [claim_provenance(instance.provenance)]
    stored = _store(catalogue, KnownPosition(position, instance.largest), swishes, claims, cost)
    return StoredPosition(stored, canonical_numbers(position), swishes, instance.largest.proved)


def _store(
    catalogue: Catalogue,
    known: KnownPosition,
    swishes: Sequence[Swish],
    claims: Sequence[Claim],
    cost: Cost,
) -> Stored:
    """Store a position and the distinct stacks of its swishes. If a largest stack is known, it is stored first."""
    entry, symmetry = prepare(POSITION, known).costing(cost), known.position.symmetry
    different = dict.fromkeys(Stack(canonical_stack(swish.stack, symmetry), symmetry) for swish in swishes)
    stacks = [prepare(SWISH_STACK, stack) for stack in different]
    links = [lies_in(stack, known.position, entry.label) for stack in different]
    with catalogue.writing() as writer:
        stored = store(writer, entry)
        for claim in claims:
            store_claim(writer, stored.id, claim.costing(cost))
        ids = [stack.id for stack in store_many(writer, stacks)]
        add_links_of_many(writer, zip(ids, links, strict=True))
        if known.largest is not None and known.largest.swish is not None:
            _keep_witness(writer, stored, ids[0], stacks[0].label)
        return as_shown(writer, stored, alone=not claims and not stacks)


def _keep_witness(writer: Writer, stored: Stored, swish: int, label: str) -> None:
    """Link the largest swish of a position to the position. If a smaller swish had this link, its link is removed.

    The position's document names the largest swish.
    """
    document = stored.document
    assert isinstance(document, SwishPosition)
    if document.largest_swish is not None and document.largest_swish.swish == label:
        before = neighbours(writer, stored.id, WITNESSES.inverse, kind=SWISH_STACK.name)
        delete_links(writer, WITNESSES.name, stored.id, [neighbour.id for neighbour in before if neighbour.id != swish])
        add_links(writer, swish, [NewLink(WITNESSES.name, stored.label)])


def find_isomorphic_positions(
    catalogue: Catalogue, position: Position, limit: int = 100, budget: Budget | None = None
) -> tuple[list[ObjectView], list[Matching]]:
    """Return the stored positions whose hypergraph is isomorphic to that of these cards, oldest first.

    Entry i of each matching is the card of the stored position that corresponds to given card i. Raises HypergraphError
    if the cards have no hypergraph, and BudgetExhausted.
    """
    hypergraph = require_hypergraph(position, budget)
    order = hypernodes_of(position, hypergraph)
    with catalogue.reading() as reader:
        found = _having(reader, [hypergraph.key], limit)[0]
        stored = read_views(reader, POSITION, [neighbour.id for neighbour in found])
    return stored, [matching_from_orders(order, tuple(neighbour.detail["order"])) for neighbour in found]


def _having(reader: Reader, hypergraphs: Sequence[bytes], limit: int) -> list[list[Neighbour]]:
    """Return, for each of the hypergraphs, the stored positions that have this hypergraph, oldest first."""
    ids = find_keys(reader, hypergraphs)
    return [
        neighbours(reader, ids[key], HAS_HYPERGRAPH.inverse, limit=limit) if key in ids else [] for key in hypergraphs
    ]


def classify_positions(
    catalogue: Catalogue | None, positions: Sequence[Position], budget: Budget | None = None
) -> list[PositionClass]:
    """Group positions into classes with isomorphic hypergraphs, with at most 100 stored positions of each class.

    Without a catalogue, no stored positions are returned. Raises HypergraphError, BudgetExhausted.
    """
    found = classes(positions, budget)
    if catalogue is None:
        labels: list[list[Neighbour]] = [[] for _ in found]
    else:
        keys = [require_hypergraph(positions[each.members[0]], budget).key for each in found]
        with catalogue.reading() as reader:
            labels = _having(reader, keys, MAX_NAMED)
    return [
        PositionClass(each.members, each.matchings, tuple(neighbour.label for neighbour in known))
        for each, known in zip(found, labels, strict=True)
    ]


def swishes_in_position(
    catalogue: Catalogue, label: str, after: int | None = None, limit: int = 100, *, most_bytes: int = sys.maxsize
) -> SwishesInPosition:
    """Return the stored swishes of a position, oldest first. Raises UnknownObject.

    At most `limit` swishes are returned, and their documents have at most `most_bytes` bytes in total. At least one
    swish is returned in any case.
    """
    with catalogue.reading() as reader:
        position = find(reader, label, POSITION)
        page = None if after is None else (0, after)
        found = neighbours(reader, position.id, LIES_IN.inverse, after=page, limit=limit + 1)
        count = count_neighbours(reader, position.id, LIES_IN.inverse)
        stacks = first_objects(reader, SWISH_STACK, [neighbour.id for neighbour in found[:limit]], most_bytes)
    cards = plain_value(POSITION, position).position
    items = tuple(
        (stack.label, place_from_detail(plain_value(SWISH_STACK, stack), cards, neighbour.detail))
        for stack, neighbour in zip(stacks, found, strict=False)
    )
    return SwishesInPosition(cards, items, count, found[len(items) - 1].id if len(items) < len(found) else None)


def store_hypergraph(
    catalogue: Catalogue | None, position: Position, budget: Budget | None = None
) -> tuple[Stored, Matching]:
    """Store the hypergraph of some cards together with their position.

    Without a catalogue, the hypergraph is not stored, and is returned with the id 0.

    Entry i of the matching is the canonical hypernode of given card i. Raises HypergraphError if the cards have no
    hypergraph, and BudgetExhausted.
    """
    hypergraph = require_hypergraph(position, budget)
    matching = hypernodes_of(position, hypergraph)
    if catalogue is None:
        stored = Stored(0, HYPERGRAPH, hypergraph.label, True, hypergraph.document, shown=show_unstored(hypergraph))
        return stored, matching
    entry = prepare(POSITION, KnownPosition(position))
    with catalogue.writing() as writer:
        stored = store(writer, hypergraph)
        store(writer, entry)
        return as_shown(writer, stored), matching


def require_hypergraph(position: Position, budget: Budget | None = None) -> Entry[CanonicalHypergraph]:
    """Return the entry of the hypergraph of some cards.

    Raises HypergraphError, which states the index of the card at fault, and BudgetExhausted.
    """
    hypergraph_junctions(position)
    found = hypergraph_of(position.canonical())
    Budget.require(budget).check()
    return found


def hypernodes_of(position: Position, hypergraph: Entry[CanonicalHypergraph]) -> Matching:
    """Return, for each given card, its hypernode in the canonical hypergraph of the position."""
    return tuple(hypergraph.value.card_order[number] for number in canonical_numbers(position))


CARDS = range(4, 17)
_DECK = "swish-60"


def store_swish_ladder(catalogue: Catalogue) -> None:
    """Store the tables of the ladder with their largest swishes, and the packs."""
    deck = built_in_deck(_DECK)
    assert deck is not None

    def store(cards: int, seed: int) -> Stored | None:
        position = deck.position.part(deal(deck.position, cards, seed))
        if solving.search.find_any(position) is None:
            return None
        return store_position(catalogue, position, Budget(), Find.LARGEST).stored

    store_ladder(catalogue, PACK, "swish", LadderTables(CARDS, store))
